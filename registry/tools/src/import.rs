//! Compares IANA's current registry with the layer that was made from an earlier copy.

use std::collections::BTreeMap;
use std::fmt;

use anyurl_core::Registry;
use anyurl_core::internal::write_line;
use serde_json::{Value, json};

use super::diff::status_findings;
use super::edit::EditError;
use super::row::{IanaColumn, IanaRow, all_rows, unlisted};
use anyurl_declared::format::{Date, Findings, Hash, RegistryFile};

mod rewrite;
mod xml;

/// An error of an import.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The text is not XML.
    #[error("this is not XML: {0}")]
    NoXml(String),
    /// The document is not the registry of schemes.
    #[error("this is not IANA's registry of URI schemes: it has {0}")]
    OtherDocument(&'static str),
    /// The layer cannot be edited.
    #[error(transparent)]
    Edit(#[from] EditError),
}

/// The result of an import, to be reviewed before use.
#[derive(Clone, Debug)]
pub struct ImportReport {
    /// The date of IANA's registry.
    pub date: Date,
    /// The date of the copy that the layer was made from.
    pub since: Option<Date>,
    /// New names.
    pub added: Vec<IanaRow>,
    /// Names with changed facts.
    pub changed: Vec<RowChange>,
    /// Names that IANA no longer lists.
    pub vanished: Vec<String>,
    /// Descriptions that differ between IANA and the layer. The import keeps the layer's own.
    pub own_descriptions: Vec<RowChange>,
    /// SR708: statuses that differ from IANA's.
    pub findings: Findings,
    text: String,
}

/// A changed row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowChange {
    /// The name, in lower case.
    pub name: String,
    /// The changed cells.
    pub cells: Vec<CellChange>,
}

/// A changed cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellChange {
    /// The column.
    pub column: IanaColumn,
    /// The layer's value.
    pub before: String,
    /// IANA's value.
    pub after: String,
}

/// A reason to refuse an import unless the user accepts it: IANA's server has delivered outdated copies before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportRefusal {
    /// The copy is older than the layer.
    #[error(
        "this copy of {date} is older than that of the layer ({since}): fetch a newer copy, or accept it (`--accept`)"
    )]
    Older {
        /// The date of this copy.
        date: Date,
        /// The date of the earlier copy.
        since: Date,
    },
    /// Names are missing, although IANA does not remove names.
    #[error("IANA no longer lists {}: fetch another copy, or accept it (`--accept`)", names.join(", "))]
    Vanished {
        /// The names.
        names: Vec<String>,
    },
}

/// Parses IANA's registry of URI schemes, in XML, and compares it with the layer that was made from an earlier copy.
///
/// Rows are compared in the columns of IANA's table, with the built-in schemes merged in. The layer keeps its own
/// description, and the difference is listed separately, unless `iana.description` records IANA's. If a name is no
/// longer listed, a fact becomes a tombstone; a scheme declared in full stays, for a person to decide. A name with
/// `iana = false` stays as it is until IANA lists it.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::format::RegistryFile;
/// use anyurl_registry_tools::import;
///
/// let text = "schema = 1\n\n[registry]\nid = \"public\"\n\n[registry.source]\nupdated = 2026-01-01\n";
/// let layer = RegistryFile::from_text("public.toml", text)?;
/// let xml = "<registry id='uri-schemes' xmlns='http://www.iana.org/assignments'><updated>2026-02-01</updated>\
///            <registry id='uri-schemes-1'><record><value>dns</value><description>names</description>\
///            <status>Permanent</status><xref type='rfc' data='rfc4501'/></record></registry></registry>";
/// let import = import(xml, layer.layer(), &Registry::builder().build())?;
/// assert_eq!(import.to_string(), "2026-01-01 -> 2026-02-01\n+ dns (Permanent) names\n");
/// assert!(import.text()?.contains("name = \"dns\"\nstatus = \"permanent\"\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`ImportError`] for another document or a layer that cannot be edited.
pub fn import(xml: &str, current: &RegistryFile, builtins: &Registry) -> Result<ImportReport, ImportError> {
    let iana = xml::parse(xml)?;
    let keyed =
        |rows: Vec<IanaRow>| -> BTreeMap<String, IanaRow> { rows.into_iter().map(|row| (row.key(), row)).collect() };
    let after = keyed(iana.rows);
    let mut before = keyed(all_rows(current, builtins));
    before.retain(|_, row| may_be_listed(row));
    let mut import = ImportReport::empty(iana.date, current);
    for (name, row) in &after {
        match before.get(name) {
            None => import.added.push(row.clone()),
            Some(old) => import.compare(current, name, old, row),
        }
    }
    let unlisted = unlisted(current);
    let is_gone = |name: &&String| !after.contains_key(*name) && !unlisted.contains(*name);
    import.vanished = before.keys().filter(is_gone).cloned().collect();
    let status = |row: &IanaRow| row.get(IanaColumn::Status).to_ascii_lowercase();
    let known = after.values().map(|row| (row.key(), status(row)));
    import.findings = status_findings(current, &known.collect());
    import.text = rewrite::text(current, &import, Hash::new(xml))?;
    Ok(import)
}

/// Returns whether IANA can list a row: it does not list private, reserved or experimental names.
fn may_be_listed(row: &IanaRow) -> bool {
    matches!(row.get(IanaColumn::Status), "Permanent" | "Provisional" | "Historical")
}

impl ImportReport {
    fn empty(date: Date, current: &RegistryFile) -> Self {
        let source = current.header.source.as_ref();
        Self {
            date,
            since: source.and_then(|source| source.updated).map(|date| date.value),
            added: Vec::new(),
            changed: Vec::new(),
            vanished: Vec::new(),
            own_descriptions: Vec::new(),
            findings: Findings::new(),
            text: String::new(),
        }
    }

    fn compare(&mut self, current: &RegistryFile, name: &str, old: &IanaRow, new: &IanaRow) {
        let (mut cells, mut kept) = (Vec::new(), Vec::new());
        for &column in IanaColumn::ALL {
            let (before, after) = (old.get(column), new.get(column));
            if before == after {
                continue;
            }
            let change = CellChange::new(column, before, after);
            let is_kept = column == IanaColumn::Description && rewrite::has_own_description(current, name);
            let list = if is_kept { &mut kept } else { &mut cells };
            list.push(change);
        }
        let change = |cells: Vec<CellChange>| RowChange { name: name.to_owned(), cells };
        if !cells.is_empty() {
            self.changed.push(change(cells));
        }
        if !kept.is_empty() {
            self.own_descriptions.push(change(kept));
        }
    }

    /// Returns whether there is nothing to import.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.vanished.is_empty() && self.since == Some(self.date)
    }

    /// Returns the reason to refuse the import, if any.
    pub fn refusal(&self) -> Option<ImportRefusal> {
        let date = self.date;
        if let Some(since) = self.since.filter(|since| date < *since) {
            return Some(ImportRefusal::Older { date, since });
        }
        let names = self.vanished.clone();
        (!names.is_empty()).then_some(ImportRefusal::Vanished { names })
    }

    /// Returns the new text of the layer.
    ///
    /// # Errors
    /// Returns [`ImportRefusal`] if the copy is older than the layer or names are missing.
    pub fn text(&self) -> Result<&str, ImportRefusal> {
        match self.refusal() {
            Some(refusal) => Err(refusal),
            None => Ok(&self.text),
        }
    }

    /// Returns the new text even if [`ImportReport::text`] refuses it.
    pub fn accepted(&self) -> &str {
        &self.text
    }

    /// Returns everything except the text as JSON.
    pub fn to_json(&self) -> Value {
        let changes = |changes: &[RowChange]| changes.iter().map(RowChange::to_json).collect::<Vec<_>>();
        json!({
            "date": self.date.to_string(),
            "since": self.since.map(|date| date.to_string()),
            "added": self.added.iter().map(IanaRow::key).collect::<Vec<_>>(),
            "changed": changes(&self.changed),
            "vanished": self.vanished,
            "described": changes(&self.own_descriptions),
            "refused": self.refusal().map(|refusal| refusal.to_string()),
        })
    }
}

impl CellChange {
    fn new(column: IanaColumn, before: &str, after: &str) -> Self {
        let (before, after) = (before.to_owned(), after.to_owned());
        Self { column, before, after }
    }
}

impl RowChange {
    fn to_json(&self) -> Value {
        let cell =
            |cell: &CellChange| json!({ "column": cell.column.as_str(), "before": cell.before, "after": cell.after });
        json!({ "name": self.name, "cells": self.cells.iter().map(cell).collect::<Vec<_>>() })
    }
}

/// Writes the dates, then one line per row (`+`, `-` or `~`) with its changed cells; `=` marks a kept description.
impl fmt::Display for ImportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.since {
            Some(since) => writeln!(f, "{since} -> {}", self.date)?,
            None => writeln!(f, "{}", self.date)?,
        }
        for name in &self.vanished {
            write_line(f, format_args!("- {name}"))?;
        }
        for row in &self.added {
            let [name, status, description] =
                [IanaColumn::Scheme, IanaColumn::Status, IanaColumn::Description].map(|one| row.get(one));
            write_line(f, format_args!("+ {name} ({status}) {description}"))?;
        }
        for RowChange { name, cells } in &self.changed {
            write_line(f, format_args!("~ {name}"))?;
            for CellChange { column, before, after } in cells {
                writeln!(f, "    {}: {before:?} -> {after:?}", column.as_str())?;
            }
        }
        for RowChange { name, cells } in &self.own_descriptions {
            for cell in cells {
                writeln!(f, "= {name}: {:?}, not {:?}", cell.before, cell.after)?;
            }
        }
        Ok(())
    }
}
