//! Modules that registry files name: inline, and in a file. A file narrows the policy of the application.

use std::fs;
use std::path::Path;

use anyurl_core::{Implementation, Profile, Registry};
use anyurl_declared::format::RegistryFile;
use anyurl_declared::layers::{Resolved, Stack};
use anyurl_host::wasm::load_modules;
use anyurl_host::{Hash, PluginError, PluginErrorKind as Kind, PluginPolicy};
use anyurl_testkit::registry_file;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::wasm::support::{FACTS, Parts};

/// The registry file after the claims of its header.
const BODY: &str = r#"plugins = "plugins"

[[scheme]]
name = "com.example.note"
version = "1.0.0"
status = "private"
description = "A note"
applications = ["the desk"]
contact = ["desk@example.com"]
change_controller = "Example"
security = "Notes are public."

  [scheme.syntax]
  grammar = "rfc1738"
  form = ["com.example.note:<text>"]

  [scheme.access]
  kind = "wasm"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Do as the steps of the module say."

  [scheme.plugin]
  kind = "wasm"
  library = "note"
  version = "^1.2"
  abi = 1

    [[scheme.plugin.artifact]]
    target = "wasm32-unknown-unknown"
    version = "1.2.3"
    sha256 = "HASH"
    inline = "INLINE"

  [[scheme.example]]
  url = "com.example.note:a"
  accept = true

  [[scheme.example]]
  url = "com.example.note:~"
  accept = false

[policy]
allow_wasm = ["com.example.note"]
"#;

const INLINE: &str = "    inline = \"INLINE\"\n";

fn module() -> Vec<u8> {
    let facts = FACTS.replace("x-note", "com.example.note").replace("experimental", "private");
    Parts { facts: &facts, ..Parts::default() }.bytes()
}

/// The registry file with some of its text replaced.
fn text(changes: &[(&str, &str)]) -> String {
    let mut body = BODY.to_owned();
    for (from, to) in changes {
        assert!(body.contains(from), "{from}");
        body = body.replace(from, to);
    }
    let hash = Hash::new(module()).to_string().replace("sha256:", "");
    let body = body.replace("HASH", &hash).replace("INLINE", &STANDARD.encode(module()));
    registry_file("organization", "com.example", "com.example.*", &body)
}

fn resolve(layer: RegistryFile) -> Resolved {
    Stack::new().push(layer).resolve(&Registry::builder().build(), None).unwrap_or_else(|error| panic!("{error}"))
}

fn layer(changes: &[(&str, &str)]) -> RegistryFile {
    let parsed = RegistryFile::from_text("org.toml", text(changes)).unwrap();
    parsed.load().unwrap_or_else(|error| panic!("{error}"))
}

fn load(changes: &[(&str, &str)], policy: &PluginPolicy) -> Result<Registry, PluginError> {
    let (resolved, mut errors) = load_modules(&resolve(layer(changes)), policy);
    match errors.pop() {
        None => Ok(resolved.registry().clone()),
        // URLs of the scheme are refused, and nothing else.
        Some((_, error)) => {
            let registry = resolved.registry();
            let refused = registry.parse("com.example.note:a").unwrap_err().to_string();
            assert!(refused.contains(&error.to_string()) && refused.contains("org.toml:"), "{refused}");
            assert!(registry.parse("x-other:a").is_ok());
            assert_eq!(resolved.refused().map(|(name, _)| name).collect::<Vec<_>>(), ["com.example.note"]);
            Err(error)
        }
    }
}

fn allowing() -> PluginPolicy {
    PluginPolicy::new().allow_modules(true)
}

#[track_caller]
fn assert_reads(registry: &Registry) {
    let entry = registry.get("com.example.note", Profile::Rfc1738).unwrap();
    assert_eq!((entry.implementation(), &*entry.origin().package), (Implementation::Module, "com.example"));
    let url = registry.parse("com.example.note:hello").unwrap();
    assert_eq!(url.component("text").unwrap().text(), "hello");
}

/// The tests of the facade, of engines and of the web page load the same registry file.
#[test]
fn the_file_for_other_tests_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/module.toml");
    if std::env::var("SNAPSHOTS").is_ok_and(|what| what == "overwrite") {
        fs::write(&file, text(&[])).unwrap();
    }
    let found = fs::read_to_string(file).unwrap_or_default();
    assert!(found == text(&[]), "testdata/module.toml is another one: SNAPSHOTS=overwrite writes it");
}

#[test]
fn an_inline_module_is_loaded() {
    assert_reads(&load(&[], &allowing()).unwrap());
}

#[test]
fn a_file_beside_the_registry_file_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let open = |folder: &Path| RegistryFile::open(&folder.join("org.toml")).unwrap().load().unwrap();
    fs::create_dir(folder.path().join("plugins")).unwrap();
    fs::write(folder.path().join("org.toml"), text(&[(INLINE, "")])).unwrap();
    let load = |layer| load_modules(&resolve(layer), &allowing()).0.registry().clone();
    // Without the module, its scheme is refused, and nothing else.
    let registry = load(open(folder.path()));
    let error = registry.parse("com.example.note:a").unwrap_err();
    assert!(error.to_string().contains("note.wasm is not in the folder"), "{error}");
    fs::write(folder.path().join("plugins/note.wasm"), module()).unwrap();
    let layer = open(folder.path());
    assert_reads(&load(layer.clone()));
    // Packed, the layer brings the module with it.
    let unpacked = RegistryFile::unpack(&layer.pack()).unwrap();
    drop(folder);
    assert_reads(&load(unpacked));
}

#[test]
fn a_module_is_refused_unless_all_allow_it() {
    let refused = |changes: &[(&str, &str)], policy: &PluginPolicy, is_it: fn(&Kind) -> bool| {
        let error = load(changes, policy).map(|_| ()).expect_err("it is loaded");
        assert!(is_it(error.kind()), "{error}");
        assert!(error.path().to_string_lossy().contains("note.wasm"), "{error}");
    };
    refused(&[], &PluginPolicy::new(), |kind| matches!(kind, Kind::NotAllowed(_)));
    refused(&[("allow_wasm = [\"com.example.note\"]", "")], &allowing(), |kind| matches!(kind, Kind::NotListed { .. }));
    refused(&[("allow_wasm", "allow_dylib")], &allowing(), |kind| matches!(kind, Kind::NotListed { .. }));
    refused(&[], &allowing().only(["x-other"]), |kind| matches!(kind, Kind::NameNotAllowed(_)));
    refused(&[("abi = 1", "abi = 2")], &allowing(), |kind| matches!(kind, Kind::Facts(_)));
    refused(&[("sha256 = \"HASH\"", "")], &allowing(), |kind| matches!(kind, Kind::Unpinned(_)));
    let other = format!("sha256 = \"{}\"", "0".repeat(64));
    refused(&[("sha256 = \"HASH\"", &other)], &allowing(), |kind| matches!(kind, Kind::Hash { .. }));
    refused(&[], &allowing().pin(Hash::new(b"another")), |kind| matches!(kind, Kind::Hash { .. }));
    refused(&[("INLINE", "!")], &allowing(), |kind| matches!(kind, Kind::Artifact(_)));
    refused(&[("version = \"^1.2\"", "version = \"^1.3\"")], &allowing(), |kind| matches!(kind, Kind::Facts(_)));
    refused(
        &[("version = \"1.0.0\"\nstatus", "version = \"1.0.1\"\nstatus")],
        &allowing(),
        |kind| matches!(kind, Kind::NoScheme { found, .. } if found == "`com.example.note` 1.0.0"),
    );
    refused(
        &[
            ("abi = 1\n", "abi = 1\n"),
            ("    target = \"wasm32-unknown-unknown\"", "    target = \"x86_64-unknown-linux-gnu\""),
        ],
        &allowing(),
        |kind| matches!(kind, Kind::Artifact(_)),
    );
}
