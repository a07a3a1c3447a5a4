//! The registry file as types: every field of the format, with its span.
//!
//! Required fields are not `Option`s. A missing one is a fatal finding and has an empty value, so that lint can continue;
//! such a file is never loaded.

use std::sync::{Arc, OnceLock};

use locator_core::Span;
use semver::{Version, VersionReq};

use super::canonical::Hash;
use super::document::Document;
use super::keywords::{Decision, Facet, GatewayMode, LayerKind, Prefer, Profile, Setting};
use super::located::{Date, Located};

mod access;
mod facets;
mod scheme;
mod syntax;

pub use access::{AccessStep, AccessTable, CallStep, Condition, GuessStep, SendStep, Test};
pub use facets::Facets;
pub(in crate::format) use facets::FileFacets;
pub use scheme::{
    Artifact, Deprecated, ExampleTable, Iana, Metadata, PluginTable, PortTable, ReferenceTable, SchemeEntry,
};
pub use syntax::{Abnf, ComponentTable, DecodedRules, DeviationTable, DeviationWarning, EqualityTable, SyntaxTable};

/// One file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SourceFile {
    /// The text.
    pub document: Arc<Document>,
    /// The path relative to the folder of the main file: `schemes/x-lake.toml`.
    pub path: String,
    /// The SHA-256 of its bytes, computed when it is first asked for.
    pub(in crate::format) hash: OnceLock<Hash>,
    /// `schema`
    pub schema: Located<u32>,
    /// `[registry]`; an included file has none.
    pub header: Option<Header>,
    /// `[[scheme]]`
    pub schemes: Vec<SchemeEntry>,
    /// `[[gateway]]`
    pub gateways: Vec<GatewayEntry>,
    /// `[[override]]`
    pub overrides: Vec<Override>,
    /// `[[mask]]`
    pub masks: Vec<Mask>,
    /// `[[builtin]]`
    pub builtins: Vec<BuiltinFacts>,
    /// `[[tombstone]]`
    pub tombstones: Vec<Tombstone>,
    /// `[pin]`
    pub pins: Vec<Pin>,
    /// `[policy]`
    pub policy: Option<PolicyTable>,
    /// `[lint]`
    pub lint: Option<LintTable>,
}

impl SourceFile {
    /// Returns the SHA-256 of the bytes of the file.
    pub fn hash(&self) -> Hash {
        *self.hash.get_or_init(|| Hash::new(self.document.text()))
    }
}

/// `[registry]`: the header, which identifies the layer.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Header {
    /// `public`, or a reversed domain.
    pub id: Located<String>,
    /// The kind, which decides the order of layers.
    pub kind: Located<LayerKind>,
    /// The display name.
    pub title: Located<String>,
    /// The version of the content. A grammar that rejects a text it used to accept requires a new major version.
    pub version: Located<Version>,
    /// Never decreases.
    pub serial: Located<u64>,
    /// Contacts.
    pub contact: Vec<Located<String>>,
    /// The person or body that decides about changes.
    pub change_controller: Located<String>,
    /// Globs of the names that the layer may add.
    pub claims: Vec<Located<String>>,
    /// The origin of an imported layer.
    pub source: Option<SourceTable>,
    /// An SPDX expression.
    pub license: Option<Located<String>>,
    /// The documentation.
    pub docs: Option<Located<String>>,
    /// Globs of further files, relative to this one.
    pub include: Vec<Located<String>>,
    /// The folder of the libraries and modules, relative to this file.
    pub plugins: Option<Located<String>>,
    /// The start of the table.
    pub span: Span,
}

/// `[registry.source]`: the origin of an imported layer.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SourceTable {
    /// The URL of the original.
    pub url: Option<Located<String>>,
    /// The date of the original.
    pub updated: Option<Located<Date>>,
    /// The SHA-256 of the original.
    pub sha256: Option<Located<String>>,
    /// The program that imported it.
    pub via: Option<Located<String>>,
}

/// `[[gateway]]`: indirect access (RFC 1738 §4).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct GatewayEntry {
    /// The id by which schemes refer to it.
    pub id: Located<String>,
    /// The schemes that it serves.
    pub schemes: Vec<Located<String>>,
    /// The variables of the template.
    pub mode: Located<GatewayMode>,
    /// The template (RFC 6570, level 1).
    pub template: Located<String>,
    /// The supported operations.
    pub operations: Vec<Located<String>>,
    /// Components that are never sent.
    pub strip: Vec<Located<String>>,
    /// Whether `strip` is present, possibly empty.
    pub says_strip: bool,
    /// When it is used.
    pub prefer: Option<Located<Prefer>>,
    /// The environments where it is used; all if empty.
    pub environments: Vec<Located<String>>,
    /// Contacts.
    pub contact: Vec<Located<String>>,
    /// The start of the table.
    pub span: Span,
}

/// `[[override]]`: one facet of a scheme of a lower layer, replaced.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Override {
    /// The scheme.
    pub name: Located<String>,
    /// The id of the layer that defines it.
    pub of: Located<String>,
    /// The replaced facet.
    pub facet: Located<Facet>,
    /// The hash of the replaced facet.
    pub expect: Option<Located<Hash>>,
    /// The reason.
    pub reason: Located<String>,
    /// The table of the new facet.
    pub replacement: Replacement,
    /// The canonical text of that table.
    pub canonical: Option<String>,
    /// The same without documentation.
    pub(in crate::format) behaviour: Option<String>,
    /// The start of the table.
    pub span: Span,
}

/// The new facet of an override.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Replacement {
    /// Permission to use the name; it has no table.
    Name,
    /// `[override.syntax]`
    Syntax(Box<SyntaxTable>),
    /// `[override.access]`, with `[override.plugin]` for access by a library or module.
    Access(Box<AccessTable>, Option<Box<PluginTable>>),
    /// `[override.port]`
    Port(PortTable),
    /// `[override.metadata]`
    Metadata(Box<Metadata>),
    /// The table is missing, which is a finding.
    Missing,
}

/// `[[mask]]`: a disabled name.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Mask {
    /// The name.
    pub name: Located<String>,
    /// The reason.
    pub reason: Option<Located<String>>,
    /// The start of the table.
    pub span: Span,
}

/// `[[builtin]]`: IANA's data for a built-in scheme that has no entry in the public layer.
#[derive(Clone, PartialEq, Debug)]
pub struct BuiltinFacts {
    /// The name.
    pub name: Located<String>,
    /// The columns of IANA's table.
    pub iana: Option<Iana>,
    /// The start of the table.
    pub span: Span,
}

/// `[[tombstone]]`: a removed name that must not be used again.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Tombstone {
    /// The name.
    pub name: Located<String>,
    /// The date of removal.
    pub removed: Located<Date>,
    /// The reason.
    pub reason: Option<Located<String>>,
    /// The scheme to use instead.
    pub replacement: Option<Located<String>>,
    /// The start of the table.
    pub span: Span,
}

/// A line of `[pin]`: the version of a scheme to use.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Pin {
    /// The scheme.
    pub name: Located<String>,
    /// The version requirement.
    pub requirement: Located<VersionReq>,
}

/// `[policy]` and `[policy.env.NAME]`.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PolicyTable {
    /// The rules for every environment.
    pub everywhere: PolicyRules,
    /// The additional rules for named environments.
    pub environments: Vec<(Located<String>, PolicyRules)>,
}

impl PolicyTable {
    /// The total number of selectors.
    pub(super) fn selectors(&self) -> usize {
        let here = self.environments.iter().map(|(_, rules)| rules);
        let all = here.chain([&self.everywhere]);
        let lists = all.flat_map(|rules| [&rules.always, &rules.user, &rules.never, &rules.relaxable]);
        lists.map(Vec::len).sum()
    }
}

/// The rules of `[policy]` or `[policy.env.NAME]`.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PolicyRules {
    /// The decision for schemes that are not listed.
    pub default: Option<Located<Decision>>,
    /// Always accessed.
    pub always: Vec<Located<Selector>>,
    /// Accessed on request of the user.
    pub user: Vec<Located<Selector>>,
    /// Never accessed.
    pub never: Vec<Located<Selector>>,
    /// The selectors that an upper layer may relax.
    pub relaxable: Vec<Located<Selector>>,
    /// The schemes whose library may be loaded.
    pub allow_dylib: Vec<Located<String>>,
    /// The schemes whose module may be loaded.
    pub allow_wasm: Vec<Located<String>>,
    /// The maximum number of redirects to follow.
    pub max_redirects: Option<Located<u32>>,
    /// The start of the table.
    pub span: Span,
}

/// The schemes that a line of a policy selects.
///
/// ```
/// use locator_declared::format::Selector;
///
/// assert_eq!("com.example.*".parse(), Ok(Selector::Name("com.example.*".into())));
/// assert_eq!("status:historical".parse::<Selector>().unwrap().to_string(), "status:historical");
/// assert!("colour:red".parse::<Selector>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Selector {
    /// By name or glob.
    Name(String),
    /// `status:`
    Status(locator_core::registration::Status),
    /// `kind:`, by the kind of access.
    Kind(super::keywords::AccessKind),
    /// `layer:`, by the id of the layer.
    Layer(String),
}

/// `[lint]`: the lint configuration of the file.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LintTable {
    /// The profile.
    pub profile: Option<Located<Profile>>,
    /// The levels of single rules.
    pub levels: Vec<LintLevel>,
    /// The start of the table.
    pub span: Span,
}

/// `SRnnn = "warn"`, or `SRnnn = { level = "warn", reason = "…" }`.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LintLevel {
    /// The rule.
    pub rule: Located<&'static str>,
    /// The level.
    pub setting: Located<Setting>,
    /// The reason.
    pub reason: Option<Located<String>>,
}

impl Override {
    /// Returns the hash of the new facet, as of that of an entry.
    pub fn hash(&self) -> Option<Hash> {
        self.behaviour.as_ref().map(Hash::new)
    }
}
