//! Compares two versions of a layer.

use std::collections::BTreeMap;
use std::fmt;

use anyurl_core::authors::Status;
use anyurl_core::internal::write_line;
use anyurl_core::visible;
use semver::Version;
use serde_json::{Value, json};

use anyurl_declared::format::{ChangeSeverity, Finding, Findings, RegistryFile, SchemeEntry};

use crate::relocate::{are_equal, with_renames};

mod change;
mod changelog;
mod findings;
mod grammar_change;
mod layers;
mod overridden;
mod policy;
mod schemes;
mod tree;
mod version;

pub use change::Change;
pub use changelog::ChangeRow;
pub use findings::{is_allowed_step, status_differences};
pub(super) use findings::{status_finding, status_findings, statuses_after};
pub use grammar_change::{GrammarChange, WitnessUrl};
pub use overridden::override_changes;
pub use version::next_version;

/// The differences between an earlier and a later layer.
///
/// `Display` writes a line for each scheme (`+`, `-` or `~`) and other subject, each with its changes below it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RegistryDiff {
    /// Schemes only in the later layer.
    pub added: Vec<SchemeVersion>,
    /// Schemes only in the earlier layer.
    pub removed: Vec<SchemeVersion>,
    /// Schemes in both layers with differences.
    pub changed: Vec<SchemeChange>,
    /// Every change, of schemes and of everything else in the layer.
    pub changes: Vec<Change>,
    /// Findings: changes that are not allowed (SR702, SR703, SR704, SR710) or need a review (SR420, SR711).
    pub findings: Findings,
    /// The least version that the later layer should have; `None` if nothing was changed.
    pub proposed: Option<Version>,
}

/// One version of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SchemeVersion {
    /// The name, in lower case.
    pub name: String,
    /// The version of its definition.
    pub version: Version,
    /// The registration status.
    pub status: Status,
}

/// A scheme that is in both layers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SchemeChange {
    /// The earlier version.
    pub before: SchemeVersion,
    /// The later version.
    pub after: SchemeVersion,
    /// The effect on the scheme's URLs, if the grammar changed.
    pub grammar: Option<GrammarChange>,
}

/// Compares an earlier with a later layer.
///
/// A scheme is compared with the scheme of the same name and major version, or else with the next version of that name.
/// A scheme with another name, of which the old one is an alias, was renamed, which is one change.
/// If the grammar changed, the automata yield a URL that only one of them accepts; it is reported after both schemes
/// confirm it by parsing it.
///
/// ```
/// use anyurl_declared::format::RegistryFile;
/// use anyurl_registry_tools::diff;
///
/// let text = |rule: &str| format!(r#"
/// schema = 1
/// [[scheme]]
/// name = "x-lake"
/// status = "experimental"
/// description = "a lake"
/// [scheme.syntax]
/// grammar = "rfc3986"
/// dialect = "rfc5234"
/// start = "lake"
/// abnf = 'lake = "x-lake:" {rule}'
/// [scheme.access]
/// kind = "none"
/// locates = "name"
/// name_properties = "a lake on the map"
/// operations = []
/// algorithm = "None: a lake is looked up on a map."
/// "#);
/// let old = RegistryFile::from_text("old.toml", text("1*4ALPHA"))?;
/// let new = RegistryFile::from_text("new.toml", text("1*3( ALPHA / DIGIT )"))?;
/// let diff = diff(old.layer(), new.layer());
/// let grammar = diff.changed[0].grammar.as_ref().unwrap();
/// assert_eq!(grammar.refused().unwrap().url, "x-lake:aaaa");
/// assert_eq!(grammar.accepted().unwrap().url, "x-lake:0");
/// assert_eq!(diff.findings.iter().next().unwrap().id(), "SR703");
/// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
/// ```
pub fn diff(before: &RegistryFile, after: &RegistryFile) -> RegistryDiff {
    diff_beside(before, after, &[])
}

/// [`diff()`] of a layer that others are beside: a scheme that it loses, and that one of them defines alike, has moved
/// there, which changes nothing for URLs.
pub fn diff_beside(before: &RegistryFile, after: &RegistryFile, others: &[RegistryFile]) -> RegistryDiff {
    let mut diff = RegistryDiff::default();
    let (renamed, names) = with_renames(before, after);
    let original = before;
    let before = renamed.as_ref().unwrap_or(before);
    layers::compare((original, before), after, &mut diff.changes);
    for entry in after.schemes() {
        let name = Value::from(entry.key());
        for (old, _) in names.iter().filter(|(_, new)| **new == entry.key()) {
            let change = schemes::subject(entry).change("SR742", ChangeSeverity::Tightening, "name");
            diff.changes.push(change.values(Some(&Value::from(old.as_str())), Some(&name)));
        }
    }
    for pair in pairs(before, after) {
        match pair {
            (Some(old), None) => diff.remove(old, moved(before, old, others)),
            (None, Some(new)) => diff.add(new),
            (Some(old), Some(new)) => diff.compare((before, old), (after, new)),
            (None, None) => {}
        }
    }
    findings::removed(&diff.removed, before, after, &mut diff.findings);
    diff.proposed = diff.severity().map(|severity| next_version(&before.header.version, severity));
    if let Some(proposed) = &diff.proposed {
        version::findings(before, after, proposed, &mut diff.findings);
    }
    diff
}

/// Where an entry is that its layer has lost: a layer that defines it alike, and its name there, of which the old one may be
/// an alias.
fn moved<'o>(
    before: &RegistryFile,
    entry: &SchemeEntry,
    others: &'o [RegistryFile],
) -> Option<(&'o RegistryFile, String)> {
    others.iter().find_map(|layer| {
        let (renamed, names) = with_renames(before, layer);
        let name = names.get(&entry.key()).cloned().unwrap_or_else(|| entry.key());
        let renamed = renamed.as_ref().unwrap_or(before);
        let is_old = |one: &SchemeEntry| {
            one.key() == name && renamed.schemes().any(|old| old.key() == name && are_equal(old, one))
        };
        layer.schemes().any(is_old).then_some((layer, name))
    })
}

/// An entry of the earlier layer and its counterpart in the later layer.
type Pair<'l> = (Option<&'l SchemeEntry>, Option<&'l SchemeEntry>);

/// Pairs the entries to compare, by name.
fn pairs<'l>(before: &'l RegistryFile, after: &'l RegistryFile) -> Vec<Pair<'l>> {
    let mut by_name: BTreeMap<String, (Vec<_>, Vec<_>)> = BTreeMap::new();
    for entry in before.schemes() {
        by_name.entry(entry.key()).or_default().0.push(entry);
    }
    for entry in after.schemes() {
        by_name.entry(entry.key()).or_default().1.push(entry);
    }
    let of_name = |(old, new)| pairs_of_name(old, new);
    by_name.into_values().flat_map(of_name).collect()
}

/// Pairs entries of one major version first, then the others in ascending order.
fn pairs_of_name<'l>(mut old: Vec<&'l SchemeEntry>, mut new: Vec<&'l SchemeEntry>) -> Vec<Pair<'l>> {
    let ascending = |one: &&SchemeEntry, other: &&SchemeEntry| one.version.cmp_precedence(&other.version);
    old.sort_by(ascending);
    new.sort_by(ascending);
    let mut pairs = Vec::new();
    old.retain(|entry| {
        let major = |one: &&SchemeEntry| one.version.major == entry.version.major;
        let Some(at) = new.iter().position(major) else {
            return true;
        };
        pairs.push((Some(*entry), Some(new.remove(at))));
        false
    });
    let mut new = new.into_iter();
    pairs.extend(old.into_iter().map(|entry| (Some(entry), new.next())));
    pairs.extend(new.map(|entry| (None, Some(entry))));
    pairs
}

impl RegistryDiff {
    /// Returns whether the layers are equal but for their notation, `version` and `serial`.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns the severity of the worst change.
    pub fn severity(&self) -> Option<ChangeSeverity> {
        self.changes.iter().map(|change| change.severity).max()
    }

    fn add(&mut self, entry: &SchemeEntry) {
        self.changes.push(schemes::subject(entry).change("SR720", ChangeSeverity::Harmless, ""));
        self.added.push(SchemeVersion::from_entry(entry));
    }

    fn remove(&mut self, entry: &SchemeEntry, moved: Option<(&RegistryFile, String)>) {
        let subject = schemes::subject(entry);
        let Some((layer, name)) = moved else {
            self.changes.push(subject.change("SR721", ChangeSeverity::Breaking, ""));
            return self.removed.push(SchemeVersion::from_entry(entry));
        };
        let (layer, old) = (Value::from(layer.header.id.as_str()), entry.key());
        self.changes.push(subject.change("SR743", ChangeSeverity::Harmless, "layer").values(None, Some(&layer)));
        if name != old {
            let change = subject.change("SR742", ChangeSeverity::Tightening, "name");
            self.changes.push(change.values(Some(&old.into()), Some(&name.into())));
        }
    }

    fn compare(&mut self, old: (&RegistryFile, &SchemeEntry), new: (&RegistryFile, &SchemeEntry)) {
        let known = self.changes.len();
        let grammar = schemes::compare(old, new, &mut self.changes);
        let (before, after) = (SchemeVersion::from_entry(old.1), SchemeVersion::from_entry(new.1));
        let change = SchemeChange { before, after, grammar };
        findings::changed(&change, new.1, &mut self.findings);
        findings::capabilities(old.1, new.1, &mut self.findings);
        if self.changes.len() > known || change.before != change.after {
            self.changed.push(change);
        }
    }

    /// Returns the differences as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "severity": self.severity().map(ChangeSeverity::as_str),
            "version": self.proposed.as_ref().map(ToString::to_string),
            "added": self.added.iter().map(SchemeVersion::to_json).collect::<Vec<_>>(),
            "removed": self.removed.iter().map(SchemeVersion::to_json).collect::<Vec<_>>(),
            "changed": self.changed.iter().map(SchemeChange::to_json).collect::<Vec<_>>(),
            "changes": self.changes.iter().map(Change::to_json).collect::<Vec<_>>(),
            "findings": self.findings.iter().map(finding_json).collect::<Vec<_>>(),
        })
    }
}

/// Returns a finding as JSON, with the keys of `registry lint --json`.
fn finding_json(finding: &Finding) -> Value {
    json!({
        "id": finding.id(),
        "level": finding.level().as_str(),
        "file": finding.file(),
        "line": finding.line(),
        "scheme": finding.scheme(),
        "message": finding.message(),
    })
}

impl SchemeVersion {
    fn from_entry(entry: &SchemeEntry) -> Self {
        Self { name: entry.key(), version: entry.version.value.clone(), status: *entry.status }
    }

    fn to_json(&self) -> Value {
        let (version, status) = (self.version.to_string(), self.status.as_str());
        json!({ "name": self.name, "version": version, "status": status })
    }
}

impl fmt::Display for SchemeVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version, status } = self;
        write!(f, "{} {version} ({})", visible(name), status.as_str())
    }
}

impl SchemeChange {
    /// Returns the earlier and the later status, if the status changed.
    pub fn status(&self) -> Option<(Status, Status)> {
        let (before, after) = (self.before.status, self.after.status);
        (before != after).then_some((before, after))
    }

    fn to_json(&self) -> Value {
        json!({
            "name": self.after.name,
            "before": self.before.to_json(),
            "after": self.after.to_json(),
            "grammar": self.grammar.as_ref().map(GrammarChange::to_json),
        })
    }
}

impl fmt::Display for RegistryDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for version in &self.removed {
            writeln!(f, "- {version}")?;
        }
        for version in &self.added {
            writeln!(f, "+ {version}")?;
        }
        let mut last = String::new();
        for (subjects, change) in self.rows() {
            let titles: Vec<_> = subjects.iter().map(|subject| self.title(subject)).collect();
            let title = titles.join(", ");
            if title != last {
                write_line(f, format_args!("~ {title}"))?;
                last = title;
            }
            writeln!(f, "    {}", change.to_string().replace('\n', "\n    "))?;
        }
        self.write_summary(f)?;
        self.findings.fmt(f)
    }
}

impl RegistryDiff {
    /// The changes that are in no list, as rows.
    fn rows(&self) -> Vec<(Vec<&str>, &Change)> {
        let in_lists = |change: &&Change| matches!(change.id(), "SR720" | "SR721");
        rows_of(self.changes.iter().filter(|change| !in_lists(change)))
    }

    /// The name of a subject; of a scheme with another version, both versions.
    fn title(&self, subject: &str) -> String {
        let is_subject = |change: &&SchemeChange| schemes::name(&change.after) == subject;
        match self.changed.iter().find(is_subject) {
            Some(SchemeChange { before, after, .. }) if before.version != after.version => {
                format!("{} {} -> {}", after.name, before.version, after.version)
            }
            _ => subject.to_owned(),
        }
    }

    fn write_summary(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(proposed) = &self.proposed else { return Ok(()) };
        let counts = ChangeSeverity::ALL.iter().rev().filter_map(|severity| {
            let count = self.changes.iter().filter(|change| change.severity == *severity).count();
            (count > 0).then(|| format!("{count} {severity}"))
        });
        writeln!(f, "{}: version {proposed} or higher", counts.collect::<Vec<_>>().join(", "))
    }
}

/// Changes, each with its subjects: equal changes of several are one row.
fn rows_of<'c>(changes: impl Iterator<Item = &'c Change>) -> Vec<(Vec<&'c str>, &'c Change)> {
    let mut rows: Vec<(Vec<&str>, &Change)> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for change in changes {
        if let Some(at) = known.get(&change.to_string()) {
            rows[*at].0.push(&change.subject);
        } else {
            known.insert(change.to_string(), rows.len());
            rows.push((vec![&change.subject], change));
        }
    }
    // Changes of one subject stay together.
    let first = |row: &(Vec<&str>, &Change)| rows.iter().position(|other| other.0 == row.0);
    let mut order: Vec<_> = rows.iter().map(first).zip(0..).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, at)| rows[at].clone()).collect()
}
