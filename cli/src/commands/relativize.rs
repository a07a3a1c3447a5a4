//! `anyurl relativize`: the shortest references from a base URL to others.

use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_input, print_rejected};
use crate::input::rejected::masked_text;
use crate::output::{components::Masked, json};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Relativize) -> Result<Exit, CliError> {
    let base = match session.reader.read(args.base.as_encoded_bytes().into()) {
        Ok(base) => base,
        Err(rejected) => return Ok(print_rejected(session, &rejected, Some("the base"))?),
    };
    for_each_input(session, &args.inputs, "relativize", Shape::Lines, |session, url| {
        // Where no relative reference leads, the whole URL does.
        let reference = base.relativize(&url).map_or_else(|| url.as_str().to_owned(), |found| found.to_string());
        if session.json {
            json::print(
                session,
                |reader| json!({ "url": Masked::new(url, reader).text(), "reference": masked_text(&reference, reader) }),
            )?;
        } else {
            session.write_data(|reader| format!("{}\n", masked_text(&reference, reader)))?;
        }
        Ok(Exit::Success)
    })
}
