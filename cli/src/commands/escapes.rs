//! `anyurl encode` and `anyurl decode`: the escapes of a component, by the rules of the builder.

use std::io::{self, Write};

use anyurl::authors::escape::Escaping;
use anyurl::authors::{Component, Role, escape};
use anyurl::batch::Content;
use anyurl::{PairList, visible};

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Done, Shape, for_each_line, for_each_text, note, print_rejected};
use crate::input::reader::{InputReader, text_of};
use crate::input::rejected::{RejectedInput, masked_text};
use crate::session::Session;

pub(crate) fn encode(session: &mut Session, args: &args::Encode) -> Result<Exit, CliError> {
    let escaping = args.component.as_deref().map(|name| escaping(name, &args.scheme, &session.reader)).transpose()?;
    for_each_text(session, &args.texts.inputs(), "encode", Shape::Lines, &mut |session, input, place| {
        let bytes = match (input, text_of(input)) {
            (_, Ok(text)) => text.as_bytes(),
            (Content::Bytes(bytes, _), Err(_)) => bytes,
            (_, Err(error)) => {
                let rejected = RejectedInput::new(input, error, session.reader.registry);
                return print_rejected(session, &rejected, place).map(Done::from);
            }
        };
        let encoded = escaping.map_or_else(|| encoded_fully(bytes), |escaping| encoded(bytes, escaping));
        session.write_data(|_| format!("{encoded}\n"))?;
        Ok(Exit::Success.into())
    })
}

/// The escaping of a component, where it has one.
fn escaping(name: &str, scheme: &str, reader: &InputReader) -> Result<Escaping, CliError> {
    let Some(entry) = reader.registry.get(scheme, reader.options.profile) else {
        let question = reader.registry.did_you_mean(scheme);
        let hint = question.unwrap_or_else(|| "`anyurl schemes` lists the registered schemes".to_owned());
        return Err(CliError::Usage(format!("the scheme `{scheme}` is not registered; {hint}")));
    };
    let fragment = Component::FRAGMENT;
    let components = entry.registration().components.iter().chain([&fragment]);
    let Some(component) = components.clone().find(|component| component.name == name) else {
        let names: Vec<_> = components.map(|component| &*component.name).collect();
        return Err(CliError::Usage(format!("{scheme} has no component `{name}`: it has {}", names.join(", "))));
    };
    // A host is a name, in which no byte is data.
    if component.role == Role::Host || component.escaping == Escaping::NONE {
        return Err(CliError::Usage(format!("the {name} of {scheme} has no escapes: write it as it is")));
    }
    Ok(component.element_escaping())
}

fn encoded(bytes: &[u8], escaping: Escaping) -> String {
    let mut text = String::new();
    escaping.write(bytes, &mut text);
    text
}

/// A text that is no delimiter anywhere, as in a pair of a query.
fn encoded_fully(bytes: &[u8]) -> String {
    let mut pairs = PairList::new("");
    pairs.push(bytes, None);
    pairs.to_string()
}

pub(crate) fn decode(session: &mut Session, args: &args::Decode) -> Result<Exit, CliError> {
    for_each_line(session, &args.texts.inputs(), "decode", Shape::Lines, decode_text)
}

fn decode_text(session: &mut Session, text: &str, place: Option<&str>) -> io::Result<Exit> {
    let about = place.map_or_else(|| masked_text(text, &session.reader).into_owned(), str::to_owned);
    let mut percents = text.bytes().enumerate().filter(|(_, byte)| *byte == b'%').map(|(at, _)| at);
    if let Some(at) = percents.find(|at| escape::byte(&text.as_bytes()[*at..]).is_none()) {
        let message = format!(
            "malformed escape at offset {at}: write two hexadecimal digits after the `%`, or `%25` for a percent sign"
        );
        note(session, &about, "error", &message)?;
        return Ok(Exit::Invalid);
    }
    let decoded = escape::decode(text);
    if session.out.is_terminal() {
        // Decoded, a text can steer a terminal.
        writeln!(session.out, "{}", visible(&String::from_utf8_lossy(&decoded)))?;
    } else {
        let end: &[u8] = if session.is_null_terminated { b"\0" } else { b"\n" };
        session.out.exact().write_all(&[&decoded, end].concat())?;
    }
    if let Err(error) = std::str::from_utf8(&decoded) {
        let at = escape::bytes(text).nth(error.valid_up_to()).map_or(0, |(at, _)| at);
        let message =
            format!("the result is not UTF-8 from offset {at} on: `{}`", &text[at..][..escape::unit_len(&text[at..])]);
        note(session, &about, "note", &message)?;
    }
    Ok(Exit::Success)
}
