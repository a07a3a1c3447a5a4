//! Typed access to the keys of a TOML table. Every problem becomes a finding.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use anyurl_core::Span;
use anyurl_core::internal::{similar_names, sort_by};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::document::Document;
use super::facets::FileFacets;
use super::finding::{Finding, Findings, quoted};
use super::folder::Folder;
use super::from_toml::{FromToml, ValueError};
use super::located::Located;
use super::schema::{Condition, TableSchema, ValueType};

/// The maximum number of values in an array.
const MAX_VALUES: usize = 10_000;

/// The location of a file, against which `abnf_file` is resolved.
pub(super) struct FileLocation<'f> {
    pub(super) folder: &'f dyn Folder,
    /// The parent of the file, relative to `folder`.
    pub(super) parent: &'f str,
    /// The prefix of file names in findings.
    pub(super) prefix: &'f str,
}

impl<'f> FileLocation<'f> {
    /// The location of a file, by its path in a folder.
    pub(super) fn new(folder: &'f dyn Folder, prefix: &'f str, path: &'f str) -> Self {
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        Self { folder, parent, prefix }
    }
}

/// The state of reading one file.
pub(super) struct Reader<'f> {
    pub(super) document: Arc<Document>,
    /// The schema of the main file.
    top: &'static TableSchema,
    /// `None` for a text that is no file.
    pub(super) location: Option<&'f FileLocation<'f>>,
    /// The canonical texts of the entries.
    pub(super) facets: Arc<FileFacets>,
    findings: RefCell<Findings>,
    /// The scheme whose tables are being read.
    scheme: RefCell<Option<String>>,
    /// The number of fatal findings.
    errors: Cell<usize>,
    /// Whether missing keys are reported: not of an entry whose `like` is wrong.
    pub(super) is_complete: bool,
    /// Whether entries have more than their own tables.
    pub(super) completes: bool,
}

impl<'f> Reader<'f> {
    pub(super) fn new(
        document: &Arc<Document>,
        top: &'static TableSchema,
        location: Option<&'f FileLocation<'f>>,
    ) -> Self {
        Self {
            document: Arc::clone(document),
            top,
            location,
            facets: FileFacets::new(document),
            findings: RefCell::default(),
            scheme: RefCell::default(),
            errors: Cell::default(),
            is_complete: true,
            completes: false,
        }
    }

    pub(super) fn into_findings(self) -> Findings {
        self.findings.into_inner()
    }

    /// Sets the scheme of the following findings.
    pub(super) fn set_scheme(&self, scheme: Option<String>) {
        self.scheme.replace(scheme);
    }

    /// Creates a finding about the current scheme.
    pub(super) fn finding(&self, id: &'static str, span: Span, message: String) -> Finding {
        let finding = Finding::new(id, &self.document, span, message);
        match &*self.scheme.borrow() {
            Some(scheme) => finding.about(scheme),
            None => finding,
        }
    }

    /// Adds a fatal finding.
    pub(super) fn error(&self, id: &'static str, span: Span, message: String, help: String) {
        self.errors.set(self.errors.get() + 1);
        self.add(self.finding(id, span, message).fix(help).fatal());
    }

    pub(super) fn add(&self, finding: Finding) {
        self.findings.borrow_mut().add(finding);
    }
}

/// A table and its schema.
pub(super) struct Fields<'r, 'i> {
    pub(super) reader: &'r Reader<'r>,
    pub(super) table: &'r DeTable<'i>,
    /// The start of the table: its header, its brace, or its first key.
    pub(super) span: Span,
    pub(super) schema: &'static TableSchema,
    /// Known keys that were probably meant by unknown keys. They are not reported as missing once more.
    misspelt: Vec<&'static str>,
    /// The number of fatal findings before the values of the table.
    errors_before: usize,
}

impl<'r, 'i> Fields<'r, 'i> {
    /// Opens a table and reports its unknown keys.
    pub(super) fn open(
        reader: &'r Reader<'r>,
        table: &'r DeTable<'i>,
        span: Span,
        schema: &'static TableSchema,
    ) -> Self {
        let mut fields = Self { reader, table, span, schema, misspelt: Vec::new(), errors_before: 0 };
        let is_unknown = |key: &str| !schema.has(key);
        let unknown = table.iter().filter(|(key, _)| is_unknown(key.get_ref()));
        let mut unknown = unknown.peekable();
        if unknown.peek().is_some() {
            let is_free = |known: &&str| !table.contains_key(*known);
            let free: Vec<_> = schema.names().filter(is_free).collect();
            for (key, value) in unknown {
                fields.unknown(key.get_ref(), span_of(key), value.get_ref(), &free);
            }
        }
        fields.errors_before = reader.errors.get();
        fields
    }

    /// Reports an unknown key. `free` are the known keys that the table does not have yet.
    fn unknown(&mut self, key: &str, span: Span, value: &DeValue<'_>, free: &[&'static str]) {
        let (reader, schema) = (self.reader, self.schema);
        let suggestion = similar_names(key, free.iter().copied()).first().copied();
        if suggestion.is_none() && self.is_nested_scheme(span, value) {
            let message = format!(
                "`[scheme.{}]` is a table of the scheme before it, not a new scheme",
                quoted(key).trim_matches('`')
            );
            let help = format!(
                "write `[[scheme]]` and `name = \"{}…\"`: dots in a header separate nested tables",
                quoted(key).trim_matches('`')
            );
            return reader.error("SR006", span, message, help);
        }
        let message = format!("{} has no key {}", schema.title(), quoted(key));
        let help = match suggestion {
            Some(suggestion) => format!("did you mean `{suggestion}`?"),
            None if reader.top.has(key) => "this key belongs at the top level of the main file".into(),
            None => format!("the known keys are {}", schema.names().collect::<Vec<_>>().join(", ")),
        };
        reader.error("SR001", span, message, help);
        self.misspelt.extend(suggestion);
    }

    /// Returns whether a key comes from a header such as `[scheme.com.example.foo]` after a `[[scheme]]`.
    fn is_nested_scheme(&self, span: Span, value: &DeValue<'_>) -> bool {
        let line = self.reader.document.line_of(span).trim_start();
        self.schema.name == "scheme" && value.is_table() && line.starts_with("[scheme.")
    }

    /// The raw value of a key.
    pub(super) fn value(&self, key: &'static str) -> Option<&'r Spanned<DeValue<'i>>> {
        debug_assert!(self.schema.has(key), "{key} of {}", self.schema.name);
        self.table.get(key)
    }

    pub(super) fn has(&self, key: &'static str) -> bool {
        self.value(key).is_some() || self.misspelt.contains(&key)
    }

    /// The value of an optional key, or `None` if it is absent or invalid.
    pub(super) fn get<T: FromToml>(&self, key: &'static str) -> Option<Located<T>> {
        self.get_as("SR009", key)
    }

    /// [`Fields::get`], with the rule to report an invalid value.
    pub(super) fn get_as<T: FromToml>(&self, id: &'static str, key: &'static str) -> Option<Located<T>> {
        debug_assert!(self.is_of_type(key, T::is), "the type of {key} of {}", self.schema.name);
        self.parse(id, key, self.value(key)?)
    }

    /// Whether the schema has a type for a key that passes a test.
    fn is_of_type(&self, key: &str, test: impl Fn(&ValueType) -> bool) -> bool {
        self.schema.key(key).is_some_and(|key| key.value.allows(test))
    }

    /// The value of a required key.
    pub(super) fn need<T: FromToml>(&self, key: &'static str) -> Located<T> {
        self.need_as("SR009", key)
    }

    /// [`Fields::need`], with the rule to report an invalid value.
    pub(super) fn need_as<T: FromToml>(&self, id: &'static str, key: &'static str) -> Located<T> {
        debug_assert!(self.schema.key(key).is_some_and(|key| key.is_required || self.is_alternative(key.name)));
        if !self.has(key) {
            self.missing(key, &T::expected());
        }
        self.get_as(id, key).unwrap_or_else(|| Located::new(T::placeholder(), self.span))
    }

    /// Whether a condition of the schema requires the key.
    fn is_alternative(&self, key: &str) -> bool {
        self.schema.conditions.iter().any(|one| matches!(one, Condition::Needs(_, keys) if keys.contains(&key)))
    }

    /// The values of an optional array.
    pub(super) fn list<T: FromToml>(&self, key: &'static str) -> Vec<Located<T>> {
        let is_list = |value: &ValueType| matches!(value, ValueType::List(inner) if inner.allows(T::is));
        debug_assert!(self.is_of_type(key, is_list), "the type of {key} of {}", self.schema.name);
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let Some(list) = value.get_ref().as_array() else {
            self.wrong("SR009", key, value, &format!("an array of {}", T::expected()));
            return Vec::new();
        };
        self.check_len(key, value, list.len());
        let parse = |one| self.parse("SR009", key, one);
        list.iter().take(MAX_VALUES).filter_map(parse).collect()
    }

    /// The values of a required array.
    pub(super) fn need_list<T: FromToml>(&self, key: &'static str) -> Vec<Located<T>> {
        if !self.has(key) {
            self.missing(key, &format!("an array of {}", T::expected()));
        }
        self.list(key)
    }

    /// An inner table.
    pub(super) fn table(&self, key: &'static str, schema: &'static TableSchema) -> Option<Fields<'r, 'i>> {
        let is_table = |value: &ValueType| matches!(value, ValueType::Table(inner) if std::ptr::eq(*inner, schema));
        debug_assert!(self.is_of_type(key, is_table), "the type of {key} of {}", self.schema.name);
        let value = self.value(key)?;
        self.as_table(key, value, schema)
    }

    /// Applies a function to each table of an inner array.
    pub(super) fn each<T>(
        &self,
        key: &'static str,
        schema: &'static TableSchema,
        mut read: impl FnMut(Fields<'r, 'i>) -> T,
    ) -> Vec<T> {
        let mut all = Vec::new();
        self.for_each(key, schema, &mut |table| all.push(read(table)));
        all
    }

    /// [`Fields::each`], compiled once.
    fn for_each(&self, key: &'static str, schema: &'static TableSchema, read: &mut dyn FnMut(Fields<'r, 'i>)) {
        let are_tables = |value: &ValueType| matches!(value, ValueType::Tables(inner) if std::ptr::eq(*inner, schema));
        debug_assert!(self.is_of_type(key, are_tables), "the type of {key} of {}", self.schema.name);
        let Some(value) = self.value(key) else { return };
        let Some(list) = value.get_ref().as_array() else {
            let name = schema.name;
            return self.wrong("SR009", key, value, &format!("an array of tables, each under `[[{name}]]`"));
        };
        self.check_len(key, value, list.len());
        for one in list.iter().take(MAX_VALUES) {
            if schema.has_names() {
                self.reader.set_scheme(name_of(one.get_ref()));
            }
            self.as_table(key, one, schema).into_iter().for_each(&mut *read);
        }
        if schema.has_names() {
            self.reader.set_scheme(None);
        }
    }

    /// Returns whether no known key is misspelt, and all values are valid.
    pub(super) fn has_no_errors(&self) -> bool {
        self.misspelt.is_empty() && self.reader.errors.get() == self.errors_before
    }

    /// The members of a table whose keys are names, in source order.
    pub(super) fn members(
        &self,
        key: &'static str,
        expected: &str,
    ) -> Vec<(Located<String>, &'r Spanned<DeValue<'i>>)> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let Some(table) = value.get_ref().as_table() else {
            self.wrong("SR009", key, value, expected);
            return Vec::new();
        };
        let member = |(key, value): (&Spanned<std::borrow::Cow<'i, str>>, _)| {
            (Located::new(key.get_ref().to_string(), span_of(key)), value)
        };
        let mut members: Vec<_> = table.iter().map(member).collect();
        sort_by(&mut members, |(one, _), (other, _)| one.span.cmp(&other.span));
        members
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
        Some(Fields::open(self.reader, table?, span_of(value), schema))
    }

    /// Parses a value; an invalid value is a finding of the rule `id`.
    pub(super) fn parse<T: FromToml>(
        &self,
        id: &'static str,
        key: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<Located<T>> {
        match T::from_toml(value.get_ref()) {
            Ok(parsed) => Some(Located::new(parsed, span_of(value))),
            Err(error) => {
                self.invalid(id, key, value, error, T::expected);
                None
            }
        }
    }

    /// Reports an invalid value.
    fn invalid(
        &self,
        id: &'static str,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        error: ValueError,
        expected: fn() -> String,
    ) {
        match error {
            ValueError::Type => self.wrong(id, key, value, &expected()),
            ValueError::Value { found, help } => {
                let message = format!("{} cannot be {found}", self.path(key));
                self.reader.error(id, span_of(value), message, help);
            }
        }
    }

    /// Reports a value of the wrong type.
    pub(super) fn wrong(&self, id: &'static str, key: &str, value: &Spanned<DeValue<'_>>, expected: &str) {
        let found = value.get_ref().type_str();
        let message = format!("{} must be {expected}, not {found}", self.path(key));
        self.reader.error(id, span_of(value), message, format!("write {expected}"));
    }

    /// Reports a missing required key.
    pub(super) fn missing(&self, key: &str, expected: &str) {
        if !self.reader.is_complete {
            return;
        }
        let message = format!("{} lacks the required key `{key}`", self.schema.title());
        let help = format!("write `{key} = …`: {expected}");
        self.reader.error("SR009", self.span, message, help);
    }

    /// Adds a fatal finding.
    pub(super) fn error(&self, id: &'static str, span: Span, message: &str, help: &str) {
        self.reader.error(id, span, message.to_owned(), help.to_owned());
    }

    /// Reports an array with too many values.
    fn check_len(&self, key: &str, value: &Spanned<DeValue<'_>>, len: usize) {
        if len > MAX_VALUES {
            let message = format!("{} has {len} values", self.path(key));
            let help = format!("at most {MAX_VALUES} are read");
            self.reader.error("SR009", span_of(value), message, help);
        }
    }

    /// The path of a key for messages.
    fn path(&self, key: &str) -> String {
        match self.schema.name {
            name if name.contains(' ') => quoted(key),
            name => format!("`{name}.{}`", quoted(key).trim_matches('`')),
        }
    }
}

/// The value of `name` in a table.
fn name_of(value: &DeValue<'_>) -> Option<String> {
    let name = value.as_table()?.get("name")?;
    name.get_ref().as_str().map(str::to_owned)
}

impl TableSchema {
    /// Whether its tables name a scheme.
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

/// The span of a key or value.
pub(super) fn span_of<T>(spanned: &Spanned<T>) -> Span {
    let range = spanned.span();
    Span::new(range.start.min(range.end), range.end)
}
