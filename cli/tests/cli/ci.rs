//! Runs the scripts of `docs/ci.md` and the hooks of `.pre-commit-hooks.yaml` in a git repository with a small registry.
//! `cargo`, `curl` and `gh` are stand-ins: nothing is installed, fetched or published.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyurl_testkit::registry_file;
use tempfile::TempDir;

use super::common::utf8;
use super::git::checkout;
use super::tutorial::blocks;

const SCHEME: &str = r#"schema = 1

[[scheme]]
name = "com.example.vault"
status = "private"
description = "An object in a vault"
applications = ["backup"]
contact = ["storage@example.com"]
change_controller = "Example"
security = "The vault asks for a password that no URL has."
encoding = "Names are US-ASCII."
port = { default = 7333, transport = ["tls"] }
syntax = { grammar = "rfc3986", form = ["com.example.vault://<host>[:<port>]/<object>"] }
access = { kind = "steps", locates = "data-object", operations = ["get"], default = "get", algorithm = "Connect, send GET and the object on one line, read to the end.", steps = [{ connect = "{host}:{port}" }, { send = "GET {object}\r\n" }, { receive = "until-close" }] }
example = [{ url = "com.example.vault://h.example/a", accept = true }, { url = "com.example.vault:a", accept = false }]
"#;

const SCHEME_FILE: &str = "schemes/com.example.vault.toml";

/// The programs of the recipes that need a network.
const STAND_INS: [(&str, &str); 3] = [
    ("cargo", "exit 0"),
    ("curl", r#"while [ "$1" != --output ]; do shift; done; cp "$XML" "$2""#),
    ("gh", r#"printf '%s\n' "$@" >> "$TOOLS/gh-arguments""#),
];

/// A checkout whose origin is a bare repository, and the programs that the recipes call.
struct Repository {
    checkout: TempDir,
    tools: TempDir,
}

impl Repository {
    /// `None` if git is not installed.
    fn new() -> Option<Self> {
        let org = registry_file("organization", "com.example", "com.example.*", "include = [\"schemes/*.toml\"]\n");
        let repository = Self { checkout: checkout(&org)?, tools: tempfile::tempdir().expect("a folder") };
        for (name, script) in STAND_INS {
            let file = repository.tools.path().join(name);
            fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("a file");
            fs::set_permissions(&file, Permissions::from_mode(0o755)).expect("permissions");
        }
        fs::write(repository.file(SCHEME_FILE), SCHEME).expect("a file");
        repository.prepare(
            "git branch -M main; git init -q --bare \"$TOOLS/origin.git\"; git remote add origin \"$TOOLS/origin.git\"
             anyurl registry fmt org.toml; anyurl --registry org.toml registry lock",
        );
        repository.publish();
        Some(repository)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.checkout.path().join(name)
    }

    fn replace(&self, file: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.file(file)).expect("a file");
        assert!(text.contains(from), "{file} has no `{from}`");
        fs::write(self.file(file), text.replace(from, to)).expect("a file");
    }

    /// Runs a script as the recipes' hosts do: it ends at the first command that fails.
    fn run(&self, script: &str) -> Output {
        let programs = Path::new(env!("CARGO_BIN_EXE_anyurl")).parent().expect("a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{}:{path}", self.tools.path().display(), programs.display());
        let mut shell = Command::new("sh");
        for name in ["XDG_CONFIG_HOME", "ANYURL_CONFIG", "ANYURL_REGISTRY", "ANYURL_ENV", "ANYURL_PROFILE"] {
            shell.env_remove(name);
        }
        let xml = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/uri-schemes-2026-08-13.xml");
        shell.env("HOME", self.tools.path()).env("PATH", path).env("TOOLS", self.tools.path()).env("XML", xml);
        shell.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        shell.env("GITHUB_BASE_REF", "main").env("CI_MERGE_REQUEST_DIFF_BASE_SHA", "origin/main");
        shell.env("GITHUB_STEP_SUMMARY", self.tools.path().join("summary"));
        shell.args(["-e", "-c", script]).current_dir(self.checkout.path()).output().expect("a shell")
    }

    /// Runs a script of the test, which must succeed, and returns what it prints.
    fn prepare(&self, script: &str) -> String {
        let output = self.run(script);
        assert!(output.status.success(), "{script}\n{}", utf8(&output.stderr));
        utf8(&output.stdout).to_owned()
    }

    /// Commits everything, and pushes it to the origin.
    fn publish(&self) {
        self.prepare(
            "git add .; git -c user.name=T -c user.email=t@example.com commit -q -m change; git push -q origin main",
        );
    }

    /// The first script of a recipe that fails, with its output.
    fn first_failure<'s>(&self, scripts: &'s [String]) -> Option<(&'s str, String)> {
        scripts.iter().find_map(|script| {
            let output = self.run(script);
            let printed = || format!("{}{}", utf8(&output.stdout), utf8(&output.stderr));
            (!output.status.success()).then(|| (script.as_str(), printed()))
        })
    }

    fn calls_of_gh(&self) -> String {
        fs::read_to_string(self.tools.path().join("gh-arguments")).unwrap_or_default()
    }
}

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)).expect("a file of the repository")
}

/// A file that the page shows.
fn recipe(name: &str) -> String {
    let page = read("docs/ci.md");
    let block = blocks(&page).into_iter().find(|block| block.language == format!("yaml {name}"));
    block.unwrap_or_else(|| panic!("the page shows no {name}")).text.to_owned()
}

/// The scripts of a recipe, in order: the values of `run` and `entry`, and the items of `script`.
fn scripts(recipe: &str) -> Vec<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = recipe.lines().peekable();
    let mut scripts = Vec::new();
    while let Some(line) = lines.next() {
        let text = line.trim_start();
        let text = text.strip_prefix("- ").unwrap_or(text);
        if text == "run: |" {
            let mut script = String::new();
            while let Some(line) = lines.next_if(|next| indent(next) > indent(line)) {
                script += line.trim_start();
                script += "\n";
            }
            scripts.push(script);
        } else if text == "script:" {
            while let Some(item) = lines.next_if(|next| next.trim_start().starts_with("- ")) {
                scripts.push(item.trim_start()[2..].to_owned());
            }
        } else if let Some(script) = text.strip_prefix("run: ").or_else(|| text.strip_prefix("entry: ")) {
            scripts.push(script.to_owned());
        }
    }
    let calls = |text: &str| text.matches("anyurl registry ").count() + text.matches("anyurl --").count();
    assert_eq!(calls(&scripts.concat()), calls(recipe), "a command is in no script:\n{recipe}");
    scripts
}

/// Changes of a pull request, and the command that stops them.
type Change = (&'static str, &'static [(&'static str, &'static str, &'static str)], Option<&'static str>);

const RELEASED: (&str, &str, &str) = ("org.toml", "serial = 1", "serial = 2");

#[rustfmt::skip]
const CHANGES: &[Change] = &[
    ("nothing", &[], None),
    ("an unknown key", &[(SCHEME_FILE, "description", "descripton")], Some("anyurl registry lint")),
    ("no format", &[(SCHEME_FILE, "status = ", "status  = ")], Some("anyurl registry fmt")),
    ("another port", &[(SCHEME_FILE, "7333", "7334"), RELEASED, ("org.toml", "\"1.0.0\"", "\"2.0.0\"")], Some("anyurl registry diff")),
    ("no serial", &[(SCHEME_FILE, "in a vault", "in the vault")], Some("anyurl registry diff")),
    ("a stale lock", &[(SCHEME_FILE, "in a vault", "in the vault"), RELEASED], Some("anyurl --registry org.toml registry lock")),
];

fn stops_what_it_should(name: &str) {
    let scripts = scripts(&recipe(name));
    let Some(repository) = Repository::new() else { return };
    for (what, edits, expect) in CHANGES {
        for (file, from, to) in *edits {
            repository.replace(file, from, to);
        }
        let failure = repository.first_failure(&scripts);
        let (script, printed) = failure.unwrap_or_default();
        assert!(script.is_empty() == expect.is_none(), "{name}: {what}: {script}\n{printed}");
        assert!(script.starts_with(expect.unwrap_or_default()), "{name}: {what}: {script}\n{printed}");
        if *what == "an unknown key" && script.contains("--format github") {
            let begin = format!("::error file={SCHEME_FILE},line=6,col=1,title=SR001::");
            assert!(printed.starts_with(&begin), "{printed}");
        }
        repository.prepare("git checkout -q .");
    }
    // A change that passes all checks.
    let (_, edits, _) = CHANGES.last().expect("a stale lock");
    for (file, from, to) in *edits {
        repository.replace(file, from, to);
    }
    repository.prepare("anyurl --registry org.toml registry lock");
    assert_eq!(repository.first_failure(&scripts), None, "{name}");
}

#[test]
fn the_github_workflow_stops_what_it_should() {
    stops_what_it_should(".github/workflows/registry.yml");
}

#[test]
fn the_gitlab_job_stops_what_it_should() {
    stops_what_it_should(".gitlab-ci.yml");
}

#[test]
fn pre_commit_hooks_check_and_format() {
    let hooks = read(".pre-commit-hooks.yaml");
    for id in recipe(".pre-commit-config.yaml").lines().filter_map(|line| line.trim().strip_prefix("- id: ")) {
        assert!(hooks.contains(&format!("- id: {id}\n")), "the repository has no hook {id}");
    }
    let Some(repository) = Repository::new() else { return };
    // pre-commit appends the names of the changed files.
    let scripts: Vec<_> = scripts(&hooks).iter().map(|entry| format!("{entry} {SCHEME_FILE} org.toml")).collect();
    assert_eq!(repository.first_failure(&scripts), None);
    assert_eq!(repository.prepare("git status --short"), "");

    repository.replace(SCHEME_FILE, "status = ", "status  = ");
    assert_eq!(repository.first_failure(&scripts), None);
    assert_eq!(repository.prepare("git status --short"), "", "the file is formatted again");

    repository.replace(SCHEME_FILE, "description", "descripton");
    let (script, printed) = repository.first_failure(&scripts).expect("an error");
    assert!(script.starts_with("anyurl registry lint") && printed.contains("SR001"), "{script}\n{printed}");
}

/// Makes the public layer that of a day before, without one name that IANA has.
fn without_a_name(layer: &str) -> String {
    let (before, rest) = layer.split_once("[[scheme]]\nname = \"acd\"\n").expect("an entry");
    let (_, after) = rest.split_once("[[scheme]]\n").expect("another entry");
    let older = format!("{before}[[scheme]]\n{after}");
    let older = older.replace("serial = 20260813", "serial = 20260812");
    older.replace("\"2026.8.13\"", "\"2026.8.12\"").replace("updated = 2026-08-13", "updated = 2026-08-12")
}

#[test]
fn updates_of_iana_become_pull_requests() {
    let page = read("docs/ci.md");
    let first = blocks(&page).into_iter().find(|block| block.language == "sh").expect("the first import");
    let scripts = scripts(&recipe(".github/workflows/iana.yml"));
    let Some(repository) = Repository::new() else { return };
    repository.prepare(first.text);
    let current = fs::read_to_string(repository.file("public.toml")).expect("the layer");
    fs::write(repository.file("public.toml"), without_a_name(&current)).expect("the layer");
    fs::write(repository.file(".gitignore"), "*.xml\nchanges.md\nnew.toml\n").expect("a file");
    repository.publish();

    assert_eq!(repository.first_failure(&scripts), None);
    let calls = repository.calls_of_gh();
    assert!(calls.starts_with("pr\ncreate\n"), "{calls}");
    let branch = calls.lines().last().expect("the branch");
    assert!(
        repository.prepare(&format!("git show origin/{branch}:public.toml")) == current,
        "the branch has the update"
    );
    let changes = fs::read_to_string(repository.file("changes.md")).expect("the text of the pull request");
    assert!(changes.contains("`acd"), "{changes}");
    let summary = fs::read_to_string(repository.tools.path().join("summary")).expect("the summary");
    assert_eq!(summary, changes);

    repository.prepare(&format!("git switch -q main; git merge -q --ff-only {branch}; git push -q origin main"));
    assert_eq!(repository.first_failure(&scripts), None);
    assert_eq!(repository.calls_of_gh(), calls, "without changes there is no pull request");
}
