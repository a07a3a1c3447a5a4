//! `anyurl schemes`: lists all schemes, shows one in full, or draws its syntax.

pub(crate) mod known;
mod list;
mod page;
mod record;
pub(crate) mod shared;
pub(crate) mod steps;
pub(crate) mod svg;
pub(crate) mod written;

use anyurl::visible;
use anyurl_core::internal::RESERVED_NAMES;
use serde_json::{Value, json};

pub(crate) use page::{notes, text as page};
pub(crate) use record::to_json as record;

use crate::args;
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::input::rejected::masked_text;
use crate::output::json;
use crate::session::Session;
use written::Written;

pub(crate) fn run(session: &mut Session, args: &args::Schemes) -> Result<Exit, CliError> {
    match &args.name {
        None => {
            let (registry, json) = (session.reader.registry, session.json);
            if json {
                return lines(session, registry.entries().map(list::to_json));
            }
            session.print(&list::table(&session.reader, session.out.palette, session.verbose))?;
            Ok(Exit::Success)
        }
        Some(name) if args.svg => drawn(session, name),
        Some(name) => one(session, name),
    }
}

/// The diagrams of the version that the profile selects; of a scheme in no profile, of its highest one.
fn drawn(session: &mut Session, name: &str) -> Result<Exit, CliError> {
    let (registry, profile) = (session.reader.registry, session.reader.options.profile);
    match registry.get(name, profile).or_else(|| registry.versions(name).last()) {
        Some(entry) => svg::print(session, entry),
        None if RESERVED_NAMES.contains(&&*name.to_ascii_lowercase()) => {
            Ok(svg::refused(session, &format!("`{name}` has no syntax: it is a reserved name (RFC 1738 §4)")))
        }
        None => unregistered(session, &name.to_ascii_lowercase()),
    }
}

/// Every version of one scheme.
fn one(session: &mut Session, name: &str) -> Result<Exit, CliError> {
    let registry = session.reader.registry;
    let versions: Vec<_> = registry.versions(name).collect();
    if versions.is_empty() {
        return unregistered(session, &name.to_ascii_lowercase());
    }
    let reader = session.reader;
    let written = Written::new(session)?;
    if session.json {
        for entry in versions {
            json::print(session, |reader| record::to_json(entry, &written.known(entry), reader))?;
        }
        return Ok(Exit::Success);
    }
    for entry in versions {
        session.print(&page::text(entry, &written.known(entry), &reader, session.out.palette))?;
    }
    Ok(Exit::Success)
}

/// Handles an unregistered name, which is reserved or perhaps misspelt.
fn unregistered(session: &mut Session, name: &str) -> Result<Exit, CliError> {
    if RESERVED_NAMES.contains(&name) {
        if session.json {
            let value = json!({ "name": name, "status": "reserved", "kind": "generic" });
            return lines(session, std::iter::once(value));
        }
        session.print(&format!(
            "{name} is a reserved name: RFC 1738 §4 reserves it and defines no syntax for it.\n\
             Its URLs are parsed with the generic syntax (RFC 1738 §2.1), and cannot be accessed.\n"
        ))?;
        return Ok(Exit::Success);
    }
    if !session.quiet {
        let question = session.reader.registry.did_you_mean(name);
        let hint = question.unwrap_or_else(|| "`anyurl schemes` lists the registered schemes".to_owned());
        report(format_args!("the scheme `{}` is not registered; {hint}", visible(&masked_text(name, &session.reader))));
    }
    Ok(Exit::Invalid)
}

fn lines(session: &mut Session, values: impl Iterator<Item = Value>) -> Result<Exit, CliError> {
    for value in values {
        json::line(&mut session.out, &value)?;
    }
    Ok(Exit::Success)
}
