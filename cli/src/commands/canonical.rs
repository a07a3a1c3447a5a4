//! `anyurl canonical`: prints the canonical form of each URL.

use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_input};
use crate::output::{components::Masked, json};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Canonical) -> Result<Exit, CliError> {
    for_each_input(session, &args.inputs, "canonical", Shape::Lines, |session, url| {
        if session.json {
            json::print(session, |reader| {
                let masked = Masked::new(url, reader);
                json!({ "input": masked.text(), "canonical": masked.canonical() })
            })?;
        } else {
            session.write_data(|reader| format!("{}\n", Masked::new(url, reader).canonical()))?;
        }
        Ok(Exit::Success)
    })
}
