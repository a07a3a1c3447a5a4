//! The templates of `anyurl plugin new` build and pass their tests, outside this workspace.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyurl_testkit::plugin;
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Creates a project with the command, and returns its folder.
fn project(language: &str, name: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_anyurl"));
    command.args(["plugin", "new", name, "--lang", language, "--local"]);
    command.arg(root()).arg("--path").arg(folder.path());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    // The versions that are already built.
    fs::copy(root().join("Cargo.lock"), folder.path().join("Cargo.lock")).unwrap();
    folder
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            files.extend(self::files(&entry.path()));
        } else {
            files.push(entry.path());
        }
    }
    files
}

/// The target folder that all projects share.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("templates")
}

/// Runs Cargo in a project, and returns whether it succeeded, with its output.
fn cargo(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let run = |network: &[&str]| {
        let mut command = plugin::cargo();
        command.current_dir(folder).env("CARGO_TARGET_DIR", target());
        command.args(arguments).args(network).output().unwrap()
    };
    let mut output = run(&["--offline"]);
    if !output.status.success() {
        output = run(&[]);
    }
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text.into_owned())
}

/// Runs the project's own tests.
fn passes(folder: &Path) {
    let (is_success, text) = cargo(folder, &["test"]);
    assert!(is_success, "{text}");
    assert!(text.contains("test conforms ... ok"), "{text}");
}

#[test]
fn every_placeholder_is_replaced() {
    for (language, from_elsewhere) in [("rust", 0), ("c", 1), ("wasm", 1), ("wasm-c", 1)] {
        let template = root().join("cli/templates/plugin").join(language);
        let folder = project(language, "com.example.note");
        let written = files(folder.path());
        for file in &written {
            let text = fs::read_to_string(file).unwrap();
            assert!(!text.contains("{{"), "{}:\n{text}", file.display());
        }
        // The C header and the scheme in Rust are elsewhere, and the lock comes from the test.
        assert_eq!(written.len(), files(&template).len() + from_elsewhere + 1, "{written:?}");
        let manifest = fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
        assert!(manifest.contains("com-example-note"), "{manifest}");
    }
}

#[test]
#[ignore = "builds all crates once more, in minutes; ci/thorough runs it"]
fn a_project_in_rust_passes() {
    passes(project("rust", "x-note").path());
    passes(project("rust", "com.example.note").path());
}

#[test]
#[ignore = "builds all crates once more, in minutes; ci/thorough runs it"]
fn a_project_in_c_passes() {
    passes(project("c", "x-note").path());
    passes(project("c", "org.example.a+b").path());
}

/// The size that the page about modules names.
#[test]
fn a_module_in_rust_has_less_than_twelve_kibibytes() {
    const WASM: &str = "wasm32-unknown-unknown";
    let folder = project("wasm", "com.example.note");
    let (is_success, text) = cargo(folder.path(), &["build", "--release", "--target", WASM]);
    if text.contains("target may not be installed") && std::env::var_os("REQUIRE_WASM").is_none() {
        let _ = writeln!(io::stderr(), "skipped: the size of a module: `rustup target add {WASM}`");
        return;
    }
    assert!(is_success, "{text}");
    let module = target().join(WASM).join("release/com_example_note_plugin.wasm");
    let len = fs::metadata(module).unwrap().len();
    assert!(len < 12 * 1024, "{len} bytes");
}

#[test]
#[ignore = "builds all crates once more, in minutes; ci/thorough runs it"]
fn a_module_in_rust_passes() {
    passes(project("wasm", "x-note").path());
    passes(project("wasm", "com.example.note").path());
}

#[test]
#[ignore = "builds all crates once more, in minutes; ci/thorough runs it"]
fn a_module_in_c_passes() {
    passes(project("wasm-c", "x-note").path());
    passes(project("wasm-c", "org.example.a+b").path());
}
