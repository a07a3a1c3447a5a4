//! The lifecycle of schemes: masks, deprecation, expiry.

use anyurl_core::authors::Status;

use super::LintContext;
use crate::format::finding::{Findings, quoted};

/// SR606
pub(super) fn masks(context: &LintContext<'_>, to: &mut Findings) {
    for mask in context.layer.masks() {
        if mask.reason.as_ref().is_none_or(|reason| reason.trim().is_empty()) {
            let message = format!("{} is masked without a reason", quoted(&mask.name));
            let help = "write `reason`, which is shown to users of the masked name";
            to.add(context.main("SR606", mask.span, message).about(&mask.name).fix(help));
        }
    }
}

/// SR701
pub(super) fn deprecated(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes() {
        let Some(deprecated) = &entry.metadata.deprecated else {
            continue;
        };
        if deprecated.reason.is_none() || deprecated.replacement.is_none() {
            let message = format!("{} is deprecated without a reason or a replacement", quoted(&entry.name));
            let help = "write `reason` and `replacement`";
            to.add(entry.finding("SR701", deprecated.span, message).fix(help));
        }
    }
}

/// The days before `remove_after` in which lint warns.
const NOTICE: i64 = 90;

/// SR712 and SR713
pub(super) fn removal(context: &LintContext<'_>, to: &mut Findings) {
    let Some(today) = context.lint.today else {
        return;
    };
    for entry in context.schemes() {
        let Some(day) = entry.metadata.deprecated.as_ref().and_then(|notice| notice.remove_after.as_ref()) else {
            continue;
        };
        let name = quoted(&entry.name);
        let left = day.day_number() - today.day_number();
        let (id, message) = match left {
            ..0 => ("SR712", format!("{name} was to be removed after {day}")),
            0..=NOTICE => ("SR713", format!("{name} is to be removed after {day}, in {left} days")),
            _ => continue,
        };
        let help = "replace the entry with a `[[tombstone]]`, or write a later `remove_after`";
        to.add(entry.finding(id, day.span, message).fix(help));
    }
}

/// SR705
pub(super) fn expired(context: &LintContext<'_>, to: &mut Findings) {
    let Some(today) = context.lint.today else {
        return;
    };
    for entry in context.schemes().filter(|entry| *entry.status == Status::Experimental) {
        let Some(expires) = entry.metadata.expires.filter(|day| **day < today) else {
            continue;
        };
        let message = format!("{} expired on {expires}", quoted(&entry.name));
        let help = match &entry.metadata.graduates_to {
            Some(next) => format!("move to {}, or extend the experiment", quoted(next)),
            None => "end the experiment, or extend it".to_owned(),
        };
        to.add(entry.finding("SR705", expires.span, message).fix(help));
    }
}
