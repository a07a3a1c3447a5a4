//! Builds WebAssembly modules for tests: from Rust with Cargo, and from C with clang, in the target directory of the running
//! test.
//!
//! A test on a machine that cannot build modules prints a line and is skipped; with the environment variable `REQUIRE_WASM`
//! it fails.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyurl_host::PluginPolicy;
use anyurl_host::wasm::LoadedModule;

use crate::toolchain::{self, Compiler, folder};

/// The target of modules in Rust.
const TARGET: &str = "wasm32-unknown-unknown";

/// The environment variable with which a machine that cannot build modules is a failure.
const REQUIRED: &str = "REQUIRE_WASM";

/// The compiler of C files. Some are built without the target, and some have no linker for it.
const CLANG: Compiler = Compiler {
    variable: "CLANG",
    default: "clang",
    required: REQUIRED,
    incapable: &["No available targets are compatible", "Executable \"wasm-ld", "unknown target triple 'wasm32'"],
};

/// Loads a module as a program does, and runs all checks on each of its schemes.
///
/// # Panics
/// If the module cannot be loaded, or a check fails.
pub fn check_module(path: &Path) {
    for scheme in load(path).schemes() {
        crate::check(Arc::clone(scheme));
        // `to_canonical` cannot fail, so the scheme records violations of the contract instead.
        let violation = scheme.violation().map(|one| one.requirement().text());
        assert_eq!(violation, None, "{scheme:?}");
    }
}

/// Loads a module built by a test, without a pin.
///
/// # Panics
/// If the module cannot be loaded.
pub fn load(path: &Path) -> LoadedModule {
    let policy = PluginPolicy::new().allow_modules(true).require_sha256(false);
    anyurl_host::wasm::load(path, &policy).unwrap_or_else(|error| panic!("{error}"))
}

/// Builds the module of a package in release mode, and returns its path: `build("x-shelf-plugin")`.
///
/// The package is found as by `plugin::build`. Returns `None` if Rust has no standard library for `wasm32-unknown-unknown`,
/// after printing how to install it.
///
/// # Panics
/// If Cargo fails otherwise, with its output, or if the package has no `cdylib`; without the standard library, if
/// `REQUIRE_WASM` is set.
pub fn build(package: &str) -> Option<PathBuf> {
    let output = toolchain::cargo_build(package, &["--release", "--target", TARGET]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() && stderr.contains("target may not be installed") {
        let reason = format!("Rust cannot compile for WebAssembly: `rustup target add {TARGET}`");
        toolchain::skip(package, &reason, REQUIRED);
        return None;
    }
    Some(toolchain::library(package, &output, "wasm"))
}

/// Compiles a module from C files with clang, and returns its path. `compile("x-dial", …)` creates `x-dial.wasm`.
///
/// The files can use `#include "anyurl_plugin.h"`, and `.incbin` of files beside them. `flags` follow those that every module
/// needs. The compiler is `CLANG` or `clang`. Returns `None` if it is not installed or cannot compile for WebAssembly, after
/// printing a line to standard error.
///
/// # Panics
/// If the compiler fails, with its output; without a compiler, if `REQUIRE_WASM` is set.
pub fn compile(name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
    let to = folder("c").join(format!("{name}.wasm"));
    let includes = sources.iter().filter_map(|source| Some(format!("-I{}", source.parent()?.display())));
    let includes: Vec<_> = includes.collect();
    // Without a C library, copies must be instructions.
    let mut all = vec!["--target=wasm32", "-mbulk-memory", "-std=c99", "-Os", "-nostdlib"];
    all.extend(["-Wl,--no-entry", "-Wl,--strip-all"]);
    all.extend(includes.iter().map(String::as_str));
    all.extend(flags);
    CLANG.compile_to(&to, name, sources, &all)
}
