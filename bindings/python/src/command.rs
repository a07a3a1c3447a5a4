//! The command `anyurl`, as a function.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;

use anyurl_cli::Invocation;
use pyo3::prelude::*;

/// The exit code of a program of Rust that panics.
const PANICKED: u8 = 101;

/// Runs the command and ends the process, as the program does. `program` starts it again.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, program: Vec<OsString>, words: Vec<OsString>) {
    let invocation = Invocation { program, words };
    let code = py.detach(|| catch_unwind(AssertUnwindSafe(|| anyurl_cli::main(invocation))));
    process::exit(code.unwrap_or(PANICKED).into())
}
