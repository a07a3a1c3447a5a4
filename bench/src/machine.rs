//! The machine and the versions of a run.

use std::fmt::Write as _;
use std::process::Command;
use std::{fs, thread};

use crate::contestants;
use crate::corpora::Corpus;
use crate::setting::Setting;

/// The lock file, which has the versions of the peers.
const LOCK: &str = include_str!("../Cargo.lock");

/// Date, machine, versions and texts, for the head of the results.
pub(crate) fn describe(setting: &Setting) -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut text = String::new();
    let rows = [
        ("date", said_by("date", &["-u", "+%Y-%m-%d %H:%M UTC"])),
        ("processor", format!("{}, {cores} cores to use{}", processor(), widths())),
        ("system", said_by("uname", &["-srm"])),
        ("compiler", said_by("rustc", &["--version"])),
        ("anyurl", revision()),
        ("peers", peers()),
        ("rounds", format!("{} for each contestant, interleaved", setting.rounds)),
    ];
    let _ = writeln!(text, "| | |\n|---|---|");
    for (what, is) in rows {
        let _ = writeln!(text, "| {what} | {is} |");
    }
    for corpus in [&setting.corpora.weblinks, &setting.corpora.mixed] {
        let _ = writeln!(text, "| texts: {} | {} |", corpus.name, describe_corpus(corpus));
    }
    if setting.quick {
        text += "\nThis was a quick run: it shows that everything works, and its figures are worth nothing.\n";
    }
    text
}

fn describe_corpus(corpus: &Corpus) -> String {
    let (urls, mean) = (corpus.urls().len(), corpus.mean());
    format!("{urls} URLs of {mean:.1} bytes on average, {}", corpus.origin)
}

/// The processor model, according to Linux.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("unknown", |(_, model)| model).to_owned()
}

/// The SIMD extensions of the processor that anyurl uses.
fn widths() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    match (is_x86_feature_detected!("avx2"), is_x86_feature_detected!("avx512bw")) {
        (true, true) => return ", AVX2 and AVX-512",
        (true, false) => return ", AVX2",
        _ => {}
    }
    ""
}

fn revision() -> String {
    let commit = said_by("git", &["rev-parse", "--short", "HEAD"]);
    format!("{}, commit {commit}", version("anyurl").unwrap_or_default())
}

fn peers() -> String {
    let peers = contestants::ALL.iter().filter(|one| one.name != contestants::ANYURL);
    let versions = peers.filter_map(|peer| Some(format!("`{}` {}", peer.name, version(peer.package)?)));
    versions.collect::<Vec<_>>().join(", ")
}

/// The version of a package in the lock file.
fn version(name: &str) -> Option<String> {
    let lock: toml::Table = LOCK.parse().ok()?;
    let packages = lock.get("package")?.as_array()?;
    let package = packages.iter().find(|package| package["name"].as_str() == Some(name))?;
    Some(package["version"].as_str()?.to_owned())
}

/// The first output line of a program.
fn said_by(program: &str, arguments: &[&str]) -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    let out = Command::new(program).args(arguments).current_dir(folder).output();
    let out = out.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    out.unwrap_or_else(|_| "unknown".to_owned())
}
