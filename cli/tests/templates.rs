//! The templates of `locator plugin new` are projects that build and pass, outside of this workspace.

use std::fs;
use std::path::{Path, PathBuf};

use locator_testkit::plugin;
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Writes a project, and gives its folder.
fn project(language: &str, name: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let template = root().join("cli/templates/plugin").join(language);
    copy(&template, folder.path(), &|text| filled(text, name));
    if language == "c" {
        fs::write(
            folder.path().join("locator_plugin.h"),
            locator_plugin::HEADER,
        )
        .unwrap();
    }
    // The versions that were built already.
    fs::copy(root().join("Cargo.lock"), folder.path().join("Cargo.lock")).unwrap();
    folder
}

fn filled(text: &str, name: &str) -> String {
    let status = if name.starts_with("x-") {
        "Experimental"
    } else {
        "Private"
    };
    let path = |of: &str| format!("path = '{}'", root().join(of).display());
    let words = [
        ("{{name}}", name.to_owned()),
        ("{{package}}", name.replace(['.', '+'], "-")),
        ("{{status}}", status.to_owned()),
        ("{{STATUS}}", status.to_uppercase()),
        ("{{locator-plugin}}", path("plugins/sdk")),
        ("{{locator-testkit}}", path("testkit")),
    ];
    words.iter().fold(text.to_owned(), |text, (word, value)| {
        text.replace(word, value)
    })
}

fn copy(from: &Path, to: &Path, filled: &dyn Fn(&str) -> String) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let name = match &*name {
            "Cargo.toml.in" => "Cargo.toml",
            "gitignore" => ".gitignore",
            name => name,
        };
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(name), filled);
        } else {
            let text = filled(&fs::read_to_string(entry.path()).unwrap());
            assert!(
                !text.contains("{{"),
                "{name}: a word was not filled in:\n{text}"
            );
            fs::write(to.join(name), text).unwrap();
        }
    }
}

/// Runs the project's own tests. What they share with other strangers is built once.
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
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("test conforms ... ok"), "{said}");
}

#[test]
fn every_word_is_filled_in() {
    for language in ["rust", "c"] {
        let folder = project(language, "com.example.note");
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
