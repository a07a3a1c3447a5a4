//! `--profile whatwg`: the commands that read URLs as browsers do.
//!
//! Browsers rewrite what they read, so a URL has no components in the text, and no scheme of the registry is asked: these
//! commands work on what the URL Standard makes of a text.

use std::ffi::OsStr;
use std::io::{self, Write};

use anyurl::compare::Part;
use anyurl::compare::whatwg::{WhatwgUrl, WhatwgViolation};
use anyurl::{Span, visible};
use anyurl_core::internal::Redaction;
use serde_json::{Map, Value, json};

use super::same::{self, Comparison};
use crate::args::{self, Command, Deferred, Inputs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_line, print_rejected};
use crate::input::reader::InputReader;
use crate::input::rejected::{masked_text, masked_words};
use crate::output::{Palette, json};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, command: &Command) -> Result<Exit, CliError> {
    match command {
        Command::Parse(Deferred(args)) if args.get.is_none() && !args.edits.is_given() && !args.guess_scheme => {
            parse(session, &args.inputs)
        }
        Command::Canonical(Deferred(args)) => canonical(session, &args.inputs),
        Command::Same(Deferred(args)) => same(session, args),
        Command::Resolve(Deferred(args)) if args.rules.is_none() => resolve(session, args),
        _ => Err(CliError::Usage(
            "the profile `whatwg` is for `parse` without a format, changes and guesses, `canonical`, `same` and `resolve`; `check \
             --compare` counts what browsers read otherwise"
                .to_owned(),
        )),
    }
}

fn parse(session: &mut Session, inputs: &Inputs) -> Result<Exit, CliError> {
    for_each_line(session, inputs, "parse", Shape::Other, |session, text, _| match WhatwgUrl::parse(text) {
        Ok(url) => print(session, text, &url),
        Err(error) => reject(session, text, &error),
    })
}

fn canonical(session: &mut Session, inputs: &Inputs) -> Result<Exit, CliError> {
    for_each_line(session, inputs, "canonical", Shape::Lines, |session, text, _| match WhatwgUrl::parse(text) {
        Ok(url) => print_line(session, text, &url),
        Err(error) => reject(session, text, &error),
    })
}

fn same(session: &mut Session, args: &args::Same) -> Result<Exit, CliError> {
    let (Some((one, first)), Some((other, second))) = (read(session, &args.one)?, read(session, &args.other)?) else {
        return Ok(Exit::Usage);
    };
    let result = if first.href() == second.href() {
        Comparison::Equivalent
    } else {
        Comparison::Different { secrets: differing_secrets([(one, &first), (other, &second)], &session.reader) }
    };
    Ok(same::print(session, &result, |reader| [&first, &second].map(|url| shown_href(&[one, other], url, reader)))?)
}

fn resolve(session: &mut Session, args: &args::Resolve) -> Result<Exit, CliError> {
    let Some((_, base)) = read(session, &args.base)? else { return Ok(Exit::Invalid) };
    let references = args.reference.iter().chain(&args.more).cloned().collect();
    let inputs = Inputs { urls: references, files: args.files.clone(), null: args.null, on_error: args.on_error };
    for_each_line(session, &inputs, "resolve", Shape::Lines, |session, text, _| match base.join(text) {
        Ok(url) => print_line(session, text, &url),
        Err(error) => reject(session, text, &error),
    })
}

/// Reads an argument; prints an error and returns `None` if browsers read no URL.
fn read<'a>(session: &mut Session, argument: &'a OsStr) -> io::Result<Option<(&'a str, WhatwgUrl)>> {
    let Some(text) = argument.to_str() else {
        if let Err(rejected) = session.reader.read(argument.as_encoded_bytes().into()) {
            print_rejected(session, &rejected, None)?;
        }
        return Ok(None);
    };
    match WhatwgUrl::parse(text) {
        Ok(url) => Ok(Some((text, url))),
        Err(error) => reject(session, text, &error).map(|_| None),
    }
}

/// Prints the URL that browsers make of a text on one line.
fn print_line(session: &mut Session, text: &str, url: &WhatwgUrl) -> io::Result<Exit> {
    if session.json {
        json::print(
            session,
            |reader| json!({ "input": masked_text(text, reader), "canonical": shown_href(&[text], url, reader) }),
        )?;
    } else {
        session.write_data(|reader| shown_href(&[text], url, reader) + "\n")?;
    }
    Ok(Exit::Success)
}

/// Prints the components and the violations.
fn print(session: &mut Session, text: &str, url: &WhatwgUrl) -> io::Result<Exit> {
    if session.json {
        json::print(session, |reader| to_json(text, url, reader))?;
        return Ok(Exit::Success);
    }
    let href = shown_href(&[text], url, &session.reader);
    let components = components(text, url, &session.reader);
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

fn to_json(text: &str, url: &WhatwgUrl, reader: &InputReader) -> Value {
    let components = components(text, url, reader);
    let components: Map<_, _> = components.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let mut value = json!({ "input": masked_text(text, reader), "valid": true });
    value["scheme"] = url.parts().get(Part::Scheme).into();
    value["canonical"] = shown_href(&[text], url, reader).into();
    value["components"] = components.into();
    value["warnings"] = url.violations().iter().map(violation).collect();
    value
}

/// The names of the components that differ in what is masked.
fn differing_secrets(urls: [(&str, &WhatwgUrl); 2], reader: &InputReader) -> Vec<String> {
    let exact = InputReader { shows_secrets: true, ..*reader };
    let [shown, all] = [reader, &exact].map(|reader| urls.map(|(text, url)| components(text, url, reader)));
    let differs = |[one, other]: &[Vec<_>; 2], name: &str| {
        let value = |of: &[(&str, Value)]| of.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone());
        value(one) != value(other)
    };
    let names = all[0].iter().map(|(name, _)| *name);
    names.filter(|name| differs(&all, name) && !differs(&shown, name)).map(str::to_owned).collect()
}

/// The URL that browsers make of one of these texts, as it may be shown.
fn shown_href(about: &[&str], url: &WhatwgUrl, reader: &InputReader) -> String {
    masked_words(&masked_text(url.href(), reader), about.iter().copied(), reader)
}

/// The components that the URL has, with the names of https.
fn components(text: &str, url: &WhatwgUrl, reader: &InputReader) -> Vec<(&'static str, Value)> {
    let find = |part| url.parts().get(part);
    let redaction = if reader.shows_secrets { Redaction::NONE } else { reader.registry.guess_secrets(url.href()) };
    // Browsers rewrite a text, so what is secret in it need not be found again. The names of fields are in the URL, too.
    let shown = |span| Value::from(masked_words(&redaction.slice(url.href(), span), [text], reader));
    let mut end = url.href().len();
    let mut last = |part, mark: usize| {
        let span = Span::new(end - find(part)?.len(), end);
        end = span.start() - mark;
        Some(shown(span))
    };
    let (fragment, query, path) = (last(Part::Fragment, 1), last(Part::Query, 1), last(Part::Path, 0));
    let (user, password) = match find(Part::Userinfo).map(|login| login.split_once(':').unwrap_or((login, ""))) {
        Some((user, password)) => (Some(user), Some(password).filter(|password| !password.is_empty())),
        None => (None, None),
    };
    let start = find(Part::Scheme).map_or(0, |scheme| scheme.len() + "://".len());
    let password = if reader.shows_secrets { password } else { password.map(|_| "***") };
    let port = find(Part::Port).and_then(|port| port.parse::<u16>().ok());
    let rows = [
        ("user", user.map(|user| shown(Span::new(start, start + user.len())))),
        ("password", password.map(Value::from)),
        ("host", find(Part::Host).map(Value::from)),
        ("port", port.map(Value::from)),
        ("path", path),
        ("query", query),
        ("fragment", fragment),
    ];
    rows.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn violation(one: &WhatwgViolation) -> Value {
    let mut value = json!({ "id": one.name().as_str(), "message": one.name().message() });
    if let Some(span) = one.span() {
        value["span"] = json::span(span);
    }
    value
}

/// Prints why browsers read no URL.
fn reject(session: &mut Session, text: &str, error: &WhatwgViolation) -> io::Result<Exit> {
    if session.json {
        let mut object = violation(error);
        object["message"] = error.to_string().into();
        json::print(session, |reader| json!({ "input": masked_text(text, reader), "valid": false, "error": object }))?;
        return Ok(Exit::Invalid);
    }
    let input = masked_text(text, &session.reader);
    session.out.flush()?;
    let style = session.err.palette.report;
    writeln!(session.err, "{}error{}: {}: {error}", style.error, style.reset, visible(&input))?;
    Ok(Exit::Invalid)
}
