//! `anyurl man`, generated from `args`.

use std::io::Write;

use clap_mangen::Man;

use crate::args::Args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::Session;

/// Prints the manual page of the command or of a subcommand.
pub(crate) fn page(session: &mut Session, names: &[String]) -> Result<Exit, CliError> {
    let mut command = Args::definition();
    for name in names {
        let Some(inner) = command.find_subcommand(name) else {
            return Err(CliError::Usage(format!("there is no command `{name}`")));
        };
        command = inner.clone();
    }
    let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    let path = ["anyurl"].into_iter().chain(names.iter().map(String::as_str)).collect::<Vec<_>>();
    let commands: Vec<_> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    let mut page = Vec::new();
    Man::new(command.before_help("")).render(&mut page)?;
    // Pages of commands are printed, and not installed.
    let page = commands.iter().fold(String::from_utf8_lossy(&page).into_owned(), |page, name| {
        let [file, command] = ["-", " "].map(|between| [&path[..], &[name]].concat().join(between).replace('-', "\\-"));
        page.replace(&format!("\n{file}(1)\n"), &format!("\n{command}\n"))
    });
    session.out.write_all(page.as_bytes())?;
    if let Some(examples) = examples.strip_prefix("Examples:") {
        // A backslash begins an escape of roff.
        let lines = examples.replace("\n  ", "\n").replace('\\', "\\e");
        writeln!(session.out, ".SH EXAMPLES\n.nf{lines}\n.fi")?;
    }
    Ok(Exit::Success)
}
