//! Another name for a scheme, whose old name becomes an alias.

use std::collections::BTreeMap;
use std::ops::Range;

use anyurl_declared::format::{ParsedFile, RegistryFile, SchemeEntry, SourceFile, renamed_grammar};
use toml_edit::{Array, Document, Item, Table, TableLike, Value};

use super::faults::{errors, no_new_errors};
use super::{LayerEdit, RelocateError, entry_text, raise, table_of, versions};
use crate::add::{self, AddOptions, FileFault, KnownName};
use crate::edit::{self, FileEdit, edited};

/// Gives a scheme, in all its versions, another name: the old one becomes an alias, so that all URLs stay valid. The names in
/// forms, grammars and URLs of the entry change, those of its subschemes do, and so does what the same layer says of all of
/// them: gateways, pins, policies, and entries that are like one of them or import its rules. What other layers say of the
/// old name does not.
///
/// # Errors
/// Returns [`RelocateError`] if there is no such scheme, if the new name is taken, if the layer would have an error that it
/// does not have, or for a file that cannot be edited.
pub fn rename_scheme(
    layer: &RegistryFile,
    name: &str,
    new: &str,
    options: &AddOptions,
) -> Result<LayerEdit, RelocateError> {
    let names = Names::new(name, new);
    let edit = renamed_files(layer, &names, options)?;
    let mut before = errors(&layer.read_again(layer.folder())?, &[]);
    for (_, message) in &mut before {
        *message = message.replace(&names.old, &names.new);
    }
    no_new_errors(layer, &before, errors(&edited(layer, &edit.files)?, &[]))?;
    Ok(edit)
}

/// The old and the new name of a scheme.
struct Names {
    old: String,
    new: String,
}

impl Names {
    fn new(old: &str, new: &str) -> Self {
        Self { old: old.to_ascii_lowercase(), new: new.to_ascii_lowercase() }
    }

    /// The new text for the name of the scheme or a subscheme of it, and for a URL or form.
    fn renamed(&self, text: &str) -> Option<String> {
        let (begin, rest) = text.split_at_checked(self.old.len())?;
        let is_old = begin.eq_ignore_ascii_case(&self.old) && (rest.is_empty() || rest.starts_with(':'));
        is_old.then(|| format!("{}{rest}", self.new))
    }

    /// A grammar of an entry, and its start rule.
    fn grammar(&self, text: &str, entry: &SchemeEntry) -> (String, String) {
        let start = entry.syntax.as_ref().and_then(|syntax| syntax.start.as_ref());
        renamed_grammar(text, &self.old, &self.new, start.map_or("", |start| start.as_str()))
    }
}

/// The files of a layer in which a scheme has another name.
fn renamed_files(layer: &RegistryFile, names: &Names, options: &AddOptions) -> Result<LayerEdit, RelocateError> {
    let Names { old, new } = names;
    versions(layer, old)?;
    let is_own_alias = |known: &KnownName<'_>| known.alias_of().is_some_and(|entry| entry.key() == *old);
    if let Some(known) = KnownName::find(layer, new).filter(|known| !is_own_alias(known)) {
        return Err(known.error(new).into());
    }
    let main = layer.main().path.clone();
    let mut files: Vec<FileEdit> = Vec::new();
    for file in &layer.files {
        let before = file.document.text();
        let text = with_references(&renamed_entries(layer, file, names)?, names);
        match file.path.strip_suffix(&format!("{old}.toml")) {
            _ if text == before => {}
            // An included file has the name of its scheme.
            Some(folder) if file.path != main => {
                files.push(FileEdit { path: file.path.clone(), text: None });
                files.push(FileEdit { path: format!("{folder}{new}.toml"), text: Some(text) });
            }
            _ => files.push(FileEdit { path: file.path.clone(), text: Some(text) }),
        }
    }
    files.extend(renamed_grammars(layer, names));
    // The header has claims for the new name.
    let at = files.iter().position(|file| file.path == main);
    let text = at.and_then(|at| files.remove(at).text).unwrap_or_else(|| layer.main().document.text().to_owned());
    let claimed = add::claimed(layer, &text, new, options)?;
    files.insert(0, FileEdit { path: main, text: Some(claimed.text) });
    let mut edit = raise(layer, files, options)?;
    edit.changes.splice(0..0, claimed.changes);
    Ok(edit)
}

/// The text of a file in which the entries of the scheme and its subschemes have the new name.
fn renamed_entries(layer: &RegistryFile, file: &SourceFile, names: &Names) -> Result<String, RelocateError> {
    let mut text = file.document.text().to_owned();
    let fault = |fault: FileFault| fault.of(&file.document);
    let entries = file.schemes.iter().filter_map(|entry| Some((entry, names.renamed(&entry.key())?)));
    let entries: Vec<_> = entries.collect();
    for (entry, _) in &entries {
        text = add::without(&text, &entry.key()).map_err(fault)?;
    }
    for (entry, name) in &entries {
        let table = renamed(table_of(layer, entry)?, entry, name, names);
        text = add::with_entry(&text, name, &entry_text(table)).map_err(fault)?;
    }
    Ok(text)
}

/// The grammars of the scheme and its subschemes that are in files of their own.
fn renamed_grammars(layer: &RegistryFile, names: &Names) -> Vec<FileEdit> {
    let mut files: Vec<FileEdit> = Vec::new();
    for entry in layer.schemes().filter(|entry| names.renamed(&entry.key()).is_some()) {
        let Some(abnf) = entry.syntax.as_ref().and_then(|syntax| syntax.abnf.as_ref()) else { continue };
        let path = abnf.document.name().strip_prefix(layer.folder()).unwrap_or_default();
        let is_registry_file = layer.files.iter().any(|file| file.document.name() == abnf.document.name());
        if entry.like.is_none() && !is_registry_file && files.iter().all(|file| file.path != path) {
            let text = names.grammar(abnf.document.text(), entry).0;
            files.push(FileEdit { path: path.to_owned(), text: Some(text) });
        }
    }
    files
}

/// The table of an entry with its new name.
fn renamed(mut table: Table, entry: &SchemeEntry, name: &str, names: &Names) -> Table {
    edit::set(&mut table, "name", name);
    // An alias is the name of a scheme; a subscheme is found by the alias of its scheme.
    if name == names.new {
        let aliases = entry.aliases.iter().map(|alias| alias.as_str()).filter(|alias| *alias != name);
        edit::set(&mut table, "alias", aliases.chain([names.old.as_str()]).collect::<Array>());
    }
    if let Some(syntax) = table.get_mut("syntax").and_then(Item::as_table_like_mut) {
        rename_syntax(syntax, entry, names);
    }
    let url = |text: &str| names.renamed(text);
    for key in ["same", "different"] {
        each_text(table.get_mut(key), &url);
    }
    match table.get_mut("example") {
        Some(Item::ArrayOfTables(all)) => all.iter_mut().for_each(|one| rename_example(one, &url)),
        Some(Item::Value(Value::Array(all))) => {
            let tables = all.iter_mut().filter_map(Value::as_inline_table_mut);
            tables.for_each(|one| rename_example(one, &url));
        }
        _ => {}
    }
    table
}

fn rename_example(example: &mut dyn TableLike, url: &impl Fn(&str) -> Option<String>) {
    for key in ["url", "canonical"] {
        each_text(example.get_mut(key), url);
    }
}

fn rename_syntax(syntax: &mut dyn TableLike, entry: &SchemeEntry, names: &Names) {
    each_text(syntax.get_mut("form"), &|form: &str| names.renamed(form));
    for key in ["abnf", "lenient"] {
        each_text(syntax.get_mut(key), &|text: &str| Some(names.grammar(text, entry).0));
    }
    each_text(syntax.get_mut("start"), &|_: &str| Some(names.grammar("", entry).1));
}

/// Replaces texts in a value and the values in it.
fn each_text(item: Option<&mut Item>, new: &impl Fn(&str) -> Option<String>) {
    fn value(one: &mut Value, new: &impl Fn(&str) -> Option<String>) {
        match one {
            Value::String(text) => {
                let Some(text) = new(text.value()) else { return };
                let decor = one.decor().clone();
                *one = Value::from(text);
                *one.decor_mut() = decor;
            }
            Value::Array(all) => all.iter_mut().for_each(|one| value(one, new)),
            _ => {}
        }
    }
    if let Some(one) = item.and_then(Item::as_value_mut) {
        value(one, new);
    }
}

/// The text of a file in which gateways, pins, policies, `like`, `imports` and `replacement` have the new name.
fn with_references(text: &str, names: &Names) -> String {
    let Ok(document) = Document::parse(text) else { return text.to_owned() };
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut add = |text: &str, span: Option<Range<usize>>| {
        edits.extend(span.zip(names.renamed(text).map(|new| format!("\"{new}\""))));
    };
    let mut add_texts = |item: Option<&Item>| {
        let value = item.and_then(Item::as_value);
        let texts = value.into_iter().flat_map(|value| match value {
            Value::Array(all) => all.iter().collect(),
            one => vec![one],
        });
        texts.for_each(|value| add(value.as_str().unwrap_or_default(), value.span()));
    };
    let tables = |key: &str| document.get(key).and_then(Item::as_array_of_tables).into_iter().flatten();
    tables("gateway").for_each(|one| add_texts(one.get("for")));
    for entry in tables("scheme") {
        add_texts(entry.get("like"));
        add_texts(entry.get("deprecated").and_then(|one| one.get("replacement")));
    }
    for entry in tables("scheme").chain(tables("override")) {
        add_texts(entry.get("syntax").and_then(|one| one.get("imports")));
    }
    tables("tombstone").for_each(|one| add_texts(one.get("replacement")));
    let policy = document.get("policy").and_then(Item::as_table_like);
    let environments = policy.and_then(|policy| policy.get("env")?.as_table_like());
    let inner = environments.into_iter().flat_map(|all| all.iter()).filter_map(|(_, one)| one.as_table_like());
    for table in policy.into_iter().chain(inner) {
        table.iter().filter(|(key, _)| *key != "default").for_each(|(_, one)| add_texts(Some(one)));
    }
    let pin = document.get("pin").and_then(Item::as_table_like);
    let keys = pin.into_iter().flat_map(|pin| pin.iter().filter_map(|(key, _)| pin.key(key)));
    keys.for_each(|key| add(key.get(), key.span()));
    add::replaced(text, edits)
}

/// A layer in which schemes have the names that a later one gave them, with the old names as aliases; and the pairs of old and
/// new names.
pub(crate) fn with_renames(
    before: &RegistryFile,
    after: &RegistryFile,
) -> (Option<RegistryFile>, BTreeMap<String, String>) {
    let has = |layer: &RegistryFile, name: &str| layer.schemes().any(|entry| entry.key() == name);
    let aliases =
        |entry: &SchemeEntry| entry.aliases.iter().map(|alias| alias.to_ascii_lowercase()).collect::<Vec<_>>();
    let mut renames: BTreeMap<String, String> = BTreeMap::new();
    for entry in after.schemes().filter(|entry| !has(before, &entry.key())) {
        let old = aliases(entry).into_iter().find(|alias| has(before, alias) && !has(after, alias));
        renames.extend(old.map(|old| (old, entry.key())));
    }
    let mut layer: Option<RegistryFile> = None;
    renames.retain(|old, new| {
        let current = layer.as_ref().unwrap_or(before);
        let again = renamed_layer(current, old, new);
        let is_renamed = again.is_some();
        layer = again.or_else(|| layer.take());
        is_renamed
    });
    (layer, renames)
}

fn renamed_layer(layer: &RegistryFile, old: &str, new: &str) -> Option<RegistryFile> {
    let edit = renamed_files(layer, &Names::new(old, new), &AddOptions::default().claims(true)).ok()?;
    edited(layer, &edit.files).and_then(ParsedFile::load).ok()
}
