//! Merges files entry by entry and facet by facet.

use std::collections::BTreeSet;
use std::fmt;

use semver::Version;
use toml_edit::{DocumentMut, Item, Table};

use super::edit::{self, EditError, FileEdit, edited};
use anyurl_declared::format::{ParsedFile, RegistryFile, RegistryFileError};

mod parts;

use parts::Part;

/// The result of a merge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// The merged text; a conflict is resolved in favour of ours.
    pub text: String,
    /// The conflicts, for a person to decide.
    pub conflicts: Vec<MergeConflict>,
}

impl Merged {
    /// Reads a layer in which a file, by its path in the folder of the layer, has the merged text.
    ///
    /// # Errors
    /// Returns the same errors as [`RegistryFile::read`].
    pub fn read(&self, layer: &RegistryFile, path: &str) -> Result<ParsedFile, RegistryFileError> {
        edited(layer, &[FileEdit { path: path.to_owned(), text: Some(self.text.clone()) }])
    }
}

/// A part of an entry that both sides changed differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MergeConflict {
    /// The table: `scheme`, `gateway`, `mask` …
    pub table: String,
    /// The entry: `x-lake`, or `x-lake 2` for a later major version; empty for a single table.
    pub entry: String,
    /// The facet (`syntax`, `access`, `port`, `example`) or a key such as `description`; empty if one side removed the
    /// entry.
    pub part: String,
    /// The value in the base, if any.
    pub base: Option<String>,
    /// The value in ours, if any.
    pub ours: Option<String>,
    /// The value in theirs, if any.
    pub theirs: Option<String>,
}

impl fmt::Display for MergeConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, entry, part, .. } = self;
        write!(f, "{table}")?;
        [entry, part].into_iter().filter(|one| !one.is_empty()).try_for_each(|one| write!(f, " {one}"))?;
        let side = |text: &Option<String>| text.as_deref().map_or("removed", |_| "changed");
        let (ours, theirs) = (side(&self.ours), side(&self.theirs));
        match (&self.base, ours == theirs) {
            (None, _) => write!(f, ": added differently in both"),
            (Some(_), true) => write!(f, ": {ours} differently in both"),
            (Some(_), false) => write!(f, ": {ours} in ours, {theirs} in theirs"),
        }
    }
}

/// Merges two files with their common ancestor `base`: a part that only one side changed is taken from that side.
///
/// Entries are identified by name and major version. In a scheme, the facets `syntax`, `access` with `plugin`, `port`
/// and `example` are merged as a whole, so that no facet mixes two authors; other keys are merged one by one. The text
/// contains no conflict markers: conflicts are listed, and the text has the value of ours.
///
/// ```
/// use anyurl_declared::format::RegistryFile;
/// use anyurl_registry_tools::merge;
///
/// let layer = |port: u16, about: &str| {
///     let text = format!(
///         "schema = 1\n\n[[scheme]]\nname = \"x-lake\"\ndescription = \"{about}\"\nport = {{ default = {port} }}\n"
///     );
///     RegistryFile::from_text("x.toml", text).map(|reading| reading.layer().clone())
/// };
/// let merged = merge(&layer(7, "a lake")?, &layer(8, "a lake")?, &layer(7, "a deep lake")?)?;
/// assert!(merged.conflicts.is_empty());
/// assert_eq!(merged.text, layer(8, "a deep lake")?.main().document.text());
///
/// let merged = merge(&layer(7, "a lake")?, &layer(8, "a lake")?, &layer(9, "a lake")?)?;
/// assert_eq!(merged.conflicts[0].to_string(), "scheme x-lake port: changed differently in both");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The main files are merged. Files that they include stay so, and are merged one by one, as files of their own.
///
/// # Errors
/// Returns [`EditError`] for a text that is not TOML.
pub fn merge(base: &RegistryFile, ours: &RegistryFile, theirs: &RegistryFile) -> Result<Merged, EditError> {
    let (base, theirs) = (edit::main(base)?, edit::main(theirs)?);
    Ok(Merger::new(edit::main(ours)?, Some(&base)).run(&theirs))
}

/// Merges the entries of two files; the header and the policy are those of the first.
///
/// ```
/// use anyurl_declared::format::RegistryFile;
/// use anyurl_registry_tools::join;
///
/// let mask = |name: &str| RegistryFile::from_text("x.toml", format!("schema = 1\n\n[[mask]]\nname = \"{name}\"\n"));
/// let joined = join(mask("hxxp")?.layer(), mask("fxp")?.layer())?;
/// assert_eq!(joined.text, "schema = 1\n\n[[mask]]\nname = \"fxp\"\n\n[[mask]]\nname = \"hxxp\"\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the same errors as [`merge()`].
pub fn join(one: &RegistryFile, other: &RegistryFile) -> Result<Merged, EditError> {
    let other = edit::main(other)?;
    Ok(Merger::new(edit::main(one)?, None).run(&other))
}

/// The keys of arrays of tables.
const ARRAYS: [&str; 6] = ["scheme", "builtin", "gateway", "override", "mask", "tombstone"];

/// A merge in progress; `ours` becomes the result.
struct Merger<'d> {
    ours: DocumentMut,
    base: Option<&'d DocumentMut>,
    conflicts: Vec<MergeConflict>,
}

impl<'d> Merger<'d> {
    fn new(ours: DocumentMut, base: Option<&'d DocumentMut>) -> Self {
        let conflicts = Vec::new();
        Self { ours, base, conflicts }
    }

    fn run(mut self, theirs: &DocumentMut) -> Merged {
        if self.base.is_some() {
            self.root(theirs);
        }
        for table in ARRAYS {
            self.entries(table, theirs);
        }
        Merged { text: edit::write(self.ours), conflicts: self.conflicts }
    }

    /// Merges `[registry]`, `[pin]`, `[policy]`, `[lint]` and top-level keys.
    fn root(&mut self, theirs: &DocumentMut) {
        let empty = Table::new();
        let base = self.base.map_or(&empty, |base| base.as_table());
        let mut keys: BTreeSet<_> = names(base).chain(names(theirs.as_table())).collect();
        keys.extend(names(self.ours.as_table()));
        let keys: Vec<String> = keys.into_iter().map(str::to_owned).collect();
        for key in keys.iter().filter(|key| !ARRAYS.contains(&key.as_str())) {
            let tables = [base.get(key), self.ours.get(key), theirs.get(key)];
            let is_table = |item: Option<&Item>| item.is_none_or(Item::is_table);
            if tables.into_iter().all(is_table) {
                self.single(key, base.get(key), theirs.get(key));
            } else {
                let label = Label::new("registry", "");
                let parts = [Part::Key(key.clone())];
                let ours = self.ours.as_table_mut();
                parts::merge(&label, &parts, (base, ours, theirs.as_table()), &mut self.conflicts);
            }
        }
    }

    /// Merges a single table.
    fn single(&mut self, key: &str, base: Option<&Item>, theirs: Option<&Item>) {
        let table = |item: Option<&Item>| item.and_then(Item::as_table).cloned().unwrap_or_default();
        let (base, theirs) = (table(base), table(theirs));
        let existed = self.ours.contains_key(key);
        let mut ours = table(self.ours.get(key));
        let parts: Vec<_> = parts::keys(&[&base, &ours, &theirs]).into_iter().map(Part::Key).collect();
        let label = Label::new(key, "");
        parts::merge(&label, &parts, (&base, &mut ours, &theirs), &mut self.conflicts);
        if ours.is_empty() {
            self.ours.remove(key);
        } else if existed || !theirs.is_empty() {
            self.ours.insert(key, Item::Table(ours));
        }
    }

    /// Merges an array of tables.
    fn entries(&mut self, table: &str, theirs: &DocumentMut) {
        let base = self.base.map(|base| list(base, table)).unwrap_or_default();
        let theirs = list(theirs, table);
        let ours = list(&self.ours, table);
        let mut ids: BTreeSet<Id> = theirs.iter().map(id).collect();
        ids.extend(ours.iter().map(id));
        for wanted in ids {
            let find = |list: &[Table]| list.iter().find(|one| id(one) == wanted).cloned();
            let label = Label::new(table, &wanted.to_string());
            let sides = (find(&base), find(&ours), find(&theirs));
            let merged = one_entry(&label, sides, &mut self.conflicts);
            self.write(table, &wanted, merged);
        }
    }

    /// Replaces, inserts or removes an entry.
    fn write(&mut self, table: &str, wanted: &Id, merged: Option<Table>) {
        if merged.is_none() && !self.ours.contains_key(table) {
            return;
        }
        let Some(tables) = edit::tables(&mut self.ours, table) else {
            return;
        };
        let at = tables.iter().position(|one| id(one) == *wanted);
        match (at, merged) {
            (Some(at), Some(merged)) => {
                tables.replace(at, merged);
            }
            (Some(at), None) => {
                tables.remove(at);
            }
            (None, Some(merged)) => edit::insert(tables, merged),
            (None, None) => {}
        }
    }
}

/// The subject of a conflict.
struct Label {
    table: String,
    entry: String,
}

impl Label {
    fn new(table: &str, entry: &str) -> Self {
        let (table, entry) = (table.to_owned(), entry.to_owned());
        Self { table, entry }
    }

    fn conflict(&self, part: &str, [base, ours, theirs]: [Option<String>; 3]) -> MergeConflict {
        MergeConflict {
            table: self.table.clone(),
            entry: self.entry.clone(),
            part: part.to_owned(),
            base,
            ours,
            theirs,
        }
    }
}

/// Merges one entry; returns `None` if it is removed. A removal by one side wins, unless the other side changed the
/// entry: this is a conflict, and ours wins.
fn one_entry(
    label: &Label,
    (base, ours, theirs): (Option<Table>, Option<Table>, Option<Table>),
    conflicts: &mut Vec<MergeConflict>,
) -> Option<Table> {
    match (base, ours, theirs) {
        (None, ours, None) => ours,
        (None, None, theirs) => theirs,
        (Some(base), Some(ours), None) => {
            let [was, is] = [&base, &ours].map(parts::normalized_table);
            if was == is {
                return None;
            }
            conflicts.push(label.conflict("", [Some(was), Some(is), None]));
            Some(ours)
        }
        (Some(base), None, Some(theirs)) => {
            let [was, is] = [&base, &theirs].map(parts::normalized_table);
            if was != is {
                conflicts.push(label.conflict("", [Some(was), None, Some(is)]));
            }
            None
        }
        (Some(_), None, None) => None,
        (base, Some(mut ours), Some(theirs)) => {
            let base = base.unwrap_or_default();
            let parts = parts::split(&label.table, &[&base, &ours, &theirs]);
            parts::merge(label, &parts, (&base, &mut ours, &theirs), conflicts);
            Some(ours)
        }
    }
}

fn names(table: &Table) -> impl Iterator<Item = &str> {
    table.iter().map(|(key, _)| key)
}

fn list(document: &DocumentMut, key: &str) -> Vec<Table> {
    let tables = document.get(key).and_then(Item::as_array_of_tables);
    tables.into_iter().flat_map(|tables| tables.iter().cloned()).collect()
}

/// The identity of an entry: name, major version, and the facet of an override.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Id {
    name: String,
    major: u64,
    facet: String,
}

fn id(table: &Table) -> Id {
    let text = |key: &str| table.get(key).and_then(Item::as_str);
    let version = text("version").and_then(|text| Version::parse(text).ok());
    Id {
        name: edit::name(table),
        major: version.map_or(1, |version| version.major),
        facet: text("facet").unwrap_or_default().to_owned(),
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, major, facet } = self;
        f.write_str(name)?;
        if *major != 1 {
            write!(f, " {major}")?;
        }
        if facet.is_empty() { Ok(()) } else { write!(f, " {facet}") }
    }
}
