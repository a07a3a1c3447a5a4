//! What shells and `man` are told about the command: all of it comes from `args`.

use std::io::Write;

use clap::{Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::{self, Args};
use crate::exit::{Exit, Trouble};
use crate::session::Session;

/// What a shell needs to complete the arguments.
pub(crate) fn completions(session: &mut Session, shell: Shell) -> Result<Exit, Trouble> {
    let all = Args::command().mut_subcommand("plugin", |plugin| {
        let all = args::Plugin::augment_subcommands(Command::new("plugin"));
        let about = plugin.get_about().cloned().unwrap_or_default();
        shown(&all, Command::new("plugin")).about(about)
    });
    let name = Command::new("locator").version(env!("CARGO_PKG_VERSION"));
    let mut command = shown(&all, name);
    // First to memory: what is generated cannot say that it was not written.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "locator", &mut script);
    session.out.write_all(&script)?;
    Ok(Exit::Well)
}

/// Arguments and commands go from one command `to` another, but for those that are hidden: this command calls itself by
/// them, and the shells would offer them.
fn shown(from: &Command, to: Command) -> Command {
    let arguments = from.get_arguments().filter(|one| !one.is_hide_set());
    let commands = from.get_subcommands().filter(|one| !one.is_hide_set());
    to.args(arguments.cloned()).subcommands(commands.cloned())
}

/// The page of the command, or of a command of it.
pub(crate) fn page(session: &mut Session, of: &[String]) -> Result<Exit, Trouble> {
    let mut command = Args::command();
    command.build();
    for name in of {
        let Some(inner) = command.find_subcommand(name) else {
            return Err(Trouble::Usage(format!("there is no command `{name}`")));
        };
        command = inner.clone();
    }
    Man::new(command).render(&mut session.out)?;
    Ok(Exit::Well)
}
