//! Runs a command that loads libraries in a process of its own.
//!
//! A library has all rights of its process, including to end it: a plugin that calls `exit(0)` would look like success.
//! The child process adds [`DONE`] to its exit code when the command is complete; any other exit code is a failure of a
//! library.
//!
//! The child inherits the streams of this process, so nothing is copied.

use std::io;
use std::process::{self, Command, ExitStatus};

use serde_json::json;

use crate::args::Global;
use crate::error::report;
use crate::exit::Exit;
use crate::input;
use crate::invocation::Invocation;
use crate::output::json_line;

/// Added to the exit code of a complete command: a library is unlikely to exit with such a code by chance.
const DONE: u8 = 100;

/// The exit code of the child process for a complete command.
pub(crate) fn done(exit: Exit) -> u8 {
    DONE + exit.code()
}

/// Runs this command in a child process and waits for it.
pub(crate) fn run(global: &Global) -> Exit {
    let status = this_command().and_then(|mut command| {
        command.arg(format!("--supervised-by={}", process::id()));
        command.args(Invocation::current().arguments()).status()
    });
    match status {
        Ok(status) => complete(status).unwrap_or_else(|| {
            let (message, help) = incomplete(global, status);
            fail(global.json, &message, &help)
        }),
        Err(error) => {
            let message = format!("cannot start the process that loads libraries: {error}");
            fail(global.json, &message, "let this command start itself")
        }
    }
}

/// This command, without arguments.
pub(crate) fn this_command() -> io::Result<Command> {
    let Some((program, arguments)) = Invocation::current().program.split_first() else {
        return Err(io::Error::other("the file of this program is not known"));
    };
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// The result of the command, if the command is complete.
fn complete(status: ExitStatus) -> Option<Exit> {
    let code = u8::try_from(status.code()?).ok()?;
    Exit::ALL.into_iter().find(|exit| exit.code() + DONE == code)
}

/// The message and help for a process that ended too early.
fn incomplete(global: &Global, status: ExitStatus) -> (String, String) {
    let files: Vec<_> = global.plugins.iter().map(|file| input::name(file)).collect();
    let (who, file) = match &files[..] {
        [] => ("a library".to_owned(), "FILE".to_owned()),
        files => (files.join(", "), files.join(" and ")),
    };
    (
        format!("{who}: the process ended before the command was complete: {status}"),
        format!("`anyurl plugin probe {file}` finds out where"),
    )
}

fn fail(is_json: bool, message: &str, help: &str) -> Exit {
    if is_json {
        let value = json!({ "error": { "kind": "plugin", "message": message, "help": help } });
        let _ = json_line::line(&mut io::stderr(), &value);
    } else {
        report(format_args!("{message}\n  help: {help}"));
    }
    Exit::Load
}

/// Ends this process when the supervisor ends, so that a library that never returns does not outlive it.
#[cfg(target_os = "linux")]
pub(crate) fn end_with(supervisor: u32) {
    use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};
    // A kernel without this feature behaves like other systems.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let parent = getppid().map(Pid::as_raw_pid);
    if parent.and_then(|parent| u32::try_from(parent).ok()) != Some(supervisor) {
        process::exit(Exit::Load.code().into());
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn end_with(_: u32) {}
