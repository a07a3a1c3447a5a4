//! Builds and runs programs that are measured from outside, and samples their memory.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::error::Error;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::{env, fs, thread, time::Duration};

use crate::setting::Setting;

/// The root of the project.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The sampling interval for memory.
const LOOK: Duration = Duration::from_millis(5);

/// Builds the release version of the command `anyurl`.
pub(crate) fn anyurl(setting: &Setting) -> Result<PathBuf, Box<dyn Error>> {
    released(setting, "anyurl-cli")?;
    Ok(setting.target.join("release/anyurl"))
}

/// Builds the release version of a library of the project.
pub(crate) fn library(setting: &Setting, package: &str) -> Result<PathBuf, Box<dyn Error>> {
    released(setting, package)?;
    let name = format!("{DLL_PREFIX}{}{DLL_SUFFIX}", package.replace('-', "_"));
    Ok(setting.target.join("release").join(name))
}

/// Builds the release version of a WebAssembly module of the project; `None` if Rust cannot compile for that target.
pub(crate) fn module(setting: &Setting, package: &str) -> Result<Option<PathBuf>, Box<dyn Error>> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let found = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output()?;
    if !Path::new(String::from_utf8_lossy(&found.stdout).trim()).is_dir() {
        return Ok(None);
    }
    let mut command = build(package);
    let status = command.arg(&setting.target).args(["--target", TARGET]).current_dir(ROOT).status()?;
    succeeded("cargo build", status)?;
    let name = format!("{}.wasm", package.replace('-', "_"));
    Ok(Some(setting.target.join(TARGET).join("release").join(name)))
}

/// Compiles a plugin in C as documented.
pub(crate) fn library_in_c(setting: &Setting, source: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let name = source.file_stem().unwrap_or_default().to_string_lossy();
    let path = setting.scratch.join(format!("{DLL_PREFIX}{name}{DLL_SUFFIX}"));
    let status = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()))
        .args(["-std=c99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-I"])
        .arg(Path::new(ROOT).join("plugins/sdk/include"))
        .arg(source)
        .arg("-o")
        .arg(&path)
        .status()?;
    succeeded("the C compiler", status)?;
    Ok(path)
}

fn released(setting: &Setting, package: &str) -> Result<(), Box<dyn Error>> {
    let status = build(package).arg(&setting.target).current_dir(ROOT).status()?;
    succeeded("cargo build", status)
}

/// Builds `bench/baseline` with a SIMD backend, in a target folder of its own, because the flags differ.
pub(crate) fn baseline(setting: &Setting, backend: &str) -> Result<PathBuf, Box<dyn Error>> {
    let target = setting.target.join(format!("backend-{backend}"));
    let status = build("anyurl-bench-baseline")
        .arg(&target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTFLAGS", format!("--cfg anyurl_backend=\"{backend}\""))
        .status()?;
    succeeded("cargo build", status)?;
    Ok(target.join("release/anyurl-bench-baseline"))
}

/// Builds the contestant of `anyurl extract`.
pub(crate) fn linkify(setting: &Setting) -> Result<PathBuf, Box<dyn Error>> {
    const NAME: &str = "anyurl-bench-linkify";
    let mut command = build("anyurl-bench");
    let status = command.arg(&setting.target).args(["--bin", NAME]).current_dir(env!("CARGO_MANIFEST_DIR")).status()?;
    succeeded("cargo build", status)?;
    Ok(setting.target.join("release").join(NAME))
}

/// A release build of a package; the argument that follows is the target folder.
fn build(package: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--release", "--locked", "--package", package, "--target-dir"]);
    cargo
}

/// Builds a program that does nothing.
pub(crate) fn empty(setting: &Setting) -> Result<PathBuf, Box<dyn Error>> {
    let path = setting.scratch.join("empty");
    let mut compiler = Command::new("rustc")
        .args(["--crate-name", "empty", "--edition", "2024", "-Copt-level=3", "-", "-o"])
        .arg(&path)
        .stdin(Stdio::piped())
        .spawn()?;
    if let Some(mut text) = compiler.stdin.take() {
        text.write_all(b"fn main() {}\n")?;
    }
    succeeded("rustc", compiler.wait()?)?;
    Ok(path)
}

fn succeeded(what: &str, status: ExitStatus) -> Result<(), Box<dyn Error>> {
    if status.success() { Ok(()) } else { Err(format!("{what} ended with {status}").into()) }
}

/// A command without output and configuration, in a fixed environment.
pub(crate) fn quiet(setting: &Setting, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("PATH", env::var_os("PATH").unwrap_or_default());
    command.env("HOME", &setting.scratch).current_dir(&setting.scratch);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// [`command`] on some processors, in the notation of `taskset`.
pub(crate) fn on_processors(setting: &Setting, list: &str, program: impl AsRef<OsStr>) -> Command {
    let mut command = quiet(setting, "taskset");
    command.args(["--cpu-list", list]).arg(program);
    command
}

/// Whether programs can be kept on these processors.
pub(crate) fn has_processors(setting: &Setting, list: &str) -> bool {
    on_processors(setting, list, "true").status().is_ok_and(|status| status.success())
}

/// The peak memory of a program in bytes; `None` if the system does not report it.
///
/// `wait4` includes the memory of the parent, so the child is sampled while it runs. The system keeps the maximum, so only
/// growth in the last interval can be missed.
pub(crate) fn peak(mut command: Command) -> io::Result<Option<usize>> {
    let mut child = command.spawn()?;
    let mut peak = None;
    while child.try_wait()?.is_none() {
        peak = held(&child).max(peak);
        thread::sleep(LOOK);
    }
    Ok(peak)
}

/// `VmHWM` of a running program.
fn held(child: &Child) -> Option<usize> {
    let path = Path::new("/proc").join(child.id().to_string()).join("status");
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: usize = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}
