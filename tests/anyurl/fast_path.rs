//! The fast path of [`Shape`](anyurl::authors::Shape) finds exactly what `Scheme::parse` finds.
//!
//! `alike.rs` compares both for any text; the fuzz target `fast_path` uses it as well.

mod alike;

use std::fs;

use anyurl::Registry;
use anyurl::authors::Cursor;
#[cfg(feature = "declared")]
use anyurl::authors::{Fix, Requirement};
#[cfg(feature = "declared")]
use anyurl::{Mode, Span};
#[cfg(feature = "declared")]
use anyurl_core::internal::Refused;
#[cfg(feature = "declared")]
use anyurl_core::internal::StopSet;
use anyurl_testkit::{Rng, mutate};

use alike::assert_alike;

/// The lengths around the ends of the words and of the window that are classified at once.
const LENGTHS: [usize; 12] = [1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 130];

/// Bytes that end components, that only some grammars accept, or that none does.
const SPECIAL: [char; 22] = [
    '/', '?', '#', '%', ':', '@', ';', '.', '-', '_', '~', '[', '\\', ' ', '\t', '\n', '\r', '\0', '1', 'é', '\u{7f}',
    '"',
];

/// The names that have a shape.
fn shaped(registry: &Registry) -> Vec<&str> {
    let entries = registry.entries().filter(|entry| entry.scheme().shape().is_some());
    let mut names: Vec<_> = entries.map(anyurl::Entry::name).collect();
    names.dedup();
    names
}

/// The default registry, and declared schemes.
fn registries() -> Vec<Registry> {
    let mut registries = vec![anyurl::registry().clone()];
    #[cfg(feature = "declared")]
    registries.extend([crate::twins::registry(), declared::ten()]);
    registries
}

#[cfg(feature = "declared")]
mod declared {
    use std::sync::Arc;

    use anyurl::authors::Origin;
    use anyurl::{Implementation, Layer, Registry};
    use anyurl_declared::Declared;
    use anyurl_declared::format::RegistryFile;

    const TEN: &str = include_str!("../../plugins/declared/tests/data/ten.toml");

    /// The ten schemes of RFC 1738 by their grammars only.
    pub(super) fn ten() -> Registry {
        let layer = RegistryFile::from_text("ten.toml", TEN.to_owned()).unwrap().load().unwrap();
        let origin = || Origin::from_crate("com.example.ten", "1.0.0", "ten.toml", 0);
        let add = |builder: anyurl::RegistryBuilder, entry| {
            let scheme = Arc::new(Declared::new(entry, &[]).unwrap());
            builder.add_from(scheme, Layer::Organization, Implementation::Declared, origin()).unwrap()
        };
        layer.schemes().fold(Registry::builder(), add).build()
    }

    #[test]
    fn grammars_have_shapes() {
        let shaped = |registry: &Registry| super::shaped(registry).join(" ");
        let shipped = "adl coap coaps gemini hdfs http https intent ipp ipps itms-apps ldap ldaps libsql mqtt mqtts \
                       nfs rtsp rtsps rtspu smtp smtps svn swebhdfs tcp web+* webcal webcals webhdfs ws wss";
        assert_eq!(shaped(anyurl::registry()), shipped);
        assert_eq!(shaped(&ten()), "http prospero");
        assert_eq!(shaped(&crate::twins::registry()), "http x-http x-prospero");
    }
}

#[test]
fn some_schemes_have_shapes() {
    let names = shaped(anyurl::registry());
    assert!(["http", "https", "ws", "wss"].iter().all(|name| names.contains(name)), "{names:?}");
}

#[test]
fn components_of_every_length() {
    for registry in &registries() {
        for name in shaped(registry) {
            for host in LENGTHS {
                for path in LENGTHS {
                    for query in LENGTHS {
                        let [host, path, query] = [host, path, query].map(|len| "a".repeat(len));
                        assert_alike(registry, &format!("{name}://{host}/{path}?{query}"));
                    }
                    let [host, path] = [host, path].map(|len| "a".repeat(len));
                    assert_alike(registry, &format!("{name}://{host}/{path}"));
                }
            }
        }
    }
}

/// Each of the special bytes at every position of texts of every length.
#[test]
fn special_bytes_at_every_position() {
    for registry in &registries() {
        for name in shaped(registry) {
            for len in LENGTHS {
                let parts = [len / 3, len, len].map(|len| "a".repeat(len));
                let text = format!("{name}://h{}/{}?{}", parts[0], parts[1], parts[2]);
                for at in (0..=text.len()).step_by(crate::step(7)) {
                    for special in SPECIAL {
                        let mut inserted = text.clone();
                        inserted.insert(at, special);
                        assert_alike(registry, &inserted);
                    }
                    assert_alike(registry, &text[..at]);
                }
            }
        }
    }
}

#[test]
fn hosts_of_every_kind() {
    let labels = ["", "a", "1", "255", "256", "0x7f", "-a", "a-", "-", "a1", "1a", "A"];
    for registry in &registries() {
        for name in shaped(registry) {
            for first in labels {
                for second in labels {
                    for third in labels {
                        for end in ["", ".", "/", "/p", "./p"] {
                            assert_alike(registry, &format!("{name}://{first}.{second}.{third}{end}"));
                            assert_alike(registry, &format!("{name}://{first}.{second}.{third}.4{end}"));
                        }
                    }
                }
            }
        }
    }
}

/// Names in any case, with one letter more or less, and names that share their first letters.
#[test]
fn names_at_the_beginning() {
    let registry = anyurl::registry();
    let all: Vec<&str> = registry.names().collect();
    for name in all {
        let upper = name.to_ascii_uppercase();
        for written in [name, &upper, &name[1..], &name[..name.len() - 1], &format!("{name}s"), &format!("{name}_")] {
            for rest in ["://h/p", ":h", ":", "", ":/", "://", "@h:/", "://h.dom/abc"] {
                assert_alike(registry, &format!("{written}{rest}"));
            }
        }
    }
}

#[test]
fn examples_rejects_and_mutations() {
    let registry = anyurl::registry();
    let mut rng = Rng::new(17);
    let cases = include_str!("../../testdata/spec_cases.jsonl").lines();
    let cases = cases.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut seeds: Vec<String> = cases.filter_map(|case| Some(case["input"].as_str()?.to_owned())).collect();
    for entry in registry.entries() {
        let registration = entry.registration();
        seeds.extend(registration.examples.iter().map(|example| example.url.to_string()));
        seeds.extend(registration.rejects.iter().map(|reject| reject.url.to_string()));
    }
    for text in &seeds {
        assert_alike(registry, text);
    }
    let registries = registries();
    for _ in 0..crate::cases(50_000, 1_000_000) {
        let seed = &seeds[rng.below(seeds.len())];
        let mutant = mutate(seed, &mut rng);
        // The names of twins begin with `x-`.
        let twin = format!("x-{mutant}");
        for registry in &registries {
            assert_alike(registry, &mutant);
            assert_alike(registry, &twin);
        }
    }
}

/// The readers of simple URLs, which are code, find what the grammars of the registry file find.
#[cfg(feature = "declared")]
#[test]
fn simple_urls() {
    let registry = anyurl::registry();
    let names = anyurl::schemes::RFC1738.map(|scheme| scheme.registration().name.to_string());
    let read_by_code = names.iter().filter(|name| {
        // A text that the reader does not read is refused.
        let scheme = anyurl::schemes::with_simple_reader(
            name,
            Refused::new(name, Requirement::new("x", "x", "x", "x", Fix::Unknown)),
        );
        let versions = registry.entries().filter(|entry| entry.name() == **name);
        let examples = versions.flat_map(|entry| entry.registration().examples.iter());
        let mut seeds: Vec<String> = examples.map(|example| example.url.to_string()).collect();
        let is_read = |text: &&String| {
            let part = Span::new(name.len() + 1, text.len());
            let mut at = Cursor::new(text, part, Mode::Strict, None);
            // As in a registry, the text has been classified.
            at.masks(|text, masks| masks.stop(text, 0, StopSet::NonHost));
            scheme.parse(&mut at).is_ok()
        };
        let read = seeds.iter().filter(is_read).count();
        seeds.extend(SIMPLE_PARTS.iter().map(|part| format!("{name}:{part}")));
        let mut rng = Rng::new(36);
        for _ in 0..crate::cases(5_000, 300_000) {
            assert_alike(registry, &mutate(&seeds[rng.below(seeds.len())], &mut rng));
        }
        read > 1
    });
    let read_by_code: Vec<_> = read_by_code.map(String::as_str).collect();
    assert_eq!(read_by_code.join(" "), "ftp gopher mailto news nntp telnet file");
}

/// Schemeparts that are simple in some of the ten schemes.
const SIMPLE_PARTS: [&str; 9] = [
    "//u:p@h.dom:21/a/b%20c/d.e;type=i",
    "//h/a_b+c/12345678",
    "//h:70/1a/b?c~d%09e%09f",
    "///a/b",
    "//localhost/a",
    "a.b_c+d@e-f.dom",
    "comp.lang.c",
    "//1.2.3.4:0/",
    "//h",
];

/// The lines of the files in the folder that `ANYURL_CORPORA` names, as `bench` uses it, each also mutated.
#[test]
fn lines_of_corpora() {
    let Some(folder) = std::env::var_os("ANYURL_CORPORA") else {
        println!("skipped: ANYURL_CORPORA names no folder with lists of URLs");
        return;
    };
    let mut rng = Rng::new(1738);
    for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        for line in fs::read_to_string(&file).unwrap().lines() {
            assert_alike(anyurl::registry(), line);
            assert_alike(anyurl::registry(), &mutate(line, &mut rng));
        }
    }
}
