//! Plugins for tests: a Rust library is built by Cargo, a C library by the C compiler, both below the target directory of
//! the test that asks.
//!
//! Cargo does not build a `cdylib` for whoever wants to load it (cargo#8311), and where it puts one is its own affair. So
//! the library is built by a Cargo of its own, in a target directory of its own, and that Cargo says where it is.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use locator_dynamic::{LoadPolicy, Plugin};

/// The header `locator_plugin.h`, which C libraries include.
pub use locator_plugin::HEADER;

/// Loads a library as a program does, and runs the whole kit on each of its schemes.
///
/// # Panics
/// If it is not loaded, or with every failure, if there is one.
pub fn check_library(path: &Path) {
    for scheme in load(path).schemes() {
        crate::check(scheme);
        // A canonical form cannot fail: the scheme remembers instead that its plugin broke the contract.
        let violation = scheme.violation().map(|one| one.requirement().text());
        assert_eq!(violation, None, "{scheme:?}");
    }
}

/// Loads a library that the test has made: no pin is asked for, and its folder may be one that others may write to.
///
/// # Panics
/// If it is not loaded, or brings no scheme.
pub fn load(path: &Path) -> &'static Plugin {
    let policy = LoadPolicy::new().allow_dynamic(true).require_sha256(false).check_permissions(false);
    let plugin = locator_dynamic::load(path, &policy).unwrap_or_else(|error| panic!("{error}"));
    assert!(!plugin.schemes().is_empty(), "{} brings no scheme", path.display());
    plugin
}

/// Builds the library of a package, and gives its path: `build("x-shelf-plugin")`.
///
/// The package belongs to the workspace of the test that calls this, which is found by `CARGO_MANIFEST_DIR`. A second
/// call finds it built, and costs some tens of milliseconds.
///
/// # Panics
/// If Cargo cannot build it, with what Cargo says, or if the package has no dynamic library.
pub fn build(package: &str) -> PathBuf {
    build_with(package, &[])
}

/// The same, with more arguments for Cargo: `--features`, `--config`. Each set of arguments has a target directory of its
/// own, because Cargo would put one library over the other.
///
/// # Panics
/// As [`build`].
pub fn build_with(package: &str, arguments: &[&str]) -> PathBuf {
    let mut output = built(package, arguments, &["--offline"]);
    if !output.status.success() {
        // On a fresh machine a dependency may be missing.
        output = built(package, arguments, &[]);
    }
    assert!(output.status.success(), "the plugin {package} is not built:\n{}", String::from_utf8_lossy(&output.stderr));
    library(&output.stdout).unwrap_or_else(|| panic!("{package} has no library of `crate-type = [\"cdylib\"]`"))
}

fn built(package: &str, arguments: &[&str], network: &[&str]) -> Output {
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

/// The Cargo that runs the test, once more, and without what it tells the test about itself.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let variables = env::vars_os().map(|(name, _)| name);
    for name in variables.filter(is_of_the_outer_cargo) {
        command.env_remove(name);
    }
    command
}

/// What Cargo tells the test about itself, and would confuse another Cargo.
fn is_of_the_outer_cargo(name: &OsString) -> bool {
    const PREFIXES: [&str; 6] =
        ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_TARGET_", "CARGO_BUILD_"];
    const NAMES: [&str; 2] = ["CARGO_MAKEFLAGS", "CARGO_PRIMARY_PACKAGE"];
    let name = name.to_string_lossy();
    NAMES.contains(&&*name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// The file of the last `cdylib` in Cargo's answer: a dependency is built before what depends on it.
fn library(answer: &[u8]) -> Option<PathBuf> {
    let lines = answer.split(|byte| *byte == b'\n');
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

/// Compiles a library from C files, and gives its path; the header is found by `#include "locator_plugin.h"`.
///
/// `flags` follow those that every plugin needs. The name is that of the library: `compile("x-dial", …)` makes
/// `libx-dial.so`. `None` where there is no C compiler: then a line on standard error says what is skipped.
///
/// # Panics
/// If the compiler refuses the files, with what it says; and where there is none, if `REQUIRE_CC` is set.
pub fn compile(name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
    let to = folder("c").join(format!("{}{name}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX));
    let flags = [&["-std=c99", "-fPIC", "-shared", "-fvisibility=hidden"], flags].concat();
    made(name, sources, &flags, &to)
}

/// Compiles C files to a program, as [`compile`] does to a library.
///
/// # Panics
/// As [`compile`].
pub fn compile_program(name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
    let to = folder("c").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    made(name, sources, flags, &to)
}

/// Compiles a C file to nothing: flags such as `-fsyntax-only` and `-Werror` say what is asked of it.
///
/// # Panics
/// As [`compile`].
pub fn check_c(what: &str, source: &Path, flags: &[&str]) {
    checked("CC", "cc", what, source, flags);
}

/// The same for C++, whose compiler is `CXX` or `c++`.
///
/// # Panics
/// As [`compile`].
pub fn check_cpp(what: &str, source: &Path, flags: &[&str]) {
    checked("CXX", "c++", what, source, flags);
}

/// Makes a file, which appears at once and whole: several tests may make the same one.
fn made(name: &str, sources: &[&Path], flags: &[&str], to: &Path) -> Option<PathBuf> {
    let draft = draft(to);
    compiler("CC", "cc", name, |command| {
        command.args(flags).args(sources).arg("-o").arg(&draft);
    })?;
    fs::rename(&draft, to).expect("a file beside its draft");
    Some(to.to_owned())
}

fn checked(variable: &str, usual: &str, what: &str, source: &Path, flags: &[&str]) {
    compiler(variable, usual, what, |command| {
        command.args(flags).arg(source);
    });
}

/// Runs the compiler that `variable` names, if there is one.
fn compiler(variable: &str, usual: &str, what: &str, arguments: impl FnOnce(&mut Command)) -> Option<()> {
    let compiler = env::var(variable).unwrap_or_else(|_| usual.to_owned());
    // `CC` may be a compiler and its flags.
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or(usual));
    command.args(words).arg("-I").arg(include());
    arguments(&mut command);
    match command.output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            skip(what, &format!("there is no {compiler}"));
            None
        }
        Err(error) => panic!("{command:?}: {error}"),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{command:?}:\n{said}");
            Some(())
        }
    }
}

/// Says why a test is skipped. Not `eprintln!`, which is captured when the test passes.
///
/// # Panics
/// If `REQUIRE_CC` is set.
fn skip(name: &str, why: &str) {
    let line = format!("skipped: {name}: {why}");
    assert!(env::var_os("REQUIRE_CC").is_none(), "{line}");
    writeln!(io::stderr(), "\n{line}").expect("a standard error");
}

/// The folder with the header.
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

/// A name beside `to` that nobody else has.
fn draft(to: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    to.with_extension(format!("{}-{count}", std::process::id()))
}

/// A folder for libraries, below the target directory that the running test stands in: it has the mark that Cargo puts
/// there. A test elsewhere has a folder for temporary files.
fn folder(name: &str) -> PathBuf {
    let test = env::current_exe().expect("a running test");
    let mut folders = test.ancestors();
    let target = folders.find(|folder| folder.join("CACHEDIR.TAG").is_file());
    let is_plain = |c: char| c.is_ascii_alphanumeric();
    let name = name.replace(|c| !is_plain(c), "-");
    let folder = target.map_or_else(env::temp_dir, Path::to_owned).join("plugins").join(name);
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    folder
}
