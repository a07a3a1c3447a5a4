//! What shells and `man` are told about the command: all of it comes from `args`.

use clap::{Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::{self, Args};
use crate::exit::{Exit, Trouble};
use crate::session::Session;

/// What a shell needs to complete the arguments.
pub(crate) fn completions(session: &mut Session, shell: Shell) -> Exit {
    let mut command = Args::command().mut_subcommand("plugin", |plugin| {
        // What `probe` calls is for nobody else, and the shells would offer it.
        let all = args::Plugin::augment_subcommands(Command::new("plugin"));
        let inner = all.get_subcommands().filter(|inner| !inner.is_hide_set());
        let about = plugin.get_about().cloned().unwrap_or_default();
        Command::new("plugin")
            .about(about)
            .subcommands(inner.cloned())
    });
    clap_complete::generate(shell, &mut command, "locator", &mut session.out);
    Exit::Well
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
