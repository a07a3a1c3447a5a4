//! The templates of `locator plugin new` build and pass their tests, outside this workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use locator_testkit::plugin;
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Creates a project with the command, and returns its folder.
fn project(language: &str, name: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_locator"));
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

/// Runs the project's own tests. All projects share a target folder.
fn passes(folder: &Path) {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("templates");
    let run = |network: &[&str]| {
        let mut command = plugin::cargo();
        command.current_dir(folder).env("CARGO_TARGET_DIR", &target);
        command.arg("test").args(network).output().unwrap()
    };
    let mut output = run(&["--offline"]);
    if !output.status.success() {
        output = run(&[]);
    }
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("test conforms ... ok"), "{text}");
}

#[test]
fn every_placeholder_is_replaced() {
    for language in ["rust", "c"] {
        let template = root().join("cli/templates/plugin").join(language);
        let folder = project(language, "com.example.note");
        let written = files(folder.path());
        for file in &written {
            let text = fs::read_to_string(file).unwrap();
            assert!(!text.contains("{{"), "{}:\n{text}", file.display());
        }
        // The lock and the C header are not part of the template.
        let others = if language == "c" { 2 } else { 1 };
        assert_eq!(written.len(), files(&template).len() + others, "{written:?}");
        let manifest = fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
        assert!(manifest.contains("com-example-note"), "{manifest}");
    }
}

#[test]
#[ignore = "builds all crates once more, in minutes; .ci/run runs it"]
fn a_project_in_rust_passes() {
    passes(project("rust", "x-note").path());
    passes(project("rust", "com.example.note").path());
}

#[test]
#[ignore = "builds all crates once more, in minutes; .ci/run runs it"]
fn a_project_in_c_passes() {
    passes(project("c", "x-note").path());
    passes(project("c", "org.example.a+b").path());
}
