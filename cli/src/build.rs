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
    if let Some((part, message)) =
        args.parts.iter().enumerate().find_map(|(n, part)| without_value(n, part, registration))
    {
        return tell(session, &part, &message, None);
    }
    let builder = reader.registry.build_with(&args.scheme, reader.options);
    let parts = args.parts.iter();
    let built = parts
        .fold(builder, |builder, part| builder.map(|builder| add(builder, registration, part)))
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
            complain(format_args!("the password is shown as ***; --show-password prints it"));
        }
    }
    Ok(Exit::Well)
}

/// One `name=value`, given as the component's role asks for it.
fn add(builder: UrlBuilder, registration: Option<&Registration>, part: &OsStr) -> UrlBuilder {
    let part = part.as_encoded_bytes();
    let (name, value) = split(part).unwrap_or((part, b""));
    let name = String::from_utf8_lossy(name);
    let role = registration.and_then(|registration| registration.component(&name)).map(|component| component.role);
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
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let sign = bytes.iter().position(|byte| *byte == b'=')?;
    Some((&bytes[..sign], &bytes[sign + 1..]))
}

/// A part without `=` that is no flag: how it is called, and why it is refused. It may be a value that lost its name, such
/// as a password, so that only the name of a component is repeated.
fn without_value(n: usize, part: &OsStr, registration: Option<&Registration>) -> Option<(String, String)> {
    if split(part.as_encoded_bytes()).is_some() {
        return None;
    }
    let name = part.to_str();
    let component = name.and_then(|name| registration.and_then(|registration| registration.component(name)));
    match component {
        Some(component) if component.role == Role::Flag => None,
        Some(component) => {
            let name = component.name.to_string();
            let message = format!("the `{name}` has no value: write it as `{name}=VALUE`");
            Some((name, message))
        }
        None => {
            let name = format!("part {}", n + 1);
            let message = format!("{name} has no `=`: write it as `PART=VALUE`");
            Some((name, message))
        }
    }
}

fn refuse(session: &mut Session, error: &BuildError) -> Result<Exit, Trouble> {
    tell(session, error.component(), &error.to_string(), error.offset())
}

/// Tells why no URL is built.
fn tell(session: &mut Session, component: &str, message: &str, offset: Option<usize>) -> Result<Exit, Trouble> {
    if session.json {
        let mut refused = json!({ "component": component, "message": message });
        if let Some(offset) = offset {
            refused["offset"] = offset.into();
        }
        json::line(&mut session.out, &json!({ "refused": refused }))?;
    } else {
        let palette = session.err.palette.report;
        let text = format!("{}error{}: {}\n", palette.error, palette.reset, visible(message));
        session.object(&text)?;
    }
    Ok(Exit::Invalid)
}
