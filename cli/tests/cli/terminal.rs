//! A pseudo-terminal.
#![cfg(unix)]

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::common::{anyurl, utf8};

/// Both ends of a terminal: what a person sees, and what the command writes to.
pub(crate) fn terminal() -> (File, File) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&person).expect("access");
    unlockpt(&person).expect("access");
    let name = ptsname(&person, Vec::new()).expect("a name");
    let path = std::ffi::OsStr::from_bytes(name.as_bytes());
    let command = OpenOptions::new().read(true).write(true).open(path).expect("the other end");
    (File::from(person), command)
}

/// Runs a command whose standard output is a terminal; returns both outputs, without line ends of terminals.
pub(crate) fn output_on_terminal(args: &[&str]) -> (String, String) {
    let (mut person, end) = terminal();
    let mut command = anyurl();
    let child = command.args(["--color", "never"]).args(args).stdout(end).spawn().expect("the command was built");
    // Closes the end of this process, so that reading ends with the command.
    drop(command);
    let mut shown = Vec::new();
    // The terminal of a process that has ended cannot be read.
    let _ = person.read_to_end(&mut shown);
    let output = child.wait_with_output().expect("the command ends");
    (utf8(&shown).replace("\r\n", "\n"), utf8(&output.stderr).to_owned())
}
