//! Rules for syntax and access, after RFC 1738 Section 4.

use super::LintContext;
use crate::format::finding::{Findings, quoted};
use crate::format::keywords::{AccessKind, Locates};
use crate::format::known_names;
use crate::format::lint_rules::Level;
use crate::format::tables::AccessTable;

/// The minimum length of an algorithm, in characters.
const SHORTEST: usize = 40;

/// SR209
pub(super) fn syntax(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.defined() {
        let (span, message) = match &entry.syntax {
            None => (entry.span, format!("{} has no syntax", quoted(&entry.name))),
            Some(syntax) if syntax.form.is_empty() && syntax.abnf.is_none() => {
                (syntax.span, format!("the syntax of {} has neither form nor grammar", quoted(&entry.name)))
            }
            Some(_) => continue,
        };
        let help = "write `[scheme.syntax]` with `form = [\"…://<host>/<path>\"]` or `abnf`";
        to.add(entry.finding("SR209", span, message).fix(help));
    }
}

/// SR210
pub(super) fn algorithm(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.defined() {
        let name = quoted(&entry.name);
        let help = "describe in `algorithm`, step by step, how a program accesses what a URL locates";
        let Some(access) = &entry.access else {
            let message = format!("{name} has no access algorithm");
            let help = "write `[scheme.access]` with kind, locates, operations and algorithm";
            to.add(entry.finding("SR210", entry.span, message).fix(help));
            continue;
        };
        let length = access.algorithm.as_ref().map_or(0, |text| text.trim().chars().count());
        let (span, message) = match &access.algorithm {
            None => (access.span, format!("{name} has no access algorithm")),
            Some(_) if only_names(access) => continue,
            _ if *access.kind == AccessKind::None => {
                (access.kind.span, format!("{name} has no access, and does not locate names either"))
            }
            Some(text) if length < SHORTEST => {
                let message = format!("an algorithm of {length} characters is too short to be followed");
                // As serious as a text that is still to be written (SR207).
                to.add(entry.finding("SR210", text.span, message).fix(help).at_level(Level::Warning));
                continue;
            }
            Some(_) => continue,
        };
        to.add(entry.finding("SR210", span, message).fix(help));
    }
}

/// Whether URLs are only names. Then a short text suffices, and SR211 requires the meaning of the names.
fn only_names(access: &AccessTable) -> bool {
    *access.kind == AccessKind::None && *access.locates == Locates::Name
}

/// SR211
pub(super) fn name_properties(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.registrations() {
        let Some(access) = entry.access.as_ref().filter(|access| *access.locates == Locates::Name) else {
            continue;
        };
        if access.name_properties.as_ref().is_none_or(|text| text.trim().is_empty()) {
            let message = format!("{} locates names without `name_properties`", quoted(&entry.name));
            let help = "write `name_properties`: who assigns the names, and for how long";
            to.add(entry.finding("SR211", access.locates.span, message).fix(help));
        }
    }
}

/// SR406
pub(super) fn default_operation(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.registrations() {
        let default = entry.access.as_ref().and_then(|access| access.default.as_ref());
        let Some(default) = default.filter(|one| !known_names::SAFE.contains(&one.to_ascii_lowercase().as_str()))
        else {
            continue;
        };
        let message = format!("{} is not known to be safe, and is the default when a URL is opened", quoted(default));
        let help = format!("use one of {}", known_names::SAFE.join(", "));
        to.add(entry.finding("SR406", default.span, message).fix(help));
    }
}

/// SR505: access through a gateway names the gateway.
pub(super) fn gateway(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.registrations() {
        let Some(access) = entry.access.as_ref().filter(|access| *access.kind == AccessKind::Gateway) else {
            continue;
        };
        if access.gateway.is_none() {
            let message = format!("{} is accessed through a gateway without naming it", quoted(&entry.name));
            to.add(
                entry.finding("SR505", access.kind.span, message).fix("write `gateway = …` with the id of the gateway"),
            );
        }
    }
}
