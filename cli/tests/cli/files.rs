//! Files that the command reads and writes.

use std::fs;
use std::path::{Path, PathBuf};

use super::common::{run, utf8};

/// A folder with one file in it.
fn file(content: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("urls.txt");
    fs::write(&path, content).expect("a file");
    (folder, path)
}

#[test]
fn an_unreadable_file_does_not_stop_the_check() {
    let (folder, path) = file("http://h/\n");
    let missing = folder.path().join("missing.txt");
    let args = [Path::new("check"), Path::new("--json"), &missing, folder.path(), &path];
    let output = run(args, b"");
    assert_eq!(output.status.code(), Some(4));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(summary["valid"], 1);
    let errors: Vec<_> = utf8(&output.stderr).lines().collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].starts_with(&format!("anyurl: {}: ", missing.display())), "{errors:?}");
    assert!(errors[1].starts_with(&format!("anyurl: {}: ", folder.path().display())), "{errors:?}");
}

#[test]
fn failures_are_listed() {
    let (folder, path) = file(b"http://h/\nhttp://h/<\n\nftp://u:pw@h/\t\nx\x1B:\xC2\n\n");
    let list = folder.path().join("failures.tsv");
    let args = [Path::new("check"), Path::new("--failures"), &list, Path::new("-q"), &path];
    let output = run(args, b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!((output.stdout, output.stderr), (vec![], vec![]), "-q is quiet");
    let list = fs::read_to_string(list).expect("the list");
    let rows: Vec<Vec<_>> = list.lines().map(|line| line.split('\t').collect()).collect();
    let place = |line: u8| format!("{}:{line}", path.display());
    assert_eq!(rows.len(), 3, "{list}");
    assert!(rows.iter().all(|row| row.len() == 5), "{list}");
    assert_eq!(rows[0][..3], [&place(2), "A-42", "10"]);
    assert!(rows[0][3].contains("`<`") && rows[0][4] == "http://h/<", "{list}");
    assert_eq!((rows[1][0], rows[1][4]), (&*place(4), "ftp://u:***@h/␉"));
    assert_eq!((rows[2][0], rows[2][4]), (&*place(5), "x␛:\\xC2"));
}

#[test]
fn an_unwritable_list_of_failures_is_an_error() {
    let (folder, path) = file("http://h/\n");
    let list = folder.path().join("missing/failures.tsv");
    let output = run([Path::new("check"), Path::new("--failures"), &list, &path], b"");
    assert_eq!(output.status.code(), Some(4));
    let errors = utf8(&output.stderr);
    assert!(errors.starts_with(&format!("anyurl: {}: ", list.display())), "{errors}");
}

#[test]
fn the_list_of_failures_never_overwrites_an_input() {
    let (folder, path) = file("nonsense\n");
    let same = folder.path().join("./urls.txt");
    let output = run([Path::new("check"), Path::new("--failures"), &same, &path], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(&path).expect("the file"), b"nonsense\n");
}
