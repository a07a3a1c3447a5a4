//! The canonical texts of entries and their facets, which only hashes and exports need.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use locator_core::Span;
use toml::de::DeTable;

use crate::format::canonical::{self, CanonicalValue, Hash, behaviour};
use crate::format::document::Document;
use crate::format::keywords::Facet;

/// The canonical text of an entry and of its facets.
#[derive(Clone)]
pub struct Facets {
    file: Arc<FileFacets>,
    /// Where the entry begins in the file.
    start: usize,
    /// The texts of an entry whose grammar is in another file.
    own: Option<Box<Texts>>,
}

impl Facets {
    /// The texts of the entry at a place of a file.
    pub(in crate::format) fn in_file(file: &Arc<FileFacets>, span: Span) -> Self {
        Self { file: Arc::clone(file), start: span.start(), own: None }
    }

    /// The texts of an entry whose grammar is in another file.
    pub(in crate::format) fn with_grammar(mut self, table: &DeTable<'_>, abnf: &str) -> Self {
        let mut table = CanonicalValue::from_table(table);
        if let Some(CanonicalValue::Table(syntax)) = table.get_mut("syntax") {
            syntax.remove("abnf_file");
            syntax.insert("abnf".to_owned(), abnf.into());
        }
        self.own = Some(Box::new(Texts::new(&table)));
        self
    }

    /// The texts after an override of a facet. Metadata is unchanged: an override adds to it.
    pub(crate) fn with_replaced(&self, facet: Facet, canonical: &str) -> Self {
        let mut texts = self.texts().clone();
        texts.behaviours.retain(|(known, _)| *known != facet);
        match facet {
            Facet::Name | Facet::Metadata => return self.clone(),
            Facet::Syntax => texts.replace("\"syntax\"", canonical),
            Facet::Access => {
                texts.replace("\"access\"", canonical);
                // The new text has the library, if there is one.
                texts.access_with_plugin = None;
            }
            Facet::Port => texts.replace("\"port\"", canonical),
        }
        Self { own: Some(Box::new(texts)), ..self.clone() }
    }

    /// Returns the canonical text of a facet, if the entry has it. The metadata are status, description, and all other keys
    /// except name, version, examples and the other facets. The text of `abnf_file` is that of `abnf`.
    pub fn get(&self, facet: Facet) -> Option<Cow<'_, str>> {
        self.texts().get(facet)
    }

    /// Returns the hash of a facet, if the entry has it: of its canonical text without the keys that only document it.
    pub(crate) fn hash(&self, facet: Facet) -> Option<Hash> {
        self.texts().hash(facet)
    }

    /// Returns the canonical text of the complete entry.
    pub fn whole(&self) -> &str {
        &self.texts().whole
    }

    fn texts(&self) -> &Texts {
        self.own.as_deref().unwrap_or_else(|| self.file.texts(self.start))
    }
}

impl fmt::Debug for Facets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.whole())
    }
}

/// The texts of the entries of a file, which is parsed again when the first is asked for.
pub(in crate::format) struct FileFacets {
    document: Arc<Document>,
    /// By the offset at which the entry begins.
    texts: OnceLock<HashMap<usize, Texts>>,
}

impl FileFacets {
    pub(in crate::format) fn new(document: &Arc<Document>) -> Arc<Self> {
        Arc::new(Self { document: Arc::clone(document), texts: OnceLock::new() })
    }

    fn texts(&self, start: usize) -> &Texts {
        self.texts.get_or_init(|| self.read()).get(&start).unwrap_or(Texts::EMPTY)
    }

    fn read(&self) -> HashMap<usize, Texts> {
        let Ok(table) = DeTable::parse(self.document.text()) else { return HashMap::new() };
        let schemes = table.get_ref().get("scheme").and_then(|list| list.get_ref().as_array());
        let texts = schemes.into_iter().flatten().filter_map(|entry| {
            let table = CanonicalValue::from_table(entry.get_ref().as_table()?);
            Some((entry.span().start, Texts::new(&table)))
        });
        texts.collect()
    }
}

/// The canonical text of an entry, with the places of its facets.
#[derive(Clone, Debug, Default)]
struct Texts {
    /// The complete entry. The text of `abnf_file` is that of `abnf`.
    whole: String,
    /// The places of the keys and their values in it, sorted by key.
    members: Vec<Member>,
    /// `[scheme.access]` with `[scheme.plugin]` as `plugin`, if there is one.
    access_with_plugin: Option<String>,
    /// The texts of the facets with documentation, without it.
    behaviours: Vec<(Facet, String)>,
}

/// The places of a key and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Member {
    key: Range<u32>,
    value: Range<u32>,
}

impl Texts {
    const EMPTY: &Self =
        &Self { whole: String::new(), members: Vec::new(), access_with_plugin: None, behaviours: Vec::new() };

    fn new(table: &BTreeMap<String, CanonicalValue>) -> Self {
        let texts = table.iter().map(|(key, value)| {
            let mut quoted = String::new();
            canonical::write_text(key, &mut quoted);
            (quoted, value.to_string())
        });
        let mut behaviours = vec![(Facet::Metadata, behaviour(Facet::Metadata, table))];
        if let Some(CanonicalValue::Table(port)) = table.get("port") {
            behaviours.push((Facet::Port, behaviour(Facet::Port, port)));
        }
        let mut access_with_plugin = None;
        if let Some(CanonicalValue::Table(access)) = table.get("access") {
            let mut access = access.clone();
            if let Some(plugin) = table.get("plugin") {
                access.insert("plugin".to_owned(), plugin.clone());
                access_with_plugin = Some(CanonicalValue::Table(access.clone()).to_string());
            }
            behaviours.push((Facet::Access, behaviour(Facet::Access, &access)));
        }
        Self { access_with_plugin, behaviours, ..Self::from_members(texts) }
    }

    /// The texts of the keys, which are sorted and quoted, and of their values.
    fn from_members(texts: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut whole = String::from("{");
        let offset = |text: &String| u32::try_from(text.len()).expect("a file has a few megabytes");
        let mut members = Vec::new();
        for (key, value) in texts {
            whole.push_str(if whole.len() > 1 { "," } else { "" });
            let start = offset(&whole);
            whole.push_str(&key);
            let colon = offset(&whole);
            whole.push(':');
            whole.push_str(&value);
            members.push(Member { key: start..colon, value: colon + 1..offset(&whole) });
        }
        whole.push('}');
        Self { whole, members, access_with_plugin: None, behaviours: Vec::new() }
    }

    /// Replaces the value of a key, which is quoted.
    fn replace(&mut self, key: &str, value: &str) {
        let mut members: BTreeMap<_, _> =
            self.members.iter().map(|one| (self.part(&one.key).to_owned(), self.part(&one.value).to_owned())).collect();
        members.insert(key.to_owned(), value.to_owned());
        let (access_with_plugin, behaviours) = (self.access_with_plugin.take(), std::mem::take(&mut self.behaviours));
        *self = Self { access_with_plugin, behaviours, ..Self::from_members(members) };
    }

    fn hash(&self, facet: Facet) -> Option<Hash> {
        match self.behaviours.iter().find(|(known, _)| *known == facet) {
            Some((_, text)) => Some(Hash::new(text)),
            None => self.get(facet).map(|text| Hash::new(&*text)),
        }
    }

    fn get(&self, facet: Facet) -> Option<Cow<'_, str>> {
        match facet {
            Facet::Name => None,
            Facet::Syntax => self.value("\"syntax\""),
            Facet::Access => self.access_with_plugin.as_deref().map(Cow::Borrowed).or_else(|| self.value("\"access\"")),
            Facet::Port => self.value("\"port\""),
            Facet::Metadata => Some(self.metadata().into()),
        }
    }

    fn value(&self, key: &str) -> Option<Cow<'_, str>> {
        let member = self.members.iter().find(|member| self.part(&member.key) == key)?;
        Some(self.part(&member.value).into())
    }

    fn metadata(&self) -> String {
        /// The keys of other facets, and of none.
        const OTHERS: &str = r#""access","example","name","plugin","port","syntax","version""#;
        let members = self.members.iter().filter(|member| !OTHERS.contains(self.part(&member.key)));
        let members: Vec<_> = members.map(|member| self.part(&(member.key.start..member.value.end))).collect();
        format!("{{{}}}", members.join(","))
    }

    fn part(&self, place: &Range<u32>) -> &str {
        &self.whole[place.start as usize..place.end as usize]
    }
}
