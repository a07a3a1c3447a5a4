//! The tables of entries as they are written, which only hashes and exports need.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, OnceLock};

use anyurl_core::Span;
use toml::de::DeTable;

use super::canonical::{CanonicalValue, Hash, behaviour};
use super::document::Document;
use super::keywords::{Facet, Keyword as _};

/// A table: keys and values.
pub(crate) type CanonicalTable = BTreeMap<String, CanonicalValue>;

/// The table of an entry as it is written, with the facets of overrides in place of its own. The text of `abnf_file` is that
/// of `abnf`.
#[derive(Clone)]
pub struct Facets {
    file: Arc<FileFacets>,
    /// Where the entry begins in the file.
    start: usize,
    /// The table, if it is not that of the file.
    own: Option<Arc<CanonicalTable>>,
}

impl Facets {
    /// The table of the entry at a place of a file.
    pub(super) fn in_file(file: &Arc<FileFacets>, span: Span) -> Self {
        Self { file: Arc::clone(file), start: span.start(), own: None }
    }

    /// The table of an entry with what it has of another one.
    pub(super) fn with_table(self, table: &DeTable<'_>) -> Self {
        Self { own: Some(Arc::new(entry(table))), ..self }
    }

    /// The table of an entry whose grammar is in another file.
    pub(super) fn with_grammar(self, table: &DeTable<'_>, abnf: &str) -> Self {
        let mut table = entry(table);
        if let Some(CanonicalValue::Table(syntax)) = table.get_mut("syntax") {
            syntax.remove("abnf_file");
            syntax.insert("abnf".to_owned(), abnf.into());
        }
        Self { own: Some(Arc::new(table)), ..self }
    }

    /// The table after an override of a facet. Metadata are added to those that are there.
    pub(crate) fn with_override(&self, facet: Facet, new: &CanonicalTable) -> Self {
        let mut table = self.table().clone();
        match facet {
            Facet::Name => {}
            Facet::Metadata => {
                for (key, value) in new {
                    table.entry(key.clone()).or_insert_with(|| value.clone());
                }
            }
            Facet::Access => {
                let mut access = new.clone();
                let plugin = access.remove("plugin");
                table.remove("plugin");
                table.extend(plugin.map(|plugin| ("plugin".to_owned(), plugin)));
                table.insert("access".to_owned(), CanonicalValue::Table(access));
            }
            Facet::Syntax | Facet::Port => {
                table.insert(facet.as_str().to_owned(), CanonicalValue::Table(new.clone()));
            }
        }
        Self { own: Some(Arc::new(table)), ..self.clone() }
    }

    /// Returns the canonical text of a facet, if the entry has it. The metadata are status, description, and all other keys
    /// except name, version, examples and the other facets.
    pub fn get(&self, facet: Facet) -> Option<String> {
        self.facet(facet).map(|table| CanonicalValue::Table(table.into_owned()).to_string())
    }

    /// Returns the hash of a facet, if the entry has it: of its canonical text without the keys that only document it.
    pub(crate) fn hash(&self, facet: Facet) -> Option<Hash> {
        self.facet(facet).map(|table| Hash::new(behaviour(facet, &table)))
    }

    /// Returns the canonical text of the complete entry.
    pub fn whole(&self) -> String {
        CanonicalValue::Table(self.table().clone()).to_string()
    }

    /// The keys of a facet. Access has that of the library, if there is one.
    fn facet(&self, facet: Facet) -> Option<Cow<'_, CanonicalTable>> {
        let table = self.table();
        let inner = |key| match table.get(key) {
            Some(CanonicalValue::Table(inner)) => Some(inner),
            _ => None,
        };
        match (facet, table.get("plugin")) {
            (Facet::Name, _) => None,
            (Facet::Access, Some(plugin)) => {
                let mut access = inner("access")?.clone();
                access.insert("plugin".to_owned(), plugin.clone());
                Some(Cow::Owned(access))
            }
            (Facet::Access | Facet::Syntax | Facet::Port, _) => inner(facet.as_str()).map(Cow::Borrowed),
            (Facet::Metadata, _) => {
                /// The keys of other facets, and of none.
                const OTHERS: [&str; 7] = ["access", "example", "name", "plugin", "port", "syntax", "version"];
                let is_metadata = |(key, _): &(&String, _)| !OTHERS.contains(&key.as_str());
                let metadata = table.iter().filter(is_metadata);
                Some(Cow::Owned(metadata.map(|(key, value)| (key.clone(), value.clone())).collect()))
            }
        }
    }

    fn table(&self) -> &CanonicalTable {
        static EMPTY: CanonicalTable = BTreeMap::new();
        self.own.as_deref().or_else(|| self.file.tables().get(&self.start)).unwrap_or(&EMPTY)
    }
}

impl fmt::Debug for Facets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.whole())
    }
}

/// The table of an entry. Where its keys come from is not a part of it.
fn entry(table: &DeTable<'_>) -> CanonicalTable {
    let mut table = CanonicalValue::from_table(table);
    table.remove("like");
    table
}

/// The tables of the entries of a file, which is parsed again when the first is asked for.
pub(super) struct FileFacets {
    document: Arc<Document>,
    /// By the offset at which the entry begins.
    tables: OnceLock<HashMap<usize, CanonicalTable>>,
}

impl FileFacets {
    pub(super) fn new(document: &Arc<Document>) -> Arc<Self> {
        Arc::new(Self { document: Arc::clone(document), tables: OnceLock::new() })
    }

    fn tables(&self) -> &HashMap<usize, CanonicalTable> {
        self.tables.get_or_init(|| {
            let Ok(file) = DeTable::parse(self.document.text()) else { return HashMap::new() };
            let schemes = file.get_ref().get("scheme").and_then(|list| list.get_ref().as_array());
            let table = |entry: &toml::Spanned<toml::de::DeValue<'_>>| {
                Some((entry.span().start, CanonicalValue::from_table(entry.get_ref().as_table()?)))
            };
            schemes.into_iter().flatten().filter_map(table).collect()
        })
    }
}
