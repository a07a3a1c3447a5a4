//! `anyurl registry`, and the registry files of a run, in a temporary folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyurl_testkit::registry_file;

use super::common::{anyurl, finish, utf8};

/// The registry file of an organization, with the scheme `com.example.box`.
pub(super) static ORG: LazyLock<String> =
    LazyLock::new(|| registry_file("organization", "com.example", "com.example.*", BOX));

const BOX: &str = r#"
[[scheme]]
name = "com.example.box"
status = "private"
description = "A box of ours"
applications = ["our tools"]
contact = ["schemes@example.com"]
change_controller = "Example"
security = "Nothing is secret."
encoding = "UTF-8"
port = { default = 7070, transport = ["tcp"] }
syntax = { grammar = "rfc1738", form = ["com.example.box://<host>[:<port>]/<box>"] }
access = { kind = "steps", locates = "data-object", operations = ["get"], default = "get", algorithm = "Connect, send GET and the box on one line, read to the end.", steps = [{ connect = "{host}:{port}" }, { send = "GET {box}\r\n" }] }
example = [{ url = "com.example.box://h/b", accept = true }, { url = "com.example.box:b", accept = false }]
"#;

/// The registry file of a user with these entries.
pub(super) fn user(entries: &str) -> String {
    registry_file("user", "com.example.jim", "com.example.jim.*", entries)
}

/// A folder with files, where the command runs.
pub(super) struct Folder(tempfile::TempDir);

impl Folder {
    pub(super) fn new<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("a file");
    }

    /// The path of a file in the folder.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("a file")
    }

    /// Runs the command, which must end with this code, and returns both streams.
    pub(super) fn ends(&self, words: &str, code: i32) -> (String, String) {
        self.ends_of(words.split(' '), code)
    }

    /// The same for words with spaces.
    pub(super) fn ends_of<'w>(&self, words: impl IntoIterator<Item = &'w str>, code: i32) -> (String, String) {
        let words: Vec<_> = words.into_iter().collect();
        let output = finish(anyurl().current_dir(self.path()).args(&words), b"");
        let streams = [output.stdout, output.stderr].map(|bytes| utf8(&bytes).to_owned());
        assert_eq!(output.status.code(), Some(code), "{words:?}: {streams:?}");
        streams.into()
    }
}

/// The hash of a facet in a lock.
pub(super) fn hash(lock: &str, scheme: &str, facet: &str) -> String {
    let table: toml::Table = lock.parse().expect("a lock is TOML");
    let schemes = table["scheme"].as_array().expect("[[scheme]]");
    let mut schemes = schemes.iter().filter(|one| one["name"].as_str() == Some(scheme));
    let found = schemes.next().unwrap_or_else(|| panic!("{scheme} is not locked"));
    found[facet].as_str().expect("a hash").to_owned()
}

fn port_override(expect: &str, port: u16) -> String {
    user(&format!(
        "\n[[override]]\nname = \"com.example.box\"\nof = \"com.example\"\nfacet = \"port\"\n\
         expect = \"{expect}\"\nreason = \"ours\"\nport = {{ default = {port} }}\n"
    ))
}

#[test]
fn the_shipped_registry_exports_iana_s_table() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/uri-schemes-full.csv");
    let table = fs::read_to_string(table).expect("the table");
    let (out, _) = Folder::new([]).ends("registry export --format iana-csv", 0);
    assert!(out == table, "byte for byte");
}

#[test]
fn overrides_expect_the_hashes_of_the_lock() {
    let folder = Folder::new([]);
    folder.ends("registry lock", 0);
    let expect = hash(&folder.read("registry.lock"), "wais", "port");
    let wais = port_override(&expect, 2100)
        .replace("\"com.example.box\"", "\"wais\"")
        .replace("of = \"com.example\"", "of = \"builtin\"");
    folder.write("user.toml", &wais);
    let (out, _) = folder.ends("--registry user.toml plan wais://h/d", 0);
    assert!(out.contains("tcp h:2100"), "{out}");
}

#[test]
fn a_lock_reports_changes_below_an_override() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    folder.ends("--registry org.toml registry lock", 0);
    let expect = hash(&folder.read("registry.lock"), "com.example.box", "port");
    folder.write("user.toml", &port_override(&expect, 71));
    let both = "--registry org.toml --registry user.toml";
    folder.ends(&format!("{both} registry lock"), 0);
    assert_eq!(folder.ends(&format!("{both} registry lock --check"), 0), Default::default());

    folder.write("org.toml", &ORG.replace("7070", "7071"));
    let (out, err) = folder.ends(&format!("{both} registry lock --check"), 1);
    assert!(out.contains("the sha256 of the layer `com.example` was sha256:"), "{out}");
    assert!(out.contains("the port of `com.example.box` 1.0.0 was sha256:"), "{out}");
    assert!(err.contains("SR603") && err.contains("help: "), "{err}");
    // Layers that cannot be resolved cannot be locked.
    folder.ends(&format!("{both} registry lock"), 3);
    // Only URLs of the scheme are refused.
    folder.ends(&format!("{both} parse http://h/"), 0);
    let (_, err) = folder.ends(&format!("{both} parse com.example.box://h/b"), 1);
    assert!(err.contains("SR603") && err.contains("help: review the current value, and write `expect = "), "{err}");
}

#[test]
fn invalid_locks_are_errors() {
    let folder = Folder::new([("registry.lock", "schema = 2\n"), ("other.lock", "[")]);
    for (words, says) in [
        ("registry lock --check", "registry.lock: the lock has the schema 2"),
        ("registry lock --check other.lock", "other.lock: the lock cannot be parsed"),
        ("registry lock --check none.lock", "none.lock: there is no lock"),
    ] {
        let (out, err) = folder.ends(words, 3);
        assert!(out.is_empty() && err.contains(says), "{words}: {err}");
    }
}

#[test]
fn locked_runs_reject_any_difference() {
    let folder = Folder::new([]);
    fs::create_dir(folder.path().join("sub")).expect("a folder");
    folder.write("sub/org.toml", &ORG);
    let parse = "--registry sub/org.toml --locked parse com.example.box://h/b";
    let (_, err) = folder.ends(parse, 3);
    assert!(err.contains("registry.lock: there is no lock") && err.contains("`anyurl registry lock`"), "{err}");
    folder.ends("--registry sub/org.toml registry lock", 0);
    assert!(folder.read("sub/registry.lock").contains("source = \"org.toml\"\n"));
    folder.ends(parse, 0);
    folder.ends(&parse.replace("--registry", "--no-default-registry --registry"), 3);

    folder.write("sub/user.toml", &user(""));
    let (out, err) = folder.ends(&parse.replace("--locked", "--registry sub/user.toml --locked"), 3);
    assert!(out.is_empty() && err.contains("the layer `com.example.jim` is new: version 1.0.0"), "{err}");
    folder.write("sub/org.toml", &ORG.replace("7070", "7071"));
    for words in [parse, "--registry sub/org.toml --locked registry why ftp"] {
        let (out, err) = folder.ends(words, 3);
        assert!(out.is_empty(), "{words}: {out}");
        for says in [
            "the layers differ from the lock",
            "the sha256 of the layer `com.example` was sha256:",
            "the port of `com.example.box` 1.0.0 was sha256:",
            "help: undo the change",
        ] {
            assert!(err.contains(says), "{words}: {err}");
        }
    }
    // A new lock accepts the change.
    folder.ends("--registry sub/org.toml --locked registry lock", 0);
    folder.ends(parse, 0);
}

/// The lock is beside the file that is nearest to the root, whatever the order of the options.
#[test]
fn the_place_of_the_lock_does_not_depend_on_the_order() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    fs::create_dir(folder.path().join("teams")).expect("a folder");
    folder.write("teams/jim.toml", &user(""));
    for files in [["org.toml", "teams/jim.toml"], ["teams/jim.toml", "org.toml"]] {
        let files = files.map(|file| format!("--registry {file}")).join(" ");
        let (out, _) = folder.ends(&format!("{files} registry lock"), 0);
        assert!(out.starts_with("registry.lock: 3 layers"), "{out}");
        folder.ends(&format!("{files} --locked parse com.example.box://h/b"), 0);
        fs::remove_file(folder.file("registry.lock")).expect("a lock");
    }
    let (out, _) = folder.ends("--registry teams/jim.toml registry lock", 0);
    assert!(out.starts_with("teams/registry.lock: 2 layers"), "{out}");
}

#[test]
fn without_registry_files_the_lock_is_beside_the_configuration() {
    let folder = Folder::new([("config.toml", "profile = \"current\"\n")]);
    let configured = |words: &str| {
        let config = folder.path().join("config.toml");
        let mut command = anyurl();
        let command = command.env("ANYURL_CONFIG", config).args(words.split(' '));
        finish(command, b"").status.code()
    };
    assert_eq!(configured("--locked parse http://h/"), Some(3));
    assert_eq!(configured("registry lock"), Some(0));
    assert!(folder.read("registry.lock").contains("id = \"public\""));
    assert_eq!(configured("--locked parse http://h/"), Some(0));
}

#[test]
fn a_template_of_an_override_lints_and_loads_for_every_version() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    // A scheme, two schemes that share a port, a scheme and the public layer, the public layer, a file.
    for (name, url, counts) in [
        ("wais", "wais://h/d", [1, 1]),
        ("http", "http://h/", [2, 1]),
        ("ftp", "ftp://h/a", [2, 2]),
        ("finger", "finger://h/a", [1, 1]),
        ("com.example.box", "com.example.box://h/b", [1, 1]),
    ] {
        for (facet, count) in ["access", "port"].into_iter().zip(counts) {
            let words = format!("--registry org.toml registry new --override {name} --facet {facet}");
            let (draft, _) = folder.ends(&words, 0);
            assert_eq!(draft.matches("[[override]]").count(), count, "{draft}");
            assert!(draft.contains("reason = \"TODO: "), "{draft}");
            folder.write("draft.toml", &draft);
            folder.ends("registry fmt --check draft.toml", 0);
            let (lint, _) = folder.ends("registry lint draft.toml", 0);
            assert!(lint.contains("0 errors"), "{lint}");
            // The unchanged template has no effect.
            for profile in ["rfc1738", "current"] {
                let plan = |files: &str| folder.ends(&format!("{files} --profile {profile} plan {url}"), 0);
                let with_draft = plan("--registry org.toml --registry draft.toml");
                assert_eq!(with_draft, plan("--registry org.toml"), "{name} {facet}");
            }
        }
    }
    for (words, says) in [
        ("x-none", "no layer has `x-none`"),
        ("ftp --facet syntax", "the syntax of `ftp` is sealed"),
        ("ftp --facet metadata", "no draft for the facet `metadata`"),
        ("mailto --facet port", "no version of `mailto` has `port`"),
        ("ftp --facet colour", "unknown facet `colour`"),
    ] {
        let (out, err) = folder.ends(&format!("registry new --override {words}"), 2);
        assert!(out.is_empty() && err.contains(says), "{words}: {err}");
    }
}

#[test]
fn an_override_of_a_built_in_scheme_applies_to_all_versions_with_its_access() {
    let folder = Folder::new([]);
    let (draft, _) = folder.ends("registry new --override ftp", 0);
    // Only the override of the built-in scheme; the second is of the public layer.
    let (builtin, _) = draft.rsplit_once("[[override]]").expect("two overrides");
    let (head, _) = builtin.split_once("  [override.access]").expect("a table");
    let access = r#"  [override.access]
  kind = "gateway"
  gateway = "gw"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Ask the gateway for the whole URL, without credentials."

[[gateway]]
id = "gw"
for = ["ftp"]
mode = "url"
template = "https://gw.example/?{url}"
operations = ["get"]
strip = ["user", "password"]
"#;
    folder.write("user.toml", &format!("{head}{access}"));
    for profile in ["rfc1738", "current"] {
        let words = format!("--registry user.toml --profile {profile} plan ftp://u:p@h/a");
        let (out, _) = folder.ends(&words, 0);
        assert!(out.contains("gateway  https://gw.example/?ftp%3A%2F%2Fh%2Fa\n"), "{out}");
    }
}

#[test]
fn unreadable_registry_files_are_named() {
    let folder = Folder::new([("bad.toml", "schema = \n")]);
    fs::create_dir(folder.path().join("sub")).expect("a folder");
    for (file, says) in [
        ("sub", "`sub` cannot be read: it is a folder: name a file in it"),
        ("none.toml", "`none.toml` cannot be read: "),
        ("bad.toml", "bad.toml:1:10: error[SR009]: this is not TOML"),
    ] {
        let (out, err) = folder.ends(&format!("--registry {file} parse http://h/"), 3);
        assert!(out.is_empty() && err.contains(says), "{file}: {err}");
    }
}

/// Without a file, `export` prints the layers of the run after all overrides; with one, that file.
#[test]
fn export_prints_the_layers_of_the_run() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    folder.ends("--registry org.toml registry lock", 0);
    let expect = hash(&folder.read("registry.lock"), "com.example.box", "port");
    folder.write("user.toml", &(port_override(&expect, 7171) + "\n[[mask]]\nname = \"redis\"\nreason = \"ours\"\n"));
    let run = "--registry org.toml --registry user.toml registry export --format json";
    let (out, _) = folder.ends(run, 0);
    let all: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let schemes = all["schemes"].as_array().expect("schemes");
    let find = |name: &str| schemes.iter().find(|one| one["name"] == name);
    let ours = find("com.example.box").expect("the scheme of the organization");
    assert_eq!((&ours["port"]["default"], &ours["origin"]), (&7171.into(), &"com.example".into()));
    assert!(find("redis").is_none() && find("rediss").is_some() && find("ftp").is_some());
    assert_eq!(all["registry"]["id"], "com.example.jim");
    let (out, _) = folder.ends("--registry user.toml registry export --format json org.toml", 0);
    assert!(out.contains("7070") && !out.contains("\"rediss\""), "{out}");
    let (out, _) = folder.ends("--registry org.toml registry export --format markdown", 0);
    assert!(out.contains("\n## `com.example.box` 1.0.0\n") && out.contains("\n## `rediss` 1.0.0\n"));
    let (out, _) = folder.ends("--registry org.toml registry export --format codeowners", 0);
    assert!(out.ends_with("\n# no owner: com.example.box\n"), "{out}");
}
