//! `locator build`: a URL from its parts.

use std::ffi::OsStr;
use std::io::Write;

use locator::registration::{Registration, Role};
use locator::report::visible;
use locator::{BuildError, UrlBuilder};
use serde_json::json;

use crate::args;
use crate::exit::{Exit, Trouble, complain};
use crate::output::{json, parts::Masked};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Build) -> Result<Exit, Trouble> {
    let reader = session.reader;
    let registration = reader.registry.get(&args.scheme, reader.options.profile);
    let registration = registration.map(locator::Entry::registration);
    let builder = reader.registry.build_with(&args.scheme, reader.options);
    let parts = args.parts.iter();
    let built = parts
        .fold(builder, |builder, part| {
            builder.map(|builder| add(builder, registration, part))
        })
        .and_then(UrlBuilder::build);
    let url = match built {
        Ok(url) => url,
        Err(error) => return refuse(session, &error),
    };
    let masked = Masked::new(url.as_url(), &reader);
    if session.json {
        let value = json!({ "url": masked.text() });
        json::line(&mut session.out, &json::told(value, masked.is_redacted()))?;
    } else {
        writeln!(session.out, "{}", masked.text())?;
        if masked.is_redacted() && !session.quiet {
            session.finish()?;
            complain(format_args!(
                "the password is shown as ***; --show-password prints it"
            ));
        }
    }
    Ok(Exit::Well)
}

/// One `name=value`, given as the component's role asks for it.
fn add(builder: UrlBuilder, registration: Option<&Registration>, part: &OsStr) -> UrlBuilder {
    let part = part.as_encoded_bytes();
    let (name, value) = split(part).unwrap_or((part, b""));
    let name = String::from_utf8_lossy(name);
    let role = registration
        .and_then(|registration| registration.component(&name))
        .map(|component| component.role);
    match role {
        Some(Role::List(_)) => builder.push(&name, value),
        Some(Role::Fields) => {
            let (name, value) = split(value).unwrap_or((value, b""));
            builder.field(name, value)
        }
        // A flag has no value but its presence; whoever gives one is told by the builder.
        Some(Role::Flag) if matches!(value, b"" | b"*" | b"true") => builder.flag(&name),
        _ => builder.set(&name, value),
    }
}

/// Before and behind the first `=`.
fn split(octets: &[u8]) -> Option<(&[u8], &[u8])> {
    let sign = octets.iter().position(|octet| *octet == b'=')?;
    Some((&octets[..sign], &octets[sign + 1..]))
}

fn refuse(session: &mut Session, error: &BuildError) -> Result<Exit, Trouble> {
    if session.json {
        let mut refused = json!({ "component": error.component(), "message": error.to_string() });
        if let Some(offset) = error.offset() {
            refused["offset"] = offset.into();
        }
        json::line(&mut session.out, &json!({ "refused": refused }))?;
    } else {
        let palette = session.err.palette.report;
        let message = error.to_string();
        let text = format!(
            "{}error{}: {}\n",
            palette.error,
            palette.reset,
            visible(&message)
        );
        session.object(&text)?;
    }
    Ok(Exit::Invalid)
}
