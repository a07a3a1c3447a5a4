//! Builds plugins for tests: Rust libraries with Cargo, and C libraries with the C compiler, in the target directory of the
//! running test.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyurl_host::PluginPolicy;
use anyurl_host::dynamic::LoadedPlugin;

use crate::toolchain::{self, Compiler, folder};
/// The header `anyurl_plugin.h`, which C libraries include.
pub use anyurl_plugin::HEADER;

/// The compiler of C files.
const C: Compiler = Compiler { variable: "CC", default: "cc", required: "REQUIRE_CC", incapable: &[] };

/// The compiler of C++ files.
const CPP: Compiler = Compiler { variable: "CXX", default: "c++", ..C };

/// Loads a library as a program does, and runs all checks on each of its schemes.
///
/// # Panics
/// If the library cannot be loaded, or a check fails.
pub fn check_library(path: &Path) {
    for scheme in load(path).schemes() {
        crate::check(scheme);
        // `to_canonical` cannot fail, so the scheme records violations of the contract instead.
        let violation = scheme.violation().map(|one| one.requirement().text());
        assert_eq!(violation, None, "{scheme:?}");
    }
}

/// Loads a library built by a test: without a pin, and from any folder.
///
/// # Panics
/// If the library cannot be loaded, or has no scheme.
pub fn load(path: &Path) -> &'static LoadedPlugin {
    let policy = PluginPolicy::new().allow_libraries(true).require_sha256(false).check_permissions(false);
    let plugin = anyurl_host::dynamic::load(path, &policy).unwrap_or_else(|error| panic!("{error}"));
    assert!(!plugin.schemes().is_empty(), "{} has no scheme", path.display());
    plugin
}

/// Builds the library of a package, and returns its path: `build("x-shelf-plugin")`.
///
/// The package belongs to the workspace of the calling test, found by `CARGO_MANIFEST_DIR`. A second call takes some tens of
/// milliseconds.
///
/// # Panics
/// If Cargo fails, with its output, or if the package has no dynamic library.
pub fn build(package: &str) -> PathBuf {
    build_with(package, &[])
}

/// [`build`] with more arguments for Cargo, such as `--features` or `--config`. Each set of arguments has its own target
/// directory, because Cargo would overwrite one library by the other.
///
/// # Panics
/// As [`build`].
pub fn build_with(package: &str, arguments: &[&str]) -> PathBuf {
    let output = toolchain::cargo_build(package, arguments);
    toolchain::library(package, &output, env::consts::DLL_EXTENSION)
}

/// Returns a command for the Cargo that runs the test, without the environment variables that it sets for the test.
pub fn cargo() -> Command {
    toolchain::cargo()
}

/// Compiles a library from C files, and returns its path. The files can use `#include "anyurl_plugin.h"`.
///
/// `flags` follow those that every plugin needs. `compile("x-dial", …)` creates `libx-dial.so`. Returns `None` if there is no
/// C compiler, after printing a line to standard error.
///
/// # Panics
/// If the compiler fails, with its output; without a compiler, if `REQUIRE_CC` is set.
pub fn compile(name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
    let to = folder("c").join(format!("{}{name}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX));
    let flags = [&["-std=c99", "-fPIC", "-shared", "-fvisibility=hidden"], flags].concat();
    C.compile_to(&to, name, sources, &flags)
}

/// Compiles C files to a program, like [`compile`].
///
/// # Panics
/// As [`compile`].
pub fn compile_program(name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
    let to = folder("c").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    C.compile_to(&to, name, sources, flags)
}

/// Checks a C file with flags such as `-fsyntax-only` and `-Werror`.
///
/// # Panics
/// As [`compile`].
pub fn check_c(what: &str, source: &Path, flags: &[&str]) {
    C.run(what, |command| {
        command.args(flags).arg(source);
    });
}

/// Checks a C++ file, like [`check_c`]. The compiler is `CXX` or `c++`.
///
/// # Panics
/// As [`compile`].
pub fn check_cpp(what: &str, source: &Path, flags: &[&str]) {
    CPP.run(what, |command| {
        command.args(flags).arg(source);
    });
}
