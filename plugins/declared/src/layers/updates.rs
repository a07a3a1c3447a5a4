//! Layers and time: none is older than what was had before, and none grows stale unnoticed.

use super::Stack;
use super::placed::{Found, Placed};
use crate::format::{Artifact, Date, Hash, SchemeEntry, quoted};

/// A layer that was imported longer ago than this many days is stale.
const FRESH: i64 = 90;

/// SR417, SR611 and SR612
pub(super) fn check(stack: &Stack, to: &mut Found<'_>) {
    for placed in &stack.layers {
        rollback(stack, placed, to);
        stale(stack, placed, to);
        for entry in placed.layer().schemes() {
            replaced(stack, entry, to);
        }
    }
}

/// SR417: the same version of a library for the same target, with other bytes.
fn replaced(stack: &Stack, entry: &SchemeEntry, to: &mut Found<'_>) {
    let (Some(lock), Some(plugin)) = (&stack.lock, &entry.plugin) else {
        return;
    };
    for artifact in &plugin.artifacts {
        let locked = lock.plugins.iter().find(|locked| {
            locked.scheme == entry.key()
                && locked.library == *plugin.library
                && locked.target == *artifact.target
                && locked.version == *artifact.version
        });
        let (Some(locked), Some(is)) = (locked, hash(artifact)) else {
            continue;
        };
        if locked.sha256 != is {
            let span = artifact.sha256.as_ref().map_or(artifact.span, |at| at.span);
            let message = format!(
                "the library {} for {} was locked with another content: {}",
                quoted(&plugin.library),
                quoted(&artifact.target),
                locked.sha256
            );
            let help = "give another content another version; to take it as it is, lock anew";
            to.add(entry.finding("SR417", span, message).fix(help));
        }
    }
}

/// What an artifact says of its bytes.
fn hash(artifact: &Artifact) -> Option<Hash> {
    Hash::from_hex(artifact.sha256.as_ref()?).ok()
}

/// SR612
fn rollback(stack: &Stack, placed: &Placed, to: &mut Found<'_>) {
    let locked = stack.lock.iter().flat_map(|lock| &lock.layers);
    let Some(locked) = locked.into_iter().find(|locked| locked.id == placed.id()) else {
        return;
    };
    let header = &placed.layer().header;
    let (what, span, is, was) = if *header.serial < locked.serial {
        ("serial", header.serial.span, header.serial.to_string(), locked.serial.to_string())
    } else if *header.version < locked.version {
        ("version", header.version.span, header.version.to_string(), locked.version.to_string())
    } else {
        return;
    };
    let message = format!(
        "the {what} of {} was {was}, and is {is}: the layer is older than what was locked",
        quoted(placed.id())
    );
    let help = "fetch the layer again; to go back on purpose, lock anew";
    to.add(placed.finding("SR612", span, message).fix(help));
}

/// SR611
fn stale(stack: &Stack, placed: &Placed, to: &mut Found<'_>) {
    let source = placed.layer().header.source.as_ref();
    let updated = source.and_then(|source| source.updated.as_ref());
    let (Some(today), Some(updated)) = (stack.today, updated) else {
        return;
    };
    let age = days(today) - days(updated.value);
    if age > FRESH {
        let message = format!("{} was taken {age} days ago", quoted(placed.id()));
        let help = "fetch it again (`registry update`)";
        to.add(placed.finding("SR611", updated.span, message).fix(help));
    }
}

/// Days of the Gregorian calendar, counted from one fixed day.
fn days(date: Date) -> i64 {
    // The year begins in March, so that the leap day is the last.
    let (month, year) = (i64::from(date.month), i64::from(date.year));
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + i64::from(date.day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_between() {
        for (from, to, expect) in [
            ("2024-02-28", "2024-03-01", 2),
            ("2023-02-28", "2023-03-01", 1),
            ("2023-12-31", "2024-01-01", 1),
            ("2000-01-01", "2001-01-01", 366),
        ] {
            let day = |text: &str| days(text.parse().unwrap());
            assert_eq!(day(to) - day(from), expect, "{from} {to}");
        }
    }
}
