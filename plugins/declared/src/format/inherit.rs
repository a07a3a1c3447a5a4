//! `[registry.defaults]`: what entries have that they do not state themselves.
//!
//! Entries take the values as if their own tables had them, so that everything after reading sees complete entries.

use std::sync::Arc;

use anyurl_core::authors::Status;
use toml::de::{DeTable, DeValue};

use super::de_table::{moved, size, text, value_mut};
use super::document::Document;
use super::read::defaults;
use super::tables::{DEFAULT_SYNTAX, DEFAULTS, SourceFile};

/// The keys that the defaults have from the header if they lack them.
const OF_HEADER: [&str; 2] = ["contact", "change_controller"];

/// The defaults of a layer.
pub(super) struct Defaults<'d> {
    table: DeTable<'d>,
    pub(super) document: &'d Arc<Document>,
    /// The bytes that an entry can take from them, about.
    pub(super) size: usize,
}

impl<'d> Defaults<'d> {
    /// Those of the main file, which is parsed already; `None` if there are none, or if one is invalid.
    pub(super) fn new(main: &SourceFile, document: &'d Arc<Document>, file: &DeTable<'d>) -> Option<Self> {
        let mut table = defaults(file)?.clone();
        if !main.header.as_ref()?.defaults.as_ref()?.sound {
            return None;
        }
        let header = file.get("registry")?.get_ref().as_table()?;
        for key in OF_HEADER {
            if let (false, Some((name, value))) = (table.contains_key(key), header.get_key_value(key)) {
                table.insert(name.clone(), value.clone());
            }
        }
        Some(Self { size: size(&table), table, document })
    }

    /// Adds the keys that an entry lacks, with spans that begin at an offset.
    pub(super) fn complete<'t>(&'t self, entry: &mut DeTable<'t>, offset: usize) {
        let defaults: DeTable<'t> = self.table.clone();
        let has_syntax = entry.contains_key("syntax");
        let status = text(entry, "status").or_else(|| text(&self.table, "status"));
        let is_experiment = status == Some(Status::Experimental.as_str());
        for (key, value) in moved(defaults, offset) {
            match (&**key.get_ref(), value_mut(entry, key.get_ref())) {
                ("syntax", Some(DeValue::Table(syntax))) => {
                    let DeValue::Table(all) = value.into_inner() else { continue };
                    let lacking = all.into_iter().filter(|(key, _)| DEFAULT_SYNTAX.has(key.get_ref()));
                    let lacking: Vec<_> = lacking.filter(|(key, _)| !syntax.contains_key(&**key.get_ref())).collect();
                    syntax.extend(lacking);
                }
                // An entry without a syntax is a fact, or reserves a name.
                ("syntax", _) => {}
                ("access", None) if !has_syntax => {}
                ("expires", _) if !is_experiment => {}
                (name, None) if DEFAULTS.has(name) => drop(entry.insert(key, value)),
                _ => {}
            }
        }
    }
}
