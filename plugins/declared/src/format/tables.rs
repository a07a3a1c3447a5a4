//! The tables of the format, one module for each part of a file: [`table!`](super::table) declares the keys of each with type
//! and meaning, in the order of `anyurl registry fmt`.
//!
//! Required fields are not `Option`s. A missing one is a fatal finding and has an empty value, so that lint can continue;
//! such a file is never loaded.

use std::sync::{Arc, OnceLock};

use anyurl_core::Span;

use super::canonical::Hash;
use super::change_severity::Compared::{Elsewhere, Tables as ByKeys, Value};
use super::change_severity::{DOCUMENTATION, KeyChange, MEANING, PERMISSION, REFUSAL, RESERVATION, SERVICE};
use super::document::Document;
use super::fields::Fields;
use super::located::Located;
use super::originals;
use super::schema::ValueType::{self, Integer, LintLevels, Map, Requirement, Tables};
use super::schema::{KeySchema, TableSchema};
use super::table::Table;

mod access;
mod defaults;
mod gateway;
mod header;
mod layers;
mod lint;
mod plugin;
mod policy;
mod scheme;
mod steps;
mod syntax;

pub use access::AccessTable;
pub(super) use defaults::{DEFAULT_SYNTAX, DEFAULTS};
pub use defaults::{DefaultSyntax, DefaultsTable};
pub use gateway::GatewayEntry;
pub use header::{Header, SourceTable};
pub use layers::{Mask, Override, Pin, Replacement, Tombstone};
pub(super) use lint::LEVEL;
pub use lint::{LintLevel, LintTable};
pub use plugin::{Artifact, PluginTable};
pub use policy::{PolicyRules, PolicyTable};
pub use scheme::{BuiltinFacts, Deprecated, ExampleTable, Iana, Metadata, PortTable, ReferenceTable, SchemeEntry};
pub use steps::{AccessStep, CallStep, Condition, GuessStep, SendStep, Test};
pub(super) use steps::{STEPS, steps};
pub use syntax::{
    Abnf, ComponentTable, DecodedRules, DeviationTable, DeviationWarning, EqualityTable, FieldTable, MistakeTable,
    SyntaxTable,
};

/// The supported version of the format.
pub(super) const VERSION: u32 = 1;

const fn key(name: &'static str, value: ValueType, about: &'static str) -> KeySchema {
    KeySchema::new(name, about, value, false)
}

const SCHEMA: KeySchema =
    key("schema", Integer(1, 1), "The version of the format: 1.").required().change("SR740", Elsewhere, DOCUMENTATION);

const SCHEME: KeySchema = key("scheme", Tables(&scheme::SCHEME), "A scheme: one version of one name.");

/// A registry file.
#[rustfmt::skip]
pub(super) static FILE: TableSchema = TableSchema {
    name: "the file",
    about: "A registry file of anyurl: one layer of the registry.",
    rows: &[
        SCHEMA,
        key("registry", ValueType::Table(&header::REGISTRY), "The header, which identifies the layer.").required(),
        key("pin", Map(&Requirement), "The versions of schemes to use: `mailto = \"^2\"`.")
            .change("SR737", Value, MEANING),
        key("override", Tables(&layers::OVERRIDE), "Replaces one facet of a scheme of a lower layer.")
            .change("SR734", ByKeys(&["name", "facet"]), MEANING),
        key("mask", Tables(&layers::MASK), "Disables a name.")
            .change("SR735", ByKeys(&["name"]), REFUSAL),
        key("builtin", Tables(&scheme::BUILTIN), "IANA's data for a scheme implemented in Rust; public layer only.")
            .change("SR731", ByKeys(&["name"]), DOCUMENTATION),
        SCHEME,
        key("tombstone", Tables(&layers::TOMBSTONE), "A removed name that must not be used again.")
            .change("SR736", ByKeys(&["name"]), RESERVATION),
        key("gateway", Tables(&gateway::GATEWAY), "Indirect access through URLs of another scheme.")
            .change("SR733", ByKeys(&["id"]), SERVICE),
        key("policy", ValueType::Table(&policy::POLICY), "The schemes that may be accessed."),
        key("lint", LintLevels, "The configuration of lint.")
            .change("SR741", Elsewhere, PERMISSION),
    ],
    conditions: &[],
};

/// A file that another one includes.
pub(super) static INCLUDED: TableSchema = TableSchema {
    name: "an included file",
    about: "Schemes of a file that includes this one.",
    rows: &[SCHEMA, SCHEME],
    conditions: &[],
};

/// Returns what a change of the key at a path is, or `None` for a table that is compared key by key.
///
/// A key without a rule of its own is a part of its table. The change of a key that the format does not have is one of what
/// URLs mean.
///
/// ```
/// use anyurl_declared::format::{ChangeSeverity, change_of};
///
/// assert_eq!(change_of("scheme.port.default").unwrap().removed, ChangeSeverity::Breaking);
/// assert_eq!(change_of("scheme.iana.cri").unwrap().changed, ChangeSeverity::Harmless);
/// assert_eq!(change_of("override.access.gateway"), change_of("scheme.access.gateway"));
/// assert_eq!(change_of("scheme.access"), None);
/// ```
pub fn change_of(path: &str) -> Option<KeyChange> {
    FILE.change_of(path)
}

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
    /// The names of schemes that entries have something of; these entries are read after all others.
    pub(in crate::format) originals: Vec<String>,
    /// Whether no entry is read before the defaults of the layer are known.
    pub(in crate::format) waits: bool,
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

impl SourceFile {
    /// A file without tables.
    pub(super) fn empty(document: &Arc<Document>, hash: OnceLock<Hash>) -> Self {
        Self {
            document: Arc::clone(document),
            path: String::new(),
            hash,
            schema: Located::new(VERSION, Span::at(0)),
            header: None,
            schemes: Vec::new(),
            originals: Vec::new(),
            waits: false,
            gateways: Vec::new(),
            overrides: Vec::new(),
            masks: Vec::new(),
            builtins: Vec::new(),
            tombstones: Vec::new(),
            pins: Vec::new(),
            policy: None,
            lint: None,
        }
    }

    /// Reads the schemes; those without a name are findings alone. Those that have something of another one wait, and all if
    /// the layer has defaults.
    pub(super) fn read_schemes(&mut self, fields: &Fields<'_, '_>, waits: bool) {
        let scheme = |one: Fields<'_, '_>| {
            let before = self.originals.len();
            self.originals.extend(originals::originals(one.table).map(str::to_ascii_lowercase));
            let is_complete = self.originals.len() == before && !waits;
            if is_complete { SchemeEntry::named(&one) } else { None }
        };
        self.schemes = fields.each("scheme", SchemeEntry::SCHEMA, scheme).into_iter().flatten().collect();
        self.waits = waits;
    }

    /// Reads what a main file has besides schemes.
    pub(super) fn read_layer(&mut self, fields: &Fields<'_, '_>) {
        fn all<T: Table>(fields: &Fields<'_, '_>, key: &'static str) -> Vec<T> {
            fields.each(key, T::SCHEMA, |one| T::read(&one))
        }
        fn one<T: Table>(fields: &Fields<'_, '_>, key: &'static str) -> Option<T> {
            fields.table(key, T::SCHEMA).map(|one| T::read(&one))
        }

        if !fields.has("registry") {
            fields.missing("registry", "the table `[registry]` with id, kind, title, version …");
        }
        self.header = one(fields, "registry");
        self.pins = layers::pins(fields);
        self.overrides = all(fields, "override");
        self.masks = all(fields, "mask");
        self.builtins = all(fields, "builtin");
        self.tombstones = all(fields, "tombstone");
        self.gateways = all(fields, "gateway");
        self.policy = one(fields, "policy");
        self.lint = lint::lint(fields);
    }
}
