//! Five years of a registry of forty schemes and three teams, as `examples/organization/README.md` tells them: each command
//! runs in a new repository of git, and prints what the page shows.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use super::common::{anyurl, finish, utf8};
use super::tutorial::wrong_steps;

const FILES: [&str; 4] = ["org.toml", "teams/fleet.toml", "teams/sales.toml", "teams/track.toml"];

fn page() -> (&'static Path, String) {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/organization"));
    (folder, fs::read_to_string(folder.join("README.md")).expect("the page"))
}

#[test]
fn a_registry_is_kept_for_five_years() {
    if Command::new("git").arg("--version").output().is_err() {
        return;
    }
    let (from, page) = page();
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("teams")).expect("a folder");
    for name in FILES {
        fs::copy(from.join(name), folder.path().join(name)).expect("a copy");
    }
    let xml = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/uri-schemes-2026-08-13.xml");
    fs::copy(xml, folder.path().join("uri-schemes.xml")).expect("IANA's registry");
    let wrong = wrong_steps(&page, folder.path(), 80);
    assert!(wrong.is_empty(), "the page shows another output for\n{wrong}");
}

/// The page leaves out no command of `registry`.
#[test]
fn the_five_years_need_each_command() {
    let (_, page) = page();
    let output = finish(anyurl().args(["registry", "--help"]), b"");
    let help = utf8(&output.stdout);
    let commands = help.split_once("Commands:").expect("commands").1.split("\n\n").next().expect("a list");
    let commands = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    // A line that goes on begins with more spaces.
    let commands: Vec<_> = commands.filter(|command| !matches!(*command, "help" | "")).collect();
    assert!(commands.len() >= 19, "{commands:?}");
    for command in commands {
        assert!(
            page.contains(&format!("registry {command} ")) || page.contains(&format!("registry {command}\n")),
            "{command}"
        );
    }
}
