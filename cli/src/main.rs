//! The program `anyurl`, which is the library [`anyurl_cli`].

#![forbid(unsafe_code)]

use std::process::ExitCode;

use anyurl_cli::Invocation;

fn main() -> ExitCode {
    anyurl_cli::main(Invocation::of_program()).into()
}
