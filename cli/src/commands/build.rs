//! `anyurl build`: builds a URL from its components.

use std::ffi::{OsStr, OsString};

use crate::{Url, UrlBuilder};
use anyurl::authors::{Registration, Role};
use anyurl::visible;
use anyurl::warning_id::UNREGISTERED_SCHEME;
use serde_json::json;

use crate::args;
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::for_each_input::print_rejected;
use crate::input::reader::InputReader;
use crate::input::rejected::RejectedInput;
use crate::output::components::Masked;
use crate::output::json;
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Build) -> Result<Exit, CliError> {
    let reader = session.reader;
    let registration = reader.registry.get(&args.scheme, reader.options.profile);
    let registration = registration.map(anyurl::Entry::registration);
    let mut parts = args.parts.iter().enumerate();
    if let Some((part, message)) =
        parts.find_map(|(n, part)| missing_value(n, part, registration).or_else(|| flag_value(part, registration)))
    {
        return refuse(session, &part, &message, None);
    }
    let builder = reader.registry.build_with(&args.scheme, reader.options);
    let parts = args.parts.iter().enumerate();
    let add = |builder, (n, part): (usize, &OsString)| add(builder, registration, part, &args.parts[..n]);
    let builder = parts.fold(builder, |builder, part| builder.map(|builder| add(builder, part)));
    let url = match builder.and_then(|builder| add_lists(builder, args).build()) {
        Ok(url) => url,
        Err(error) => return refuse(session, error.component(), &error.to_string(), error.offset()),
    };
    if let Err(error) = reader.warnings.check(&url.as_url()) {
        return Ok(print_rejected(session, &RejectedInput::from_text(url.as_str(), error, reader.registry), None)?);
    }
    let text = |reader: &InputReader| Masked::new(url.as_url(), reader).text().into_owned();
    if session.json {
        json::print(session, |reader| json!({ "url": text(reader) }))?;
    } else {
        session.write_data(|reader| text(reader) + "\n")?;
    }
    if !session.quiet {
        warn_of_unregistered(&url.as_url(), &reader);
    }
    Ok(Exit::Success)
}

/// A misspelt name would otherwise be seen only by the next program.
fn warn_of_unregistered(url: &Url<'_>, reader: &InputReader) {
    let mut warnings = url.warnings();
    reader.warnings.retain(&mut warnings);
    if let Some(warning) = warnings.iter().find(|one| one.id() == UNREGISTERED_SCHEME) {
        report(format_args!("warning: {}", warning.message()));
    }
}

/// Adds one `name=value`, according to the role of the component, or one `name:=text` as it is: of a list an element, after
/// those of the parts before.
fn add(builder: UrlBuilder, registration: Option<&Registration>, part: &OsStr, before: &[OsString]) -> UrlBuilder {
    let part = part.as_encoded_bytes();
    let (name, value) = split(part).unwrap_or((part, b""));
    let (name, is_raw) = name.strip_suffix(b":").map_or((name, false), |name| (name, true));
    let name = String::from_utf8_lossy(name);
    let role = registration.and_then(|registration| registration.component(&name)).map(|component| component.role);
    if is_raw {
        let elements = before.iter().filter_map(|part| {
            let (other, text) = split(part.as_encoded_bytes())?;
            (other.strip_suffix(b":")? == name.as_bytes()).then_some(text)
        });
        return builder.set_raw(&name, &raw_list(role, elements, value));
    }
    match role {
        Some(Role::List(_)) => builder.push(&name, value),
        Some(Role::Fields(_)) => match split(value) {
            Some((field, value)) => builder.push_field(&name, field, Some(value)),
            None => builder.push_field(&name, value, None),
        },
        Some(Role::Flag) => builder.flag(&name),
        _ => builder.set(&name, value),
    }
}

/// The text of a component that is given as it is: of a list, also the elements that came before.
pub(super) fn raw_list<'t>(role: Option<Role>, before: impl Iterator<Item = &'t [u8]>, last: &'t [u8]) -> String {
    let delimiter = match role {
        Some(Role::List(delimiter)) => delimiter.byte(),
        Some(Role::Fields(syntax)) => syntax.delimiter().byte(),
        _ => return String::from_utf8_lossy(last).into_owned(),
    };
    let elements: Vec<_> = before.chain([last]).collect();
    String::from_utf8_lossy(&elements.join(&delimiter)).into_owned()
}

/// Adds the path of `--segment` and the query of `--pair`.
fn add_lists(mut builder: UrlBuilder, args: &args::Build) -> UrlBuilder {
    if !args.segments.is_empty() {
        builder = builder.path_segments(args.segments.iter().map(|segment| segment.as_encoded_bytes()));
    }
    if !args.pairs.is_empty() {
        let pairs = args.pairs.iter().map(|pair| pair.as_encoded_bytes());
        builder = builder.query_pairs(pairs.map(|pair| split(pair).unwrap_or((pair, b""))));
    }
    builder
}

/// Splits at the first `=`.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let equals = bytes.iter().position(|byte| *byte == b'=')?;
    Some((&bytes[..equals], &bytes[equals + 1..]))
}

/// The name and error message of a part without `=` that is not a flag. The part may be a value without its name, such
/// as a password, so the message repeats it only if it is the name of a component.
fn missing_value(n: usize, part: &OsStr, registration: Option<&Registration>) -> Option<(String, String)> {
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

/// The name and error message of a flag with a value. `*` and `true`, which other commands print, mean the same as none.
fn flag_value(part: &OsStr, registration: Option<&Registration>) -> Option<(String, String)> {
    let (name, value) = split(part.as_encoded_bytes())?;
    let component = registration?.component(std::str::from_utf8(name).ok()?)?;
    let is_wrong = component.role == Role::Flag && !matches!(value, b"" | b"*" | b"true");
    is_wrong.then(|| {
        let name = component.name.to_string();
        let message = format!("the `{name}` has no value: write only `{name}`");
        (name, message)
    })
}

/// Prints why no URL is built.
fn refuse(session: &mut Session, component: &str, message: &str, offset: Option<usize>) -> Result<Exit, CliError> {
    if session.json {
        let mut refused = json!({ "component": component, "message": message });
        if let Some(offset) = offset {
            refused["offset"] = offset.into();
        }
        json::line(&mut session.out, &json!({ "refused": refused }))?;
    } else {
        let palette = session.err.palette.report;
        let text = format!("{}error{}: {}\n", palette.error, palette.reset, visible(message));
        session.eprint(&text)?;
    }
    Ok(Exit::Invalid)
}
