//! Builds plugins for tests: Rust libraries with Cargo, and C libraries with the C compiler, in the target directory of the
//! running test.
//!
//! Cargo does not build a `cdylib` for a test that loads it (cargo#8311), and does not guarantee its path. Therefore
//! [`build`] runs a second Cargo with a target directory of its own, and takes the path from its output.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use locator_dynamic::{LoadPolicy, LoadedPlugin};

/// The header `locator_plugin.h`, which C libraries include.
pub use locator_plugin::HEADER;

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
    let policy = LoadPolicy::new().allow_dynamic(true).require_sha256(false).check_permissions(false);
    let plugin = locator_dynamic::load(path, &policy).unwrap_or_else(|error| panic!("{error}"));
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
    let mut output = run_cargo(package, arguments, &["--offline"]);
    if !output.status.success() {
        // On a fresh machine a dependency may be missing.
        output = run_cargo(package, arguments, &[]);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the plugin {package} cannot be built:\n{stderr}");
    library(&output.stdout).unwrap_or_else(|| panic!("{package} has no library of `crate-type = [\"cdylib\"]`"))
}

fn run_cargo(package: &str, arguments: &[&str], network: &[&str]) -> Output {
    let mut command = cargo();
    if let Some(folder) = env::var_os("CARGO_MANIFEST_DIR") {
        command.current_dir(folder);
    }
    command
        .args(["build", "--lib", "--message-format=json", "--package"])
        .arg(package)
        .arg("--target-dir")
        .arg(folder(&format!("cargo{}", arguments.concat())))
        .args(arguments)
        .args(network);
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Returns a command for the Cargo that runs the test, without the environment variables that it sets for the test.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let variables = env::vars_os().map(|(name, _)| name);
    for name in variables.filter(is_set_by_cargo) {
        command.env_remove(name);
    }
    command
}

/// Returns whether Cargo sets a variable for tests, and would misinterpret it itself.
fn is_set_by_cargo(name: &OsString) -> bool {
    const PREFIXES: [&str; 6] =
        ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_TARGET_", "CARGO_BUILD_"];
    const NAMES: [&str; 2] = ["CARGO_MAKEFLAGS", "CARGO_PRIMARY_PACKAGE"];
    let name = name.to_string_lossy();
    NAMES.contains(&&*name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns the file of the last `cdylib` in Cargo's output. Dependencies come first.
fn library(output: &[u8]) -> Option<PathBuf> {
    let lines = output.split(|byte| *byte == b'\n');
    let mut messages = lines.filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok());
    let is_library = |message: &serde_json::Value| {
        let kinds = message["target"]["crate_types"].as_array();
        message["reason"] == "compiler-artifact" && kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "cdylib"))
    };
    let artifact = messages.rfind(is_library)?;
    let files = artifact["filenames"].as_array()?.iter();
    let mut files = files.filter_map(|file| file.as_str()).map(PathBuf::from);
    files.find(|file| {
        let extension = file.extension().unwrap_or_default();
        extension == env::consts::DLL_EXTENSION
    })
}

/// Compiles a library from C files, and returns its path. The files can use `#include "locator_plugin.h"`.
///
/// `flags` follow those that every plugin needs. `compile("x-dial", …)` creates `libx-dial.so`. Returns `None` if there is no
/// C compiler, after printing a line to standard error.
///
/// # Panics
/// If the compiler fails, with its output; without a compiler, if `REQUIRE_CC` is set.
pub fn compile(name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
    let to = folder("c").join(format!("{}{name}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX));
    let flags = [&["-std=c99", "-fPIC", "-shared", "-fvisibility=hidden"], flags].concat();
    compile_to(&to, name, sources, &flags)
}

/// Compiles C files to a program, like [`compile`].
///
/// # Panics
/// As [`compile`].
pub fn compile_program(name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
    let to = folder("c").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    compile_to(&to, name, sources, flags)
}

/// Checks a C file with flags such as `-fsyntax-only` and `-Werror`.
///
/// # Panics
/// As [`compile`].
pub fn check_c(what: &str, source: &Path, flags: &[&str]) {
    compiler("CC", "cc", what, |command| {
        command.args(flags).arg(source);
    });
}

/// Checks a C++ file, like [`check_c`]. The compiler is `CXX` or `c++`.
///
/// # Panics
/// As [`compile`].
pub fn check_cpp(what: &str, source: &Path, flags: &[&str]) {
    compiler("CXX", "c++", what, |command| {
        command.args(flags).arg(source);
    });
}

/// Compiles to a draft and renames it, because several tests may compile the same file.
fn compile_to(to: &Path, name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
    let draft = draft(to);
    compiler("CC", "cc", name, |command| {
        command.args(flags).args(sources).arg("-o").arg(&draft);
    })?;
    fs::rename(&draft, to).expect("a file beside its draft");
    Some(to.to_owned())
}

/// Runs the compiler that `variable` names, or `default`. Returns `None` if it is not installed.
fn compiler(variable: &str, default: &str, what: &str, arguments: impl FnOnce(&mut Command)) -> Option<()> {
    let compiler = env::var(variable).unwrap_or_else(|_| default.to_owned());
    // `CC` may be a compiler and its flags.
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or(default));
    command.args(words).arg("-I").arg(include());
    arguments(&mut command);
    match command.output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            skip(what, &format!("there is no {compiler}"));
            None
        }
        Err(error) => panic!("{command:?}: {error}"),
        Ok(output) => {
            assert!(output.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
            Some(())
        }
    }
}

/// Prints that a test is skipped. `eprintln!` would be captured if the test passes.
///
/// # Panics
/// If `REQUIRE_CC` is set.
fn skip(name: &str, reason: &str) {
    let line = format!("skipped: {name}: {reason}");
    assert!(env::var_os("REQUIRE_CC").is_none(), "{line}");
    writeln!(io::stderr(), "\n{line}").expect("a standard error");
}

/// Returns the folder with the header.
fn include() -> PathBuf {
    let folder = folder("include");
    let header = folder.join("locator_plugin.h");
    if fs::read(&header).ok().as_deref() != Some(HEADER.as_bytes()) {
        let draft = draft(&header);
        fs::write(&draft, HEADER).expect("a file for the header");
        fs::rename(&draft, &header).expect("a file beside its draft");
    }
    folder
}

/// Returns a unique file name in the same folder.
fn draft(to: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    to.with_extension(format!("{}-{count}", std::process::id()))
}

/// Creates a folder in the target directory of the running test, which contains `CACHEDIR.TAG`, or in the folder for
/// temporary files.
fn folder(name: &str) -> PathBuf {
    let test = env::current_exe().expect("a running test");
    let mut folders = test.ancestors();
    let target = folders.find(|folder| folder.join("CACHEDIR.TAG").is_file());
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let folder = target.map_or_else(env::temp_dir, Path::to_owned).join("plugins").join(name);
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    folder
}
