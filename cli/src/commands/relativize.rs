//! `anyurl relativize`: the shortest references from a base URL to others.

use anyurl::Span;
use serde_json::json;

use crate::Url;
use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_input, print_rejected};
use crate::input::reader::InputReader;
use crate::input::repaired::repaired;
use crate::output::{components::Masked, json};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Relativize) -> Result<Exit, CliError> {
    let base = match session.reader.read(args.base.as_encoded_bytes().into()) {
        Ok(base) => base,
        Err(rejected) => return Ok(print_rejected(session, &rejected, Some("the base"))?),
    };
    for_each_input(session, &args.inputs, "relativize", Shape::Lines, |session, url| {
        let repaired = repaired(url);
        let url = url.registry().parser().options(url.options()).parse(&repaired).unwrap_or(url);
        // Where no relative reference leads, the whole URL does.
        let reference = base.relativize(&url).map_or_else(|| url.as_str().to_owned(), |found| found.to_string());
        if session.json {
            json::print(
                session,
                |reader| json!({ "url": Masked::new(url, reader).text(), "reference": shown(&reference, url, reader) }),
            )?;
        } else {
            session.write_data(|reader| format!("{}\n", shown(&reference, url, reader)))?;
        }
        Ok(Exit::Success)
    })
}

/// A reference without the secrets of its URL: after dots and slashes it is the end of the URL, which alone says what the
/// end means.
fn shown(reference: &str, url: Url<'_>, reader: &InputReader) -> String {
    let equal = reference.bytes().rev().zip(url.as_str().bytes().rev()).take_while(|(one, other)| one == other).count();
    let (steps, _) = reference.split_at(reference.ceil_char_boundary(reference.len() - equal));
    let end = url.url_span().end();
    format!("{steps}{}", Masked::new(url, reader).slice(Span::new(end + steps.len() - reference.len(), end)))
}
