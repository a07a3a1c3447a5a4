//! `locator parse`: the components of each URL.

use crate::args;
use crate::each::each;
use crate::exit::{Exit, Trouble};
use crate::output::{json, table};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Parse) -> Result<Exit, Trouble> {
    each(session, &args.urls, "parse", |session, url, _| {
        if session.json {
            let value = json::url(url, &session.reader);
            json::line(&mut session.out, &value)?;
        } else {
            let look = table::Look { palette: session.out.palette, verbose: session.verbose };
            session.begin_answer()?;
            table::url(&mut session.out, url, &session.reader, look)?;
        }
        Ok(Exit::Well)
    })
}
