//! WebAssembly modules: `--plugin`, modules of registry files, and `anyurl plugin`.

use std::path::{Path, PathBuf};
use std::process::Output;

use anyurl_testkit::{module, registry_file};

use super::Folder;
use super::probe::LONG;
use crate::common::{anyurl, finish, run, utf8};

fn json(output: &Output) -> serde_json::Value {
    super::json(utf8(&output.stdout))
}

const SHELF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/examples/shelf/shelf.c");

/// The module of x-shelf; `None` without a compiler.
fn shelf() -> Option<PathBuf> {
    module::compile("x-shelf-cli", &[Path::new(SHELF)], &[])
}

fn with_plugin(path: &Path, args: &[&str]) -> Output {
    let mut command = anyurl();
    finish(command.arg("--plugin").arg(path).args(args), b"")
}

#[test]
fn a_module_that_is_named_is_loaded() {
    let Some(path) = shelf() else { return };
    let parsed = json(&with_plugin(&path, &["parse", "--json", "x-shelf://h/b2/17"]));
    assert_eq!((&parsed["scheme"], &parsed["registration"]["kind"]), (&"x-shelf".into(), &"module".into()), "{parsed}");
    let canonical = with_plugin(&path, &["canonical", "X-Shelf://H/B2/17"]);
    assert_eq!(utf8(&canonical.stdout), "x-shelf://h/b2/17\n");
    let plan = with_plugin(&path, &["plan", "x-shelf://h/b2/17"]);
    assert!(utf8(&plan.stdout).contains("GET b2/17"), "{plan:?}");
    let refused = with_plugin(&path, &["parse", "x-shelf://h/b/4294967296"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(utf8(&refused.stderr).contains("fewer than 4294967296 books"), "{refused:?}");
}

#[test]
fn a_module_is_probed() {
    let Some(path) = shelf() else { return };
    let probe = |more: &[&str]| {
        let mut command = anyurl();
        finish(command.args(["plugin", "probe", "--timeout", LONG]).arg(&path).args(more), b"")
    };
    let probed = probe(&[]);
    let text = utf8(&probed.stdout);
    assert!(text.starts_with("x-shelf-c 1.0.0, a module\n"), "{text}");
    assert!(text.contains("passes the conformance kit") && text.contains("bytes for each thread"), "{text}");
    assert_eq!(probed.status.code(), Some(0));
    let value = json(&probe(&["--json"]));
    assert_eq!((&value["verdict"], &value["plugin"]["kind"]), (&"passes".into(), &"module".into()));
}

#[test]
fn what_is_no_plugin_is_refused_with_advice() {
    let folder = Folder::new();
    let path = folder.file("broken.wasm", b"\0asm\x01\0\0\0");
    let refused = with_plugin(&path, &["parse", "x-shelf://h/b/1"]);
    assert_eq!(refused.status.code(), Some(3));
    let stderr = utf8(&refused.stderr);
    assert!(stderr.contains("not a plugin") && stderr.contains("help: "), "{stderr}");
}

/// The registry file after the claims of its header.
const BODY: &str = r#"
[policy]
allow_wasm = ["com.example.shelf"]

[[scheme]]
name = "com.example.shelf"
status = "private"
description = "a book on a shelf"

  [scheme.syntax]
  grammar = "rfc1738"
  form = ["com.example.shelf://<host>[:<port>]/<path>"]

  [scheme.access]
  kind = "wasm"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Do as the steps of the module say."

  [scheme.plugin]
  kind = "wasm"
  library = "shelf"
  version = "^1"
  abi = 1

ARTIFACT
  [[scheme.example]]
  url = "com.example.shelf://h/b/1"
  accept = true
"#;

/// A folder with the module under another name, and a registry file that contains it.
fn organization() -> Option<(Folder, PathBuf)> {
    let folder = Folder::new();
    let examples = Path::new(SHELF).parent()?;
    let renamed = |name: &str| {
        let text = std::fs::read_to_string(examples.join(name)).expect("a file of the example");
        folder.file(name, text.replace("\"x-shelf", "\"com.example.shelf").replace("experimental", "private"))
    };
    let (source, _) = (renamed("shelf.c"), renamed("shelf.facts.toml"));
    let path = module::compile("com-example-shelf", &[&source], &[])?;
    let hash = run([Path::new("plugin"), Path::new("hash"), Path::new("--inline"), &path], b"");
    assert_eq!(hash.status.code(), Some(0), "{hash:?}");
    // The printed lines belong into the registry file.
    let (_, artifact) = utf8(&hash.stdout).split_once("\n\n").expect("the lines to paste");
    let artifact = artifact.replace("TODO: the version of the module", "1.0.0");
    let text = registry_file("organization", "com.example", "com.example.*", &BODY.replace("ARTIFACT\n", &artifact));
    let file = folder.file("org.toml", text);
    Some((folder, file))
}

#[test]
fn a_module_inside_a_registry_file_needs_permission() {
    let Some((folder, file)) = organization() else { return };
    let run = |config: &str, args: &[&str]| {
        let config = folder.file("config.toml", config);
        let mut command = anyurl();
        finish(command.env("ANYURL_CONFIG", config).arg("--registry").arg(&file).args(args), b"")
    };
    let url = "com.example.shelf://h/B/7/p";
    let components = |config: &str| json(&run(config, &["parse", "--json", url]))["registration"]["kind"].clone();
    assert_eq!(components(""), "declared");
    assert_eq!(components("[plugins]\nwasm = \"deny\"\n"), "declared");
    assert_eq!(components("[plugins]\nwasm = \"allow\"\n"), "module");
    let starved = run("[plugins]\nwasm = \"allow\"\nfuel = 1\n", &["parse", url]);
    let stderr = utf8(&starved.stderr);
    assert_eq!(starved.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.contains("ran out of fuel: it may use 1 for each byte of a URL") && stderr.contains("`fuel`"),
        "{stderr}"
    );
    let small = run("[plugins]\nwasm = \"allow\"\nmemory = 65536\n", &["parse", url]);
    let stderr = utf8(&small.stderr);
    assert_eq!(small.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("`memory` under `[plugins]`"), "{stderr}");
}

#[test]
fn the_tester_of_a_site_has_the_modules_that_are_allowed() {
    let Some((folder, file)) = organization() else { return };
    let version = ["\u{e}anyurl-version", env!("CARGO_PKG_VERSION")].concat();
    let length = u8::try_from(version.len()).expect("short");
    let tester = folder.file("tester.wasm", [b"\0asm\x01\0\0\0\0", &[length][..], version.as_bytes()].concat());
    let site = tester.with_file_name("site");
    for (config, has_module) in [("", false), ("[plugins]\nwasm = \"allow\"\n", true)] {
        let config = folder.file("config.toml", config);
        let mut command = anyurl();
        command
            .env("ANYURL_CONFIG", config)
            .arg("--registry")
            .arg(&file)
            .args(["registry", "site", "--out"])
            .arg(&site);
        let written = finish(command.arg("--tester").arg(&tester), b"");
        assert_eq!(written.status.code(), Some(0), "{written:?}");
        let data = std::fs::read_to_string(site.join("data/s-com.example.shelf.js")).expect("the file of the scheme");
        assert_eq!(data.contains("inline"), has_module, "{data}");
    }
}
