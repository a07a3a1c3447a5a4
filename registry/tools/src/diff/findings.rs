//! The findings of a comparison: SR420, SR702, SR703, SR704 and SR708.

use std::collections::{BTreeMap, BTreeSet};

use anyurl_core::authors::Status;

use super::{SchemeChange, SchemeVersion};
use anyurl_declared::format::{Finding, Findings, Keyword, RegistryFile, SchemeEntry, quoted};

/// Returns whether a scheme may change from one status to another (RFC 7595 §7.3).
///
/// A provisional scheme may become permanent, and both may become historical. A scheme that IANA has registered never
/// becomes provisional again or private. A scheme that IANA has not registered may be registered at any time, and ends as
/// historical, too.
///
/// ```
/// use anyurl_core::authors::Status::{Historical, Permanent, Private, Provisional};
/// use anyurl_registry_tools::is_allowed_step;
///
/// assert!(is_allowed_step(Provisional, Permanent) && is_allowed_step(Private, Provisional));
/// assert!(!is_allowed_step(Permanent, Provisional) && !is_allowed_step(Historical, Permanent));
/// ```
pub fn is_allowed_step(from: Status, to: Status) -> bool {
    use Status::{Experimental, Historical, Permanent, Private, Provisional, Reserved};
    let is_step = matches!(
        (from, to),
        (Provisional, Permanent | Historical)
            | (Permanent, Historical)
            | (Reserved, Permanent | Provisional | Historical)
            | (Experimental, Private | Provisional | Permanent | Historical)
            | (Private, Experimental | Provisional | Permanent | Historical)
    );
    from == to || is_step
}

/// SR702: names that were removed without deprecation, of those of which the layer has lost a version.
pub(super) fn removed(lost: &[SchemeVersion], before: &RegistryFile, after: &RegistryFile, to: &mut Findings) {
    let mut known: BTreeSet<String> = after.schemes().map(SchemeEntry::key).collect();
    let buried = after.tombstones().iter();
    known.extend(buried.map(|tombstone| tombstone.name.to_ascii_lowercase()));
    for entry in before.schemes().filter(|entry| lost.iter().any(|one| one.name == entry.key())) {
        if known.insert(entry.key()) && entry.metadata.deprecated.is_none() {
            let message = format!("`{}` was removed without deprecation", entry.key());
            let help = "deprecate it first, or add a `[[tombstone]]`";
            to.add(entry.finding("SR702", entry.span, message).fix(help));
        }
    }
}

/// SR703 and SR704: a narrower grammar, and a status change that is not allowed.
pub(super) fn changed(change: &SchemeChange, entry: &SchemeEntry, to: &mut Findings) {
    let refused = change.grammar.as_ref().and_then(|grammar| grammar.refused());
    let is_major = change.before.version.major != change.after.version.major;
    if let (Some(witness), false) = (refused, is_major) {
        let span = entry.syntax.as_ref().map_or(entry.span, |syntax| syntax.span);
        let next = change.before.version.major + 1;
        let message = format!("`{}` was accepted and is now rejected", witness.url);
        let help = format!("accept it, or change the version to {next}.0.0");
        to.add(entry.finding("SR703", span, message).fix(help));
    }
    if let Some((from, status)) = change.status().filter(|(from, to)| !is_allowed_step(*from, *to)) {
        to.add(status_finding(entry, from, status));
    }
}

/// SR420: a library requests more capabilities.
pub(super) fn capabilities(old: &SchemeEntry, new: &SchemeEntry, to: &mut Findings) {
    let Some(plugin) = &new.plugin else { return };
    let existed = |capability: &str| {
        let mut before = old.plugin.iter().flat_map(|plugin| &plugin.capabilities);
        before.any(|one| one.as_str() == capability)
    };
    for capability in plugin.capabilities.iter().filter(|one| !existed(one)) {
        let message = format!("the library {} requests the new capability `{}`", quoted(&plugin.library), **capability);
        let help = "check why the library needs it before you use it";
        to.add(new.finding("SR420", capability.span, message).fix(help));
    }
}

/// SR704: a status change that is not allowed.
pub(crate) fn status_finding(entry: &SchemeEntry, from: Status, status: Status) -> Finding {
    let (from_word, word) = (from.as_str(), status.as_str());
    let message = format!("the status cannot change from {from_word} to {word}");
    let next: Vec<_> = statuses_after(from).map(Status::as_str).collect();
    let help = match next.as_slice() {
        [] => format!("keep {from_word}"),
        next => format!("{from_word} can change to {}", next.join(" or ")),
    };
    entry.finding("SR704", entry.status.span, message).fix(help)
}

/// Returns the statuses that may follow a status.
pub(crate) fn statuses_after(from: Status) -> impl Iterator<Item = Status> {
    let all = <Status as Keyword>::ALL.iter().copied();
    all.filter(move |to| *to != from && is_allowed_step(from, *to))
}

/// Returns SR708 for each entry of a layer whose status differs from that in IANA's snapshot, the public layer.
///
/// ```
/// use anyurl_declared::format::RegistryFile;
/// use anyurl_registry_tools::status_differences;
///
/// let text = |status| format!("schema = 1\n[[scheme]]\nname = \"dns\"\nstatus = \"{status}\"\ndescription = \"names\"\n");
/// let public = RegistryFile::from_text("public.toml", text("permanent"))?;
/// let ours = RegistryFile::from_text("ours.toml", text("provisional"))?;
/// let findings = status_differences(ours.layer(), public.layer());
/// assert_eq!(findings.iter().next().unwrap().message(), "IANA registers `dns` as permanent, not provisional");
/// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
/// ```
pub fn status_differences(layer: &RegistryFile, snapshot: &RegistryFile) -> Findings {
    let of = |entry: &SchemeEntry| (entry.key(), entry.status.as_str().to_owned());
    let listed = snapshot.schemes().filter(|entry| entry.is_listed());
    status_findings(layer, &listed.map(of).collect())
}

/// [`status_differences`], with IANA's status of each name.
pub(crate) fn status_findings(layer: &RegistryFile, known: &BTreeMap<String, String>) -> Findings {
    let mut findings = Findings::new();
    for entry in layer.schemes() {
        let own = entry.status.as_str();
        let Some(iana) = known.get(&entry.key()).filter(|iana| *iana != own) else {
            continue;
        };
        let message = format!("IANA registers `{}` as {iana}, not {own}", entry.key());
        let help = format!("write `status = \"{iana}\"`");
        findings.add(entry.finding("SR708", entry.status.span, message).fix(help));
    }
    findings
}
