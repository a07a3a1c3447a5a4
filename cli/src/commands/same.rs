//! `anyurl same`: compares two URLs.

use crate::Url;
use std::ffi::OsStr;
use std::io::{self, Write};

use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::print_rejected;
use crate::input::reader::InputReader;
use crate::output::{
    components::{Masked, decoded},
    json,
};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Same) -> Result<Exit, CliError> {
    let (one, other) = (read(session, &args.one)?, read(session, &args.other)?);
    let (Some(one), Some(other)) = (one, other) else {
        return Ok(Exit::Usage);
    };
    let result = if one.is_equivalent(&other) {
        Comparison::Equivalent
    } else {
        Comparison::Different { secrets: differing_secrets(&one, &other, &session.reader) }
    };
    Ok(print(session, &result, |reader| [one, other].map(|url| Masked::new(url, reader).canonical()))?)
}

/// Whether two URLs are equivalent.
pub(super) enum Comparison {
    Equivalent,
    Different {
        /// The names of the components that differ in what is masked.
        secrets: Vec<String>,
    },
}

/// Prints whether two URLs are equivalent, with their canonical forms as they may be shown.
pub(super) fn print(
    session: &mut Session,
    result: &Comparison,
    canonical: impl Fn(&InputReader) -> [String; 2],
) -> io::Result<Exit> {
    let (is_equivalent, secrets) = match result {
        Comparison::Equivalent => (true, &[][..]),
        Comparison::Different { secrets } => (false, &secrets[..]),
    };
    if session.json {
        json::print(session, |reader| {
            let mut value = json!({ "equivalent": is_equivalent, "canonical": canonical(reader) });
            if !secrets.is_empty() {
                value["secrets_differ"] = json!(secrets);
            }
            value
        })?;
    } else {
        let [one, other] = canonical(&session.reader);
        session.begin_print()?;
        if is_equivalent {
            writeln!(session.out, "equivalent: {one}")?;
        } else {
            writeln!(session.out, "not equivalent:\n  {one}\n  {other}")?;
        }
        if one != other && decoded(&one) == decoded(&other) {
            writeln!(session.out, "  only the escapes differ: an escaped delimiter is data (RFC 3986 §2.2)")?;
        }
        for name in secrets {
            writeln!(session.out, "  {}", difference(name))?;
        }
    }
    Ok(if is_equivalent { Exit::Success } else { Exit::Invalid })
}

/// What differs and is not shown.
fn difference(name: &str) -> String {
    if name == "password" { "the passwords differ".to_owned() } else { format!("secrets in the `{name}` differ") }
}

/// The names of the components of the canonical forms that differ in what is masked, unless secrets are shown.
fn differing_secrets(one: &Url<'_>, other: &Url<'_>, reader: &InputReader) -> Vec<String> {
    let [one, other] = [one, other].map(|url| {
        let canonical = url.to_canonical();
        reader.registry.parser().options(reader.options).parse_owned(&canonical).unwrap_or_else(|_| url.into_owned())
    });
    let [one, other] = [&one, &other].map(|url| Masked::new(url.as_url(), reader));
    let names = one.url.components().map(|component| component.name().to_owned());
    names.filter(|name| one.differs_in_secret(&other, name)).collect()
}

/// Parses one of the two URLs; prints an error and returns `None` if it is invalid.
fn read<'a>(session: &mut Session, text: &'a OsStr) -> Result<Option<Url<'a>>, CliError> {
    match session.reader.read(text.as_encoded_bytes().into()) {
        Ok(url) => Ok(Some(url)),
        Err(rejected) => {
            print_rejected(session, &rejected, None)?;
            Ok(None)
        }
    }
}
