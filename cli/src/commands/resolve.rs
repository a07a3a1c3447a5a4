//! `locator resolve`: resolves relative references against a base URL.

use std::io::{self, Write};

use locator::batch::{Content, MAX_LINE_LEN};
use locator::reference::{Reference, ReferenceError, ReferenceRules};
use locator::report::{caret_lines, visible};
use locator::{Redaction, Span, Url};
use serde_json::json;

use crate::args::{self, Inputs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_text, print_rejected};
use crate::input::reader::too_long;
use crate::input::rejected::{RejectedInput, masked_reference, masked_text};
use crate::output::{components::Masked, json};
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
    let inputs = Inputs { urls: references, files: args.files.clone(), on_error: args.on_error };
    for_each_text(session, &inputs, "resolve", Shape::Lines, &mut |session, input, place| {
        let partial = match input {
            Content::Text(partial) => partial,
            Content::Bytes(bytes, at) => {
                let rejected = RejectedInput::from_bytes(bytes, at, base.registry());
                return print_rejected(session, &rejected, Some(place.unwrap_or("the reference")));
            }
            Content::TooLong(_) => {
                let rejected = RejectedInput::new(input, too_long(Span::at(MAX_LINE_LEN)), base.registry());
                return print_rejected(session, &rejected, Some(place.unwrap_or("the reference")));
            }
        };
        match base.resolve(partial, rules) {
            Ok(reference) => print(session, &reference),
            Err(error) => refuse(session, base, partial, &error),
        }
    })
}

/// Prints the absolute URL and, separately, whether its scheme accepts it.
fn print(session: &mut Session, reference: &Reference) -> io::Result<Exit> {
    let reader = session.reader;
    let (url, fragment) = (reference.url(), reference.fragment());
    let read = reference.check(reader.registry.parser().options(reader.options));
    let parsed = reader.registry.parser().options(reader.options).parse(url).ok();
    let (shown, masked_fragment) = masked_reference(parsed.as_ref(), url, fragment, &reader);
    if session.json {
        let is_redacted = shown != url || masked_fragment != fragment.map(str::to_owned);
        let mut value = json!({ "url": shown, "valid": read.is_ok() });
        if let Some(fragment) = masked_fragment {
            value["fragment"] = fragment.into();
        }
        if let Err(error) = read {
            let rejected = RejectedInput::from_text(reference.as_str(), error, reader.registry);
            let error = rejected.error();
            value["error"] = json!({ "kind": error.kind().as_str(), "message": error.to_string(), "span": json::span(error.span()) });
        }
        json::line(&mut session.out, &json::with_redacted(value, is_redacted))?;
        return Ok(Exit::Success);
    }
    let fragment = masked_fragment.map_or_else(String::new, |fragment| format!("#{fragment}"));
    writeln!(session.out, "{}", visible(&format!("{shown}{fragment}")))?;
    if let Err(error) = read {
        let rejected = RejectedInput::from_text(reference.as_str(), error, reader.registry);
        let drawing = rejected.draw(&reader, Some("the result"), session.err.palette);
        session.eprint(&drawing)?;
    }
    Ok(Exit::Success)
}

/// Prints why the reference cannot be resolved.
fn refuse(session: &mut Session, base: Url<'_>, partial: &str, error: &ReferenceError) -> io::Result<Exit> {
    if session.json {
        let texts = [base.text(), partial];
        let shown = [Masked::new(base, &session.reader).text(), masked_text(partial, &session.reader)];
        let is_redacted = shown != texts;
        let [base, partial] = shown;
        let value = json!({ "base": base, "partial": partial, "refused": { "message": error.to_string() } });
        json::line(&mut session.out, &json::with_redacted(value, is_redacted))?;
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
    let redaction = if session.reader.show_password { Redaction::NONE } else { redaction };
    let drawing =
        format!("{}error{}: {error}\n{}", palette.error, palette.reset, caret_lines(text, span, redaction, palette));
    session.eprint(&drawing)?;
    Ok(Exit::Invalid)
}
