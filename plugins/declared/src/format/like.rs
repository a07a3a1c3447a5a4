//! `like = "irc"`: an entry that has what another one has, except for what it states itself; `imports = ["tel"]`: an entry
//! whose grammar has rules of another one. Then the [defaults](super::inherit) of the layer follow.
//!
//! Such entries are read after all others, as if the file had them written out: everything after reading sees complete
//! entries. Tables are completed key by key, and other values are taken as a whole.

use std::sync::Arc;

use anyurl_core::internal::{NameMap, similar_names, sort_by};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::de_table::{moved, size, text, value_mut};
use super::document::Document;
use super::error::RegistryFileError;
use super::fields::{Fields, FileLocation, Reader, span_of};
use super::finding::{Finding, Findings, quoted};
use super::folder::Folder;
use super::inherit::Defaults;
use super::originals;
use super::schema::{Condition, TableSchema, ValueType};
use super::table::Table as _;
use super::tables::{FILE, SchemeEntry, SourceFile};

mod imports;
mod rename;

pub use rename::renamed_grammar;

/// The maximum size of what all entries take from others.
const MAX_TAKEN_BYTES: usize = 40 << 20;

/// What an access of another kind does not have.
const OF_KIND: [&str; 2] = ["gateway", "steps"];

/// Reads the entries that have more than their own tables: those that have something of others, and all if the layer has
/// defaults. `shown` is what the names of the files begin with.
///
/// # Errors
/// If the entries would take more than [`MAX_TAKEN_BYTES`].
pub(super) fn complete(
    files: &mut [SourceFile],
    findings: &mut Findings,
    folder: &dyn Folder,
    shown: &str,
) -> Result<(), RegistryFileError> {
    if files.iter().all(|file| file.originals.is_empty() && !file.waits) {
        return Ok(());
    }
    let documents: Vec<_> = files.iter().map(|file| Arc::clone(&file.document)).collect();
    let main = parse(&documents[0]);
    let defaults = Defaults::new(&files[0], &documents[0], &main);
    let mut known: NameMap<()> = findings.iter().map(|finding| (identity(finding), ())).collect();
    let mut size = 0;
    // An entry that has something of others needs the grammars of these.
    for is_of_others in [false, true] {
        let originals = Originals::new(files, &documents);
        let waits = |file: &SourceFile| if is_of_others { !file.originals.is_empty() } else { file.waits };
        for (file, document) in files.iter_mut().zip(&documents).filter(|(file, _)| waits(file)) {
            let path = file.path.clone();
            let location = FileLocation::new(folder, shown, &path);
            for entry in entries(&parse(document)) {
                if originals::originals(table_of(entry)).next().is_some() != is_of_others {
                    continue;
                }
                let defaults = defaults.as_ref();
                let taken = Taken::new(table_of(entry), &originals, defaults);
                size += taken.size();
                if size > MAX_TAKEN_BYTES {
                    let what = "bytes that entries have of others";
                    return Err(RegistryFileError::TooMany { what, most: MAX_TAKEN_BYTES });
                }
                let is_complete = defaults.is_some() || !file.waits;
                let (entry, found) = read(document, &location, entry, taken, is_complete);
                found.into_iter().filter(|one| known.insert(identity(one), ())).for_each(|one| findings.add(one));
                file.schemes.extend(entry);
            }
            sort_by(&mut file.schemes, |one, other| one.span.start().cmp(&other.span.start()));
        }
    }
    Ok(())
}

/// What tells findings apart: what is wrong in an entry is found again in the entries that are like it.
fn identity(finding: &Finding) -> Box<str> {
    let (id, document, start) = (finding.id(), Arc::as_ptr(finding.document()), finding.span().start());
    format!("{id} {document:p} {start} {}", finding.message()).into()
}

/// What an entry has of others: everything of one, rules of some, and the defaults of the layer.
struct Taken<'o, 'd> {
    like: Option<Result<&'o Original<'d>, Fault>>,
    imports: Vec<Result<&'o Original<'d>, Fault>>,
    defaults: Option<&'o Defaults<'d>>,
}

impl<'o, 'd> Taken<'o, 'd> {
    fn new(entry: &DeTable<'_>, originals: &'o Originals<'d>, defaults: Option<&'o Defaults<'d>>) -> Self {
        let find = |name| originals.find(name, entry, "be like");
        let import = |name| originals.find(name, entry, "have rules of").and_then(Original::with_grammar);
        let imports = originals::imported(entry).map(import).collect();
        Self { like: text(entry, "like").map(find), imports, defaults }
    }

    fn originals(&self) -> impl Iterator<Item = &Result<&'o Original<'d>, Fault>> {
        self.like.iter().chain(&self.imports)
    }

    fn size(&self) -> usize {
        let of_others = self.originals().flatten().map(|original| original.size).sum::<usize>();
        of_others + self.defaults.map_or(0, |defaults| defaults.size)
    }
}

/// Reads an entry, completed from others and from the defaults.
fn read(
    document: &Arc<Document>,
    location: &FileLocation<'_>,
    entry: &Spanned<DeValue<'_>>,
    taken: Taken<'_, '_>,
    is_complete: bool,
) -> (Option<SchemeEntry>, Findings) {
    let own = table_of(entry);
    let (mut document, mut whole) = (Arc::clone(document), own.clone());
    if let Some(Ok(original)) = &taken.like {
        let offset = join(&mut document, original.document);
        whole = original.complete(own, offset);
    }
    if let Some(defaults) = taken.defaults {
        let offset = join(&mut document, defaults.document);
        defaults.complete(&mut whole, offset);
    }
    let name = text(own, "name");
    for original in taken.imports.iter().flatten() {
        imports::add(&mut whole, original, name.unwrap_or_default());
    }
    let mut reader = Reader::new(&document, &FILE, Some(location));
    reader.completes = true;
    reader.is_complete = is_complete && taken.originals().all(Result::is_ok);
    reader.set_scheme(name.map(str::to_owned));
    let key = |taken: Option<&Spanned<DeValue<'_>>>| taken.map_or(span_of(entry), span_of);
    let faults = [
        (taken.like.into_iter().collect(), key(own.get("like"))),
        (taken.imports, key(originals::syntax(own).and_then(|syntax| syntax.get("imports")))),
    ];
    for (taken, span) in faults {
        for Fault { message, help } in taken.into_iter().filter_map(Result::err) {
            reader.error("SR007", span, message, help);
        }
    }
    let read = SchemeEntry::named(&Fields::open(&reader, &whole, span_of(entry), SchemeEntry::SCHEMA));
    let read = read.map(|read| SchemeEntry { sound: read.sound && reader.is_complete, ..read });
    (read, reader.into_findings())
}

/// Joins another document to the one of an entry; returns the offset of its spans.
fn join(document: &mut Arc<Document>, other: &Arc<Document>) -> usize {
    if Arc::ptr_eq(document, other) {
        return 0;
    }
    let offset = document.offset_of_second();
    *document = Document::joined(document, other);
    offset
}

/// Why an entry cannot have anything of another one, and how to fix that.
struct Fault {
    message: String,
    help: String,
}

impl Fault {
    fn new(message: String, help: &str) -> Self {
        Self { message, help: help.to_owned() }
    }
}

/// The entries that others are like, by name in lower case; several versions of a name are several entries.
struct Originals<'d>(NameMap<Vec<Original<'d>>>, Vec<String>);

/// An entry that others are like.
struct Original<'d> {
    table: DeTable<'d>,
    document: &'d Arc<Document>,
    /// The text of its grammar, if that is in another file.
    grammar: Option<String>,
    size: usize,
}

impl<'d> Originals<'d> {
    fn new(files: &[SourceFile], documents: &'d [Arc<Document>]) -> Self {
        let mut originals: NameMap<Vec<Original<'d>>> = NameMap::new();
        for name in files.iter().flat_map(|file| &file.originals) {
            originals.get_or_default(name);
        }
        for (file, document) in files.iter().zip(documents) {
            if file.originals.is_empty() && !file.schemes.iter().any(|entry| originals.get(&entry.key()).is_some()) {
                continue;
            }
            for entry in entries(&parse(document)) {
                let table = table_of(entry);
                let name = text(table, "name").unwrap_or_default().to_ascii_lowercase();
                let Some(all) = originals.get_mut(&name) else { continue };
                let read = file.schemes.iter().find(|read| read.span == span_of(entry));
                all.push(Original::new(table, document, read));
            }
        }
        let names = files.iter().flat_map(|file| &file.schemes).map(SchemeEntry::key).collect();
        Self(originals, names)
    }

    /// The entry that another one is like, or has rules of.
    fn find(&self, like: &str, by: &DeTable<'_>, verb: &str) -> Result<&Original<'d>, Fault> {
        let shown = quoted(like);
        if text(by, "name").is_some_and(|own| own.eq_ignore_ascii_case(like)) {
            let help = "name another scheme of this layer, or write the entry in full";
            return Err(Fault::new(format!("{shown} cannot {verb} itself"), help));
        }
        let original = match self.0.get(&like.to_ascii_lowercase()).map(Vec::as_slice) {
            Some([original]) => original,
            None | Some([]) => return Err(self.unknown(like)),
            Some(_) => {
                let help = "name a scheme with one version, or write the entry in full";
                return Err(Fault::new(format!("{shown} has several versions"), help));
            }
        };
        if let Some(other) = originals::originals(&original.table).next() {
            let how = if original.table.contains_key("like") { "is itself like" } else { "itself has rules of" };
            let message = format!("{shown} {how} {}", quoted(other));
            return Err(Fault::new(message, "name a scheme whose entry is complete"));
        }
        if !["syntax", "access"].iter().any(|key| original.table.contains_key(*key)) {
            let message = format!("{shown} has neither `syntax` nor `access` that another scheme could have");
            return Err(Fault::new(message, "name a scheme with a syntax"));
        }
        Ok(original)
    }

    fn unknown(&self, like: &str) -> Fault {
        let message = format!("this layer has no scheme {}", quoted(like));
        match similar_names(like, self.1.iter().map(String::as_str)).first() {
            Some(name) => Fault::new(message, &format!("did you mean `{name}`?")),
            None => Fault::new(message, "name a `[[scheme]]` of this file, or of one that is included"),
        }
    }
}

impl<'d> Original<'d> {
    fn new(table: &DeTable<'d>, document: &'d Arc<Document>, read: Option<&SchemeEntry>) -> Self {
        let abnf = read.and_then(|entry| entry.syntax.as_ref()?.abnf.as_ref());
        let grammar = abnf.filter(|abnf| !Arc::ptr_eq(&abnf.document, document)).map(|abnf| abnf.text.value.clone());
        let size = size(table) + grammar.as_ref().map_or(0, String::len);
        Self { table: table.clone(), document, grammar, size }
    }

    /// This entry, if it has a grammar whose rules others can import.
    fn with_grammar(&self) -> Result<&Self, Fault> {
        if self.rules().is_some() {
            return Ok(self);
        }
        let name = text(&self.table, "name").unwrap_or_default();
        let message = format!("{} has no grammar with rules that another scheme could import", quoted(name));
        Err(Fault::new(message, "name a scheme with `abnf`"))
    }

    /// The text of its grammar.
    fn rules(&self) -> Option<&str> {
        self.grammar.as_deref().or_else(|| text(originals::syntax(&self.table)?, "abnf"))
    }

    /// An entry with the keys of this one that it lacks, whose spans begin at an offset.
    fn complete<'t>(&'t self, own: &DeTable<'t>, offset: usize) -> DeTable<'t> {
        let mut original: DeTable<'t> = self.table.clone();
        if let (Some(grammar), Some(DeValue::Table(syntax))) = (&self.grammar, value_mut(&mut original, "syntax")) {
            if let Some((file, value)) = syntax.remove_entry("abnf_file") {
                let grammar = DeValue::String(grammar.as_str().into());
                syntax.insert(Spanned::new(file.span(), "abnf".into()), Spanned::new(value.span(), grammar));
            }
        }
        if let (Some(from), Some(to)) = (text(&self.table, "name"), text(own, "name")) {
            rename::scheme(&mut original, from, to);
        }
        let mut whole = own.clone();
        take(&mut whole, moved(original, offset), SchemeEntry::SCHEMA);
        whole
    }
}

/// Takes the keys that a table lacks from another one.
fn take<'t>(to: &mut DeTable<'t>, from: DeTable<'t>, schema: &'static TableSchema) {
    let is_stated = |key: &str| to.contains_key(key);
    let excludes = |condition: &Condition, key: &str| match condition {
        Condition::Excludes(one, other) => key == *one && is_stated(other) || key == *other && is_stated(one),
        _ => false,
    };
    let is_left_out = |key: &str| {
        OF_KIND.contains(&key) && is_stated("kind") || schema.conditions.iter().any(|one| excludes(one, key))
    };
    let taken: Vec<_> = from.into_iter().filter(|(key, _)| !is_left_out(key.get_ref())).collect();
    for (key, value) in taken {
        let Some(row) = schema.key(key.get_ref()).filter(|row| !row.is_own) else { continue };
        match (value_mut(to, row.name), &row.value, value.get_ref()) {
            (None, ..) => {
                to.insert(key, value);
            }
            (Some(DeValue::Table(to)), ValueType::Table(schema), DeValue::Table(_)) => {
                let DeValue::Table(from) = value.into_inner() else { continue };
                take(to, from, schema);
            }
            (Some(_), ..) => {}
        }
    }
}

/// A file that was parsed before; one that is not TOML has no entries.
fn parse(document: &Document) -> DeTable<'_> {
    DeTable::parse(document.text()).map(Spanned::into_inner).unwrap_or_default()
}

/// Every `[[scheme]]` of a file.
fn entries<'t, 'i>(file: &'t DeTable<'i>) -> impl Iterator<Item = &'t Spanned<DeValue<'i>>> {
    let all = file.get("scheme").and_then(|all| all.get_ref().as_array());
    all.into_iter().flat_map(|all| all.iter()).filter(|entry| entry.get_ref().is_table())
}

/// The table of an entry.
fn table_of<'t, 'i>(entry: &'t Spanned<DeValue<'i>>) -> &'t DeTable<'i> {
    entry.get_ref().as_table().expect("`entries` are tables")
}
