//! A table of a file while it is read: its keys are asked for one by one, and whatever is wrong becomes a finding.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use locator_core::Span;
use locator_core::text::did_you_mean::near;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::from_toml::{FromToml, ValueError};
use crate::format::document::Document;
use crate::format::finding::{Finding, Findings, quoted};
use crate::format::located::Located;
use crate::format::schema::TableSchema;

/// An array holds at most so many values.
pub(super) const MOST: usize = 10_000;

/// What is known while one file is read.
pub(super) struct Reader {
    pub(super) document: Arc<Document>,
    findings: RefCell<Findings>,
    /// The scheme whose tables are being read.
    scheme: RefCell<Option<String>>,
    /// How many findings forbid to use the file.
    faults: Cell<usize>,
}

impl Reader {
    pub(super) fn new(document: &Arc<Document>) -> Self {
        Self {
            document: Arc::clone(document),
            findings: RefCell::default(),
            scheme: RefCell::default(),
            faults: Cell::default(),
        }
    }

    pub(super) fn into_findings(self) -> Findings {
        self.findings.into_inner()
    }

    /// From here on it is about this scheme, or about none.
    pub(super) fn about(&self, scheme: Option<String>) {
        self.scheme.replace(scheme);
    }

    pub(super) fn faults(&self) -> usize {
        self.faults.get()
    }

    /// A finding in this file, about the scheme that is being read.
    pub(super) fn finding(&self, id: &'static str, span: Span, message: String) -> Finding {
        let finding = Finding::new(id, &self.document, span, message);
        match &*self.scheme.borrow() {
            Some(scheme) => finding.of(scheme),
            None => finding,
        }
    }

    /// A finding that forbids to use the file.
    pub(super) fn fault(&self, id: &'static str, span: Span, message: String, help: String) {
        self.faults.set(self.faults.get() + 1);
        self.add(self.finding(id, span, message).fix(help).fatal());
    }

    pub(super) fn add(&self, finding: Finding) {
        self.findings.borrow_mut().add(finding);
    }
}

/// A table, and what the format says of it.
pub(super) struct Fields<'r, 'i> {
    pub(super) reader: &'r Reader,
    pub(super) table: &'r DeTable<'i>,
    /// Where it begins: its header, its brace, or its first key.
    pub(super) span: Span,
    schema: &'static TableSchema,
    /// Keys that are missing only because they are misspelt, which was said already.
    misspelt: Vec<&'static str>,
}

impl<'r, 'i> Fields<'r, 'i> {
    /// Looks at the keys of a table: those that the format does not know are findings.
    pub(super) fn open(reader: &'r Reader, table: &'r DeTable<'i>, span: Span, schema: &'static TableSchema) -> Self {
        let mut fields = Self { reader, table, span, schema, misspelt: Vec::new() };
        let is_unknown = |key: &str| !schema.keys.contains(&key);
        let unknown = table.iter().filter(|(key, _)| is_unknown(key.get_ref()));
        let mut unknown = unknown.peekable();
        if unknown.peek().is_some() {
            let is_free = |known: &&str| !table.contains_key(*known);
            let free: Vec<_> = schema.keys.iter().copied().filter(is_free).collect();
            for (key, value) in unknown {
                fields.unknown(key.get_ref(), place(key), value.get_ref(), &free);
            }
        }
        fields
    }

    /// A key that the format does not know; `free` are those that it could have been meant to be.
    fn unknown(&mut self, key: &str, span: Span, value: &DeValue<'_>, free: &[&'static str]) {
        let (reader, schema) = (self.reader, self.schema);
        let meant = near(key, free.iter().copied()).first().copied();
        if meant.is_none() && self.is_nested_scheme(span, value) {
            let message = format!("`[scheme.{}]` puts tables into the scheme before it", quoted(key).trim_matches('`'));
            let help = format!(
                "a scheme is `[[scheme]]` and `name = \"{}…\"`: dots in a header divide tables",
                quoted(key).trim_matches('`')
            );
            return reader.fault("SR006", span, message, help);
        }
        let message = format!("{} has no key {}", schema.title(), quoted(key));
        let help = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if crate::format::schema::FILE.keys.contains(&key) => "it stands at the top of the main file".into(),
            None => format!("its keys are {}", schema.keys.join(", ")),
        };
        reader.fault("SR001", span, message, help);
        self.misspelt.extend(meant);
    }

    /// Whether a key is a header like `[scheme.com.example.foo]` behind a `[[scheme]]`.
    fn is_nested_scheme(&self, span: Span, value: &DeValue<'_>) -> bool {
        let line = self.reader.document.line_of(span).trim_start();
        self.schema.name == "scheme" && value.is_table() && line.starts_with("[scheme.")
    }

    /// The value of a key.
    pub(super) fn value(&self, key: &'static str) -> Option<&'r Spanned<DeValue<'i>>> {
        debug_assert!(self.schema.keys.contains(&key), "{key} of {}", self.schema.name);
        self.table.get(key)
    }

    pub(super) fn has(&self, key: &'static str) -> bool {
        self.value(key).is_some() || self.misspelt.contains(&key)
    }

    /// The value of a key, where it is written and right.
    pub(super) fn get<T: FromToml>(&self, key: &'static str) -> Option<Located<T>> {
        self.get_as("SR009", key)
    }

    /// The same, under another rule.
    pub(super) fn get_as<T: FromToml>(&self, id: &'static str, key: &'static str) -> Option<Located<T>> {
        self.take(id, key, self.value(key)?)
    }

    /// The value of a key that is required.
    pub(super) fn need<T: FromToml>(&self, key: &'static str) -> Located<T> {
        self.need_as("SR009", key)
    }

    /// The same, under another rule where it is written and wrong.
    pub(super) fn need_as<T: FromToml>(&self, id: &'static str, key: &'static str) -> Located<T> {
        if !self.has(key) {
            self.missing(key, &T::expected());
        }
        let blank = || Located::new(T::blank(), self.span);
        self.get_as(id, key).unwrap_or_else(blank)
    }

    /// The values of an array; none where it is not written.
    pub(super) fn list<T: FromToml>(&self, key: &'static str) -> Vec<Located<T>> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let Some(list) = value.get_ref().as_array() else {
            self.wrong("SR009", key, value, &format!("an array of {}", T::expected()));
            return Vec::new();
        };
        self.bounded(key, value, list.len());
        let take = |one| self.take("SR009", key, one);
        list.iter().take(MOST).filter_map(take).collect()
    }

    /// The values of an array that is required.
    pub(super) fn need_list<T: FromToml>(&self, key: &'static str) -> Vec<Located<T>> {
        if !self.has(key) {
            self.missing(key, &format!("an array of {}", T::expected()));
        }
        self.list(key)
    }

    /// A table inside this one.
    pub(super) fn table(&self, key: &'static str, schema: &'static TableSchema) -> Option<Fields<'r, 'i>> {
        let value = self.value(key)?;
        self.as_table(key, value, schema)
    }

    /// The tables of an array inside this one.
    pub(super) fn tables(&self, key: &'static str, schema: &'static TableSchema) -> Vec<Fields<'r, 'i>> {
        self.each(key, schema, |fields| fields)
    }

    /// What is read of each table of an array inside this one.
    pub(super) fn each<T>(
        &self,
        key: &'static str,
        schema: &'static TableSchema,
        mut read: impl FnMut(Fields<'r, 'i>) -> T,
    ) -> Vec<T> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let Some(list) = value.get_ref().as_array() else {
            let name = schema.name;
            self.wrong("SR009", key, value, &format!("tables, each under `[[{name}]]`"));
            return Vec::new();
        };
        self.bounded(key, value, list.len());
        let mut all = Vec::new();
        for one in list.iter().take(MOST) {
            if schema.has_names() {
                self.reader.about(name_of(one.get_ref()));
            }
            all.extend(self.as_table(key, one, schema).map(&mut read));
        }
        if schema.has_names() {
            self.reader.about(None);
        }
        all
    }

    /// Whether no key is misspelt for one that it should have.
    pub(super) fn is_spelt(&self) -> bool {
        self.misspelt.is_empty()
    }

    pub(super) fn as_table(
        &self,
        key: &str,
        value: &'r Spanned<DeValue<'i>>,
        schema: &'static TableSchema,
    ) -> Option<Fields<'r, 'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong("SR009", key, value, &format!("a table {}", schema.name));
        }
        Some(Fields::open(self.reader, table?, place(value), schema))
    }

    /// What a value is taken as; whatever is wrong with it is a finding of the rule `id`.
    pub(super) fn take<T: FromToml>(
        &self,
        id: &'static str,
        key: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<Located<T>> {
        match T::take(value.get_ref()) {
            Ok(taken) => Some(Located::new(taken, place(value))),
            Err(ValueError::Type) => {
                self.wrong(id, key, value, &T::expected());
                None
            }
            Err(ValueError::Value { found, help }) => {
                let message = format!("{} cannot be {found}", self.path(key));
                self.reader.fault(id, place(value), message, help);
                None
            }
        }
    }

    /// A value of the wrong type.
    pub(super) fn wrong(&self, id: &'static str, key: &str, value: &Spanned<DeValue<'_>>, expected: &str) {
        let found = value.get_ref().type_str();
        let message = format!("{} is {expected}, and not {found}", self.path(key));
        self.reader.fault(id, place(value), message, format!("write {expected}"));
    }

    /// A key that is required and not there.
    pub(super) fn missing(&self, key: &str, expected: &str) {
        let message = format!("{} has no `{key}`, which is required", self.schema.title());
        let help = format!("write `{key} = …`: {expected}");
        self.reader.fault("SR009", self.span, message, help);
    }

    /// Something that is wrong with a value here.
    pub(super) fn fault(&self, id: &'static str, span: Span, message: &str, help: &str) {
        self.reader.fault(id, span, message.to_owned(), help.to_owned());
    }

    fn bounded(&self, key: &str, value: &Spanned<DeValue<'_>>, len: usize) {
        if len > MOST {
            let message = format!("{} has {len} values", self.path(key));
            let help = format!("at most {MOST} are read");
            self.reader.fault("SR009", place(value), message, help);
        }
    }

    /// A key as messages call it.
    fn path(&self, key: &str) -> String {
        match self.schema.name {
            name if name.contains(' ') => quoted(key),
            name => format!("`{name}.{}`", quoted(key).trim_matches('`')),
        }
    }
}

/// The name that a table of a scheme has.
fn name_of(value: &DeValue<'_>) -> Option<String> {
    let name = value.as_table()?.get("name")?;
    name.get_ref().as_str().map(str::to_owned)
}

impl TableSchema {
    /// Whether its tables are about a scheme that they name.
    fn has_names(&self) -> bool {
        matches!(self.name, "scheme" | "override" | "mask" | "builtin" | "tombstone")
    }

    fn title(&self) -> String {
        match self.name {
            name if name.contains(' ') => name.to_owned(),
            name => format!("`{name}`"),
        }
    }
}

/// Where a key or a value stands.
pub(in crate::format) fn place<T>(spanned: &Spanned<T>) -> Span {
    let range = spanned.span();
    Span::new(range.start.min(range.end), range.end)
}
