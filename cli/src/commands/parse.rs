//! `locator parse`: prints the components of each URL.

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::for_each_input;
use crate::output::{json, table};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Parse) -> Result<Exit, CliError> {
    for_each_input(session, &args.urls, "parse", |session, url| {
        if session.json {
            let value = json::url(url, &session.reader);
            json::line(&mut session.out, &value)?;
        } else {
            let style = table::TableStyle { palette: session.out.palette, verbose: session.verbose };
            session.begin_print()?;
            table::url(&mut session.out, url, &session.reader, style)?;
        }
        Ok(Exit::Success)
    })
}
