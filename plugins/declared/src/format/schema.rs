//! What is known of each key of the format: its type and meaning, whether it is required, and what a change of it is.
//!
//! A table of the format is declared once, in [`tables`](super::tables): from its rows follow the struct, the reader, and the
//! [`TableSchema`]. Reading rejects all other keys, `anyurl registry fmt` writes the keys in the order of the rows,
//! `json_schema` writes them for editors, and `anyurl registry diff` asks [`change_of`](super::change_of).

use super::change_severity::{ChangeSeverity, Compared, DOCUMENTATION, KeyChange, MEANING};
use super::keywords::{Keyword, Word, sentence};

/// A table of the format.
#[derive(Debug)]
pub(super) struct TableSchema {
    /// The name in messages: `scheme.syntax`.
    pub(super) name: &'static str,
    /// What it is.
    pub(super) about: &'static str,
    /// The keys; those of a flattened table are one row.
    pub(super) rows: &'static [KeySchema],
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
    /// The rule that reports an invalid value.
    pub(super) rule: &'static str,
    /// What a change of it is; that of its table if it has none.
    pub(super) change: Option<KeyChange>,
    /// The key of a flattened table that it follows.
    pub(super) after: Option<&'static str>,
    /// Whether an entry has it only if it states it itself ([`like`](super::like)).
    pub(super) is_own: bool,
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
    Word(&'static [Word]),
    List(&'static ValueType),
    /// A table whose keys are names.
    Map(&'static ValueType),
    /// A table whose keys are names; one name may have another type.
    MapExcept(&'static ValueType, &'static str, &'static ValueType),
    Table(&'static TableSchema),
    /// An array of tables.
    Tables(&'static TableSchema),
    /// The keys of this table, in the table that has the row.
    Flattened(&'static TableSchema),
    /// Ids of lint rules with levels, and `profile`.
    LintLevels,
    OneOf(&'static [ValueType]),
}

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
    /// The keys in their order.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'static KeySchema> {
        let rows = self.rows;
        let keys = rows.iter().filter(|row| row.after.is_none()).flat_map(|row| match &row.value {
            ValueType::Flattened(table) => table.rows,
            _ => std::slice::from_ref(row),
        });
        keys.flat_map(move |key| {
            let followers = rows.iter().filter(move |row| row.after == Some(key.name));
            std::iter::once(key).chain(followers)
        })
    }

    pub(super) fn key(&self, name: &str) -> Option<&'static KeySchema> {
        self.keys().find(|key| key.name == name)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.key(name).is_some()
    }

    /// The names of the keys, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.keys().map(|key| key.name)
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

impl TableSchema {
    /// What a change of the key at a path is, or `None` for a table that is compared key by key.
    ///
    /// A key without a rule of its own is a part of its table. The change of a key that the format does not have is one of
    /// what URLs mean.
    pub(super) fn change_of(&'static self, path: &str) -> Option<KeyChange> {
        let (mut table, mut change, mut has_rules) = (Some(self), None, false);
        for name in path.split('.') {
            let key = table.and_then(|table| table.key(name));
            table = key.and_then(|key| key.value.table());
            has_rules = table.is_some_and(|table| table.keys().any(|key| key.change.is_some()));
            let inherited = change.filter(|_| !has_rules).map(KeyChange::inherited);
            change = key.and_then(|key| key.change).or(inherited);
        }
        match change {
            None if !has_rules => Some(KeyChange::new("SR725", Compared::Value, MEANING)),
            change => change,
        }
    }
}

/// The rows of a table: `about` is a doc comment, and the other facts follow it.
impl KeySchema {
    pub(super) const fn new(name: &'static str, about: &'static str, value: ValueType, is_required: bool) -> Self {
        let (rule, change, after, is_own) = ("SR009", None, None, false);
        Self { name, value, is_required, about: sentence(about), rule, change, after, is_own }
    }

    /// The name, where that of the field is another.
    pub(super) const fn key(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    pub(super) const fn value(mut self, value: ValueType) -> Self {
        self.value = value;
        self
    }

    pub(super) const fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    /// Not required, although the field is no `Option`.
    pub(super) const fn optional(mut self) -> Self {
        self.is_required = false;
        self
    }

    /// The rule that reports an invalid value.
    pub(super) const fn rule(mut self, id: &'static str) -> Self {
        self.rule = id;
        self
    }

    pub(super) const fn change(
        mut self,
        rule: &'static str,
        compared: Compared,
        severities: [ChangeSeverity; 3],
    ) -> Self {
        self.change = Some(KeyChange::new(rule, compared, severities));
        self
    }

    /// The key of a flattened table that it follows, where that is not the end of the table.
    pub(super) const fn after(mut self, name: &'static str) -> Self {
        self.after = Some(name);
        self
    }

    /// An entry does not take the key from the one that it is like.
    pub(super) const fn own(mut self) -> Self {
        self.is_own = true;
        self
    }

    /// A change of the key is one of documentation.
    pub(super) const fn documents(self) -> Self {
        self.change("SR731", Compared::Value, DOCUMENTATION)
    }
}

/// The words of an enum.
pub(super) const fn word<W: Keyword>() -> ValueType {
    ValueType::Word(W::WORDS)
}
