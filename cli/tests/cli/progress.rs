//! The progress bar, on a pseudo-terminal.
#![cfg(unix)]

use std::io::{Read, Write};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::common::anyurl;
use super::terminal::terminal;

/// Runs a command that reads lines slowly, for at most three seconds, and returns what it writes to the terminal. The
/// lines end when that contains the `wanted` text.
fn seen(args: &[&str], wanted: &str) -> String {
    let (mut person, end) = terminal();
    let mut command = anyurl();
    command.args(args).env("TERM", "xterm").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(end);
    let mut child = command.spawn().expect("the command was built");
    // Closes the end of this process, so that reading ends with the command.
    drop(command);
    let mut pipe = child.stdin.take().expect("piped");
    let is_seen = AtomicBool::new(false);
    let mut text = Vec::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..60 {
                let is_written = pipe.write_all(b"http://h/\n").is_ok();
                if !is_written || is_seen.load(Ordering::Relaxed) {
                    break;
                }
                thread::sleep(Duration::from_millis(50));
            }
            drop(pipe);
        });
        let mut buffer = [0; 4096];
        // The terminal of a process that has ended cannot be read.
        while let Ok(len @ 1..) = person.read(&mut buffer) {
            text.extend_from_slice(&buffer[..len]);
            is_seen.store(String::from_utf8_lossy(&text).contains(wanted), Ordering::Relaxed);
        }
    });
    assert!(child.wait().expect("an exit code").success(), "{args:?}");
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn slow_streams_have_a_bar() {
    for args in [&["check"][..], &["parse", "--get", "{host}"], &["canonical"], &["extract", "--lenient"], &["scrub"]] {
        let text = seen(args, "<stdin>");
        assert!(text.contains("<stdin>"), "{args:?}: {text:?}");
        // The line of the bar is cleared at the end.
        assert!(text.trim_end().ends_with("\u{1b}[2K"), "{args:?}: {text:?}");
    }
}

#[test]
fn a_quiet_command_has_none() {
    assert_eq!(seen(&["check", "--quiet"], "<stdin>"), "");
}
