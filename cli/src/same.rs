//! `locator same`: whether two URLs mean the same.

use std::ffi::OsStr;
use std::io::Write;

use locator::Url;
use serde_json::json;

use crate::args;
use crate::each::refused;
use crate::exit::{Exit, Trouble};
use crate::output::{json, parts::Masked};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Same) -> Result<Exit, Trouble> {
    let (one, other) = (read(session, &args.one)?, read(session, &args.other)?);
    let (Some(one), Some(other)) = (one, other) else {
        return Ok(Exit::Invalid);
    };
    let same = one.is_equivalent(&other);
    let masked = [one, other].map(|url| Masked::new(url, &session.reader));
    let is_redacted = masked.iter().any(Masked::is_redacted);
    let shown = masked.map(|url| url.canonical());
    if session.json {
        let value = json!({ "equivalent": same, "canonical": shown });
        json::line(&mut session.out, &json::told(value, is_redacted))?;
    } else if same {
        writeln!(session.out, "equivalent: {}", shown[0])?;
    } else {
        writeln!(session.out, "not equivalent:\n  {}\n  {}", shown[0], shown[1])?;
    }
    Ok(if same { Exit::Well } else { Exit::Invalid })
}

/// One of the two; told where it is no URL.
fn read<'a>(session: &mut Session, text: &'a OsStr) -> Result<Option<Url<'a>>, Trouble> {
    match session.reader.read(text.as_encoded_bytes().into()) {
        Ok(url) => Ok(Some(url)),
        Err(refusal) => {
            refused(session, &refusal, None)?;
            Ok(None)
        }
    }
}
