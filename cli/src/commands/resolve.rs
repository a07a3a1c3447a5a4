//! `anyurl resolve`: resolves relative references against a base URL.

use std::borrow::Cow;
use std::io;

use crate::Url;
use anyurl::reference::{Reference, ReferenceError, ReferenceRules};
use anyurl::{Error, Span};
use anyurl_core::internal::{Redaction, caret_lines};
use serde_json::{Value, json};

use crate::args::{self, Inputs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Done, Shape, for_each_text, print_rejected};
use crate::input::reader::{InputReader, text_of};
use crate::input::rejected::{RejectedInput, masked_reference, masked_text};
use crate::input::repaired::repaired;
use crate::output::components::Masked;
use crate::output::json;
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Resolve) -> Result<Exit, CliError> {
    let base = match session.reader.read(args.base.as_encoded_bytes().into()) {
        Ok(base) => base,
        Err(rejected) => return Ok(print_rejected(session, &rejected, Some("the base"))?),
    };
    let rules = match args.rules {
        Some(args::Rules::Url6) => ReferenceRules::Draft1993,
        Some(args::Rules::Rfc3986) => ReferenceRules::Rfc3986,
        None => base.reference_rules(),
    };
    // Relative references are no URLs, but come from the same places.
    let references = args.reference.iter().chain(&args.more).cloned().collect();
    let inputs = Inputs { urls: references, files: args.files.clone(), null: args.null, on_error: args.on_error };
    for_each_text(session, &inputs, "resolve", Shape::Lines, &mut |session, input, place| {
        let partial = match text_of(input) {
            Ok(partial) => partial,
            Err(error) => {
                let rejected = RejectedInput::new(input, error, base.registry());
                return print_rejected(session, &rejected, Some(place.unwrap_or("the reference"))).map(Done::from);
            }
        };
        match resolve(&session.reader, base, partial, rules) {
            Ok(reference) => print(session, &reference),
            Err(error) => refuse(session, base, partial, &error).map(Done::from),
        }
    })
}

/// Resolves a reference. What lenient mode reads, blanks around the reference among it, is written as strict mode reads it
///
fn resolve(
    reader: &InputReader,
    base: Url<'_>,
    partial: &str,
    rules: ReferenceRules,
) -> Result<Reference, ReferenceError> {
    if !reader.options.is_lenient() {
        return base.resolve(partial, rules);
    }
    let reference = base.resolve(partial.trim(), rules)?;
    let parser = reader.registry.parser().options(reader.options);
    let repaired = parser.parse(reference.as_str()).map(|url| repaired(url).into_owned());
    match repaired {
        Ok(text) if text != reference.as_str() => base.resolve(&text, rules),
        _ => Ok(reference),
    }
}

/// Prints the absolute URL and, separately, why its scheme rejects it.
fn print(session: &mut Session, reference: &Reference) -> io::Result<Done> {
    let reader = session.reader;
    let rejected = match check(reference, &reader) {
        Ok(()) => None,
        Err(error) => Some(RejectedInput::from_text(reference.as_str(), error, reader.registry)),
    };
    let exit = if rejected.is_none() { Exit::Success } else { Exit::Invalid };
    if session.json {
        json::print(session, |reader| to_json(reference, rejected.as_ref(), reader))?;
        return Ok(Done { exit, has_line: true });
    }
    session.write_data(|reader| {
        let (url, fragment) = parts(reference, reader);
        let fragment = fragment.map_or_else(String::new, |fragment| format!("#{fragment}"));
        format!("{url}{fragment}\n")
    })?;
    if let Some(rejected) = rejected {
        let drawing = rejected.draw(&reader, Some("the result"), session.err.palette);
        session.eprint(&drawing)?;
    }
    Ok(Done { exit, has_line: true })
}

/// Checks that the result is a URL without a denied warning.
fn check(reference: &Reference, reader: &InputReader) -> Result<(), Error> {
    let parser = reader.registry.parser().options(reader.options);
    reference.check(parser)?;
    parser.parse(reference.url()).map_or(Ok(()), |url| reader.warnings.check(&url))
}

/// The URL and the fragment, as they may be shown.
fn parts<'r>(reference: &'r Reference, reader: &InputReader) -> (Cow<'r, str>, Option<Cow<'r, str>>) {
    let url = reference.url();
    let parsed = reader.registry.parser().options(reader.options).parse(url).ok();
    masked_reference(parsed.as_ref(), url, reference.fragment(), reader)
}

/// `{"url":…,"valid":bool,"fragment":…,"error":…}`
fn to_json(reference: &Reference, rejected: Option<&RejectedInput<'_>>, reader: &InputReader) -> Value {
    let (url, fragment) = parts(reference, reader);
    let mut value = json!({ "url": url, "valid": rejected.is_none() });
    if let Some(fragment) = fragment {
        value["fragment"] = fragment.into();
    }
    if let Some(error) = rejected.map(RejectedInput::error) {
        value["error"] =
            json!({ "kind": error.kind().as_str(), "message": error.to_string(), "span": json::span(error.span()) });
    }
    value
}

/// Prints why the reference cannot be resolved.
fn refuse(session: &mut Session, base: Url<'_>, partial: &str, error: &ReferenceError) -> io::Result<Exit> {
    if session.json {
        json::print(session, |reader| {
            let (base, partial) = (Masked::new(base, reader).text(), masked_text(partial, reader));
            json!({ "base": base, "partial": partial, "refused": { "message": error.to_string() } })
        })?;
        return Ok(Exit::Invalid);
    }
    let palette = session.err.palette.report;
    let guess = |text| base.registry().guess_secrets(text);
    // Some errors are about the reference, the others about the base.
    let (text, span, redaction) = match error {
        ReferenceError::Scheme { span } => (partial, *span, guess(partial)),
        ReferenceError::PathAsHost => (partial, Span::new(0, partial.len()), guess(partial)),
        _ => (base.text(), base.scheme_span(), base.redaction()),
    };
    let redaction = if session.reader.shows_secrets { Redaction::NONE } else { redaction };
    let drawing =
        format!("{}error{}: {error}\n{}", palette.error, palette.reset, caret_lines(text, span, &redaction, palette));
    session.eprint(&drawing)?;
    Ok(Exit::Invalid)
}
