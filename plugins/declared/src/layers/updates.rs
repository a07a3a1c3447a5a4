//! Checks of layers against a lock and the current date.

use super::Stack;
use super::lock::{LockedLayer, RegistryLock};
use super::names::Names;
use super::placed::{PlacedLayer, Problems};
use crate::format::{Artifact, Finding, Hash, SchemeEntry, quoted};

/// The age in days after which an imported layer is stale.
const MAX_AGE: i64 = 90;

/// Runs the checks SR611, SR612 and SR710.
pub(super) fn check(stack: &Stack, to: &mut Problems<'_>) {
    for placed in &stack.layers {
        rollback(stack, placed, to);
        stale(stack, placed, to);
    }
}

/// SR417: refuses the names whose library changed without a new version.
pub(super) fn replaced(stack: &Stack, names: &mut Names, to: &mut Problems<'_>) {
    let Some(lock) = &stack.lock else { return };
    for placed in &stack.layers {
        for entry in placed.layer().schemes() {
            for finding in replaced_artifacts(lock, entry) {
                names.refuse(&entry.name, finding, placed.place_of(entry), to);
            }
        }
    }
}

fn replaced_artifacts(lock: &RegistryLock, entry: &SchemeEntry) -> Vec<Finding> {
    let Some(plugin) = &entry.plugin else { return Vec::new() };
    let mut findings = Vec::new();
    for artifact in &plugin.artifacts {
        let locked = lock.plugins.iter().find(|locked| {
            locked.scheme == entry.key()
                && locked.library == *plugin.library
                && locked.target == *artifact.target
                && locked.version == *artifact.version
        });
        let (Some(locked), Some(found)) = (locked, hash(artifact)) else {
            continue;
        };
        if locked.sha256 != found {
            let span = artifact.sha256.as_ref().map_or(artifact.span, |at| at.span);
            let message = format!(
                "the library {} for {} was locked with another hash: {}",
                quoted(&plugin.library),
                quoted(&artifact.target),
                locked.sha256
            );
            let help = "give changed content a new version; to accept it, write the lock again (`registry lock`)";
            findings.push(entry.finding("SR417", span, message).fix(help));
        }
    }
    findings
}

/// Returns the declared hash of an artifact.
fn hash(artifact: &Artifact) -> Option<Hash> {
    Hash::from_hex(artifact.sha256.as_ref()?).ok()
}

/// SR612: a layer older than the lock.
fn rollback(stack: &Stack, placed: &PlacedLayer, to: &mut Problems<'_>) {
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
        return unraised(placed, locked, to);
    };
    let message = format!(
        "the {what} of {} is {is}, but {was} was locked: the layer is older than the lock",
        quoted(placed.id())
    );
    let help = "fetch the layer again; to downgrade on purpose, write the lock again (`registry lock`)";
    to.stop(placed.finding("SR612", span, message).fix(help));
}

/// SR710: other content with the serial of the lock.
fn unraised(placed: &PlacedLayer, locked: &LockedLayer, to: &mut Problems<'_>) {
    let serial = &placed.layer().header.serial;
    if **serial == locked.serial && placed.layer().hash() != locked.sha256 {
        let message = format!("{} changed since the lock, but `serial` is still {}", quoted(placed.id()), **serial);
        let help = format!("write `serial = {}`, or undo the change", **serial + 1);
        to.stop(placed.finding("SR710", serial.span, message).fix(help));
    }
}

/// SR611: a stale import.
fn stale(stack: &Stack, placed: &PlacedLayer, to: &mut Problems<'_>) {
    let source = placed.layer().header.source.as_ref();
    let updated = source.and_then(|source| source.updated.as_ref());
    let (Some(today), Some(updated)) = (stack.today, updated) else {
        return;
    };
    let age = today.day_number() - updated.day_number();
    if age > MAX_AGE {
        let message = format!("{} was imported {age} days ago", quoted(placed.id()));
        let help = "fetch and import it again";
        to.add(placed.finding("SR611", updated.span, message).fix(help));
    }
}
