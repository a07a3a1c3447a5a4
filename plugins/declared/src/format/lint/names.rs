//! Rules for scheme names.

use std::collections::{BTreeMap, BTreeSet};

use anyurl_core::authors::Status;
use anyurl_core::internal::{RESERVED_NAMES, edit_distance, subscheme};

use super::LintContext;
use crate::format::finding::{Findings, quoted};
use crate::format::keywords::Facet;
use crate::format::lint_rules::Level;
use crate::format::located::Located;
use crate::format::tables::SchemeEntry;
use crate::format::{domain, known_names};

const SEPARATORS: [char; 3] = ['+', '-', '.'];

/// The entries with valid scheme names.
fn named<'l>(context: &LintContext<'l>) -> impl Iterator<Item = &'l SchemeEntry> {
    context.layer.schemes().filter(|entry| invalid_name(&entry.key()).is_none())
}

/// The names and aliases of all entries.
fn all_names<'l>(context: &LintContext<'l>) -> impl Iterator<Item = (&'l SchemeEntry, &'l Located<String>)> {
    let entries = context.layer.schemes();
    entries.flat_map(|entry| std::iter::once(&entry.name).chain(&entry.aliases).map(move |name| (entry, name)))
}

/// The valid ones of [`all_names`], also in lower case.
fn valid_names<'l>(context: &LintContext<'l>) -> impl Iterator<Item = (&'l SchemeEntry, &'l Located<String>, String)> {
    let names = all_names(context).map(|(entry, name)| (entry, name, name.to_ascii_lowercase()));
    names.filter(|(_, _, key)| invalid_name(key).is_none())
}

/// Whether a name is reserved by a document or used internally by browsers.
fn is_reserved(key: &str) -> bool {
    RESERVED_NAMES.contains(&key) || known_names::INTERNAL.contains(&key)
}

/// The new names of schemes: not imported from IANA, not permanent, not reserved. Those of subschemes are not IANA's.
fn new<'l>(context: &LintContext<'l>) -> impl Iterator<Item = (&'l SchemeEntry, &'l Located<String>, String)> {
    let is_import = context.is_import();
    let is_known = |key: &str| known_names::PERMANENT.contains(&key) || is_reserved(key) || subscheme(key).is_some();
    valid_names(context).filter(move |(_, _, key)| !is_import && !is_known(key))
}

/// The beginning of all names of a family, with its plus sign: `git+` of `git+*`.
fn family_stem(key: &str) -> Option<&str> {
    key.strip_suffix('*').filter(|stem| stem.ends_with('+'))
}

/// The reason why a text is not a valid name.
fn invalid_name(key: &str) -> Option<String> {
    match subscheme(key) {
        Some((scheme, value)) => invalid_scheme_name(scheme).or_else(|| invalid_scheme_name(value)),
        None => invalid_scheme_name(family_stem(key).unwrap_or(key)),
    }
}

/// The reason why a text is not the name of one scheme, or the value that selects a subscheme.
fn invalid_scheme_name(key: &str) -> Option<String> {
    let is_name = |found: char| matches!(found, 'a'..='z' | '0'..='9' | '+' | '-' | '.');
    match key {
        "" => Some("the name is empty".into()),
        "x-" => Some("a name must follow `x-`".into()),
        _ => {
            let found = key.chars().find(|found| !is_name(*found))?;
            Some(format!("{} is not allowed in a name", quoted(&found.to_string())))
        }
    }
}

/// SR101
pub(super) fn characters(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, name) in all_names(context) {
        let finding = |message: String| entry.finding("SR101", name.span, message);
        if let Some(message) = invalid_name(&name.to_ascii_lowercase()) {
            to.add(
                finding(message).fix("use `a-z`, `0-9`, `+`, `-` and `.`, and `+*` at the end for a family of names"),
            );
        } else if family_stem(name).is_some() && name.span != entry.name.span {
            let message = format!("{} is a family of names, and an alias is one name", quoted(name));
            to.add(finding(message).fix("give the family an entry of its own"));
        } else if subscheme(name).is_some() && name.span != entry.name.span {
            let message = format!("{} is a subscheme, and an alias is the name of a scheme", quoted(name));
            to.add(finding(message).fix("give the subscheme an entry of its own"));
        } else if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let message = format!("{} does not begin with a letter, as RFC 3986 requires", quoted(name));
            let help = "begin the name with a letter";
            to.add(finding(message).at_level(Level::Warning).fix(help));
        }
    }
}

/// SR102
pub(super) fn upper_case(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, name, key) in valid_names(context).filter(|(_, name, key)| name.value != *key) {
        let message = format!("{} has upper-case letters", quoted(name));
        let help = format!("write {}", quoted(&key));
        to.add(entry.finding("SR102", name.span, message).fix(help));
    }
}

/// SR103: `x-` names are experimental and vice versa; RFC 6648 advises against both.
pub(super) fn experiments(context: &LintContext<'_>, to: &mut Findings) {
    for entry in named(context).filter(|entry| entry.sound) {
        let name = quoted(&entry.name);
        let is_experiment = *entry.status == Status::Experimental;
        let (level, span, message, help) = match (entry.key().starts_with("x-"), is_experiment) {
            (false, false) => continue,
            (false, true) => (
                if context.lint.strict { Level::Error } else { Level::Warning },
                entry.name.span,
                format!("{name} is experimental, but does not begin with `x-`"),
                "begin the name with `x-` (RFC 1738 §4), or change the status to private or provisional".to_owned(),
            ),
            (true, false) => (
                Level::Error,
                entry.status.span,
                format!("{name} begins with `x-`, but is not experimental"),
                "change the status to experimental, or choose another name".to_owned(),
            ),
            (true, true) if entry.metadata.expires.is_none() => (
                Level::Error,
                entry.status.span,
                format!("{name} is an experiment without an end date"),
                "write `expires = 2027-06-30`, and `graduates_to`".to_owned(),
            ),
            (true, true) => (
                Level::Warning,
                entry.name.span,
                format!("{name} begins with `x-`, which RFC 1738 §4 asks for and RFC 6648 advises against"),
                format!("for new schemes use a reversed domain: {}", quoted(&in_domain(context, &entry.key()))),
            ),
        };
        to.add(entry.finding("SR103", span, message).at_level(level).fix(help));
    }
}

/// A name for an experiment below the domain of its registry, or below `com.example`.
fn in_domain(context: &LintContext<'_>, key: &str) -> String {
    let bare = key.strip_prefix("x-").unwrap_or(key);
    let domain = domain::registrable(&context.layer.header.id);
    let domain = domain.unwrap_or_else(|| "com.example".to_owned());
    format!("{domain}.{bare}")
}

/// SR104: names with dots are reversed domains.
pub(super) fn domains(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, name, key) in valid_names(context) {
        let key = family_stem(&key).map_or(&*key, |stem| stem.trim_end_matches('+'));
        if !key.contains('.') || known_names::GRANDFATHERED.contains(&key) {
            continue;
        }
        if let Some((message, help)) = not_a_domain(key) {
            to.add(entry.finding("SR104", name.span, message).fix(help));
        }
    }
}

/// The reason why a name is not below a registrable reversed domain.
fn not_a_domain(key: &str) -> Option<(String, String)> {
    let labels: Vec<_> = key.split('.').collect();
    let is_label =
        |label: &&str| !label.is_empty() && !label.contains('+') && !label.starts_with('-') && !label.ends_with('-');
    let last = labels[labels.len() - 1];
    let finding = |why: &str| {
        Some((
            format!("{} {why}", quoted(key)),
            "write your domain in reverse, followed by a name: `com.example.lake`".to_owned(),
        ))
    };
    if !labels.iter().all(is_label) {
        return finding("has a dot, but is not a reversed domain");
    }
    match domain::suffix(&labels) {
        None if domain::suffix(&[last]).is_some() => {
            let reversed: Vec<_> = labels.iter().rev().copied().collect();
            let message = format!("{} is a domain that is not reversed", quoted(key));
            Some((message, format!("write {}", quoted(&reversed.join(".")))))
        }
        None => finding("has a dot, but does not begin with a top-level domain"),
        Some(length) if length >= labels.len() => finding("is a public suffix, under which others register"),
        Some(_) => None,
    }
}

/// SR105
pub(super) fn general(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, name, key) in new(context) {
        let bare = key.strip_prefix("x-").unwrap_or(&key);
        if known_names::GENERAL.contains(&bare) {
            let message = format!("{} is too general", quoted(&key));
            let help = "choose a short name that describes the purpose";
            to.add(entry.finding("SR105", name.span, message).fix(help));
        }
    }
}

/// SR106
pub(super) fn near_permanent(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, name, key) in new(context) {
        let bare = key.replace(SEPARATORS, "");
        // A name of two letters is always one typing error away from another.
        let is_typo = |name: &str| key.len() > 2 && edit_distance(&key, name, 1) == 1;
        let is_near = |name: &&&str| is_typo(name) || bare == name.replace(SEPARATORS, "");
        if let Some(near) = known_names::PERMANENT.iter().find(is_near) {
            let message = format!("{} is one typing error away from `{near}`", quoted(&key));
            let help = "choose a name that cannot be mistaken for that";
            to.add(entry.finding("SR106", name.span, message).fix(help));
        }
    }
}

/// SR107
pub(super) fn drives(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, name, _) in valid_names(context).filter(|(_, name, _)| name.len() == 1) {
        let message = format!("{} looks like a drive: `{name}:\\`", quoted(name));
        to.add(entry.finding("SR107", name.span, message).fix("use two letters or more"));
    }
}

/// SR108
pub(super) fn devices(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, name, key) in new(context) {
        let stem = key.split('.').next().unwrap_or_default();
        if known_names::DEVICES.contains(&stem) {
            let message = format!("{} is a device name on Windows", quoted(stem));
            let help = "Windows allows no file of that name: choose another name";
            to.add(entry.finding("SR108", name.span, message).fix(help));
        }
    }
}

/// The help for a reserved name.
pub(crate) const ALLOW_RESERVED: &str =
    "choose another name, or allow it with an `[[override]]` with `facet = \"name\"`";

/// SR109. In the public layer only `url` is reserved, which IANA has never registered.
pub(super) fn reserved(context: &LintContext<'_>, to: &mut Findings) {
    let allows = |key: &str| {
        let overrides = context.layer.overrides().iter();
        overrides.filter(|one| *one.facet == Facet::Name).any(|one| one.name.eq_ignore_ascii_case(key))
    };
    for (entry, name, key) in valid_names(context) {
        let is_reserved_here = if context.is_public() { key == "url" } else { is_reserved(&key) };
        if is_reserved_here && !allows(&key) {
            let message = format!("{} is a reserved name", quoted(&key));
            to.add(entry.finding("SR109", name.span, message).fix(ALLOW_RESERVED));
        }
    }
}

/// SR111: the name of an unrelated service, or the port of another service.
pub(super) fn services(context: &LintContext<'_>, to: &mut Findings) {
    for entry in named(context).filter(|entry| entry.sound) {
        let key = entry.key();
        let port = entry.port.as_ref().and_then(|port| port.default);
        let trap = known_names::TRAPS.iter().find(|(name, ..)| *name == key);
        let expected = known_names::port(&key);
        let (span, message, help) = match (trap, port) {
            (Some((_, of, what)), Some(port)) if *port == *of => (
                port.span,
                format!("port {of} belongs to another service of the same name: {what}"),
                "use the port from the definition of the scheme".to_owned(),
            ),
            (_, Some(port)) if expected.is_some_and(|expected| expected != *port) => (
                port.span,
                format!("the port of {} is {}, not {}", quoted(&key), expected.unwrap_or_default(), *port),
                "use the port from the definition of the scheme".to_owned(),
            ),
            (Some((_, of, what)), _) if !is_registered(entry) && !is_reserved(&key) => (
                entry.name.span,
                format!("{} is the name of a service: {what}, port {of}", quoted(&key)),
                "choose another name, unless the scheme is for that service".to_owned(),
            ),
            _ => continue,
        };
        to.add(entry.finding("SR111", span, message).fix(help));
    }
}

/// Whether IANA has registered the name.
fn is_registered(entry: &SchemeEntry) -> bool {
    matches!(*entry.status, Status::Permanent | Status::Provisional | Status::Historical)
}

/// SR114: an alias that is the name of a scheme of the file, or an alias of another one.
pub(super) fn aliases(context: &LintContext<'_>, to: &mut Findings) {
    let mut owners = BTreeMap::new();
    for entry in context.layer.schemes() {
        owners.entry(entry.key()).or_insert(entry.key());
    }
    for entry in context.layer.schemes() {
        let mut own = BTreeSet::new();
        for alias in &entry.aliases {
            let owner = owners.entry(alias.to_ascii_lowercase()).or_insert_with(|| entry.key());
            let (message, help) = if alias.eq_ignore_ascii_case(&entry.name) {
                (format!("{} is an alias of itself", quoted(alias)), "remove it from `alias`")
            } else if *owner != entry.key() {
                (format!("the alias {} is a name of {}", quoted(alias), quoted(owner)), "keep it in one of the two")
            } else if !own.insert(alias.to_ascii_lowercase()) {
                (format!("the alias {} is listed twice", quoted(alias)), "keep one")
            } else {
                continue;
            };
            to.add(entry.finding("SR114", alias.span, message).fix(help));
        }
    }
}

/// SR115: only names in a domain, and `x-` names, belong to a layer other than the public one.
pub(super) fn private(context: &LintContext<'_>, to: &mut Findings) {
    if context.is_public() {
        return;
    }
    for (entry, name, key) in new(context).filter(|(_, _, key)| !key.contains('.') && !key.starts_with("x-")) {
        let message = format!("{} is in no domain, so IANA may register it for something else", quoted(name));
        let help = format!("use a reversed domain: {}", quoted(&in_domain(context, &key)));
        to.add(entry.finding("SR115", name.span, message).fix(help));
    }
}

/// SR113
pub(super) fn separators(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, name, key) in new(context) {
        let doubled =
            key.as_bytes().windows(2).any(|pair| pair.iter().all(|byte| SEPARATORS.contains(&char::from(*byte))));
        if doubled || key.ends_with(SEPARATORS) {
            let message = format!("{} has a trailing or doubled `+`, `-` or `.`", quoted(&key));
            to.add(entry.finding("SR113", name.span, message).fix("remove that character"));
        }
    }
}
