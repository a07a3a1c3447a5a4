//! `registry lint --changed-since REV`, in a temporary git repository.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use locator_testkit::registry_file;

use super::common::{finish, locator, utf8};

fn file(entries: &str) -> String {
    registry_file("user", "com.example", "com.example.*", entries)
}

/// A git repository with one committed registry file; `None` if git is not installed.
pub(super) fn checkout(text: &str) -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir().expect("a folder");
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(folder.path()).args(args);
        // Without the configuration of the user.
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        command.output()
    };
    if git(&["--version"]).is_err() {
        let _ = writeln!(std::io::stderr(), "skipped: git is not installed (package git)");
        return None;
    }
    fs::create_dir(folder.path().join("schemes")).expect("a folder");
    write(folder.path(), text);
    for args in [
        &["init", "-q"][..],
        &["add", "."],
        &["-c", "user.name=T", "-c", "user.email=t@example.com", "commit", "-q", "-m", "first"],
    ] {
        let output = git(args).expect("git is there");
        assert!(output.status.success(), "git {args:?}: {}", utf8(&output.stderr));
    }
    Some(folder)
}

fn write(folder: &Path, text: &str) {
    fs::write(folder.join("org.toml"), text).expect("a file");
}

fn lint(folder: &Path, more: &[&str]) -> Output {
    let args = ["registry", "lint", "org.toml"];
    finish(locator().args(args).args(more).current_dir(folder), b"")
}

/// The ids and lines of the findings since the commit.
fn since(folder: &Path) -> Vec<(String, u64)> {
    let output = lint(folder, &["--json", "--changed-since", "HEAD"]);
    let line = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let id = value["id"].as_str().expect("an id").to_owned();
        (id, value["line"].as_u64().expect("a line"))
    };
    utf8(&output.stdout).lines().map(line).collect()
}

fn mask(name: &str) -> String {
    format!("\n[[mask]]\nname = \"{name}\"\n")
}

#[test]
fn only_changed_entries_are_reported() {
    let before = file(&(mask("a") + &mask("c")));
    let Some(folder) = checkout(&before) else {
        return;
    };
    let folder = folder.path();
    let found = |id: &str, line| (id.to_owned(), line);
    for (what, text, expect) in [
        ("nothing", before.clone(), vec![]),
        ("reformatted", before.replace("name = \"a\"", "name   =   \'a\' # the first"), vec![]),
        ("added", file(&(mask("a") + &mask("b") + &mask("c"))), vec![found("SR606", 16)]),
        ("renamed", before.replace("\"c\"", "\"d\""), vec![found("SR606", 16)]),
        ("the header", before.replace("serial = 1", "serial = -1"), vec![found("SR009", 8)]),
        ("no TOML", format!("{before}="), vec![found("SR009", 18)]),
    ] {
        write(folder, &text);
        assert_eq!(since(folder), expect, "{what}");
    }
    write(folder, &before.replace("\"c\"", "\"d\""));
    let sarif = lint(folder, &["--sarif", "--changed-since", "HEAD"]);
    let sarif: serde_json::Value = serde_json::from_slice(&sarif.stdout).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(1));
    let text = lint(folder, &["--changed-since", "HEAD"]);
    assert!(utf8(&text.stdout).contains("0 errors, 1 warning, 0 notes"));
    let all = lint(folder, &[]);
    assert!(utf8(&all.stdout).contains("0 errors, 2 warnings, 0 notes"));
}

#[test]
fn included_files_are_compared_too() {
    let main = file("include = [\"schemes/*.toml\"]\n");
    let entry = |name: &str, more: &str| {
        format!("[[scheme]]\nname = \"com.example.{name}\"\nstatus = \"reserved\"\ndescription = \"\"\n{more}")
    };
    let Some(folder) = checkout(&main) else {
        return;
    };
    let folder = folder.path();
    let included = folder.join("schemes/com.example.a.toml");
    fs::write(&included, format!("schema = 1\n{}", entry("a", ""))).expect("a file");
    let found = since(folder);
    assert!(found.iter().any(|(id, _)| id == "SR201"), "{found:?}");
    for args in
        [&["add", "."][..], &["-c", "user.name=T", "-c", "user.email=t@example.com", "commit", "-q", "-m", "second"]]
    {
        let status = Command::new("git").arg("-C").arg(folder).args(args).status();
        assert!(status.expect("git is there").success());
    }
    assert_eq!(since(folder), []);
}

#[test]
fn all_entries_of_a_new_file_are_reported() {
    let Some(folder) = checkout(&file("")) else {
        return;
    };
    let folder = folder.path();
    fs::write(folder.join("new.toml"), file(&mask("a"))).expect("a file");
    let args = ["registry", "lint", "new.toml", "--json", "--changed-since", "HEAD"];
    let output = finish(locator().args(args).current_dir(folder), b"");
    assert!(utf8(&output.stdout).contains("SR606"), "{}", utf8(&output.stdout));
}

#[test]
fn unknown_revisions_are_errors() {
    let Some(folder) = checkout(&file("")) else {
        return;
    };
    for (rev, expect) in [
        ("nowhere", "unknown git revision `nowhere`"),
        ("HEAD:org.toml", "unknown git revision"),
        // Not an option of git.
        ("--help", "unknown git revision `--help`"),
    ] {
        let rev = format!("--changed-since={rev}");
        let output = lint(folder.path(), &[&rev]);
        assert_eq!(output.status.code(), Some(2));
        assert!(utf8(&output.stderr).contains(expect), "{}", utf8(&output.stderr));
    }
    let elsewhere = tempfile::tempdir().expect("a folder");
    write(elsewhere.path(), &file(""));
    let output = lint(elsewhere.path(), &["--changed-since", "HEAD"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(utf8(&output.stderr).contains("org.toml is not in a git checkout"), "{}", utf8(&output.stderr));
}
