//! The names of schemes.

use locator_core::registration::Status;
use locator_core::registry::RESERVED_NAMES;
use locator_core::text::did_you_mean::slips;

use super::LintContext;
use crate::format::domain;
use crate::format::finding::{Findings, quoted};
use crate::format::keywords::Facet;
use crate::format::known_names;
use crate::format::model::SchemeEntry;
use crate::format::rules::Level;

const SEPARATORS: [char; 3] = ['+', '-', '.'];

/// The entries whose names can be looked at: those that are scheme names.
fn named<'l>(context: &LintContext<'l>) -> impl Iterator<Item = &'l SchemeEntry> {
    context.layer.schemes().filter(|entry| refusal(&entry.key()).is_none())
}

/// Whether a name is kept free by a document, or by browsers.
fn is_reserved(key: &str) -> bool {
    RESERVED_NAMES.contains(&key) || known_names::INTERNAL.contains(&key)
}

/// Those whose names are new: neither taken over from IANA, nor registered for good, nor reserved.
fn new<'l>(context: &LintContext<'l>) -> impl Iterator<Item = (&'l SchemeEntry, String)> {
    let is_import = context.is_import();
    let named = named(context).map(|entry| (entry, entry.key()));
    let is_known = |key: &str| known_names::PERMANENT.contains(&key) || is_reserved(key);
    named.filter(move |(_, key)| !is_import && !is_known(key))
}

/// Why a text is no name.
fn refusal(key: &str) -> Option<String> {
    let is_name = |found: char| matches!(found, 'a'..='z' | '0'..='9' | '+' | '-' | '.');
    match key {
        "" => Some("a name has at least one character".into()),
        "x-" => Some("`x-` alone names no experiment".into()),
        _ => {
            let found = key.chars().find(|found| !is_name(*found))?;
            Some(format!("{} cannot stand in a name", quoted(&found.to_string())))
        }
    }
}

/// SR101
pub(super) fn characters(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.layer.schemes() {
        let finding = |message: String| entry.finding("SR101", entry.name.span, message);
        if let Some(message) = refusal(&entry.key()) {
            to.add(finding(message).fix("use `a-z`, `0-9`, `+`, `-` and `.`"));
        } else if !entry.name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let message = format!("{} begins with no letter: RFC 3986 refuses it", quoted(&entry.name));
            let help = "begin with a letter, which every document allows";
            to.add(finding(message).at_level(Level::Warning).fix(help));
        }
    }
}

/// SR102
pub(super) fn upper_case(context: &LintContext<'_>, to: &mut Findings) {
    for entry in named(context).filter(|entry| *entry.name.value != entry.key()) {
        let message = format!("{} has letters in upper case", quoted(&entry.name));
        let help = format!("write {}", quoted(&entry.key()));
        to.add(entry.finding("SR102", entry.name.span, message).fix(help));
    }
}

/// SR103: `x-` and experimental belong together, and neither is for new work.
pub(super) fn experiments(context: &LintContext<'_>, to: &mut Findings) {
    for entry in named(context).filter(|entry| entry.sound) {
        let name = quoted(&entry.name);
        let is_experiment = *entry.status == Status::Experimental;
        let (level, span, message, help) = match (entry.key().starts_with("x-"), is_experiment) {
            (false, false) => continue,
            (false, true) => (
                if context.lint.strict { Level::Error } else { Level::Warning },
                entry.name.span,
                format!("{name} is experimental, and does not begin with `x-`"),
                "begin it with `x-` (RFC 1738 §4), or make it private or provisional".to_owned(),
            ),
            (true, false) => (
                Level::Error,
                entry.status.span,
                format!("{name} begins with `x-`, and is not experimental"),
                "make it experimental, or take another name".to_owned(),
            ),
            (true, true) if entry.metadata.expires.is_none() => (
                Level::Error,
                entry.status.span,
                format!("{name} is an experiment without end"),
                "write `expires = 2027-06-30`, and what it `graduates_to`".to_owned(),
            ),
            (true, true) => (
                Level::Warning,
                entry.name.span,
                format!("{name} begins with `x-`, which RFC 1738 §4 asks for and RFC 6648 advises against"),
                format!("for new work take a domain in reverse: {}", quoted(&in_domain(context, &entry.key()))),
            ),
        };
        to.add(entry.finding("SR103", span, message).at_level(level).fix(help));
    }
}

/// What an experiment could be called below the domain of its registry; `com.example` stands for one that has none.
fn in_domain(context: &LintContext<'_>, key: &str) -> String {
    let bare = key.strip_prefix("x-").unwrap_or(key);
    let domain = domain::registrable(&context.layer.header.id);
    let domain = domain.unwrap_or_else(|| "com.example".to_owned());
    format!("{domain}.{bare}")
}

/// SR104: a dot is for reversed domains.
pub(super) fn domains(context: &LintContext<'_>, to: &mut Findings) {
    for entry in named(context) {
        let key = entry.key();
        if !key.contains('.') || known_names::GRANDFATHERED.contains(&key.as_str()) {
            continue;
        }
        if let Some((message, help)) = no_domain(&key) {
            to.add(entry.finding("SR104", entry.name.span, message).fix(help));
        }
    }
}

/// Why a name is no reversed domain that somebody can have.
fn no_domain(key: &str) -> Option<(String, String)> {
    let labels: Vec<_> = key.split('.').collect();
    let is_label =
        |label: &&str| !label.is_empty() && !label.contains('+') && !label.starts_with('-') && !label.ends_with('-');
    let last = labels[labels.len() - 1];
    let refuse = |why: &str| {
        Some((
            format!("{} {why}", quoted(key)),
            "write a domain of yours in reverse, and what it is: `com.example.lake`".to_owned(),
        ))
    };
    if !labels.iter().all(is_label) {
        return refuse("has a dot, and is no domain in reverse");
    }
    match domain::suffix(&labels) {
        None if domain::suffix(&[last]).is_some() => {
            let reversed: Vec<_> = labels.iter().rev().copied().collect();
            let message = format!("{} is a domain as it is written, not in reverse", quoted(key));
            Some((message, format!("write {}", quoted(&reversed.join(".")))))
        }
        None => refuse("has a dot, and begins with no top-level domain"),
        Some(length) if length >= labels.len() => refuse("is a domain under which others register"),
        Some(_) => None,
    }
}

/// SR105
pub(super) fn general(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, key) in new(context) {
        let bare = key.strip_prefix("x-").unwrap_or(&key);
        if known_names::GENERAL.contains(&bare) {
            let message = format!("{} says nothing of what it locates", quoted(&key));
            let help = "take a name that is short and says what it is for";
            to.add(entry.finding("SR105", entry.name.span, message).fix(help));
        }
    }
}

/// SR106
pub(super) fn near_permanent(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, key) in new(context) {
        let bare = key.replace(SEPARATORS, "");
        // Of two letters, every name is one slip away from some other.
        let is_slip = |name: &str| key.len() > 2 && slips(&key, name, 1) == 1;
        let is_near = |name: &&&str| is_slip(name) || bare == name.replace(SEPARATORS, "");
        if let Some(near) = known_names::PERMANENT.iter().find(is_near) {
            let message = format!("{} is one slip away from `{near}`", quoted(&key));
            let help = "take a name that nobody mistakes for it";
            to.add(entry.finding("SR106", entry.name.span, message).fix(help));
        }
    }
}

/// SR107
pub(super) fn drives(context: &LintContext<'_>, to: &mut Findings) {
    for entry in named(context).filter(|entry| entry.name.len() == 1) {
        let message = format!("{} is taken for a drive: `{}:\\`", quoted(&entry.name), entry.name);
        to.add(entry.finding("SR107", entry.name.span, message).fix("use two letters or more"));
    }
}

/// SR108
pub(super) fn devices(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, key) in new(context) {
        let stem = key.split('.').next().unwrap_or_default();
        if known_names::DEVICES.contains(&stem) {
            let message = format!("{} is a device of Windows", quoted(stem));
            let help = "no file can be named after it there: take another name";
            to.add(entry.finding("SR108", entry.name.span, message).fix(help));
        }
    }
}

/// SR109: the public layer speaks for IANA, and `url` was never registered.
pub(super) fn reserved(context: &LintContext<'_>, to: &mut Findings) {
    let allows = |key: &str| {
        let overrides = context.layer.overrides().iter();
        overrides.filter(|one| *one.facet == Facet::Name).any(|one| one.name.eq_ignore_ascii_case(key))
    };
    for entry in named(context) {
        let key = entry.key();
        let is_refused = if context.is_public() { key == "url" } else { is_reserved(&key) };
        if is_refused && !allows(&key) {
            let message = format!("{} is a reserved name", quoted(&key));
            let help = "take another name, or say why in an `[[override]]` with `facet = \"name\"`";
            to.add(entry.finding("SR109", entry.name.span, message).fix(help));
        }
    }
}

/// SR111: a name that is that of a service, or a port that is not the scheme's.
pub(super) fn services(context: &LintContext<'_>, to: &mut Findings) {
    for entry in named(context).filter(|entry| entry.sound) {
        let key = entry.key();
        let port = entry.port.as_ref().and_then(|port| port.default);
        let trap = known_names::TRAPS.iter().find(|(name, ..)| *name == key);
        let expected = known_names::port(&key);
        let (span, message, help) = match (trap, port) {
            (Some((_, of, what)), Some(port)) if *port == *of => (
                port.span,
                format!("port {of} is that of a service of the same name: {what}"),
                "take the port that the definition of the scheme names".to_owned(),
            ),
            (_, Some(port)) if expected.is_some_and(|expected| expected != *port) => (
                port.span,
                format!("{} has port {}, which is not {}", quoted(&key), expected.unwrap_or_default(), *port),
                "take the port that the definition of the scheme names".to_owned(),
            ),
            (Some((_, of, what)), _) if !is_registered(entry) && !is_reserved(&key) => (
                entry.name.span,
                format!("{} is the name of a service: {what}, port {of}", quoted(&key)),
                "take another name, unless it is for that service".to_owned(),
            ),
            _ => continue,
        };
        to.add(entry.finding("SR111", span, message).fix(help));
    }
}

/// Whether the name is IANA's business.
fn is_registered(entry: &SchemeEntry) -> bool {
    matches!(*entry.status, Status::Permanent | Status::Provisional | Status::Historical)
}

/// SR113
pub(super) fn separators(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, key) in new(context) {
        let doubled =
            key.as_bytes().windows(2).any(|pair| pair.iter().all(|byte| SEPARATORS.contains(&char::from(*byte))));
        if doubled || key.ends_with(SEPARATORS) {
            let message = format!("{} has a `+`, `-` or `.` that divides nothing", quoted(&key));
            to.add(entry.finding("SR113", entry.name.span, message).fix("omit it"));
        }
    }
}
