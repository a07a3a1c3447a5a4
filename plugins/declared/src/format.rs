//! The registry file: its contents, and the location of every value.
//!
//! ```text
//! bytes ──read──▶ ParsedFile ──load──▶ RegistryFile   complete and ready for use
//!    │                └──────lint──▶ Findings       for people: file, line, column, and how to fix the problem
//!    └────format_toml──▶ the canonical formatting
//! ```
//!
//! A registry file is TOML. Nothing is guessed: an unknown key and a missing required key are errors. Reading reports all
//! problems at once, and every value keeps its span, so that later stages, such as the grammar compiler, can point at it.
//!
//! A registration has what RFC 1738 Section 4 asks for, in twelve lines; the header before it identifies the layer:
//!
//! ```
//! use anyurl_declared::format::{CHECKS, RegistryFile, Level, LintOptions};
//! use anyurl_declared::scheme_lint;
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
//! // The rules that need only the file, and those that compile its grammars and run its examples.
//! let findings = reading.lint_with(LintOptions::default(), &[CHECKS, scheme_lint::CHECKS].concat());
//! // One finding: RFC 6648 advises against `x-`.
//! assert_eq!(findings.iter().map(|one| (one.id(), one.level())).collect::<Vec<_>>(), [("SR103", Level::Warning)]);
//!
//! let layer = reading.load()?;
//! let entry = layer.schemes().next().expect("there is one");
//! assert_eq!(entry.document.place(entry.status.span).to_string(), "lake.toml:15:10");
//! # Ok::<(), anyurl_declared::format::RegistryFileError>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | `located`, `document` | a value and its span; a text, its lines and columns |
//! | `originals` | the schemes that an entry has something of |
//! | `keywords`, `suggestion`, `selector` | the enumerated values of the format; the nearest of them; the schemes that a line of a policy selects |
//! | `lint_rules`, `finding`, `render` | the lint rules as a table; findings; carets |
//! | `change_severity` | how much a change matters, and what a change of a key is |
//! | `canonical`, `facets` | the canonical text of a table and its hash; those of the facets of an entry |
//! | `schema`, `table` | what is known of a key; declares a table, one row for each key |
//! | `tables` | the tables of the format, one module for each part of a file: **a new key is a row here** |
//! | `module` | the bytes of modules of WebAssembly |
//! | `folder`, `include`, `registry_file` | file access; `include` patterns; a file with those that it includes |
//! | `from_toml`, `fields` | typed values; the keys of a table, of which every problem is a finding |
//! | `read`, `de_table` | parses a text; tables as they were parsed |
//! | `inherit`, `like` | complete entries: by the defaults of the layer, and by the entry that they are like |
//! | `known_names`, `domain`, `lint` | built-in lists of names and ports; reversed domains; the lint rules for one file |
//! | `changed_entries` | the entries that differ from an earlier copy |
//! | `formatter`, `draft` | `anyurl registry fmt` and `anyurl registry new` |
//! | `json_schema` | `anyurl registry schema`: the format as a JSON Schema |
//!
//! Limits: 6 MiB for a file, 40 MiB with its included files; 1,000,000 tokens, 10,000 values in an array, 80 nested
//! tables, 2,000 included files, 1,000 claims, gateways and selectors each, 100 versions of one name, 100 aliases of one scheme
//! and 10,000 in all, 1,000 findings of one rule. A file beyond a limit is a [`RegistryFileError`] or a finding.

mod located;

mod document;

mod glob;

mod lint_rules;

mod change_severity;

mod finding;

mod render;

mod canonical;

mod schema;

mod selector;

mod suggestion;

pub(crate) mod known_names;

mod error;

mod folder;

mod facets;

mod from_toml;

mod fields;

mod table;

mod tables;

mod module;
mod originals;

mod include;

mod de_table;

mod inherit;

mod like;

mod domain;

mod duplicates;

mod read;

mod registry_file;

mod packed;

mod lint;

mod changed_entries;

#[cfg(feature = "formatter")]
mod formatter;

mod json_schema;

mod draft;

#[cfg(test)]
mod tests;
pub(crate) use lint::ALLOW_RESERVED;
#[cfg(test)]
pub(crate) use lint::fired;

use crate::keywords;
pub use crate::keywords::{
    AccessKind, Case, ComponentType, Decision, DefaultPort, Dialect, DotSegments, Escapes, ExplicitDefault, Facet,
    FieldCase, Fragment, Framing, GatewayMode, Generic, HostKind, Keyword, LayerKind, LineKind, Locates, PluginKind,
    PortTransport, Prefer, Profile, PromptFor, RelativeTo, Rfc1738, Setting, Until, Word,
};
pub(crate) use canonical::behaviour;
pub use canonical::{CanonicalValue, Hash, HashError};
pub use change_severity::{ChangeSeverity, Compared, KeyChange};
pub use changed_entries::ChangedEntries;
pub use document::{Document, Place};
pub use draft::{SchemeDraft, SyntaxDraft, draft_header, example_name};
pub use error::RegistryFileError;
pub use facets::Facets;
pub use finding::{Finding, Findings, quoted};
pub use folder::{DiskFolder, Folder, MemoryFolder};
#[cfg(feature = "formatter")]
pub use formatter::format_toml;
pub use glob::glob;
pub use json_schema::json_schema;
pub use like::renamed_grammar;
pub(crate) use lint::LintCheck;
pub use lint::{CHECKS, LintContext, LintOptions};
pub use lint_rules::{Level, LintRule, RULES, lint_rule};
pub use located::{Date, DateError, Located};
pub use module::{MAX_INLINE_BYTES, MODULE_TARGET, ModuleBytesError};
pub(crate) use read::steps;
pub use registry_file::{ParsedFile, RegistryFile};
pub use selector::Selector;
pub(crate) use table::Merge;
pub use tables::{
    Abnf, AccessStep, AccessTable, Artifact, BuiltinFacts, CallStep, ComponentTable, Condition, DecodedRules,
    DefaultSyntax, DefaultsTable, Deprecated, DeviationTable, DeviationWarning, EqualityTable, ExampleTable,
    FieldTable, GatewayEntry, GuessStep, Header, Iana, LintLevel, LintTable, Mask, Metadata, MistakeTable, Override,
    Pin, PluginTable, PolicyRules, PolicyTable, PortTable, ReferenceTable, Replacement, SchemeEntry, SendStep,
    SourceFile, SourceTable, SyntaxTable, Test, Tombstone, change_of,
};
