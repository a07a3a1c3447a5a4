//! IANA's registry as it is now, against the layer that was made from it.

use std::collections::BTreeMap;
use std::fmt;

use locator_core::Registry;
use serde_json::{Value, json};

use super::diff::unlike;
use super::edit::ToolError;
use super::row::{Column, Row, rows};
use crate::format::{Date, Findings, Hash, RegistryFile};

mod rewrite;
mod xml;

/// Why IANA's registry cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// It is no XML.
    #[error("this is not XML: {0}")]
    NoXml(String),
    /// It is not the registry of schemes.
    #[error("this is not IANA's registry of URI schemes: it has {0}")]
    Another(&'static str),
    /// The layer cannot be written anew.
    #[error(transparent)]
    Tool(#[from] ToolError),
}

/// What is to be reviewed before it is taken over.
#[derive(Clone, Debug)]
pub struct Import {
    /// Of what day IANA's registry is.
    pub date: Date,
    /// Of what day the one is that the layer was made from.
    pub since: Option<Date>,
    /// Names that are new.
    pub added: Vec<Row>,
    /// Names of which something is said that was not.
    pub changed: Vec<RowChange>,
    /// Names that IANA does not have any more.
    pub vanished: Vec<String>,
    /// Descriptions that IANA has in its own words, and the layer in others: they are left alone.
    pub described: Vec<RowChange>,
    /// SR708, where a status is not IANA's.
    pub findings: Findings,
    text: String,
}

/// A row that changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowChange {
    /// The name, in lower case.
    pub name: String,
    /// The cells that are others.
    pub cells: Vec<CellChange>,
}

/// A cell that changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellChange {
    /// Which.
    pub column: Column,
    /// As the layer has it.
    pub before: String,
    /// As IANA has it.
    pub after: String,
}

/// Why an import is not taken over unless somebody says so: IANA's server has handed out older copies.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It is older than what is there.
    #[error("this copy is of {date}, and the layer was made from that of {since}: accept it, or fetch a newer one")]
    Older {
        /// Of this copy.
        date: Date,
        /// Of the copy before.
        since: Date,
    },
    /// Names have gone, which IANA does not do.
    #[error("{} vanished: accept that, or fetch another copy", names.join(", "))]
    Vanished {
        /// Which.
        names: Vec<String>,
    },
}

/// Reads IANA's registry of URI schemes, in XML, and compares it with the layer that was made from an earlier copy.
///
/// Rows are compared in the columns of IANA's table, with the built-in schemes merged in. A description is the layer's own
/// unless `iana.description` says what IANA has: it is left alone, and listed apart. A name that vanished becomes a
/// tombstone where it was a fact; what is declared in full stays, for a person to decide about.
///
/// ```
/// use locator_core::Registry;
/// use locator_declared::format::RegistryFile;
/// use locator_declared::tools::import;
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
/// [`ImportError`]: another document, or a layer that cannot be written.
pub fn import(xml: &str, current: &RegistryFile, builtins: &Registry) -> Result<Import, ImportError> {
    let read = xml::read(xml)?;
    let keyed = |rows: Vec<Row>| -> BTreeMap<String, Row> { rows.into_iter().map(|row| (row.key(), row)).collect() };
    let after = keyed(read.rows);
    let mut before = keyed(rows(current, builtins));
    before.retain(|_, row| is_iana_s(row));
    let mut import = Import::empty(read.date, current);
    for (name, row) in &after {
        match before.get(name) {
            None => import.added.push(row.clone()),
            Some(old) => import.compare(current, name, old, row),
        }
    }
    let gone = before.keys().filter(|name| !after.contains_key(*name));
    import.vanished = gone.cloned().collect();
    let status = |row: &Row| row.get(Column::Status).to_ascii_lowercase();
    let known = after.values().map(|row| (row.key(), status(row)));
    import.findings = unlike(current, &known.collect());
    import.text = rewrite::text(current, &import, Hash::new(xml))?;
    Ok(import)
}

/// Whether IANA could have a row; what is private, reserved or an experiment is not missed there.
fn is_iana_s(row: &Row) -> bool {
    matches!(row.get(Column::Status), "Permanent" | "Provisional" | "Historical")
}

impl Import {
    fn empty(date: Date, current: &RegistryFile) -> Self {
        let source = current.header.source.as_ref();
        Self {
            date,
            since: source.and_then(|source| source.updated).map(|date| date.value),
            added: Vec::new(),
            changed: Vec::new(),
            vanished: Vec::new(),
            described: Vec::new(),
            findings: Findings::new(),
            text: String::new(),
        }
    }

    fn compare(&mut self, current: &RegistryFile, name: &str, old: &Row, new: &Row) {
        let (mut cells, mut own) = (Vec::new(), Vec::new());
        for column in Column::ALL {
            let (before, after) = (old.get(column), new.get(column));
            if before == after {
                continue;
            }
            let change = CellChange::of(column, before, after);
            let is_own = column == Column::Description && rewrite::describes_itself(current, name);
            if is_own {
                own.push(change);
            } else {
                cells.push(change);
            }
        }
        let change = |cells: Vec<CellChange>| RowChange { name: name.to_owned(), cells };
        if !cells.is_empty() {
            self.changed.push(change(cells));
        }
        if !own.is_empty() {
            self.described.push(change(own));
        }
    }

    /// Whether there is nothing to take over.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.vanished.is_empty() && self.since == Some(self.date)
    }

    /// Why it is not taken over unless somebody accepts it.
    pub fn refusal(&self) -> Option<Refusal> {
        let date = self.date;
        if let Some(since) = self.since.filter(|since| date < *since) {
            return Some(Refusal::Older { date, since });
        }
        let names = self.vanished.clone();
        (!names.is_empty()).then_some(Refusal::Vanished { names })
    }

    /// The new text of the layer.
    ///
    /// # Errors
    /// [`Refusal`] where the copy is older than the layer, or names have vanished.
    pub fn text(&self) -> Result<&str, Refusal> {
        match self.refusal() {
            Some(refusal) => Err(refusal),
            None => Ok(&self.text),
        }
    }

    /// The new text, whatever [`Import::text`] has against it: somebody has accepted that.
    pub fn accepted(&self) -> &str {
        &self.text
    }

    /// All of it but the text, for programs.
    pub fn to_json(&self) -> Value {
        let changes = |changes: &[RowChange]| changes.iter().map(RowChange::to_json).collect::<Vec<_>>();
        json!({
            "date": self.date.to_string(),
            "since": self.since.map(|date| date.to_string()),
            "added": self.added.iter().map(Row::key).collect::<Vec<_>>(),
            "changed": changes(&self.changed),
            "vanished": self.vanished,
            "described": changes(&self.described),
            "refused": self.refusal().map(|refusal| refusal.to_string()),
        })
    }
}

impl CellChange {
    fn of(column: Column, before: &str, after: &str) -> Self {
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

/// For people: dates, then `+`, `-` and `~`, and each cell that changed; `=` where the layer keeps its own description.
impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.since {
            Some(since) => writeln!(f, "{since} -> {}", self.date)?,
            None => writeln!(f, "{}", self.date)?,
        }
        for name in &self.vanished {
            writeln!(f, "- {name}")?;
        }
        for row in &self.added {
            let [name, status, description] =
                [Column::Scheme, Column::Status, Column::Description].map(|one| row.get(one));
            writeln!(f, "+ {name} ({status}) {description}")?;
        }
        for RowChange { name, cells } in &self.changed {
            writeln!(f, "~ {name}")?;
            for CellChange { column, before, after } in cells {
                writeln!(f, "    {}: {before:?} -> {after:?}", column.as_str())?;
            }
        }
        for RowChange { name, cells } in &self.described {
            for cell in cells {
                writeln!(f, "= {name}: {:?}, and not {:?}", cell.before, cell.after)?;
            }
        }
        Ok(())
    }
}
