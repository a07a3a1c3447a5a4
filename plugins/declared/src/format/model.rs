//! What stands in a registry file, typed: every field of the format, with its place.
//!
//! Fields that the format requires are plain; where one is missing, a finding says so and an empty value stands in its
//! place for the sake of lint, which goes on. Such a file is never loaded.

use std::sync::Arc;

use locator_core::Span;
use semver::{Version, VersionReq};

use super::canonical::Hash;
use super::document::Document;
use super::keywords::{Decision, Facet, GatewayMode, LayerKind, Prefer, Profile, Setting};
use super::located::{Date, Located};

mod scheme;

pub use scheme::{
    Abnf, AccessStep, AccessTable, Artifact, ComponentTable, Deprecated, ExampleTable, Facets, Iana, Metadata,
    PluginTable, PortTable, ReferenceTable, SchemeEntry, SyntaxTable,
};

/// One file, in the order in which it is written.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its text.
    pub document: Arc<Document>,
    /// Where it stands beside the main file: `schemes/x-lake.toml`.
    pub path: String,
    /// Of its bytes, as `sha256sum` gives it.
    pub hash: Hash,
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

/// `[registry]`: whose layer it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// `public`, or a reversed domain.
    pub id: Located<String>,
    /// Where it stands among the layers.
    pub kind: Located<LayerKind>,
    /// What people call it.
    pub title: Located<String>,
    /// Of its content: a grammar that refuses what it accepted makes a major version.
    pub version: Located<Version>,
    /// Never decreases.
    pub serial: Located<u64>,
    /// Whom to ask.
    pub contact: Vec<Located<String>>,
    /// Who decides.
    pub change_controller: Located<String>,
    /// Globs of the names that it may add.
    pub claims: Vec<Located<String>>,
    /// Where it was taken from.
    pub source: Option<SourceTable>,
    /// An SPDX expression.
    pub license: Option<Located<String>>,
    /// Where it is documented.
    pub docs: Option<Located<String>>,
    /// Globs of further files, relative to this one.
    pub include: Vec<Located<String>>,
    /// The folder of the libraries, relative to this file.
    pub plugins: Option<Located<String>>,
    /// Where the table begins.
    pub span: Span,
}

/// `[registry.source]`: where an imported layer was taken from.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceTable {
    /// From where.
    pub url: Option<Located<String>>,
    /// When it was written there.
    pub updated: Option<Located<Date>>,
    /// Of its bytes.
    pub sha256: Option<Located<String>>,
    /// By what.
    pub via: Option<Located<String>>,
}

/// `[[gateway]]`: indirect access (RFC 1738 §4).
#[derive(Clone, PartialEq, Debug)]
pub struct GatewayEntry {
    /// By what name schemes speak of it.
    pub id: Located<String>,
    /// The schemes it serves.
    pub schemes: Vec<Located<String>>,
    /// What its variables are.
    pub mode: Located<GatewayMode>,
    /// RFC 6570, level 1.
    pub template: Located<String>,
    /// What it can do.
    pub operations: Vec<Located<String>>,
    /// Components that are never sent.
    pub strip: Vec<Located<String>>,
    /// Whether `strip` is written, and be it empty.
    pub says_strip: bool,
    /// When it is taken.
    pub prefer: Option<Located<Prefer>>,
    /// Where it is taken; empty is everywhere.
    pub environments: Vec<Located<String>>,
    /// Whom to ask.
    pub contact: Vec<Located<String>>,
    /// Where the table begins.
    pub span: Span,
}

/// `[[override]]`: one facet of a scheme of a lower layer, replaced.
#[derive(Clone, PartialEq, Debug)]
pub struct Override {
    /// The scheme.
    pub name: Located<String>,
    /// The layer that has it.
    pub of: Located<String>,
    /// What of it.
    pub facet: Located<Facet>,
    /// Of the facet that is replaced.
    pub expect: Option<Located<Hash>>,
    /// Why.
    pub reason: Located<String>,
    /// The facet's table.
    pub replacement: Replacement,
    /// Canonical text of that table.
    pub canonical: Option<String>,
    /// Where the table begins.
    pub span: Span,
}

/// What an override puts in place of a facet.
#[derive(Clone, PartialEq, Debug)]
pub enum Replacement {
    /// Nothing: the name may be used.
    Name,
    /// `[override.syntax]`
    Syntax(Box<SyntaxTable>),
    /// `[override.access]`, and `[override.plugin]` where it is done by a library.
    Access(Box<AccessTable>, Option<Box<PluginTable>>),
    /// `[override.port]`
    Port(PortTable),
    /// `[override.metadata]`
    Metadata(Box<Metadata>),
    /// The table is missing: a finding says so.
    Missing,
}

/// `[[mask]]`: a name that resolves to nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Mask {
    /// The name.
    pub name: Located<String>,
    /// Why.
    pub reason: Option<Located<String>>,
    /// Where the table begins.
    pub span: Span,
}

/// `[[builtin]]`: what IANA says of a name that has a scheme, and no entry of its own in the public layer.
#[derive(Clone, PartialEq, Debug)]
pub struct BuiltinFacts {
    /// The name.
    pub name: Located<String>,
    /// The columns of IANA's table.
    pub iana: Option<Iana>,
    /// Where the table begins.
    pub span: Span,
}

/// `[[tombstone]]`: a name that was, and will not be again.
#[derive(Clone, PartialEq, Debug)]
pub struct Tombstone {
    /// The name.
    pub name: Located<String>,
    /// When it went.
    pub removed: Located<Date>,
    /// Why.
    pub reason: Option<Located<String>>,
    /// What to use instead.
    pub replacement: Option<Located<String>>,
    /// Where the table begins.
    pub span: Span,
}

/// A line of `[pin]`: which version of a scheme is used.
#[derive(Clone, PartialEq, Debug)]
pub struct Pin {
    /// The scheme.
    pub name: Located<String>,
    /// Its versions.
    pub requirement: Located<VersionReq>,
}

/// `[policy]`, and `[policy.env.NAME]`.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyTable {
    /// Everywhere.
    pub everywhere: PolicyRules,
    /// In one environment, by name.
    pub environments: Vec<(Located<String>, PolicyRules)>,
}

impl PolicyTable {
    /// How many selectors it has in all.
    pub(super) fn selectors(&self) -> usize {
        let here = self.environments.iter().map(|(_, rules)| rules);
        let all = here.chain([&self.everywhere]);
        let lists = all.flat_map(|rules| [&rules.always, &rules.user, &rules.never, &rules.relaxable]);
        lists.map(Vec::len).sum()
    }
}

/// What a policy says.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyRules {
    /// About whatever is not listed.
    pub default: Option<Located<Decision>>,
    /// Accessed.
    pub always: Vec<Located<Selector>>,
    /// Accessed when a person asks.
    pub user: Vec<Located<Selector>>,
    /// Refused.
    pub never: Vec<Located<Selector>>,
    /// What an upper layer may loosen.
    pub relaxable: Vec<Located<Selector>>,
    /// Schemes whose library may be loaded.
    pub allow_dylib: Vec<Located<String>>,
    /// How many redirects are followed.
    pub max_redirects: Option<Located<u32>>,
    /// Where the table begins.
    pub span: Span,
}

/// Which schemes a line of a policy is about.
///
/// ```
/// use locator_declared::format::Selector;
///
/// assert_eq!("com.example.*".parse(), Ok(Selector::Name("com.example.*".into())));
/// assert_eq!("status:historical".parse::<Selector>().unwrap().to_string(), "status:historical");
/// assert!("colour:red".parse::<Selector>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selector {
    /// Those of a name, or of names by a glob.
    Name(String),
    /// `status:`
    Status(locator_core::registration::Status),
    /// `kind:`, of access.
    Kind(super::keywords::AccessKind),
    /// `layer:`, by its id.
    Layer(String),
}

/// `[lint]`: how stern lint is here.
#[derive(Clone, PartialEq, Debug)]
pub struct LintTable {
    /// In general.
    pub profile: Option<Located<Profile>>,
    /// Rule by rule.
    pub levels: Vec<LintLevel>,
    /// Where the table begins.
    pub span: Span,
}

/// `SRnnn = "warn"`, or `SRnnn = { level = "warn", reason = "…" }`.
#[derive(Clone, PartialEq, Debug)]
pub struct LintLevel {
    /// The rule.
    pub rule: Located<&'static str>,
    /// What it does.
    pub setting: Located<Setting>,
    /// Why.
    pub reason: Option<Located<String>>,
}

impl Override {
    /// The hash of what it puts in place.
    pub fn hash(&self) -> Option<Hash> {
        self.canonical.as_ref().map(Hash::new)
    }
}
