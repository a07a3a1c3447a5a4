//! `anyurl man`, generated from `args`.

use std::io::Write;

use clap_mangen::Man;

use crate::args::{self, Args};
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::Session;

/// Prints the manual page of the command or of a subcommand.
pub(crate) fn page(session: &mut Session, names: &[String]) -> Result<Exit, CliError> {
    let mut command = Args::definition();
    let mut name = "anyurl";
    for name in names {
        let Some(inner) = command.find_subcommand(name) else {
            return Err(CliError::Usage(format!("there is no command `{name}`")));
        };
        command = inner.clone();
    }
    if let Some(last) = names.last() {
        name = last;
    }
    Man::new(command.before_help("")).render(&mut session.out)?;
    if let Some((_, lines)) = args::EXAMPLES.iter().find(|(command, _)| *command == name) {
        // A backslash begins an escape of roff.
        let lines = lines.join("\n").replace('\\', "\\e");
        writeln!(session.out, ".SH EXAMPLES\n.nf\n{lines}\n.fi")?;
    }
    Ok(Exit::Success)
}
