//! `anyurl plugin hash` and `anyurl plugin new`.

use std::fs;
use std::path::Path;

use super::{Folder, json};
use crate::common::{anyurl, finish, run, utf8};

#[test]
fn hash_loads_nothing() {
    let folder = Folder::new();
    let file = folder.file("empty", "");
    let output = run([Path::new("plugin"), Path::new("hash"), &file], b"");
    let text = utf8(&output.stdout);
    let digits = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert!(text.starts_with(&format!("sha256:{digits}\n\n    [[scheme.plugin.artifact]]\n")), "{text}");
    assert!(text.contains(&format!("\n    sha256 = \"{digits}\"\n    size = 0\n")), "{text}");
    let args = ["--json", "plugin", "hash", "--target", "m68k-unknown-none-elf"].map(Path::new);
    let output = run(args.into_iter().chain([&*file]), b"");
    let value = json(utf8(&output.stdout));
    assert_eq!((&value["sha256"], &value["target"]), (&digits.into(), &"m68k-unknown-none-elf".into()));
    for (path, exit) in [(folder.path().join("missing"), 3), (folder.path(), 3)] {
        let output = run([Path::new("plugin"), Path::new("hash"), &path], b"");
        assert_eq!(output.status.code(), Some(exit), "{output:?}");
    }
}

#[test]
fn new_never_overwrites_files() {
    let folder = Folder::new();
    let new = |args: &[&str]| {
        let mut command = anyurl();
        command.current_dir(folder.path()).args(["plugin", "new"]);
        finish(command.args(args), b"")
    };
    for name in ["shelf", "x-", "x_shelf", "c.example", "com..example", "../x-shelf"] {
        let output = new(&[name, "--lang", "rust"]);
        assert_eq!(output.status.code(), Some(2), "{name}: {output:?}");
    }
    assert_eq!(new(&["x-note", "--lang", "rust", "--local", "."]).status.code(), Some(2));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);

    let output = new(&["X-Note", "--lang", "rust"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = utf8(&output.stdout);
    assert!(text.starts_with("x-note is in x-note\n"), "{text}");
    let manifest = folder.path().join("x-note/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("a manifest");
    assert!(manifest.contains("anyurl-plugin = { version = \"0.1\" }"), "{manifest}");

    // No file is written if one of them exists.
    fs::create_dir(folder.path().join("c")).expect("a folder");
    let existing = folder.file("c/plugin.c", "mine");
    let output = new(&["x-note", "--lang", "c", "--path", "c"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(utf8(&output.stderr).contains("c/plugin.c: the file already exists"), "{output:?}");
    assert_eq!(fs::read_dir(folder.path().join("c")).expect("a folder").count(), 1);
    assert_eq!(fs::read(existing).expect("a file"), b"mine");
}
