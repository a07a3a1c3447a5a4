//! Rules for references.

use anyurl_core::authors::Status;

use super::LintContext;
use crate::format::finding::{Findings, quoted};
use crate::format::known_names;
use crate::format::tables::{ReferenceTable, SchemeEntry};

fn references<'l>(context: &LintContext<'l>) -> impl Iterator<Item = (&'l SchemeEntry, &'l ReferenceTable)> {
    let of = |entry: &'l SchemeEntry| entry.metadata.references.iter().map(move |one| (entry, one));
    context.schemes().flat_map(of)
}

fn cites(entry: &SchemeEntry, rfc: u32) -> bool {
    let numbers = entry.metadata.references.iter().filter_map(|one| one.rfc);
    numbers.map(|rfc| rfc.value).any(|cited| cited == rfc)
}

/// SR205
pub(super) fn permanent(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes().filter(|entry| *entry.status == Status::Permanent) {
        let demonstration = entry.metadata.demonstration.iter();
        if entry.metadata.references.is_empty() && demonstration.count() == 0 {
            let message = format!("{} is permanent without a reference or demonstration", quoted(&entry.name));
            let help = "add a `[[scheme.reference]]`, or write `demonstration`";
            to.add(entry.finding("SR205", entry.status.span, message).fix(help));
        }
    }
}

/// SR214
pub(super) fn historical(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes().filter(|entry| *entry.status == Status::Historical) {
        if entry.metadata.references.is_empty() {
            let message = format!("{} is historical without a reference to its definition", quoted(&entry.name));
            let help = "add a `[[scheme.reference]]` to its old definition";
            to.add(entry.finding("SR214", entry.status.span, message).fix(help));
        }
    }
}

/// SR215: an obsoleted RFC is cited only together with its successor.
pub(super) fn obsoleted(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, reference) in references(context) {
        let Some(rfc) = reference.rfc else { continue };
        let Some((_, by)) = known_names::OBSOLETED.iter().find(|(old, _)| *old == *rfc) else {
            continue;
        };
        // RFC 1738 is still the definition of schemes without a newer one.
        let is_own = *rfc == 1738 && entry.metadata.rfc1738.is_some();
        if is_own || by.iter().any(|new| cites(entry, *new)) {
            continue;
        }
        let new: Vec<_> = by.iter().map(|new| format!("RFC {new}")).collect();
        let message = format!("RFC {rfc} is obsoleted by {}", new.join(", "));
        to.add(entry.finding("SR215", rfc.span, message).fix("add a reference to the newer RFC"));
    }
}

/// SR216
pub(super) fn errata(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, reference) in references(context) {
        let Some(rfc) = reference.rfc else { continue };
        let section = reference.section.as_ref().map_or("", |section| section.as_str());
        let is_of = |of: &str| of.is_empty() || section == of || section.starts_with(&format!("{of}."));
        let known = known_names::ERRATA.iter().find(|(of, _, part)| *of == *rfc && is_of(part));
        let Some((_, erratum, _)) = known else {
            continue;
        };
        if reference.errata.iter().all(|listed| **listed != *erratum) {
            let message = format!("the verified erratum {erratum} of RFC {rfc} is not listed");
            let help = format!("apply the erratum, and write `errata = [{erratum}]`");
            to.add(entry.finding("SR216", rfc.span, message).fix(help));
        }
    }
}

/// SR325
pub(super) fn comparison(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, reference) in references(context).filter(|(entry, _)| entry.syntax.is_some()) {
        let Some(rfc) = reference.rfc.filter(|_| entry.metadata.same.is_empty()) else { continue };
        if let Some((_, section)) = known_names::COMPARISONS.iter().find(|(of, _)| *of == *rfc) {
            let message = format!("RFC {rfc} §{section} says which URLs are equal, and no row of `same` shows it");
            let help = "write `same = [[\"A\", \"B\"]]` with URLs that the section makes equal";
            to.add(entry.finding("SR325", rfc.span, message).fix(help));
        }
    }
}

/// SR217
pub(super) fn without_tls(context: &LintContext<'_>, to: &mut Findings) {
    for (entry, reference) in references(context) {
        let Some(url) = &reference.url else { continue };
        if !url.to_ascii_lowercase().starts_with("https://") {
            let message = format!("the reference {} does not use https", quoted(url));
            to.add(entry.finding("SR217", url.span, message).fix("write `https://…`"));
        }
    }
}

/// SR219: a permanent scheme points to its review, an RFC or IANA's registration.
pub(super) fn review(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes().filter(|entry| *entry.status == Status::Permanent) {
        let metadata = &entry.metadata;
        let iana = metadata.iana.as_ref();
        let is_registered = iana.is_some_and(|iana| iana.template.is_some() || iana.registered.is_some());
        let is_rfc = metadata.references.iter().any(|one| one.rfc.is_some());
        if !is_registered && !is_rfc {
            let message = format!("{} is permanent without a pointer to its review", quoted(&entry.name));
            let help = "add a reference to the RFC, or to the template: `iana = { template = … }`";
            to.add(entry.finding("SR219", entry.status.span, message).fix(help));
        }
    }
}
