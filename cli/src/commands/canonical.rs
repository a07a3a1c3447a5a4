//! `locator canonical`: prints the canonical form of each URL.

use std::io::Write;

use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_input};
use crate::output::{components::Masked, json};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Canonical) -> Result<Exit, CliError> {
    for_each_input(session, &args.inputs, "canonical", Shape::Lines, |session, url| {
        let masked = Masked::new(url, &session.reader);
        if session.json {
            let value = json!({ "input": masked.text(), "canonical": masked.canonical() });
            json::line(&mut session.out, &json::with_redacted(value, masked.is_redacted()))?;
        } else {
            writeln!(session.out, "{}", masked.canonical())?;
        }
        Ok(Exit::Success)
    })
}
