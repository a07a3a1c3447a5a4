//! The command `anyurl`, as a function.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process;

use anyurl_cli::Invocation;
use pyo3::prelude::*;

/// The exit code of a program of Rust that panics.
const PANICKED: u8 = 101;

/// Runs the command and ends the process, as the program does. `program` starts it again; `file` is where it is installed.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, program: Vec<OsString>, file: PathBuf, words: Vec<OsString>) {
    let invocation = Invocation { program, file: Some(file), words };
    let code = py.detach(|| catch_unwind(AssertUnwindSafe(|| anyurl_cli::main(invocation))));
    process::exit(code.unwrap_or(PANICKED).into())
}
