//! Each body runs over its seeds, its committed corpus and mutations of both, on stable Rust; and the list of targets is
//! that of the files.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use anyurl_fuzz_bodies::{TARGETS, Target, corpus, mutation};
use anyurl_testkit::Rng;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(file: &str) -> String {
    fs::read_to_string(fuzz().join(file)).unwrap_or_else(|error| panic!("fuzz/{file}: {error}"))
}

/// The number of mutations: `ANYURL_CASES`, or fewer for a target that takes more time.
fn mutations(target: &Target) -> usize {
    let asked = std::env::var("ANYURL_CASES").ok().and_then(|cases| cases.parse().ok());
    asked.unwrap_or(4_000) * target.rate / 1_000
}

fn run(target: &Target, input: &[u8]) {
    // The message of the panic has been printed; the input says how to repeat it.
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    assert!(outcome.is_ok(), "the target `{}` fails for b\"{}\"", target.name, input.escape_ascii());
}

fn replay(name: &str) {
    let target = anyurl_fuzz_bodies::target(name).expect("a target");
    let mut inputs = corpus::read(name).expect("a corpus");
    assert!(!inputs.is_empty(), "the corpus of {name} is empty");
    inputs.extend((target.seeds)());
    for input in &inputs {
        run(target, input);
    }
    let mut rng = Rng::new(1738);
    for _ in 0..mutations(target) {
        run(target, &mutation::mutated(&inputs, &mut rng));
    }
}

/// One test for each target, so that they run side by side.
macro_rules! replay {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            replay(stringify!($name));
        })*

        #[test]
        fn every_target_is_replayed() {
            assert!(TARGETS.iter().map(|target| target.name).eq([$(stringify!($name)),*]));
        }
    };
}

replay! {
    abnf
    answers
    builder
    compare
    difference
    extract
    fast_path
    form
    gateways
    module
    parse
    redaction
    registry_file
    resolve
    same
    scrub
}

/// The names of the files in a folder, without their extension.
fn files(folder: &str, extension: &str) -> BTreeSet<String> {
    let files = fs::read_dir(fuzz().join(folder)).unwrap_or_else(|error| panic!("fuzz/{folder}: {error}"));
    let paths = files.map(|file| file.expect("a file").path());
    let named = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    named.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
}

/// Each target has its file, which calls its body and nothing else, a binary in the manifest, and a row in the README.
#[test]
fn targets_are_files() {
    let names: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(files("fuzz_targets", "rs"), names);
    assert_eq!(files("corpora", "txt"), names);
    let (manifest, readme) = (read("Cargo.toml"), read("README.md"));
    for name in &names {
        let file = read(&format!("fuzz_targets/{name}.rs"));
        let code: String = file.lines().filter(|line| !line.starts_with("//!")).collect();
        let body = format!("fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::{name}::run(data));");
        assert_eq!(code, format!("#![no_main]use libfuzzer_sys::fuzz_target;{body}"), "{name}");
        let binary = format!("[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n");
        assert!(manifest.contains(&binary), "fuzz/Cargo.toml has no {binary}");
        assert!(readme.contains(&format!("\n| `{name}` | ")), "fuzz/README.md has no row for {name}");
    }
    assert_eq!(manifest.matches("[[bin]]").count(), names.len());
}

/// The corpora are small: what the seeds lead to is not in them.
#[test]
fn corpora_are_small() {
    let sizes = TARGETS.iter().map(|target| fs::metadata(corpus::file(target.name)).map_or(0, |file| file.len()));
    assert!(sizes.sum::<u64>() < 500_000);
}
