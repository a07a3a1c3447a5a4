//! Files and variables under the former name of this project are refused or named, and never read in silence.

use anyurl_testkit::registry_file;

use super::common::{anyurl, finish, utf8};
use super::registry::Folder;

#[test]
fn variables_are_named() {
    let output = finish(anyurl().env("LOCATOR_PROFILE", "rfc1738").args(["parse", "http://h/~a"]), b"");
    assert_eq!(output.status.code(), Some(0), "the variable is not read");
    assert!(utf8(&output.stderr).starts_with("anyurl: warning: `LOCATOR_PROFILE` is not read: "), "{output:?}");
}

#[test]
fn files_are_refused() {
    let org = registry_file("organization", "com.example", "com.example.*", "");
    let folder = Folder::new([("org.toml", org.as_str())]);
    folder.ends("--registry org.toml registry lock", 0);
    folder.ends("--registry org.toml registry bundle --out org.bundle", 0);
    for (file, args) in [
        ("registry.lock", "--registry org.toml --locked parse http://h/"),
        ("org.bundle", "--registry org.bundle parse http://h/"),
    ] {
        folder.ends(args, 0);
        folder.write(file, &folder.read(file).replacen("anyurl", "locator", 1));
        let (out, error) = folder.ends(args, 3);
        assert!(out.is_empty() && error.contains("was written by `locator`, the former name of anyurl"), "{error}");
    }
}
