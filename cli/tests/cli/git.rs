//! `registry lint --changed-since REV` and `registry diff --since REV`, in a temporary git repository.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use anyurl_testkit::registry_file;

use super::common::{anyurl, finish, utf8};

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
    finish(anyurl().args(args).args(more).current_dir(folder), b"")
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
    let output = finish(anyurl().args(args).current_dir(folder), b"");
    assert!(utf8(&output.stdout).contains("SR606"), "{}", utf8(&output.stdout));
    let note = "note: nothing is compared, so all findings are reported: `HEAD:new.toml` cannot be read: the revision has no such file";
    assert!(utf8(&output.stderr).contains(note), "{}", utf8(&output.stderr));
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

/// What a checkout's configuration can name, so that git would run a program that leaves `ran.txt` behind.
fn hostile_configuration(program: &str) -> Vec<(&'static str, String)> {
    let mut settings: Vec<_> = [
        "alias.cat-file",
        "alias.ls-tree",
        "core.alternateRefsCommand",
        "core.askPass",
        "core.fsmonitor",
        "core.gitProxy",
        "core.pager",
        "core.sshCommand",
        "credential.helper",
        "diff.external",
        "diff.toml.textconv",
        "filter.toml.process",
        "filter.toml.smudge",
        "gpg.program",
        "pager.cat-file",
        "pager.ls-tree",
        "remote.origin.uploadpack",
        "uploadpack.packObjectsHook",
    ]
    .map(|key| (key, program.to_owned()))
    .into();
    let others = [
        ("core.hooksPath", "hooks"),
        ("core.repositoryformatversion", "1"),
        ("extensions.partialClone", "origin"),
        ("log.showSignature", "true"),
        ("protocol.allow", "always"),
        ("protocol.ext.allow", "always"),
        ("protocol.file.allow", "always"),
        ("remote.origin.promisor", "true"),
    ];
    settings.extend(others.map(|(key, value)| (key, value.to_owned())));
    settings
}

/// Where a promisor remote can be.
fn hostile_remotes(folder: &Path) -> [String; 4] {
    let file = folder.to_str().expect("UTF-8");
    [
        file.to_owned(),
        format!("file://{file}"),
        "ext::sh -c 'echo ran >> ran.txt'".to_owned(),
        "ssh://host.invalid/r".to_owned(),
    ]
}

/// Neither with all objects, nor with the commit, its tree or the file missing, is anything run or fetched.
#[test]
fn a_checkout_makes_git_run_nothing() {
    let Some(folder) = checkout(&file(&mask("a"))) else {
        return;
    };
    let folder = folder.path();
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(folder).args(args).env("GIT_NO_LAZY_FETCH", "1").output();
        let output = output.expect("git is there");
        assert!(output.status.success(), "git {args:?}: {}", utf8(&output.stderr));
        utf8(&output.stdout).trim().to_owned()
    };
    let objects = ["HEAD:org.toml", "HEAD^{tree}", "HEAD"].map(|name| git(&["rev-parse", name]));
    fs::write(folder.join(".gitattributes"), "*.toml diff=toml filter=toml\n").expect("a file");
    for (key, value) in hostile_configuration("sh -c \"echo ran >> ran.txt\" #") {
        git(&["config", key, &value]);
    }
    let runs = |what: &str, is_compared: bool| {
        for args in [
            &["registry", "lint", "org.toml", "--changed-since", "HEAD"][..],
            &["registry", "diff", "--since", "HEAD", "org.toml"],
        ] {
            let output = finish(anyurl().args(args).current_dir(folder), b"");
            let said = utf8(&output.stderr);
            assert!(!folder.join("ran.txt").exists(), "{what}: {args:?}: {said}");
            assert_eq!(said.is_empty(), is_compared, "{what}: {args:?}: {said}");
        }
    };
    runs("all objects", true);
    for object in objects {
        let (start, rest) = object.split_at(2);
        fs::remove_file(folder.join(".git/objects").join(start).join(rest)).expect("an object");
        for remote in hostile_remotes(folder) {
            git(&["config", "remote.origin.url", &remote]);
            runs(&format!("without {object}, {remote}"), false);
        }
    }
}

/// The environment of a hook names its own repository, which need not be that of the file.
#[test]
fn the_folder_decides_which_checkout_is_used() {
    let Some(folder) = checkout(&file(&mask("a"))) else {
        return;
    };
    let args = ["registry", "lint", "org.toml", "--json", "--changed-since", "HEAD"];
    let mut command = anyurl();
    command.args(args).current_dir(folder.path()).env("GIT_DIR", "/nonexistent").env("GIT_WORK_TREE", "/nonexistent");
    let output = finish(&mut command, b"");
    assert_eq!((utf8(&output.stdout), utf8(&output.stderr)), ("", ""));
}
