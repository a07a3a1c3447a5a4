//! Moves a scheme to another layer, and gives it another name.
//!
//! Both change the files that have the entry, and nothing else in them but version, serial and claims.

use anyurl_declared::format::{Facet, Finding, RegistryFile, RegistryFileError, SchemeEntry, format_toml};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, Value};

use super::add::{self, AddError, AddOptions, Addition};
use super::edit::{self, EditError, FileEdit, edited};

mod faults;
mod rename;

use faults::{errors, no_new_errors};
pub use rename::rename_scheme;
pub(super) use rename::with_renames;

/// An error of [`copy_scheme`], [`remove_scheme`] and [`rename_scheme`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RelocateError {
    /// The layer has no such scheme.
    #[error("`{file}` has no scheme `{name}`")]
    Unknown {
        /// The file.
        file: String,
        /// The scheme.
        name: String,
    },
    /// The other layer is the same one.
    #[error("`{file}` is the layer `{id}`, which has `{name}`: name the file of another layer")]
    Same {
        /// The file.
        file: String,
        /// The id of both.
        id: String,
        /// The scheme.
        name: String,
    },
    /// The other layer has another definition of the name.
    #[error("`{file}` defines `{name}` differently: make the definitions equal first")]
    Different {
        /// The file.
        file: String,
        /// The scheme.
        name: String,
    },
    /// Entries depend on each other.
    #[error("`{name}` is like `{like}`: write it in full first")]
    Like {
        /// The entry with `like`.
        name: String,
        /// The other entry.
        like: String,
    },
    /// The layer would have an error that it does not have.
    #[error("`{file}` stays as it is, because it would have {}", listed(.errors))]
    Faulty {
        /// The file.
        file: String,
        /// The new errors. Their places are in the changed text.
        errors: Vec<Finding>,
    },
    /// A file cannot be edited.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// A file cannot be edited.
    #[error(transparent)]
    Add(#[from] AddError),
    /// The layer cannot be read again.
    #[error(transparent)]
    Read(#[from] RegistryFileError),
}

/// Findings without their places.
fn listed(errors: &[Finding]) -> String {
    let line = |error: &Finding| {
        let help = error.help().map_or_else(String::new, |help| format!("; {help}"));
        format!("{} ({}{help})", error.id(), error.message())
    };
    errors.iter().map(line).collect::<Vec<_>>().join(" and ")
}

/// The changed files of a layer, and what changed in the header.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct LayerEdit {
    /// The files.
    pub files: Vec<FileEdit>,
    /// What was changed in the header: `serial: 1, now 2`.
    pub changes: Vec<String>,
}

/// Copies a scheme, in all its versions, to another layer, as the first half of a move. What the entry has from the defaults
/// of its layer is written out where those of the other layer differ. The other layer claims the exact name if its claims
/// do not suffice. Nothing changes if it has an equal definition.
///
/// `text` are the bytes of the main file of the other layer.
///
/// # Errors
/// Returns [`RelocateError`] if there is no such scheme, or another one in the other layer, if that is the same layer or would
/// have an error that neither has, or for a file that cannot be edited.
pub fn copy_scheme(
    from: &RegistryFile,
    to: &RegistryFile,
    text: &str,
    name: &str,
    options: &AddOptions,
) -> Result<Addition, RelocateError> {
    let key = name.to_ascii_lowercase();
    let entries = versions(from, &key)?;
    if *from.header.id == *to.header.id {
        return Err(RelocateError::Same { file: file_name(to), id: to.header.id.to_string(), name: key });
    }
    let known: Vec<_> = to.schemes().filter(|entry| entry.key() == key).collect();
    if !known.is_empty() {
        let has_equal = |one: &&SchemeEntry| known.iter().any(|other| are_equal(one, other));
        if entries.len() == known.len() && entries.iter().all(has_equal) {
            return Ok(Addition::unchanged(text));
        }
        return Err(RelocateError::Different { file: file_name(to), name: key });
    }
    if let Some((like, entry)) = entries.iter().find_map(|entry| Some((entry.like.as_ref()?, entry))) {
        return Err(RelocateError::Like { name: entry.key(), like: like.to_string() });
    }
    let mut texts = Vec::new();
    for entry in &entries {
        let mut table = table_of(from, entry)?;
        inline_grammar(&mut table, entry);
        let header =
            |layer: &RegistryFile| Ok::<_, EditError>(edit::parse(&layer.main().document)?.get("registry").cloned());
        state_defaults(&mut table, header(from)?.as_ref(), header(to)?.as_ref());
        texts.push((key.as_str(), entry_text(table)));
    }
    let claims = if from.header.claims.is_empty() { options.clone() } else { options.clone().exact() };
    let copied = add::insert(to, text, texts.into_iter(), &claims.claims(true))?;
    // The entry may have had more of its layer, such as a gateway or a scheme whose rules it imports.
    let mut before = errors(&to.read_again(to.folder())?, &[from]);
    before.extend(errors(&from.read_again(from.folder())?, &[to]));
    no_new_errors(to, &before, errors(&copied.read(to)?, &[from]))?;
    Ok(copied)
}

/// Removes a scheme, in all its versions, from a layer, as the second half of a move.
///
/// # Errors
/// Returns [`RelocateError`] if there is no such scheme, if another entry is like it or has its rules, or for a file that
/// cannot be edited.
pub fn remove_scheme(layer: &RegistryFile, name: &str, options: &AddOptions) -> Result<LayerEdit, RelocateError> {
    let key = name.to_ascii_lowercase();
    versions(layer, &key)?;
    let is_like = |entry: &&SchemeEntry| entry.like.as_ref().is_some_and(|like| like.eq_ignore_ascii_case(&key));
    if let Some(other) = layer.schemes().find(|entry| is_like(entry) && entry.key() != key) {
        return Err(RelocateError::Like { name: other.key(), like: key });
    }
    let mut files = Vec::new();
    for file in &layer.files {
        let names: Vec<_> = file.schemes.iter().map(SchemeEntry::key).collect();
        if !names.contains(&key) {
            continue;
        }
        let is_rest = file.path != layer.main().path && names.iter().all(|name| *name == key);
        let text = (!is_rest).then(|| add::without(file.document.text(), &key)).transpose();
        let text = text.map_err(|fault| fault.of(&file.document))?;
        files.push(FileEdit { path: file.path.clone(), text });
    }
    let edit = raise(layer, files, options)?;
    edited(layer, &edit.files)?.load()?;
    Ok(edit)
}

/// The edits with version and serial of the main file raised.
fn raise(layer: &RegistryFile, mut files: Vec<FileEdit>, options: &AddOptions) -> Result<LayerEdit, RelocateError> {
    let main = &layer.main().path;
    let changed = files.iter().position(|one| one.path == *main);
    let text = changed.and_then(|at| files.remove(at).text);
    let text = text.unwrap_or_else(|| layer.main().document.text().to_owned());
    let raised = add::insert(layer, &text, std::iter::empty(), options)?;
    if changed.is_some() || !raised.changes.is_empty() {
        files.insert(0, FileEdit { path: main.clone(), text: Some(raised.text) });
    }
    Ok(LayerEdit { files, changes: raised.changes })
}

fn file_name(layer: &RegistryFile) -> String {
    layer.main().document.name().to_owned()
}

/// The versions of a scheme.
fn versions<'l>(layer: &'l RegistryFile, key: &str) -> Result<Vec<&'l SchemeEntry>, RelocateError> {
    let found: Vec<_> = layer.schemes().filter(|entry| entry.key() == key).collect();
    if found.is_empty() {
        return Err(RelocateError::Unknown { file: file_name(layer), name: key.to_owned() });
    }
    Ok(found)
}

/// Whether two entries are the same for URLs.
pub(super) fn are_equal(one: &SchemeEntry, other: &SchemeEntry) -> bool {
    let facets = [Facet::Syntax, Facet::Access, Facet::Port, Facet::Metadata];
    one.version == other.version && facets.iter().all(|facet| one.hash(*facet) == other.hash(*facet))
}

/// The table of an entry in its file.
fn table_of(layer: &RegistryFile, entry: &SchemeEntry) -> Result<Table, RelocateError> {
    let is_file = |file: &&anyurl_declared::format::SourceFile| file.schemes.iter().any(|one| std::ptr::eq(one, entry));
    let unknown = || RelocateError::Unknown { file: file_name(layer), name: entry.key() };
    let file = layer.files.iter().find(is_file).ok_or_else(unknown)?;
    let position = file.schemes.iter().position(|one| std::ptr::eq(one, entry));
    let document = edit::parse(&file.document)?;
    let tables = document.get("scheme").and_then(Item::as_array_of_tables);
    tables.zip(position).and_then(|(tables, at)| tables.get(at)).cloned().ok_or_else(unknown)
}

/// A grammar in a file of its own is not in the folder of the other layer.
fn inline_grammar(table: &mut Table, entry: &SchemeEntry) {
    let syntax = table.get_mut("syntax").and_then(Item::as_table_like_mut);
    let abnf = entry.syntax.as_ref().and_then(|syntax| syntax.abnf.as_ref());
    if let (Some(syntax), Some(abnf)) = (syntax, abnf)
        && syntax.remove("abnf_file").is_some()
    {
        syntax.insert("abnf", toml_edit::value(abnf.text.as_str()));
    }
}

/// Writes what an entry has from the defaults of its layer, unless it has the same from those of the other layer.
fn state_defaults(entry: &mut Table, from: Option<&Item>, to: Option<&Item>) {
    let inherited = |header: Option<&Item>, key: &str| {
        let defaults = header?.get("defaults")?;
        let of_header = ["contact", "change_controller"].contains(&key);
        defaults.get(key).or_else(|| header?.get(key).filter(|_| of_header)).cloned()
    };
    let keys = from.and_then(|header| header.get("defaults")?.as_table_like());
    let keys = keys.into_iter().flat_map(|table| table.iter().map(|(key, _)| key.to_owned()).collect::<Vec<_>>());
    let is_experiment = |entry: &Table| {
        let status = entry.get("status").cloned().or_else(|| inherited(from, "status"));
        status.is_some_and(|status| status.as_str() == Some("experimental"))
    };
    for key in keys.chain(["contact".to_owned(), "change_controller".to_owned()]) {
        let Some(value) = inherited(from, &key) else { continue };
        let is_same = inherited(to, &key).is_some_and(|other| other.to_string().trim() == value.to_string().trim());
        let has_syntax = entry.contains_key("syntax");
        match key.as_str() {
            _ if is_same => {}
            "syntax" => {
                let syntax = entry.get_mut("syntax").and_then(Item::as_table_like_mut);
                if let (Some(syntax), Some(grammar)) = (syntax, value.get("grammar")) {
                    syntax.entry("grammar").or_insert(grammar.clone());
                }
            }
            "access" if !has_syntax => {}
            "expires" if !is_experiment(entry) => {}
            _ => {
                entry.entry(&key).or_insert(value);
            }
        }
    }
}

/// An entry alone, formatted.
fn entry_text(table: Table) -> String {
    const HEAD: &str = "schema = 1\n\n";
    let mut tables = ArrayOfTables::new();
    tables.push(table);
    let mut document = DocumentMut::new();
    document.insert("schema", Item::Value(Value::from(1)));
    document.insert("scheme", Item::ArrayOfTables(tables));
    let text = edit::write(document);
    let text = format_toml("entry", text.as_str()).unwrap_or(text);
    text.strip_prefix(HEAD).unwrap_or(&text).to_owned()
}
