//! `--profile whatwg`: the commands that read URLs as browsers do.
//!
//! Browsers rewrite what they read, so a URL has no components in the text, and no scheme of the registry is asked: these
//! commands work on what the URL Standard makes of a text.

use std::io::{self, Write};

use locator::batch::Content;
use locator::compare::Part;
use locator::compare::whatwg::{Violation, WhatwgError, WhatwgUrl};
use locator::report::visible;
use serde_json::{Map, Value, json};

use crate::args::{self, Command, Deferred, Inputs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_text, print_rejected};
use crate::input::reader::InputReader;
use crate::input::rejected::masked_text;
use crate::output::{Palette, json};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, command: &Command) -> Result<Exit, CliError> {
    match command {
        Command::Parse(Deferred(args)) if args.get.is_none() && !args.edits.is_given() => parse(session, &args.inputs),
        Command::Canonical(Deferred(args)) => canonical(session, &args.inputs),
        Command::Same(Deferred(args)) => same(session, args),
        Command::Resolve(Deferred(args)) if args.rules.is_none() => resolve(session, args),
        _ => Err(CliError::Usage(
            "the profile `whatwg` is for `parse` without a format and changes, `canonical`, `same` and `resolve`; `check \
             --compare` counts what browsers read otherwise"
                .to_owned(),
        )),
    }
}

fn parse(session: &mut Session, inputs: &Inputs) -> Result<Exit, CliError> {
    each(session, inputs, "parse", Shape::Other, |session, text| match WhatwgUrl::parse(text) {
        Ok(url) => print(session, text, &url),
        Err(error) => reject(session, text, &error),
    })
}

fn canonical(session: &mut Session, inputs: &Inputs) -> Result<Exit, CliError> {
    each(session, inputs, "canonical", Shape::Lines, |session, text| match WhatwgUrl::parse(text) {
        Ok(url) => print_line(session, text, &url),
        Err(error) => reject(session, text, &error),
    })
}

fn same(session: &mut Session, args: &args::Same) -> Result<Exit, CliError> {
    let mut shown = Vec::new();
    for text in [&args.one, &args.other] {
        let text = text.to_string_lossy();
        match WhatwgUrl::parse(&text) {
            Ok(url) => shown.push(url.href().to_owned()),
            Err(error) => return Ok(reject(session, &text, &error)?),
        }
    }
    let is_same = shown[0] == shown[1];
    let shown: Vec<_> = shown.iter().map(|href| masked_text(href, &session.reader)).collect();
    if session.json {
        json::line(&mut session.out, &json!({ "equivalent": is_same, "canonical": shown }))?;
    } else if is_same {
        writeln!(session.out, "equivalent: {}", shown[0])?;
    } else {
        writeln!(session.out, "not equivalent:\n  {}\n  {}", shown[0], shown[1])?;
    }
    Ok(if is_same { Exit::Success } else { Exit::Invalid })
}

fn resolve(session: &mut Session, args: &args::Resolve) -> Result<Exit, CliError> {
    let base = args.base.to_string_lossy();
    let base = match WhatwgUrl::parse(&base) {
        Ok(base) => base,
        Err(error) => return Ok(reject(session, &base, &error)?),
    };
    let references = args.reference.iter().chain(&args.more).cloned().collect();
    let inputs = Inputs { urls: references, files: args.files.clone(), on_error: args.on_error };
    each(session, &inputs, "resolve", Shape::Lines, |session, text| match base.join(text) {
        Ok(url) => print_line(session, text, &url),
        Err(error) => reject(session, text, &error),
    })
}

/// Calls `process` with each input that is text.
fn each(
    session: &mut Session,
    inputs: &Inputs,
    command: &'static str,
    shape: Shape,
    mut process: impl FnMut(&mut Session, &str) -> io::Result<Exit>,
) -> Result<Exit, CliError> {
    for_each_text(session, inputs, command, shape, &mut |session, input, place| match input {
        Content::Text(text) => process(session, text),
        _ => match session.reader.read(input) {
            Err(rejected) => print_rejected(session, &rejected, place),
            Ok(_) => Ok(Exit::Success),
        },
    })
}

/// Prints the URL that browsers make of a text on one line.
fn print_line(session: &mut Session, text: &str, url: &WhatwgUrl) -> io::Result<Exit> {
    let shown = hidden(text, &masked_text(url.href(), &session.reader), &session.reader);
    if session.json {
        let value = json!({ "input": masked_text(text, &session.reader), "canonical": shown });
        json::line(&mut session.out, &json::with_redacted(value, shown != url.href()))?;
    } else {
        writeln!(session.out, "{shown}")?;
    }
    Ok(Exit::Success)
}

/// Prints the components and the violations.
fn print(session: &mut Session, text: &str, url: &WhatwgUrl) -> io::Result<Exit> {
    let href = hidden(text, &masked_text(url.href(), &session.reader), &session.reader);
    let components = components(text, url, &session.reader);
    if session.json {
        let components: Map<_, _> = components.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let mut value = json!({ "input": masked_text(text, &session.reader), "valid": true });
        value["scheme"] = url.parts().get(Part::Scheme).into();
        value["canonical"] = href.as_str().into();
        value["components"] = components.into();
        value["warnings"] = url.violations().iter().map(violation).collect();
        json::line(&mut session.out, &json::with_redacted(value, href != url.href()))?;
        return Ok(Exit::Success);
    }
    session.begin_print()?;
    let Palette { title, name: colour, warning, faint, reset, .. } = session.out.palette;
    writeln!(session.out, "{title}{href}{reset}")?;
    for (name, value) in components {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        writeln!(session.out, "  {colour}{name:9}{reset} {}", visible(&value))?;
    }
    for one in url.violations() {
        let (id, message) = (one.name().as_str(), one.name().message());
        let place = one.span().map(|span| format!(", byte {}", span.start())).unwrap_or_default();
        writeln!(session.out, "  {warning}warning{reset}: {message} {faint}[{id}{place}]{reset}")?;
    }
    Ok(Exit::Success)
}

/// Words about a text, without what is secret in the text.
fn hidden(text: &str, words: &str, reader: &InputReader) -> String {
    if reader.show_password { words.to_owned() } else { reader.registry.mask_words(words, [text]) }
}

/// The components that the URL has, with the names of https.
fn components(text: &str, url: &WhatwgUrl, reader: &InputReader) -> Vec<(&'static str, Value)> {
    let find = |part| {
        url.parts()
            .get(part)
            .map(|value| if part == Part::Host { value.to_owned() } else { hidden(text, value, reader) })
    };
    let login = url.parts().get(Part::Userinfo);
    let (user, password) = match login.map(|login| login.split_once(':').unwrap_or((login, ""))) {
        Some((user, password)) => (Some(user), Some(password).filter(|password| !password.is_empty())),
        None => (None, None),
    };
    let password = if reader.show_password { password } else { password.map(|_| "***") };
    let port = find(Part::Port).and_then(|port| port.parse::<u16>().ok());
    let rows = [
        ("user", user.map(|user| hidden(text, user, reader).into())),
        ("password", password.map(Value::from)),
        ("host", find(Part::Host).map(Value::from)),
        ("port", port.map(Value::from)),
        ("path", find(Part::Path).map(Value::from)),
        ("query", find(Part::Query).map(Value::from)),
        ("fragment", find(Part::Fragment).map(Value::from)),
    ];
    rows.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn violation(one: &Violation) -> Value {
    let mut value = json!({ "id": one.name().as_str(), "message": one.name().message() });
    if let Some(span) = one.span() {
        value["span"] = json::span(span);
    }
    value
}

/// Prints why browsers read no URL.
fn reject(session: &mut Session, text: &str, error: &WhatwgError) -> io::Result<Exit> {
    let input = masked_text(text, &session.reader).into_owned();
    if session.json {
        let mut object = match error {
            WhatwgError::Invalid(one) => violation(one),
            _ => json!({ "id": "not-covered" }),
        };
        object["message"] = error.to_string().into();
        json::line(&mut session.out, &json!({ "input": input, "valid": false, "error": object }))?;
        return Ok(Exit::Invalid);
    }
    session.out.flush()?;
    let style = session.err.palette.report;
    writeln!(session.err, "{}error{}: {}: {error}", style.error, style.reset, visible(&input))?;
    Ok(Exit::Invalid)
}
