//! The pictures of the command in the documentation.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use super::common::utf8;

/// Skipped without Python.
#[test]
fn the_pictures_are_of_this_version() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images/make");
    let Ok(output) = Command::new("python3").arg(script).arg(env!("CARGO_BIN_EXE_anyurl")).arg("--check").output()
    else {
        println!("skipped: there is no Python");
        return;
    };
    let (changed, error) = (utf8(&output.stdout), utf8(&output.stderr));
    assert!(output.status.success(), "`docs/images/make BINARY` draws them again: {changed}{error}");
}
