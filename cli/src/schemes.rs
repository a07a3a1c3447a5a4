//! `locator schemes`: the list, or one scheme in full.

mod facts;
mod list;
mod page;
mod record;

use locator::registry::RESERVED_NAMES;
use locator::report::visible;
use serde_json::{Value, json};

pub(crate) use page::text as page;
pub(crate) use record::to_json as record;

use crate::args;
use crate::exit::{Exit, Trouble, complain};
use crate::output::json;
use crate::refusal::masked_text;
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Schemes) -> Result<Exit, Trouble> {
    match &args.name {
        None => {
            let (registry, json) = (session.reader.registry, session.json);
            if json {
                return lines(session, registry.entries().map(list::to_json));
            }
            session.answer(&list::table(&session.reader, session.out.palette, session.verbose))?;
            Ok(Exit::Well)
        }
        Some(name) => one(session, name),
    }
}

/// Every version of one scheme.
fn one(session: &mut Session, name: &str) -> Result<Exit, Trouble> {
    let registry = session.reader.registry;
    let versions: Vec<_> = registry.versions(name).collect();
    if versions.is_empty() {
        return unregistered(session, &name.to_ascii_lowercase());
    }
    let reader = session.reader;
    if session.json {
        return lines(session, versions.into_iter().map(|entry| record::to_json(entry, &reader)));
    }
    for entry in versions {
        session.answer(&page::text(entry, &reader, session.out.palette))?;
    }
    Ok(Exit::Well)
}

/// A name without a scheme: it is kept free, or perhaps a slip of the pen.
fn unregistered(session: &mut Session, name: &str) -> Result<Exit, Trouble> {
    if RESERVED_NAMES.contains(&name) {
        if session.json {
            let value = json!({ "name": name, "status": "reserved", "kind": "generic" });
            return lines(session, std::iter::once(value));
        }
        session.answer(&format!(
            "{name} is a reserved name: RFC 1738 §4 keeps it free and defines no syntax for it.\n\
             Its URLs are read by the generic syntax (RFC 1738 §2.1), and there is no way to access them.\n"
        ))?;
        return Ok(Exit::Well);
    }
    if !session.quiet {
        let question = session.reader.registry.did_you_mean(name);
        let hint = question.unwrap_or_else(|| "`locator schemes` lists what is".to_owned());
        complain(format_args!(
            "nothing is registered under `{}`; {hint}",
            visible(&masked_text(name, &session.reader))
        ));
    }
    Ok(Exit::Invalid)
}

fn lines(session: &mut Session, values: impl Iterator<Item = Value>) -> Result<Exit, Trouble> {
    for value in values {
        json::line(&mut session.out, &value)?;
    }
    Ok(Exit::Well)
}
