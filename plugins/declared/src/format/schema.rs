//! The tables of the format: their keys with type and meaning, in the order of `locator registry fmt`.
//!
//! Reading rejects all other keys, and checks in debug builds that each key is read as its type; `json_schema` writes the
//! tables for editors.

mod access;
mod header;
mod layers;
mod scheme;
mod syntax;

pub(super) use access::{ACCESS, ACTIONS, ARTIFACT, BLOCK, GUESS, PLUGIN, STEP, STEPS, TEST};
pub(super) use header::{FILE, INCLUDED, REGISTRY, SOURCE};
pub(super) use layers::{BUILTIN, GATEWAY, LEVEL, LINT_LEVEL, MASK, OVERRIDE, POLICY, POLICY_ENV, TOMBSTONE};
pub(super) use scheme::{DEPRECATED, EXAMPLE, IANA, METADATA, PORT, REFERENCE, SCHEME};
pub(super) use syntax::{COMPONENT, DECODED, DEVIATION, EQUALITY, SYNTAX};

use super::keywords::Keyword;

/// A table of the format.
#[derive(Debug)]
pub(super) struct TableSchema {
    /// The name in messages: `scheme.syntax`.
    pub(super) name: &'static str,
    /// What it is.
    pub(super) about: &'static str,
    /// The keys.
    pub(super) keys: &'static [KeySchema],
    /// How keys depend on each other.
    pub(super) conditions: &'static [Condition],
}

/// A key of a table.
#[derive(Debug)]
pub(super) struct KeySchema {
    pub(super) name: &'static str,
    pub(super) value: ValueType,
    pub(super) is_required: bool,
    /// What it is, in a sentence.
    pub(super) about: &'static str,
}

/// The type of a value.
#[derive(Debug)]
pub(super) enum ValueType {
    Text,
    /// A text that matches a regular expression.
    Pattern(&'static str),
    /// One of these texts.
    Fixed(&'static [&'static str]),
    /// A text of one to this many US-ASCII characters.
    Characters(usize),
    Flag,
    /// `false`
    False,
    Integer(i64, u64),
    /// A TOML date.
    Date,
    /// A version by semver.
    Version,
    /// A requirement for versions.
    Requirement,
    /// `sha256:` and digits.
    Hash,
    /// A name, a glob, or `status:`, `kind:`, `layer:` with a value.
    Selector,
    /// One of the words of an enum.
    Word(fn() -> Vec<Word>),
    List(&'static ValueType),
    /// A table whose keys are names.
    Map(&'static ValueType),
    /// A table whose keys are names; one name may have another type.
    MapExcept(&'static ValueType, &'static str, &'static ValueType),
    Table(&'static TableSchema),
    /// An array of tables.
    Tables(&'static TableSchema),
    /// Ids of lint rules with levels, and `profile`.
    LintLevels,
    OneOf(&'static [ValueType]),
}

/// A word and what it means.
pub(super) type Word = (&'static str, &'static str);

/// How keys depend on each other.
#[derive(Debug)]
pub(super) enum Condition {
    /// A key needs others.
    Needs(&'static str, &'static [&'static str]),
    /// A key needs at least one of others.
    NeedsAny(&'static str, &'static [&'static str]),
    /// At least one of these keys is required.
    Any(&'static [&'static str]),
    /// An array with values needs another key.
    NonEmptyNeeds(&'static str, &'static str),
    /// Two keys exclude each other.
    Excludes(&'static str, &'static str),
    /// Where a key is this word, the second keys are required and the third are not allowed.
    Where(&'static str, &'static str, &'static [&'static str], &'static [&'static str]),
    /// The second key is required unless the first is this word.
    Unless(&'static str, &'static str, &'static str),
    /// Exactly one of these keys, with those that may stand beside it.
    OneAction(&'static [(&'static str, &'static [&'static str])]),
}

impl TableSchema {
    pub(super) fn key(&self, name: &str) -> Option<&'static KeySchema> {
        self.keys.iter().find(|key| key.name == name)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.key(name).is_some()
    }

    /// The names of the keys, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(|key| key.name)
    }
}

impl ValueType {
    /// The schema of the table or tables.
    pub(super) fn table(&self) -> Option<&'static TableSchema> {
        match self {
            Self::Table(table) | Self::Tables(table) => Some(table),
            Self::OneOf(types) => types.iter().find_map(Self::table),
            _ => None,
        }
    }

    /// Whether this or one of several types passes a test.
    pub(super) fn allows(&self, test: impl Fn(&Self) -> bool) -> bool {
        match self {
            Self::OneOf(types) => types.iter().any(test),
            one => test(one),
        }
    }
}

/// The schema of the table at a key of another table.
pub(super) fn inside(outer: &TableSchema, key: &str) -> Option<&'static TableSchema> {
    outer.key(key)?.value.table()
}

const fn schema(name: &'static str, about: &'static str, keys: &'static [KeySchema]) -> TableSchema {
    TableSchema { name, about, keys, conditions: &[] }
}

impl TableSchema {
    const fn where_(mut self, conditions: &'static [Condition]) -> Self {
        self.conditions = conditions;
        self
    }
}

/// An optional key.
const fn key(name: &'static str, value: ValueType, about: &'static str) -> KeySchema {
    KeySchema { name, value, is_required: false, about }
}

/// A required key.
const fn need(name: &'static str, value: ValueType, about: &'static str) -> KeySchema {
    KeySchema { name, value, is_required: true, about }
}

/// The words of an enum.
const fn word<W: Keyword>() -> ValueType {
    ValueType::Word(words::<W>)
}

/// The words of an enum with their meanings.
pub(super) fn words<W: Keyword>() -> Vec<Word> {
    W::ALL.iter().map(|one| (one.as_str(), one.about())).collect()
}

const TEXTS: ValueType = ValueType::List(&ValueType::Text);
const U16: ValueType = ValueType::Integer(0, 65_535);
const U32: ValueType = ValueType::Integer(0, 4_294_967_295);
const U64: ValueType = ValueType::Integer(0, u64::MAX);
const I64: ValueType = ValueType::Integer(i64::MIN, i64::MAX as u64);
