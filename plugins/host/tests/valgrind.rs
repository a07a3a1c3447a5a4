//! Runs a series of calls under valgrind, if it is installed, and checks that no memory is leaked.
//!
//! A program without the test harness, which leaks memory itself.

#[path = "host/dynamic/support.rs"]
mod support;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use anyurl_core::{Environment, Options, Registry};
use anyurl_host::dynamic::AddLibrary;
use support::{Folder, skip, trusting};

/// The environment variable with the libraries for the process under valgrind.
const LIBRARIES: &str = "ANYURL_TEST_LIBRARIES";

fn main() {
    match std::env::var_os(LIBRARIES) {
        // In a thread, so that thread-local data is dropped before the process ends.
        Some(libraries) => std::thread::spawn(move || a_hundred_calls(&libraries)).join().expect("a hundred calls"),
        None => no_memory_is_leaked(),
    }
}

fn no_memory_is_leaked() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        skip("no_memory_is_leaked", "there is no valgrind");
        return;
    }
    let folder = Folder::new();
    let built = anyurl_testkit::plugin::build("x-panics-plugin");
    let mut paths: Vec<PathBuf> = vec![folder.file("panics.so", &std::fs::read(built).expect("what was built"))];
    let flags = ["-DCASE_PLAN", "-DCASE_CANONICAL", "-DSTEPS=\"\"", "-g"];
    paths.extend(folder.plugin("pigeon-all", &flags));
    let libraries = std::env::join_paths(&paths).expect("paths");
    let output = Command::new("valgrind")
        .args(["--quiet", "--leak-check=full", "--num-callers=30"])
        .args(["--errors-for-leak-kinds=definite,possible", "--show-leak-kinds=definite,possible"])
        .arg("--error-exitcode=99")
        .arg(std::env::current_exe().expect("this test"))
        .env(LIBRARIES, libraries)
        .output()
        .expect("valgrind");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}:\n{said}", output.status);
    let done = String::from_utf8_lossy(&output.stdout);
    assert!(done.contains("a hundred calls were made"), "{done}");
}

/// Runs under valgrind.
fn a_hundred_calls(libraries: &OsStr) {
    let mut builder = Registry::builder();
    for path in std::env::split_paths(libraries) {
        builder = builder.add_library(path, &trusting()).expect("a library");
    }
    let registry = builder.build();
    let texts = [
        "x-panics://h/calm",
        "x-panics://h:70/planned",
        "x-panics://h/~",
        "x-panics://h/\u{e9}",
        "x-panics://h/text",
        "x-panics://h/string",
        "x-panics://h/number",
        "x-panics://h/plantext",
        "x-pigeon://h/roof/7",
        "x-pigeon://h/roof/+++++++++++++++++++++++++++7",
        "x-pigeon://h/ro of\u{e9}",
        "x-pigeon://h/bad-message",
        "x-pigeon://h/bad-loop",
        "x-pigeon://h/bad-panic",
        "x-pigeon://h/plan-brace",
        "x-pigeon://h/plan-panic",
        "x-pigeon://h/edits-space",
    ];
    for n in 0..102 {
        let text = texts[n % texts.len()];
        for options in [Options::new(), Options::new().lenient()] {
            match registry.parser().options(options).parse(text) {
                Ok(url) => {
                    drop(url.plan(&Environment::new()));
                    drop(url.to_canonical());
                    drop(url.warnings());
                }
                Err(error) => drop(registry.explain(text, options, &error)),
            }
        }
    }
    println!("a hundred calls were made");
}
