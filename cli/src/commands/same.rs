//! `locator same`: compares two URLs.

use std::ffi::OsStr;
use std::io::{self, Write};

use locator::Url;
use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::print_rejected;
use crate::output::{components::Masked, json};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Same) -> Result<Exit, CliError> {
    let (one, other) = (read(session, &args.one)?, read(session, &args.other)?);
    let (Some(one), Some(other)) = (one, other) else {
        return Ok(Exit::Invalid);
    };
    let same = one.is_equivalent(&other);
    let masked = [one, other].map(|url| Masked::new(url, &session.reader));
    let is_redacted = masked.iter().any(Masked::is_redacted);
    let shown = masked.map(|url| url.canonical());
    Ok(print(session, same, &shown, is_redacted)?)
}

/// Prints whether two URLs are equivalent, with their canonical forms as they may be shown.
pub(super) fn print(session: &mut Session, same: bool, shown: &[String; 2], is_redacted: bool) -> io::Result<Exit> {
    if session.json {
        let value = json!({ "equivalent": same, "canonical": shown });
        json::line(&mut session.out, &json::with_redacted(value, is_redacted))?;
    } else if same {
        writeln!(session.out, "equivalent: {}", shown[0])?;
    } else {
        writeln!(session.out, "not equivalent:\n  {}\n  {}", shown[0], shown[1])?;
    }
    Ok(if same { Exit::Success } else { Exit::Invalid })
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
