//! `anyurl completions` and `anyurl man`, generated from `args`.

use std::io::Write;

use clap::{Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::{self, Args};
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::Session;

/// Prints the completion script of a shell.
pub(crate) fn completions(session: &mut Session, shell: Shell) -> Result<Exit, CliError> {
    session.out.write_all(&completion_script(shell))?;
    Ok(Exit::Success)
}

/// Generates a script in memory, because the generator panics if it cannot write.
fn completion_script(shell: Shell) -> Vec<u8> {
    let all = Args::command().mut_subcommand("plugin", |plugin| {
        let all = args::Plugin::augment_subcommands(Command::new("plugin"));
        let about = plugin.get_about().cloned().unwrap_or_default();
        add_visible(&all, Command::new("plugin")).about(about)
    });
    let name = Command::new("anyurl").version(env!("CARGO_PKG_VERSION"));
    let mut command = add_visible(&all, name);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "anyurl", &mut script);
    script
}

/// Copies the arguments and subcommands that are not hidden. The hidden ones are for child processes of this command,
/// but shells would offer them.
fn add_visible(from: &Command, to: Command) -> Command {
    let arguments = from.get_arguments().filter(|one| !one.is_hide_set());
    let commands = from.get_subcommands().filter(|one| !one.is_hide_set());
    to.args(arguments.cloned()).subcommands(commands.cloned())
}

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

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn completions_omit_hidden_commands() {
        for shell in Shell::value_variants() {
            let script = String::from_utf8(completion_script(*shell)).unwrap();
            assert!(script.contains("probe") && !script.contains("inspect"), "{shell}");
            assert!(!script.contains("supervised-by"), "{shell}");
        }
    }
}
