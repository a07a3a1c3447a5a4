//! `locator canonical`: one text for all ways to write the same URL.

use std::io::Write;

use serde_json::json;

use crate::args;
use crate::each::each;
use crate::exit::{Exit, Trouble};
use crate::output::{json, parts::Masked};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Canonical) -> Result<Exit, Trouble> {
    each(session, &args.urls, "canonical", |session, url, _| {
        let masked = Masked::new(url, &session.reader);
        if session.json {
            let value = json!({ "input": masked.text(), "canonical": masked.canonical() });
            json::line(&mut session.out, &json::told(value, masked.is_redacted()))?;
        } else {
            writeln!(session.out, "{}", masked.canonical())?;
        }
        Ok(Exit::Well)
    })
}
