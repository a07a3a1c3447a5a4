//! SR420, SR702, SR703, SR704 and SR708: what a comparison finds.

use std::collections::{BTreeMap, BTreeSet};

use locator_core::registration::Status;

use super::Change;
use crate::format::{Findings, RegistryFile, SchemeEntry, quoted};

/// Whether a scheme may go from one status to another (RFC 7595 §7.3).
///
/// Up from provisional to permanent, and from both to historical: what IANA has registered once does not become
/// provisional again, nor anybody's own. What was never registered there may be at any time.
///
/// ```
/// use locator_core::registration::Status::{Historical, Permanent, Private, Provisional};
/// use locator_declared::tools::allowed;
///
/// assert!(allowed(Provisional, Permanent) && allowed(Private, Provisional));
/// assert!(!allowed(Permanent, Provisional) && !allowed(Historical, Permanent) && !allowed(Private, Historical));
/// ```
pub fn allowed(from: Status, to: Status) -> bool {
    use Status::{Experimental, Historical, Permanent, Private, Provisional, Reserved};
    let is_step = matches!(
        (from, to),
        (Provisional, Permanent | Historical)
            | (Permanent, Historical)
            | (Reserved, Permanent | Provisional | Historical)
            | (Experimental, Private | Provisional | Permanent)
            | (Private, Experimental | Provisional | Permanent)
    );
    from == to || is_step
}

/// SR702: names that went without a word.
pub(super) fn removed(before: &RegistryFile, after: &RegistryFile, to: &mut Findings) {
    let mut known: BTreeSet<String> = after.schemes().map(SchemeEntry::key).collect();
    let buried = after.tombstones().iter();
    known.extend(buried.map(|tombstone| tombstone.name.to_ascii_lowercase()));
    for entry in before.schemes() {
        if known.insert(entry.key()) && entry.metadata.deprecated.is_none() {
            let message = format!("`{}` is gone, and was not deprecated", entry.key());
            let help = "deprecate it first, or write a `[[tombstone]]`";
            to.add(entry.finding("SR702", entry.span, message).fix(help));
        }
    }
}

/// SR703 and SR704.
pub(super) fn changed(change: &Change, entry: &SchemeEntry, to: &mut Findings) {
    let refused = change.grammar.as_ref().and_then(|grammar| grammar.refused());
    let is_major = change.before.version.major != change.after.version.major;
    if let (Some(witness), false) = (refused, is_major) {
        let span = entry.syntax.as_ref().map_or(entry.span, |syntax| syntax.span);
        let next = change.before.version.major + 1;
        let message = format!("`{}` was accepted, and is refused", witness.url);
        let help = format!("accept it, or make this version {next}.0.0");
        to.add(entry.finding("SR703", span, message).fix(help));
    }
    if let Some((from, status)) = change.status().filter(|(from, to)| !allowed(*from, *to)) {
        to.add(misstep(entry, from, status));
    }
}

/// SR420: a library may do more than it might.
pub(super) fn capabilities(old: &SchemeEntry, new: &SchemeEntry, to: &mut Findings) {
    let Some(plugin) = &new.plugin else { return };
    let had = |capability: &str| {
        let mut before = old.plugin.iter().flat_map(|plugin| &plugin.capabilities);
        before.any(|one| one.as_str() == capability)
    };
    for capability in plugin.capabilities.iter().filter(|one| !had(one)) {
        let message = format!("the library {} asks for `{}`, which it had not", quoted(&plugin.library), **capability);
        let help = "look at what it needs that for, before it is used";
        to.add(new.finding("SR420", capability.span, message).fix(help));
    }
}

/// SR704
pub(in crate::tools) fn misstep(entry: &SchemeEntry, from: Status, status: Status) -> crate::format::Finding {
    let (from_word, word) = (from.as_str(), status.as_str());
    let message = format!("what is {from_word} does not become {word}");
    let next: Vec<_> = next(from).map(Status::as_str).collect();
    let help = match next.as_slice() {
        [] => format!("leave it {from_word}"),
        next => format!("what is {from_word} can become {}", next.join(" or ")),
    };
    entry.finding("SR704", entry.status.span, message).fix(help)
}

/// What may follow a status.
fn next(from: Status) -> impl Iterator<Item = Status> {
    let all = <Status as crate::format::Keyword>::ALL.iter().copied();
    all.filter(move |to| *to != from && allowed(from, *to))
}

/// SR708: entries of a layer whose status is not the one that IANA's snapshot, the public layer, has.
///
/// ```
/// use locator_declared::format::RegistryFile;
/// use locator_declared::tools::unlike_snapshot;
///
/// let text = |status| format!("schema = 1\n[[scheme]]\nname = \"dns\"\nstatus = \"{status}\"\ndescription = \"names\"\n");
/// let public = RegistryFile::from_text("public.toml", text("permanent"))?;
/// let ours = RegistryFile::from_text("ours.toml", text("provisional"))?;
/// let findings = unlike_snapshot(ours.layer(), public.layer());
/// assert_eq!(findings.iter().next().unwrap().message(), "IANA has `dns` as permanent, not provisional");
/// # Ok::<(), locator_declared::format::RegistryFileError>(())
/// ```
pub fn unlike_snapshot(layer: &RegistryFile, snapshot: &RegistryFile) -> Findings {
    let of = |entry: &SchemeEntry| (entry.key(), entry.status.as_str().to_owned());
    unlike(layer, &snapshot.schemes().map(of).collect())
}

/// The same, with the status that IANA has for each name.
pub(in crate::tools) fn unlike(layer: &RegistryFile, known: &BTreeMap<String, String>) -> Findings {
    let mut findings = Findings::new();
    for entry in layer.schemes() {
        let own = entry.status.as_str();
        let Some(iana) = known.get(&entry.key()).filter(|iana| *iana != own) else {
            continue;
        };
        let message = format!("IANA has `{}` as {iana}, not {own}", entry.key());
        let help = format!("write `status = \"{iana}\"`");
        findings.add(entry.finding("SR708", entry.status.span, message).fix(help));
    }
    findings
}
