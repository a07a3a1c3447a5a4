//! The registry file: what stands in it, and where.
//!
//! ```text
//! bytes ──read──▶ ParsedFile ──load──▶ RegistryFile        for use: nothing in it is missing
//!    │                └──lint──▶ Findings         for people: file, line, column, and how to fix it
//!    └────tidy──▶ the canonical form
//! ```
//!
//! A registry file is TOML. Nothing is guessed: a key that the format does not know is an error, and so is a required one
//! that is missing. Everything that is wrong is found at once, and every value keeps its place, so that whoever finds
//! more, such as the compiler of the grammars, can point at it too.
//!
//! A registration is what RFC 1738 Section 4 asks for, in twelve lines; those before it say whose layer it is:
//!
//! ```
//! use locator_declared::format::{CHECKS, RegistryFile, Level, LintOptions};
//! use locator_declared::lint;
//!
//! let text = r#"
//! schema = 1
//! [registry]
//! id = "com.example.me"
//! kind = "user"
//! title = "My schemes"
//! version = "1.0.0"
//! serial = 1
//! contact = ["me@example.com"]
//! change_controller = "me"
//! claims = ["x-*"]
//!
//! [[scheme]]
//! name = "x-lake"
//! status = "experimental"
//! description = "A table of the data lake"
//! applications = ["the lake prototype"]
//! contact = ["lake@example.com"]
//! change_controller = "the lake team"
//! security = "Names tell which tables there are."
//! expires = 2027-06-30
//! syntax = { grammar = "rfc1738", form = ["x-lake://<host>/<path>"] }
//! access = { kind = "none", locates = "name", name_properties = "Given by the host, for good.", operations = [], algorithm = "None." }
//! example = [{ url = "x-lake://h.example/t", accept = true }, { url = "x-lake:t", accept = false }]
//! "#;
//! let reading = RegistryFile::from_text("lake.toml", text)?;
//! // The rules that need the file alone, and those that compile its grammars and run its examples.
//! let findings = reading.lint_with(LintOptions::default(), &[CHECKS, lint::CHECKS].concat());
//! // One thing is said of it: RFC 6648 advises against `x-`.
//! assert_eq!(findings.iter().map(|one| (one.id(), one.level())).collect::<Vec<_>>(), [("SR103", Level::Warning)]);
//!
//! let layer = reading.load()?;
//! let entry = layer.schemes().next().expect("there is one");
//! assert_eq!(entry.document.place(entry.status.span).to_string(), "lake.toml:15:10");
//! # Ok::<(), locator_declared::format::RegistryFileError>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | `at`, `document` | a value and its place; a text, its lines and columns |
//! | `words`, `model` | the words of the format; its tables, typed |
//! | `rules`, `finding`, `draw` | the rules of lint as a table; what they find; carets |
//! | `canonical` | one text for all ways to write a table, and its hash |
//! | `shape` | the keys of each table, in their order |
//! | `source`, `include`, `layer` | files: the one scheme that opens any; which are included; all of a layer |
//! | `read` | from text to model |
//! | `known`, `domain`, `lint` | names, ports and domains known beforehand; the rules that need one layer |
//! | `changed` | what is new since an earlier copy |
//! | `tidy`, `draft` | what `fmt` and `new` write |
//!
//! Caps: a file has 6 MiB, a layer 40; 1,000,000 marks, 10,000 values of an array, 80 tables inside each other, 2,000
//! included files, 1,000 claims, gateways and selectors each, 100 versions of one name, 1,000 findings of one rule. Beyond them stands a [`RegistryFileError`] or a finding, never a wait.

mod located;

mod document;

mod keywords;

mod glob;

mod rules;

mod finding;

mod render;

mod canonical;

mod schema;

pub(crate) mod known_names;

mod error;

mod folder;

mod model;

mod include;

mod domain;

mod duplicates;

mod read;

mod registry_file;

mod lint;

mod changed;

mod formatter;

mod draft;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use lint::fired;

pub use canonical::{CanonicalValue, Hash, HashError};
pub use changed::ChangedEntries;
pub use document::{Document, Place};
#[cfg(feature = "tools")]
pub(crate) use draft::draft_header;
pub use draft::{draft, draft_entry};
pub use error::RegistryFileError;
pub(crate) use finding::quoted;
pub use finding::{Finding, Findings, MAX_PER_RULE};
pub use folder::{DiskFolder, Folder, MAX_FILE_BYTES, MemoryFolder};
pub use formatter::format_toml;
pub use glob::glob;
pub use keywords::{
    AccessKind, Case, ComponentType, Decision, Dialect, Facet, GatewayMode, Generic, Keyword, LayerKind, Locates,
    Prefer, Profile, Rfc1738, Setting, Until,
};
pub use lint::{CHECKS, LintCheck, LintContext, LintOptions};
pub use located::{Date, DateError, Located};
pub use model::{
    Abnf, AccessStep, AccessTable, Artifact, ComponentTable, Deprecated, ExampleTable, Facets, GatewayEntry, Header,
    Iana, LintLevel, LintTable, Mask, Metadata, Override, Pin, PluginTable, PolicyRules, PolicyTable, PortTable,
    ReferenceTable, Replacement, SchemeEntry, Selector, SourceFile, SourceTable, SyntaxTable, Tombstone,
};
pub use registry_file::{ParsedFile, RegistryFile};
pub use rules::{Level, LintRule, RULES, lint_rule};
