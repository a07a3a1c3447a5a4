//! A library has all rights of the process that it is loaded into, and one of them is to end it: `exit(0)` in a plugin
//! would look as if all were well. So a command that loads libraries runs as a process of its own, which says by its exit
//! code that the command came to its end; whatever else ends it is a failure of a library.
//!
//! Streams are those of this process, so nothing is copied.

use std::env;
use std::io::{self, Write};
use std::process::{self, Command, ExitCode, ExitStatus};

use serde_json::json;

use crate::args::Global;
use crate::exit::{Exit, complain};
use crate::input;

/// Added to the exit code of a command that came to its end: no library exits so by chance.
const DONE: u8 = 100;

/// The exit code of the process that loads libraries.
pub(crate) fn done(exit: Exit) -> ExitCode {
    ExitCode::from(DONE + exit.code())
}

/// Runs this command once more, and waits for it.
pub(crate) fn run(global: &Global) -> Exit {
    let status = env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.arg(format!("--supervised-by={}", process::id()));
        command.args(env::args_os().skip(1)).status()
    });
    match status {
        Ok(status) => exit(status).unwrap_or_else(|| {
            let (what, help) = words(global, status);
            tell(global.json, &what, &help)
        }),
        Err(error) => {
            let what = format!("cannot start the process that loads libraries: {error}");
            tell(global.json, &what, "let this command start itself")
        }
    }
}

/// How the command has ended, if it has.
fn exit(status: ExitStatus) -> Option<Exit> {
    let code = u8::try_from(status.code()?).ok()?;
    let mut all = [Exit::Well, Exit::Invalid, Exit::Usage, Exit::Load, Exit::Stream].into_iter();
    all.find(|exit| exit.code() + DONE == code)
}

/// What has happened, and how to find out more.
fn words(global: &Global, status: ExitStatus) -> (String, String) {
    let files: Vec<_> = global.plugins.iter().map(|file| input::name(file)).collect();
    let (who, file) = match &files[..] {
        [] => ("a library".to_owned(), "FILE".to_owned()),
        files => (files.join(", "), files.join(" and ")),
    };
    (
        format!("{who}: the process has ended before the command was done: {status}"),
        format!("`locator plugin probe {file}` finds out where"),
    )
}

fn tell(is_json: bool, what: &str, help: &str) -> Exit {
    if is_json {
        let value = json!({ "error": { "kind": "plugin", "message": what, "help": help } });
        let _ = writeln!(io::stderr(), "{value}");
    } else {
        complain(format_args!("{what}\n  help: {help}"));
    }
    Exit::Load
}

/// Has this process end with the one that waits for it, so that a library that never returns is not left behind.
#[cfg(target_os = "linux")]
pub(crate) fn end_with(supervisor: u32) {
    use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};
    // Where the kernel has no such thing, it is as on other systems.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let parent = getppid().map(Pid::as_raw_pid);
    if parent.and_then(|parent| u32::try_from(parent).ok()) != Some(supervisor) {
        process::exit(Exit::Load.code().into());
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn end_with(_: u32) {}
