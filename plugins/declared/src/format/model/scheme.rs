//! `[[scheme]]`, and the tables inside it.

use std::sync::Arc;

use locator_core::Span;
use locator_core::registration::Status;
use semver::{Version, VersionReq};

use crate::format::canonical::Hash;
use crate::format::document::Document;
use crate::format::keywords::{AccessKind, Case, ComponentType, Dialect, Facet, Generic, Locates, Rfc1738, Until};
use crate::format::located::{Date, Located};

/// `[[scheme]]`: one version of one scheme.
#[derive(Clone, Debug)]
pub struct SchemeEntry {
    /// As it is written; [`SchemeEntry::key`] is in lower case.
    pub name: Located<String>,
    /// Of this definition; 1.0.0 where it is not written.
    pub version: Located<Version>,
    /// How far the scheme has come.
    pub status: Located<Status>,
    /// What a URL of it locates, in a few words.
    pub description: Located<String>,
    /// What it tells of itself besides.
    pub metadata: Metadata,
    /// `port`
    pub port: Option<PortTable>,
    /// `[scheme.syntax]`
    pub syntax: Option<SyntaxTable>,
    /// `[scheme.access]`
    pub access: Option<AccessTable>,
    /// `[scheme.plugin]`
    pub plugin: Option<PluginTable>,
    /// `[[scheme.example]]`
    pub examples: Vec<ExampleTable>,
    /// The canonical texts of its facets.
    pub facets: Facets,
    /// The file that it stands in.
    pub document: Arc<Document>,
    /// Where the table begins.
    pub span: Span,
    /// Whether all of it could be read; otherwise rules of lint that look into it pass over it.
    pub sound: bool,
}

/// What a scheme tells of itself, in the words of RFC 7595.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Metadata {
    /// What RFC 1738 says of the name.
    pub rfc1738: Option<Located<Rfc1738>>,
    /// What uses it.
    pub applications: Vec<Located<String>>,
    /// Whom to ask.
    pub contact: Vec<Located<String>>,
    /// Who decides.
    pub change_controller: Option<Located<String>>,
    /// The documents, the defining one first.
    pub references: Vec<ReferenceTable>,
    /// What shows its use and operability (R-4-4).
    pub demonstration: Option<Located<String>>,
    /// Security considerations.
    pub security: Option<Located<String>>,
    /// Encoding considerations.
    pub encoding: Option<Located<String>>,
    /// Interoperability considerations.
    pub interoperability: Option<Located<String>>,
    /// What IANA has of it.
    pub iana: Option<Iana>,
    /// Since when the registry has it.
    pub since: Option<Located<String>>,
    /// That it should no longer be used.
    pub deprecated: Option<Deprecated>,
    /// When an experiment ends.
    pub expires: Option<Located<Date>>,
    /// What the experiment is to become.
    pub graduates_to: Option<Located<String>>,
}

/// `[[scheme.reference]]`
#[derive(Clone, PartialEq, Debug)]
pub struct ReferenceTable {
    /// Its number, where it is an RFC.
    pub rfc: Option<Located<u32>>,
    /// The section of it.
    pub section: Option<Located<String>>,
    /// Where it is read.
    pub url: Option<Located<String>>,
    /// What it is called.
    pub title: Option<Located<String>>,
    /// Who knows, where no document says.
    pub person: Option<Located<String>>,
    /// The errata that the definition follows.
    pub errata: Vec<Located<u32>>,
    /// Where the table begins.
    pub span: Span,
}

/// `scheme.iana`
#[derive(Clone, PartialEq, Debug)]
pub struct Iana {
    /// The name as IANA writes it, where that is in another case.
    pub name: Option<Located<String>>,
    /// The description as IANA has it, where another stands beside it.
    pub description: Option<Located<String>>,
    /// The reference as IANA has it, where others stand beside it.
    pub reference: Option<Located<String>>,
    /// The number for CRIs.
    pub cri: Option<Located<i64>>,
    /// The registration template.
    pub template: Option<Located<String>>,
    /// Whether, or where, well-known URIs are supported.
    pub well_known: Option<Located<String>>,
    /// What IANA's list notes.
    pub notes: Option<Located<String>>,
    /// When it was registered.
    pub registered: Option<Located<Date>>,
    /// When the row was changed.
    pub updated: Option<Located<Date>>,
    /// The name that IANA's table has before it, where that is not the one before it in the alphabet.
    pub after: Option<Located<String>>,
}

/// `scheme.deprecated`
#[derive(Clone, PartialEq, Debug)]
pub struct Deprecated {
    /// Since when.
    pub since: Option<Located<String>>,
    /// Why.
    pub reason: Option<Located<String>>,
    /// What to use instead.
    pub replacement: Option<Located<String>>,
    /// When it goes.
    pub remove_after: Option<Located<Date>>,
    /// Where the table begins.
    pub span: Span,
}

/// `scheme.port`
#[derive(Clone, PartialEq, Debug)]
pub struct PortTable {
    /// The port when none is given: 1 to 65535.
    pub default: Option<Located<u16>>,
    /// `tcp`, `udp` …
    pub transport: Vec<Located<String>>,
    /// Who says so.
    pub source: Option<Located<String>>,
    /// Where the table begins.
    pub span: Span,
}

/// `[scheme.syntax]`
#[derive(Clone, PartialEq, Debug)]
pub struct SyntaxTable {
    /// The generic grammar that it stays inside.
    pub grammar: Located<Generic>,
    /// The prose form: `x-lake://<host>/<path>`.
    pub form: Vec<Located<String>>,
    /// The grammar, written here or in a file of its own.
    pub abnf: Option<Abnf>,
    /// In what it is written.
    pub dialect: Option<Located<Dialect>>,
    /// The rule that a whole URL is of.
    pub start: Option<Located<String>>,
    /// Rule sets that free names are looked up in.
    pub imports: Vec<Located<String>>,
    /// What the parser gives.
    pub components: Vec<ComponentTable>,
    /// Whether relative references make sense.
    pub relative: Option<Located<bool>>,
    /// Where the table begins.
    pub span: Span,
}

/// A grammar, and the file that it stands in: places in it are those of [`Document::inside`].
#[derive(Clone, Debug)]
pub struct Abnf {
    /// The text.
    pub text: Located<String>,
    /// The file: the registry's, or that of `abnf_file`.
    pub document: Arc<Document>,
}

impl PartialEq for Abnf {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// `[[scheme.syntax.component]]`
#[derive(Clone, PartialEq, Debug)]
pub struct ComponentTable {
    /// Its name.
    pub name: Located<String>,
    /// The rule of the grammar.
    pub rule: Located<String>,
    /// What it holds; text where nothing is said.
    pub kind: Option<Located<ComponentType>>,
    /// Its case in the canonical form.
    pub case: Option<Located<Case>>,
    /// What it is taken to be when it is absent.
    pub default: Option<Located<String>>,
    /// Whether it is a secret.
    pub sensitive: bool,
    /// Where the table begins.
    pub span: Span,
}

/// `[scheme.access]`
#[derive(Clone, PartialEq, Debug)]
pub struct AccessTable {
    /// Who does it.
    pub kind: Located<AccessKind>,
    /// What a URL locates.
    pub locates: Located<Locates>,
    /// In words that an implementer can follow.
    pub algorithm: Option<Located<String>>,
    /// What can be done.
    pub operations: Vec<Located<String>>,
    /// What is done when nothing else is asked for.
    pub default: Option<Located<String>>,
    /// The id of the gateway.
    pub gateway: Option<Located<String>>,
    /// The algorithm as data.
    pub steps: Vec<Located<AccessStep>>,
    /// What the names mean, where no object is located.
    pub name_properties: Option<Located<String>>,
    /// Where the table begins.
    pub span: Span,
}

/// One of `steps`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccessStep {
    /// Connect to `host:port`.
    Connect(String),
    /// Send a text with components in braces.
    Send {
        /// The text.
        text: String,
        /// Whether its last component takes the rest of the line, spaces and TABs included.
        rest_of_line: bool,
    },
    /// Receive up to something.
    Receive(Until),
}

/// `[scheme.plugin]`
#[derive(Clone, PartialEq, Debug)]
pub struct PluginTable {
    /// Its base name.
    pub library: Located<String>,
    /// What version it reports.
    pub version: Option<Located<VersionReq>>,
    /// The generation of the ABI.
    pub abi: Located<u32>,
    /// What it needs.
    pub capabilities: Vec<Located<String>>,
    /// Whose signature it has.
    pub signed_by: Option<Located<String>>,
    /// One for each target.
    pub artifacts: Vec<Artifact>,
    /// Where the table begins.
    pub span: Span,
}

/// `[[scheme.plugin.artifact]]`
#[derive(Clone, PartialEq, Debug)]
pub struct Artifact {
    /// The target triple.
    pub target: Located<String>,
    /// Its version.
    pub version: Located<Version>,
    /// Of its bytes, as it is written: not checked.
    pub sha256: Option<Located<String>>,
    /// Where it is had.
    pub url: Option<Located<String>>,
    /// How many bytes it has.
    pub size: Option<Located<u64>>,
    /// Where the table begins.
    pub span: Span,
}

/// `[[scheme.example]]`
#[derive(Clone, PartialEq, Debug)]
pub struct ExampleTable {
    /// The text.
    pub url: Located<String>,
    /// Whether it is a URL of the scheme.
    pub accept: Located<bool>,
    /// Components by name, as text.
    pub components: Vec<(Located<String>, Located<String>)>,
    /// Its canonical form.
    pub canonical: Option<Located<String>>,
    /// Why it is refused.
    pub why: Option<Located<String>>,
    /// Where the table begins.
    pub span: Span,
}

/// The canonical texts of the facets that are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facets {
    /// `[scheme.syntax]`, with the text of `abnf_file` as `abnf`.
    pub syntax: Option<String>,
    /// `[scheme.access]`, with `[scheme.plugin]` as `plugin`.
    pub access: Option<String>,
    /// `port`
    pub port: Option<String>,
    /// Status, description, and whatever stands in no other facet and is no example.
    pub metadata: Option<String>,
    /// All of it.
    pub whole: String,
}

impl SchemeEntry {
    /// The name in lower case: by it schemes are told apart.
    pub fn key(&self) -> String {
        self.name.to_ascii_lowercase()
    }

    /// Whether it tells neither syntax nor access: a fact, or a mistake.
    pub fn is_bare(&self) -> bool {
        self.syntax.is_none() && self.access.is_none()
    }

    /// Whether the format asks it for syntax and access.
    pub fn is_defined(&self) -> bool {
        !matches!(*self.status, Status::Reserved | Status::Historical)
    }

    /// The canonical text of a facet; none where it is not written.
    pub fn canonical(&self, facet: Facet) -> Option<&str> {
        match facet {
            Facet::Name => None,
            Facet::Syntax => self.facets.syntax.as_deref(),
            Facet::Access => self.facets.access.as_deref(),
            Facet::Port => self.facets.port.as_deref(),
            Facet::Metadata => self.facets.metadata.as_deref(),
        }
    }

    /// Its hash: what `expect` is compared with.
    pub fn hash(&self, facet: Facet) -> Option<Hash> {
        self.canonical(facet).map(Hash::new)
    }
}
