//! Runs the command that was built.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The command, without environment variables that set colours, registry files or a configuration.
pub(crate) fn anyurl() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_anyurl"));
    for name in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "ANYURL_CONFIG",
        "ANYURL_ENV",
        "ANYURL_PROFILE",
        "ANYURL_REGISTRY",
        "XDG_CONFIG_HOME",
        "HOME",
        "COLUMNS",
    ] {
        command.env_remove(name);
    }
    // Not the configuration of the machine that runs the tests.
    command.env("ANYURL_SYSTEM_CONFIG", "/nonexistent/config.toml");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command with these arguments and this standard input.
pub(crate) fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, stdin: &[u8]) -> Output {
    finish(anyurl().args(args), stdin)
}

/// Runs a prepared command.
pub(crate) fn finish(command: &mut Command, stdin: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the command was built");
    let mut pipe = child.stdin.take().expect("piped");
    let stdin = stdin.to_vec();
    // On a separate thread, so that a full pipe cannot block both processes.
    let writer = std::thread::spawn(move || {
        let _ = pipe.write_all(&stdin);
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output
}

/// Whether the `n`th of many runs is made: each with `ANYURL_THOROUGH=1`, else one of 17. The prime is coprime with
/// the lengths of the loops, so that the sample has every option and every form.
pub(crate) fn is_sampled(n: usize) -> bool {
    is_sampled_by(17, n)
}

/// [`is_sampled`] with another prime.
pub(crate) fn is_sampled_by(prime: usize, n: usize) -> bool {
    n.is_multiple_of(prime) || std::env::var_os("ANYURL_THOROUGH").is_some_and(|value| value == "1")
}

/// The output as text, which is always UTF-8.
pub(crate) fn utf8(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}
