//! Runs Cargo and C compilers for tests, in the target directory of the running test.
//!
//! Cargo does not build a `cdylib` for a test that loads it (cargo#8311), and does not guarantee its path. Therefore
//! [`cargo_build`] runs a second Cargo with a target directory of its own, and [`library`] takes the path from its output.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use anyurl_plugin::HEADER;

/// Builds the library of a package of the calling test's workspace, which is found by `CARGO_MANIFEST_DIR`.
///
/// Each set of arguments has its own target directory, because Cargo would overwrite one library by the other.
pub(crate) fn cargo_build(package: &str, arguments: &[&str]) -> Output {
    let output = run_cargo(package, arguments, &["--offline"]);
    if output.status.success() {
        return output;
    }
    // On a fresh machine a dependency may be missing.
    run_cargo(package, arguments, &[])
}

fn run_cargo(package: &str, arguments: &[&str], network: &[&str]) -> Output {
    let mut command = cargo();
    if let Some(folder) = env::var_os("CARGO_MANIFEST_DIR") {
        command.current_dir(folder);
    }
    command
        .args(["build", "--lib", "--message-format=json-render-diagnostics", "--package"])
        .arg(package)
        .arg("--target-dir")
        .arg(folder(&format!("cargo{}", arguments.concat())))
        .args(arguments)
        .args(network);
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Returns a command for the Cargo that runs the test, without the environment variables that it sets for the test.
pub(crate) fn cargo() -> Command {
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
///
/// # Panics
/// If Cargo failed, with its output, or if the package has no such library.
pub(crate) fn library(package: &str, output: &Output, extension: &str) -> PathBuf {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the plugin {package} cannot be built:\n{stderr}");
    let file = last_library(&output.stdout, extension);
    file.unwrap_or_else(|| panic!("{package} has no library of `crate-type = [\"cdylib\"]`"))
}

fn last_library(output: &[u8], extension: &str) -> Option<PathBuf> {
    let lines = output.split(|byte| *byte == b'\n');
    let mut messages = lines.filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok());
    let is_library = |message: &serde_json::Value| {
        let kinds = message["target"]["crate_types"].as_array();
        message["reason"] == "compiler-artifact" && kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "cdylib"))
    };
    let artifact = messages.rfind(is_library)?;
    let files = artifact["filenames"].as_array()?.iter();
    let mut files = files.filter_map(|file| file.as_str()).map(PathBuf::from);
    files.find(|file| file.extension().unwrap_or_default() == extension)
}

/// A compiler for C or C++.
pub(crate) struct Compiler {
    /// The environment variable that names it, with flags if need be.
    pub(crate) variable: &'static str,
    /// Its usual name.
    pub(crate) default: &'static str,
    /// The environment variable with which a missing compiler is a failure.
    pub(crate) required: &'static str,
    /// What a compiler prints that cannot compile for the target at all.
    pub(crate) incapable: &'static [&'static str],
}

impl Compiler {
    /// Compiles files to a draft and renames it, because several tests may compile the same file.
    pub(crate) fn compile_to(&self, to: &Path, name: &str, sources: &[&Path], flags: &[&str]) -> Option<PathBuf> {
        let draft = draft(to);
        self.run(name, |command| {
            command.args(flags).args(sources).arg("-o").arg(&draft);
        })?;
        fs::rename(&draft, to).expect("a file beside its draft");
        Some(to.to_owned())
    }

    /// Runs the compiler. Returns `None` if it is not installed, or cannot compile for the target.
    pub(crate) fn run(&self, what: &str, arguments: impl FnOnce(&mut Command)) -> Option<()> {
        let compiler = env::var(self.variable).unwrap_or_else(|_| self.default.to_owned());
        // `CC` may be a compiler and its flags.
        let mut words = compiler.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or(self.default));
        command.args(words).arg("-I").arg(include());
        arguments(&mut command);
        let output = match command.output() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                skip(what, &format!("there is no {compiler}"), self.required);
                return None;
            }
            Err(error) => panic!("{command:?}: {error}"),
            Ok(output) => output,
        };
        let stderr = String::from_utf8_lossy(&output.stderr);
        if let (false, Some(reason)) = (output.status.success(), self.incapability(&stderr)) {
            skip(what, &format!("{compiler}: {reason}"), self.required);
            return None;
        }
        assert!(output.status.success(), "{command:?}:\n{stderr}");
        Some(())
    }

    /// Returns the line in which a compiler says that it cannot compile for the target.
    fn incapability<'e>(&self, stderr: &'e str) -> Option<&'e str> {
        stderr.lines().find(|line| self.incapable.iter().any(|words| line.contains(words)))
    }
}

/// Prints that a test is skipped. `eprintln!` would be captured if the test passes.
///
/// # Panics
/// If the environment variable `required` is set.
pub(crate) fn skip(name: &str, reason: &str, required: &str) {
    let line = format!("skipped: {name}: {reason}");
    assert!(env::var_os(required).is_none(), "{line}");
    writeln!(io::stderr(), "\n{line}").expect("a standard error");
}

/// Returns the folder with the header.
fn include() -> PathBuf {
    let folder = folder("include");
    let header = folder.join("anyurl_plugin.h");
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
pub(crate) fn folder(name: &str) -> PathBuf {
    let test = env::current_exe().expect("a running test");
    let mut folders = test.ancestors();
    let target = folders.find(|folder| folder.join("CACHEDIR.TAG").is_file());
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let folder = target.map_or_else(env::temp_dir, Path::to_owned).join("plugins").join(name);
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    folder
}
