//! Another name for a scheme, whose old name becomes an alias.

use std::collections::BTreeMap;
use std::ops::Range;

use anyurl_declared::format::{MemoryFolder, ParsedFile, RegistryFile, SchemeEntry, renamed_grammar};
use toml_edit::{Array, Document, Item, Table, TableLike, Value};

use super::{FileEdit, LayerEdit, RelocateError, entry_text, file_name, raise, table_of, versions};
use crate::add::{self, AddOptions};
use crate::edit;

/// Gives a scheme, in all its versions, another name: the old one becomes an alias, so that all URLs stay valid. The names in
/// forms, grammars and URLs of the entry change, and so does what the same layer says of the scheme: gateways, pins,
/// policies and entries that are like it. What other layers say of the old name does not.
///
/// # Errors
/// Returns [`RelocateError`] if there is no such scheme, if the new name is taken, or for a file that cannot be edited.
pub fn rename_scheme(
    layer: &RegistryFile,
    name: &str,
    new: &str,
    options: &AddOptions,
) -> Result<LayerEdit, RelocateError> {
    let (key, new) = (name.to_ascii_lowercase(), new.to_ascii_lowercase());
    let entries = versions(layer, &key)?;
    let is_taken = |entry: &SchemeEntry| {
        let is_alias = entry.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(&new));
        entry.key() == new || is_alias && entry.key() != key
    };
    if layer.schemes().any(is_taken) {
        return Err(RelocateError::Taken { file: file_name(layer), name: new });
    }
    let main = layer.main().path.clone();
    let mut files: Vec<FileEdit> = Vec::new();
    for file in layer.files.iter().filter(|file| file.schemes.iter().any(|entry| entry.key() == key)) {
        let mut text = add::without(file.document.text(), &key).map_err(|fault| fault.of(&file.document))?;
        for entry in entries.iter().filter(|entry| file.schemes.iter().any(|one| std::ptr::eq(one, **entry))) {
            let table = renamed(table_of(layer, entry)?, entry, &key, &new);
            text = add::with_entry(&text, &new, &entry_text(table)).map_err(|fault| fault.of(&file.document))?;
        }
        match file.path.strip_suffix(&format!("{key}.toml")) {
            // An included file has the name of its scheme.
            Some(folder) if file.path != main => {
                files.push(FileEdit { path: file.path.clone(), text: None });
                files.push(FileEdit { path: format!("{folder}{new}.toml"), text: Some(text) });
            }
            _ => files.push(FileEdit { path: file.path.clone(), text: Some(text) }),
        }
    }
    let unchanged = layer.files.iter().filter(|file| files.iter().all(|one| one.path != file.path));
    let unchanged: Vec<_> = unchanged
        .map(|file| FileEdit { path: file.path.clone(), text: Some(file.document.text().to_owned()) })
        .collect();
    for mut file in unchanged {
        let before = file.text.clone();
        file.text = file.text.map(|text| with_references(&text, &key, &new));
        if file.text != before {
            files.push(file);
        }
    }
    for file in &mut files {
        file.text = file.text.take().map(|text| with_references(&text, &key, &new));
    }
    // The header has claims for the new name.
    let at = files.iter().position(|file| file.path == main);
    let text = at.and_then(|at| files.remove(at).text).unwrap_or_else(|| layer.main().document.text().to_owned());
    let claimed = add::claimed(layer, &text, &new, options)?;
    files.insert(0, FileEdit { path: main, text: Some(claimed.text) });
    let mut edit = raise(layer, files, options)?;
    edit.changes.splice(0..0, claimed.changes);
    Ok(edit)
}

/// The table of an entry with its new name.
fn renamed(mut table: Table, entry: &SchemeEntry, old: &str, new: &str) -> Table {
    edit::set(&mut table, "name", new);
    let mut aliases: Vec<&str> =
        entry.aliases.iter().map(|alias| alias.as_str()).filter(|alias| *alias != new).collect();
    aliases.push(old);
    edit::set(&mut table, "alias", aliases.into_iter().collect::<Array>());
    if let Some(syntax) = table.get_mut("syntax").and_then(Item::as_table_like_mut) {
        rename_syntax(syntax, entry, old, new);
    }
    let url = |text: &str| with_name(text, old, new);
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

fn rename_syntax(syntax: &mut dyn TableLike, entry: &SchemeEntry, old: &str, new: &str) {
    each_text(syntax.get_mut("form"), &|form: &str| with_name(form, old, new));
    let start = entry.syntax.as_ref().and_then(|syntax| syntax.start.as_ref()).map(|start| start.as_str());
    let start = start.unwrap_or_default();
    for key in ["abnf", "lenient"] {
        each_text(syntax.get_mut(key), &|text: &str| Some(renamed_grammar(text, old, new, start).0));
    }
    each_text(syntax.get_mut("start"), &|start: &str| Some(renamed_grammar("", old, new, start).1));
}

/// A URL or form with another name.
fn with_name(text: &str, old: &str, new: &str) -> Option<String> {
    let (begin, rest) = text.split_at_checked(old.len())?;
    (begin.eq_ignore_ascii_case(old) && rest.starts_with(':')).then(|| format!("{new}{rest}"))
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

/// The text of a file in which gateways, pins, policies, `like` and `replacement` have the new name.
fn with_references(text: &str, old: &str, new: &str) -> String {
    let Ok(document) = Document::parse(text) else { return text.to_owned() };
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut add = |value: &Value| {
        let texts: Vec<&Value> = match value {
            Value::Array(all) => all.iter().collect(),
            one => vec![one],
        };
        let is_old = |one: &&Value| one.as_str().is_some_and(|text| text.eq_ignore_ascii_case(old));
        spans.extend(texts.into_iter().filter(is_old).filter_map(Value::span));
    };
    let tables = |key: &str| document.get(key).and_then(Item::as_array_of_tables).into_iter().flatten();
    tables("gateway").filter_map(|one| one.get("for")?.as_value()).for_each(&mut add);
    for entry in tables("scheme") {
        entry.get("like").and_then(Item::as_value).into_iter().for_each(&mut add);
        let replacement = entry.get("deprecated").and_then(|one| one.get("replacement")?.as_value());
        replacement.into_iter().for_each(&mut add);
    }
    tables("tombstone").filter_map(|one| one.get("replacement")?.as_value()).for_each(&mut add);
    let policy = document.get("policy").and_then(Item::as_table_like);
    let environments = policy.and_then(|policy| policy.get("env")?.as_table_like());
    let inner = environments.into_iter().flat_map(|all| all.iter()).filter_map(|(_, one)| one.as_table_like());
    for table in policy.into_iter().chain(inner) {
        table.iter().filter(|(key, _)| *key != "default").filter_map(|(_, one)| one.as_value()).for_each(&mut add);
    }
    let pin = document.get("pin").and_then(Item::as_table_like);
    let key = pin.and_then(|pin| pin.iter().find_map(|(key, _)| key.eq_ignore_ascii_case(old).then(|| key.to_owned())));
    let key = pin.zip(key).and_then(|(pin, key)| pin.get_key_value(&key).and_then(|(key, _)| key.span()));
    spans.extend(key);
    spans.sort_by_key(|span| span.start);
    let mut written = String::new();
    let mut end = 0;
    for span in spans {
        written.extend([&text[end..span.start], "\"", new, "\""]);
        end = span.end;
    }
    written + &text[end..]
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
    let edit = rename_scheme(layer, old, new, &AddOptions::default().claims(true)).ok()?;
    let is_edited = |path: &str| edit.files.iter().any(|file| file.path == path);
    let texts = layer.texts().into_iter().filter(|(path, _)| !is_edited(path));
    let texts = texts.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let edited =
        edit.files.iter().filter_map(|file| Some((file.path.clone(), file.text.as_ref()?.as_bytes().to_vec())));
    let modules = layer.module_files().map(|(path, bytes)| (path.to_owned(), bytes.to_vec()));
    let all: Vec<_> = texts.chain(edited).chain(modules).collect();
    let folder = MemoryFolder::new(all.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())));
    RegistryFile::read(&folder, layer.folder(), &layer.main().path).and_then(ParsedFile::load).ok()
}
