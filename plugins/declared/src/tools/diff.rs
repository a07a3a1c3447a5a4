//! What changed from one layer to another.

use std::collections::BTreeMap;
use std::fmt;

use locator_core::registration::Status;
use semver::Version;
use serde_json::{Value, json};

use crate::format::{Facet, Finding, Findings, Keyword, RegistryFile, SchemeEntry};

mod findings;
mod witness;

pub use findings::{allowed, unlike_snapshot};
pub(super) use findings::{misstep, unlike};
pub use witness::{GrammarChange, Witness};

/// What a later layer has that an earlier one had not, and the other way round.
#[derive(Clone, Debug, Default)]
pub struct Diff {
    /// Schemes that only the later one has.
    pub added: Vec<Named>,
    /// Schemes that only the earlier one has.
    pub removed: Vec<Named>,
    /// Those that both have, and not alike.
    pub changed: Vec<Change>,
    /// What should not have been done: SR702, SR703, SR704; and what to look at: SR420.
    pub findings: Findings,
}

/// One version of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// In lower case.
    pub name: String,
    /// Of its definition.
    pub version: Version,
    /// How far it has come.
    pub status: Status,
}

/// What changed in a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// As it was.
    pub before: Named,
    /// As it is.
    pub after: Named,
    /// Facets that are not what they were.
    pub facets: Vec<FacetChange>,
    /// What that does to its URLs, where it has another grammar.
    pub grammar: Option<GrammarChange>,
    /// Whether its examples are others.
    pub examples: bool,
}

/// A facet that is not what it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FacetChange {
    /// Which.
    pub facet: Facet,
    /// The keys of it that differ.
    pub keys: Vec<String>,
}

/// Compares two layers, of which the first is the earlier one.
///
/// A scheme is compared with that of the same name and major version; where there is none, with the next one of its
/// name. For a grammar that is another, the automata give a URL that only one accepts, and both schemes are asked before
/// it is shown.
///
/// ```
/// use locator_declared::format::RegistryFile;
/// use locator_declared::tools::diff;
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
/// algorithm = "There is none: a lake is looked up on a map."
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
pub fn diff(before: &RegistryFile, after: &RegistryFile) -> Diff {
    let mut diff = Diff::default();
    for pair in pairs(before, after) {
        match pair {
            (Some(old), None) => diff.removed.push(Named::of(old)),
            (None, Some(new)) => diff.added.push(Named::of(new)),
            (Some(old), Some(new)) => diff.compare((before, old), (after, new)),
            (None, None) => {}
        }
    }
    findings::removed(before, after, &mut diff.findings);
    diff
}

/// An entry of the earlier layer and one of the later.
type Pair<'l> = (Option<&'l SchemeEntry>, Option<&'l SchemeEntry>);

/// Which entries are compared, by name.
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

/// Those of one major version first; then the others, as they rise.
fn pairs_of_name<'l>(mut old: Vec<&'l SchemeEntry>, mut new: Vec<&'l SchemeEntry>) -> Vec<Pair<'l>> {
    let rising = |one: &&SchemeEntry, other: &&SchemeEntry| one.version.cmp_precedence(&other.version);
    old.sort_by(rising);
    new.sort_by(rising);
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

impl Diff {
    /// Whether the layers have the same schemes.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    fn compare(&mut self, old: (&RegistryFile, &SchemeEntry), new: (&RegistryFile, &SchemeEntry)) {
        let change = Change::of(old, new);
        findings::changed(&change, new.1, &mut self.findings);
        findings::capabilities(old.1, new.1, &mut self.findings);
        if !change.is_empty() {
            self.changed.push(change);
        }
    }

    /// All of it, for programs.
    pub fn to_json(&self) -> Value {
        json!({
            "added": self.added.iter().map(Named::to_json).collect::<Vec<_>>(),
            "removed": self.removed.iter().map(Named::to_json).collect::<Vec<_>>(),
            "changed": self.changed.iter().map(Change::to_json).collect::<Vec<_>>(),
            "findings": self.findings.iter().map(finding_json).collect::<Vec<_>>(),
        })
    }
}

/// A finding, in the keys of `registry lint --json`.
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

impl Named {
    fn of(entry: &SchemeEntry) -> Self {
        Self { name: entry.key(), version: entry.version.value.clone(), status: *entry.status }
    }

    fn to_json(&self) -> Value {
        let (version, status) = (self.version.to_string(), self.status.as_str());
        json!({ "name": self.name, "version": version, "status": status })
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version, status } = self;
        write!(f, "{name} {version} ({})", status.as_str())
    }
}

impl Change {
    fn of(old: (&RegistryFile, &SchemeEntry), new: (&RegistryFile, &SchemeEntry)) -> Self {
        let facets: Vec<_> = Facet::ALL.iter().filter_map(|facet| FacetChange::of(*facet, old.1, new.1)).collect();
        let has = |facet| facets.iter().any(|change| change.facet == facet);
        let grammar = has(Facet::Syntax).then(|| GrammarChange::of(old, new));
        Self {
            before: Named::of(old.1),
            after: Named::of(new.1),
            grammar: grammar.flatten(),
            examples: examples(old.1) != examples(new.1),
            facets,
        }
    }

    fn is_empty(&self) -> bool {
        self.before == self.after && self.facets.is_empty() && !self.examples
    }

    /// What it was and what it is, where its status is another.
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
    fn of(facet: Facet, old: &SchemeEntry, new: &SchemeEntry) -> Option<Self> {
        let (old, new) = (old.canonical(facet), new.canonical(facet));
        let keys = if old == new { Vec::new() } else { keys(old, new) };
        (!keys.is_empty()).then_some(Self { facet, keys })
    }

    fn to_json(&self) -> Value {
        json!({ "facet": self.facet.as_str(), "keys": self.keys })
    }
}

/// The examples of an entry, without their places.
fn examples(entry: &SchemeEntry) -> Value {
    let whole: Option<Value> = serde_json::from_str(&entry.facets.whole).ok();
    whole.map_or(Value::Null, |mut whole| whole["example"].take())
}

/// The keys in which two canonical texts differ.
fn keys(old: Option<&str>, new: Option<&str>) -> Vec<String> {
    let read = |text: Option<&str>| -> BTreeMap<String, Value> {
        let read = text.and_then(|text| serde_json::from_str(text).ok());
        read.unwrap_or_default()
    };
    let (old, new) = (read(old), read(new));
    let gone = old.keys().filter(|key| !new.contains_key(*key));
    let other = new.iter().filter(|(key, value)| old.get(*key) != Some(*value));
    let mut keys: Vec<_> = gone.chain(other.map(|(key, _)| key)).cloned().collect();
    keys.sort();
    keys
}

/// For people: `+`, `-` and `~`, one scheme a line, and what changed in it below.
impl fmt::Display for Diff {
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

impl fmt::Display for Change {
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
