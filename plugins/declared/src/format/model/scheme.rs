//! `[[scheme]]` and its tables.

use std::borrow::Cow;
use std::sync::Arc;

use locator_core::Span;
use locator_core::registration::Status;
use semver::{Version, VersionReq};

use crate::format::canonical::Hash;
use crate::format::document::Document;
use crate::format::keywords::{Facet, PluginKind, Rfc1738};
use crate::format::located::{Date, Located};
use crate::format::model::{AccessTable, Facets, SyntaxTable};

/// `[[scheme]]`: one version of one scheme.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SchemeEntry {
    /// The name as written; [`SchemeEntry::key`] is in lower case.
    pub name: Located<String>,
    /// Other names of the scheme.
    pub aliases: Vec<Located<String>>,
    /// The version of this definition; 1.0.0 by default.
    pub version: Located<Version>,
    /// The registration status.
    pub status: Located<Status>,
    /// What a URL locates, in a few words.
    pub description: Located<String>,
    /// Applications, contacts, references and similar data.
    pub metadata: Metadata,
    /// `port`
    pub port: Option<PortTable>,
    /// `[scheme.syntax]`
    pub syntax: Option<Box<SyntaxTable>>,
    /// `[scheme.access]`
    pub access: Option<Box<AccessTable>>,
    /// `[scheme.plugin]`
    pub plugin: Option<Box<PluginTable>>,
    /// `[[scheme.example]]`
    pub examples: Vec<ExampleTable>,
    /// The canonical texts of its facets.
    pub facets: Facets,
    /// The file that contains the entry.
    pub document: Arc<Document>,
    /// The start of the table.
    pub span: Span,
    /// Whether the entry has no reading errors; most lint rules skip entries that have some.
    pub sound: bool,
}

/// The metadata of a scheme, after the template of RFC 7595.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Metadata {
    /// The role of the name in RFC 1738.
    pub rfc1738: Option<Located<Rfc1738>>,
    /// The applications that use it.
    pub applications: Vec<Located<String>>,
    /// The team or person that maintains the entry: `@example/robotics`, `robotics@example.com`.
    pub owner: Option<Located<String>>,
    /// Contacts.
    pub contact: Vec<Located<String>>,
    /// The person or body that decides about changes.
    pub change_controller: Option<Located<String>>,
    /// The references, the defining document first.
    pub references: Vec<ReferenceTable>,
    /// A demonstration of its use and operability (R-4-4).
    pub demonstration: Option<Located<String>>,
    /// Security considerations.
    pub security: Option<Located<String>>,
    /// Encoding considerations.
    pub encoding: Option<Located<String>>,
    /// Interoperability considerations.
    pub interoperability: Option<Located<String>>,
    /// IANA's data, or that IANA's table lacks the name.
    pub iana: Option<Iana>,
    /// What the syntax leaves out of its documents.
    pub left_out: Option<Located<String>>,
    /// When the registry added it.
    pub since: Option<Located<String>>,
    /// The deprecation notice.
    pub deprecated: Option<Deprecated>,
    /// When an experiment ends.
    pub expires: Option<Located<Date>>,
    /// The name after the experiment.
    pub graduates_to: Option<Located<String>>,
}

/// `[[scheme.reference]]`
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ReferenceTable {
    /// The number of an RFC.
    pub rfc: Option<Located<u32>>,
    /// The section.
    pub section: Option<Located<String>>,
    /// The URL of the document.
    pub url: Option<Located<String>>,
    /// The title.
    pub title: Option<Located<String>>,
    /// A person, if there is no document.
    pub person: Option<Located<String>>,
    /// The errata that the definition follows.
    pub errata: Vec<Located<u32>>,
    /// The start of the table.
    pub span: Span,
}

/// `scheme.iana`: a table, or `false`.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Iana {
    /// Whether IANA's table may have the name; not with `iana = false`.
    pub is_listed: bool,
    /// IANA's spelling of the name, if its case differs.
    pub name: Option<Located<String>>,
    /// IANA's description, if the entry has its own.
    pub description: Option<Located<String>>,
    /// IANA's reference, if the entry has its own.
    pub reference: Option<Located<String>>,
    /// The CRI scheme number.
    pub cri: Option<Located<i64>>,
    /// The registration template.
    pub template: Option<Located<String>>,
    /// The support for well-known URIs.
    pub well_known: Option<Located<String>>,
    /// IANA's notes.
    pub notes: Option<Located<String>>,
    /// The date of registration.
    pub registered: Option<Located<Date>>,
    /// The date of the last change.
    pub updated: Option<Located<Date>>,
    /// The preceding name in IANA's table, if that is not the preceding name in alphabetical order.
    pub after: Option<Located<String>>,
    /// The start of the table, or the value.
    pub span: Span,
}

/// `scheme.deprecated`
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Deprecated {
    /// The first version or date.
    pub since: Option<Located<String>>,
    /// The reason.
    pub reason: Option<Located<String>>,
    /// The scheme to use instead.
    pub replacement: Option<Located<String>>,
    /// The date of removal.
    pub remove_after: Option<Located<Date>>,
    /// The start of the table.
    pub span: Span,
}

/// `scheme.port`
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PortTable {
    /// The default port, 1 to 65535.
    pub default: Option<Located<u16>>,
    /// `tcp`, `udp` …
    pub transport: Vec<Located<String>>,
    /// The source of the assignment.
    pub source: Option<Located<String>>,
    /// The start of the table.
    pub span: Span,
}

/// `[scheme.plugin]`
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PluginTable {
    /// Whether it is a library or a module; a library by default.
    pub kind: Located<PluginKind>,
    /// The base name of the library or module.
    pub library: Located<String>,
    /// The required version.
    pub version: Option<Located<VersionReq>>,
    /// The ABI generation.
    pub abi: Located<u32>,
    /// The required capabilities.
    pub capabilities: Vec<Located<String>>,
    /// The signer.
    pub signed_by: Option<Located<String>>,
    /// The artifacts, one for each target.
    pub artifacts: Vec<Artifact>,
    /// The start of the table.
    pub span: Span,
}

/// `[[scheme.plugin.artifact]]`
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Artifact {
    /// The target triple.
    pub target: Located<String>,
    /// The version.
    pub version: Located<Version>,
    /// The SHA-256 as written, not validated.
    pub sha256: Option<Located<String>>,
    /// The download URL.
    pub url: Option<Located<String>>,
    /// The size in bytes.
    pub size: Option<Located<u64>>,
    /// The module in base64 as written, not validated; [`Artifact::inline_bytes`] decodes it.
    pub inline: Option<Located<String>>,
    /// The start of the table.
    pub span: Span,
}

/// `[[scheme.example]]`
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ExampleTable {
    /// The text.
    pub url: Located<String>,
    /// Whether the text is a URL of the scheme.
    pub accept: Located<bool>,
    /// Components by name, as text.
    pub components: Vec<(Located<String>, Located<String>)>,
    /// The canonical form.
    pub canonical: Option<Located<String>>,
    /// Why it is rejected.
    pub why: Option<Located<String>>,
    /// The document and section that decide: `RFC 7252 s6.3`.
    pub section: Option<Located<String>>,
    /// The start of the table.
    pub span: Span,
}

impl Iana {
    /// `iana = false`
    pub(in crate::format) fn unlisted(span: Span) -> Self {
        Self {
            is_listed: false,
            name: None,
            description: None,
            reference: None,
            cri: None,
            template: None,
            well_known: None,
            notes: None,
            registered: None,
            updated: None,
            after: None,
            span,
        }
    }
}

impl SchemeEntry {
    /// Returns the name in lower case, which identifies the scheme.
    pub fn key(&self) -> String {
        self.name.to_ascii_lowercase()
    }

    /// Returns whether IANA's table may have the name: the entry does not have `iana = false`.
    ///
    /// ```
    /// use locator_declared::format::RegistryFile;
    ///
    /// let text = "schema = 1\n[[scheme]]\nname = \"s3\"\nstatus = \"private\"\ndescription = \"objects\"\niana = false\n";
    /// let file = RegistryFile::from_text("x.toml", text)?;
    /// assert!(!file.layer().schemes().next().unwrap().is_listed());
    /// # Ok::<(), locator_declared::format::RegistryFileError>(())
    /// ```
    pub fn is_listed(&self) -> bool {
        self.metadata.iana.as_ref().is_none_or(|iana| iana.is_listed)
    }

    /// Returns whether the entry has neither syntax nor access: a fact, or a mistake.
    pub fn is_bare(&self) -> bool {
        self.syntax.is_none() && self.access.is_none()
    }

    /// Returns whether the format requires syntax and access.
    pub fn is_defined(&self) -> bool {
        !matches!(*self.status, Status::Reserved | Status::Historical)
    }

    /// Returns the canonical text of a facet, if the entry has it.
    pub fn canonical(&self, facet: Facet) -> Option<Cow<'_, str>> {
        self.facets.get(facet)
    }

    /// Returns the hash of a facet, which `expect` is compared with: of its canonical text without documentation.
    pub fn hash(&self, facet: Facet) -> Option<Hash> {
        self.facets.hash(facet)
    }
}
