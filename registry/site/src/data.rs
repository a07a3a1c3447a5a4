//! The data of a site, which its pages show and `registry.json` contains.

use anyurl_abnf::GrammarRule;
use serde::Serialize;
use serde_json::Value;

/// A layer of the registry.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Layer {
    /// `public`, or a reversed domain.
    pub id: String,
    /// `public`, `organization`, `team` or `user`.
    pub kind: String,
    /// The display name.
    pub title: String,
    /// The version of its content.
    pub version: String,
    /// The number that never decreases.
    pub serial: u64,
    /// Contacts.
    pub contact: Vec<String>,
    /// The person or body that approves changes.
    pub change_controller: String,
    /// The license.
    pub license: Option<String>,
    /// The address of the documentation.
    pub docs: Option<String>,
    /// The hash of its files.
    pub hash: String,
}

/// A release of a layer: what changed since the one before it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Release {
    /// The id of the layer.
    pub layer: String,
    /// The display name of the layer.
    pub title: String,
    /// The version of its content.
    pub version: String,
    /// The number that never decreases.
    pub serial: u64,
    /// The changes by how much they matter, the worst first, each section with its title.
    pub sections: Vec<(String, Vec<Change>)>,
}

/// A change of a release.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Change {
    /// What was changed.
    pub subjects: Vec<String>,
    /// Whether something was added or removed, in a word.
    pub verb: String,
    /// What: a key with its values.
    pub text: String,
    /// The id of the kind of change.
    pub id: String,
    /// More lines.
    pub details: Vec<String>,
}

/// A name of the registry with all its versions.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scheme {
    /// The name, in lower case.
    pub name: String,
    /// Other names of the scheme.
    pub aliases: Vec<String>,
    /// Why the name cannot be used, if a layer masks it or removed it.
    pub removal: Option<Removal>,
    /// The versions; the page begins with the first.
    pub versions: Vec<Version>,
    /// The gateways that serve the scheme.
    pub gateways: Vec<Gateway>,
    /// The decision on its access.
    pub policy: Option<Policy>,
    /// The explanation of `anyurl registry why`.
    pub why: String,
    /// What the registry says of the name, as a registry file for the tester; not in `registry.json`.
    #[serde(skip)]
    pub file: Option<String>,
}

/// A mask or tombstone.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Removal {
    /// `masked` or `removed`.
    pub status: String,
    /// The layer that says so.
    pub by: Place,
    /// The reason.
    pub reason: Option<String>,
    /// The date of the removal.
    pub date: Option<String>,
    /// The scheme to use instead.
    pub replacement: Option<String>,
    /// Whether the site has a page of the replacement.
    #[serde(skip)]
    pub links_replacement: bool,
}

/// The position of a value.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Place {
    /// The id of the layer.
    pub layer: String,
    /// The file.
    pub file: String,
    /// The line, from 1; 0 for a library.
    pub line: usize,
}

/// One version of a scheme.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Version {
    /// The object of `anyurl schemes NAME --json`.
    pub record: Value,
    /// The profiles that select this version.
    pub profiles: Vec<String>,
    /// The place of the definition.
    pub place: Place,
    /// The people in charge.
    pub owner: Owner,
    /// Security, encoding and interoperability.
    pub considerations: Considerations,
    /// The documents, the defining one first.
    pub references: Vec<Link>,
    /// The notice that the scheme is deprecated.
    pub deprecated: Option<Deprecation>,
    /// The date on which an experiment ends.
    pub expires: Option<String>,
    /// The name after the experiment.
    pub graduates_to: Option<String>,
    /// Dates and versions, each with what happened.
    pub history: Vec<(String, String)>,
    /// Accepted URLs.
    pub examples: Vec<Example>,
    /// Rejected URLs.
    pub rejects: Vec<Reject>,
    /// The rules of the grammar that lenient mode replaces.
    pub lenient_rules: Option<String>,
    /// The keys of the syntax that have no other place.
    pub syntax_keys: Vec<(String, String)>,
    /// The deviations that lenient mode accepts.
    pub deviations: Vec<Deviation>,
    /// What is known of each component besides its role, by name.
    pub component_notes: Vec<(String, String)>,
    /// The access steps as lines.
    pub steps: Vec<Line>,
    /// The plan of an example.
    pub plan: Option<Plan>,
    /// The parts of the definition, each with its layer and hash.
    pub facets: Vec<Facet>,
    /// The rules of the grammar, to draw; not in `registry.json`.
    #[serde(skip)]
    pub rules: Vec<GrammarRule>,
}

/// The people in charge of a scheme.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Owner {
    /// The team or person that maintains the entry.
    pub name: Option<String>,
    /// The person or body that approves changes.
    pub change_controller: Option<String>,
    /// Contacts.
    pub contact: Vec<String>,
    /// The applications that use the scheme.
    pub applications: Vec<String>,
    /// Other metadata, each with its name.
    pub others: Vec<(String, String)>,
}

impl Owner {
    /// The owner, or else the change controller.
    pub(crate) fn shown(&self) -> Option<&str> {
        self.name.as_deref().or(self.change_controller.as_deref())
    }
}

/// The considerations of RFC 7595.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Considerations {
    /// Security.
    pub security: Option<String>,
    /// Encoding.
    pub encoding: Option<String>,
    /// Interoperability.
    pub interoperability: Option<String>,
}

/// A text with an address.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Link {
    /// The text.
    pub text: String,
    /// The address.
    pub url: Option<String>,
}

/// The notice that a scheme is deprecated.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Deprecation {
    /// The first version or date.
    pub since: Option<String>,
    /// The reason.
    pub reason: Option<String>,
    /// The scheme to use instead.
    pub replacement: Option<String>,
    /// The date of removal.
    pub remove_after: Option<String>,
}

/// An accepted URL.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Example {
    /// The URL.
    pub url: String,
    /// The section that decides on it.
    pub section: Option<String>,
    /// Its components.
    pub components: Vec<(String, String)>,
    /// The pieces of the URL.
    pub parts: Vec<Part>,
}

/// A piece of a URL.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Part {
    /// The name of its component; `None` between two components.
    pub name: Option<String>,
    /// The number of its component.
    pub number: Option<usize>,
    /// The text.
    pub text: String,
}

/// A rejected URL.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Reject {
    /// The URL.
    pub url: String,
    /// The section that decides on it.
    pub section: Option<String>,
    /// The error with carets, help and section.
    pub report: String,
}

/// A deviation that lenient mode accepts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Deviation {
    /// The id of the warning.
    pub id: Option<String>,
    /// What deviates.
    pub place: String,
    /// What the canonical form has in its place.
    pub write: Option<String>,
    /// The message of the warning.
    pub message: Option<String>,
    /// The section that states the requirement.
    pub section: Option<String>,
}

/// A line with the depth of its indentation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Line {
    /// The depth, from 0.
    pub depth: usize,
    /// The text.
    pub text: String,
}

/// The plan of an example.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Plan {
    /// The URL.
    pub url: String,
    /// The steps in words.
    pub steps: Vec<PlanStep>,
    /// Notes for the client.
    pub notes: Vec<String>,
}

/// A step of a plan in words, as `StepSummary` of the library has them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PlanStep {
    /// What the client does, such as `send`.
    pub op: String,
    /// With what: bytes that are escaped, a file, arguments.
    pub details: String,
    /// When the step is taken, or that it is a guess.
    pub aside: Option<String>,
}

/// A part of a definition and its origin.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Facet {
    /// `syntax`, `access`, `port` or `metadata`.
    pub name: String,
    /// The layer that wrote it.
    pub by: Place,
    /// The hash of its canonical text.
    pub hash: String,
    /// The reason of an override.
    pub reason: Option<String>,
    /// The values that it replaces.
    pub hides: Vec<Hidden>,
}

/// A replaced value of a part of a definition.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Hidden {
    /// The layer that wrote it.
    pub by: Place,
    /// The hash of its canonical text.
    pub hash: String,
}

/// A gateway that serves a scheme.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Gateway {
    /// Its id.
    pub id: String,
    /// The template of its URLs.
    pub template: String,
    /// Components that are never sent.
    pub strip: Vec<String>,
    /// Contacts.
    pub contact: Vec<String>,
    /// The layer that defines it.
    pub by: Place,
}

/// The decision of a policy.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Policy {
    /// `always`, `user` or `never`.
    pub decision: String,
    /// The decision with its layer and line; empty if no policy applies.
    pub reason: String,
    /// The rules of the other layers.
    pub others: Vec<String>,
}
