//! How the command was started: as a program of its own, or by one that contains it, such as Python.

use std::env;
use std::ffi::OsString;
use std::sync::OnceLock;

/// How the command was started.
#[derive(Debug)]
pub struct Invocation {
    /// What starts it again: a program, and arguments before its own.
    pub program: Vec<OsString>,
    /// The name of the command and its arguments.
    pub words: Vec<OsString>,
}

/// That of this process, which runs one command.
static INVOCATION: OnceLock<Invocation> = OnceLock::new();

impl Invocation {
    /// That of a program of its own.
    pub fn of_program() -> Self {
        Self { program: env::current_exe().into_iter().map(OsString::from).collect(), words: env::args_os().collect() }
    }

    /// Becomes that of this process, unless it has one.
    pub(crate) fn begin(self) {
        INVOCATION.get_or_init(|| self);
    }

    /// That of this process.
    pub(crate) fn current() -> &'static Self {
        INVOCATION.get_or_init(Self::of_program)
    }

    /// The arguments.
    pub(crate) fn arguments(&self) -> &[OsString] {
        self.words.get(1..).unwrap_or_default()
    }
}
