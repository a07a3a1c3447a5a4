//! Compares two versions of a layer.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use locator_core::registration::Status;
use semver::Version;
use serde_json::{Value, json};

use locator_declared::format::{Facet, Finding, Findings, Keyword, RegistryFile, SchemeEntry};

mod findings;
mod witness;

pub use findings::{is_allowed_step, status_differences};
pub(super) use findings::{status_finding, status_findings};
pub use witness::{GrammarChange, WitnessUrl};

/// The differences between an earlier and a later layer.
#[derive(Clone, Debug, Default)]
pub struct RegistryDiff {
    /// Schemes only in the later layer.
    pub added: Vec<SchemeVersion>,
    /// Schemes only in the earlier layer.
    pub removed: Vec<SchemeVersion>,
    /// Schemes in both layers with differences.
    pub changed: Vec<SchemeChange>,
    /// Findings: changes that are not allowed (SR702, SR703, SR704) or need a review (SR420).
    pub findings: Findings,
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

/// The changes of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SchemeChange {
    /// The earlier version.
    pub before: SchemeVersion,
    /// The later version.
    pub after: SchemeVersion,
    /// The changed facets.
    pub facets: Vec<FacetChange>,
    /// The effect on the scheme's URLs, if the syntax changed.
    pub grammar: Option<GrammarChange>,
    /// Whether the examples changed.
    pub examples: bool,
}

/// A changed facet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FacetChange {
    /// The facet.
    pub facet: Facet,
    /// The keys that differ.
    pub keys: Vec<String>,
}

/// Compares an earlier with a later layer.
///
/// A scheme is compared with the scheme of the same name and major version, or else with the next version of that name.
/// If the grammar changed, the automata yield a URL that only one of them accepts; it is reported after both schemes
/// confirm it by parsing it.
///
/// ```
/// use locator_declared::format::RegistryFile;
/// use locator_registry_tools::diff;
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
/// # Ok::<(), locator_declared::format::RegistryFileError>(())
/// ```
pub fn diff(before: &RegistryFile, after: &RegistryFile) -> RegistryDiff {
    let mut diff = RegistryDiff::default();
    for pair in pairs(before, after) {
        match pair {
            (Some(old), None) => diff.removed.push(SchemeVersion::from_entry(old)),
            (None, Some(new)) => diff.added.push(SchemeVersion::from_entry(new)),
            (Some(old), Some(new)) => diff.compare((before, old), (after, new)),
            (None, None) => {}
        }
    }
    findings::removed(before, after, &mut diff.findings);
    diff
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
    /// Returns whether the layers have the same schemes.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    fn compare(&mut self, old: (&RegistryFile, &SchemeEntry), new: (&RegistryFile, &SchemeEntry)) {
        let change = SchemeChange::compare(old, new);
        findings::changed(&change, new.1, &mut self.findings);
        findings::capabilities(old.1, new.1, &mut self.findings);
        if !change.is_empty() {
            self.changed.push(change);
        }
    }

    /// Returns the differences as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "added": self.added.iter().map(SchemeVersion::to_json).collect::<Vec<_>>(),
            "removed": self.removed.iter().map(SchemeVersion::to_json).collect::<Vec<_>>(),
            "changed": self.changed.iter().map(SchemeChange::to_json).collect::<Vec<_>>(),
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
        write!(f, "{name} {version} ({})", status.as_str())
    }
}

impl SchemeChange {
    fn compare(old: (&RegistryFile, &SchemeEntry), new: (&RegistryFile, &SchemeEntry)) -> Self {
        let facets: Vec<_> = Facet::ALL.iter().filter_map(|facet| FacetChange::compare(*facet, old.1, new.1)).collect();
        let has = |facet| facets.iter().any(|change| change.facet == facet);
        let grammar = has(Facet::Syntax).then(|| GrammarChange::compare(old, new));
        Self {
            before: SchemeVersion::from_entry(old.1),
            after: SchemeVersion::from_entry(new.1),
            grammar: grammar.flatten(),
            examples: examples(old.1) != examples(new.1),
            facets,
        }
    }

    fn is_empty(&self) -> bool {
        self.before == self.after && self.facets.is_empty() && !self.examples
    }

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
            "facets": self.facets.iter().map(FacetChange::to_json).collect::<Vec<_>>(),
            "grammar": self.grammar.as_ref().map(GrammarChange::to_json),
            "examples": self.examples,
        })
    }
}

impl FacetChange {
    fn compare(facet: Facet, old: &SchemeEntry, new: &SchemeEntry) -> Option<Self> {
        let (old, new) = (old.canonical(facet), new.canonical(facet));
        let keys = if old == new { Vec::new() } else { keys(old.as_deref(), new.as_deref()) };
        (!keys.is_empty()).then_some(Self { facet, keys })
    }

    fn to_json(&self) -> Value {
        json!({ "facet": self.facet.as_str(), "keys": self.keys })
    }
}

/// Returns the examples of an entry, without their positions.
fn examples(entry: &SchemeEntry) -> Value {
    let entry: Option<Value> = serde_json::from_str(entry.facets.whole()).ok();
    entry.map_or(Value::Null, |mut entry| entry["example"].take())
}

/// Returns the keys in which two canonical texts differ.
fn keys(old: Option<&str>, new: Option<&str>) -> Vec<String> {
    let parse = |text: Option<&str>| -> BTreeMap<String, Value> {
        text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    };
    let (old, new) = (parse(old), parse(new));
    let keys: BTreeSet<_> = old.keys().chain(new.keys()).filter(|key| old.get(*key) != new.get(*key)).collect();
    keys.into_iter().cloned().collect()
}

/// Writes one line per scheme (`+`, `-` or `~`), followed by its changes.
impl fmt::Display for RegistryDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for named in &self.removed {
            writeln!(f, "- {named}")?;
        }
        for named in &self.added {
            writeln!(f, "+ {named}")?;
        }
        self.changed.iter().try_for_each(|change| change.fmt(f))?;
        self.findings.fmt(f)
    }
}

impl fmt::Display for SchemeChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, after, .. } = self;
        if before.version == after.version {
            writeln!(f, "~ {} {}", after.name, after.version)?;
        } else {
            writeln!(f, "~ {} {} -> {}", after.name, before.version, after.version)?;
        }
        if let Some((before, after)) = self.status() {
            writeln!(f, "    status: {} -> {}", before.as_str(), after.as_str())?;
        }
        for FacetChange { facet, keys } in &self.facets {
            writeln!(f, "    {}: {}", facet.as_str(), keys.join(", "))?;
            if let (Facet::Syntax, Some(grammar)) = (facet, &self.grammar) {
                grammar.fmt(f)?;
            }
        }
        if self.examples {
            writeln!(f, "    examples")?;
        }
        Ok(())
    }
}
