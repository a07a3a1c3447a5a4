//! The entries of a registry file that differ from an earlier copy. Linting only these lets large files be fixed
//! incrementally.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::canonical::CanonicalValue;
use super::document::Document;
use super::fields::span_of;
use super::finding::Finding;
use super::keywords::Facet;
use super::registry_file::RegistryFile;
use super::tables::SchemeEntry;

/// The arrays of tables, with the keys that identify an entry.
const ARRAYS: [(&str, &[&str]); 6] = [
    ("scheme", &["name"]),
    ("override", &["name", "facet"]),
    ("mask", &["name"]),
    ("tombstone", &["name"]),
    ("gateway", &["id"]),
    ("builtin", &["name"]),
];

/// The table that owns everything before the first entry.
const HEADER: &str = "registry";

/// The entries of a registry file that are new or changed since an earlier copy.
///
/// Entries are compared by their canonical text, so position and notation do not matter. All entries of one name count as
/// one, because a new one can cause findings at another. The header, `[policy]`, `[pin]` and `[lint]` are one entry each.
///
/// ```
/// use anyurl_declared::format::{ChangedEntries, RegistryFile, LintOptions};
///
/// let mask = |name: &str| format!("[[mask]]\nname = \"{name}\"\n");
/// let before = RegistryFile::from_text("x.toml", format!("schema = 1\n{}", mask("a")))?;
/// let after = RegistryFile::from_text("x.toml", format!("schema = 1\n# moved\n{}{}", mask("a"), mask("b")))?;
/// let changed = ChangedEntries::between(before.layer(), after.layer());
/// let findings = after.lint(LintOptions::default());
/// let found: Vec<_> = findings.iter().filter(|one| one.id() == "SR606").map(|one| changed.has(one)).collect();
/// assert_eq!(found, [false, true]);
/// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChangedEntries {
    /// The entries of each file, in source order; empty for a file that is not TOML.
    files: Vec<(Arc<Document>, Vec<Entry>)>,
    /// The keys of new and changed entries.
    changed: Vec<String>,
}

/// One entry of a file.
#[derive(Clone, Debug)]
struct Entry {
    start: usize,
    /// `scheme x-lake`, or `registry`.
    key: String,
    content: String,
}

impl ChangedEntries {
    /// Compares two versions of a registry file.
    pub fn between(before: &RegistryFile, after: &RegistryFile) -> Self {
        let entries = |layer: &RegistryFile| -> Vec<_> {
            layer.files.iter().map(|file| (Arc::clone(&file.document), entries(&file.document))).collect()
        };
        let (old, files) = (contents(before, &entries(before)), entries(after));
        let new = contents(after, &files);
        let is_changed = |(key, content): &(&String, &Vec<String>)| old.get(*key) != Some(*content);
        let changed = new.iter().filter(is_changed).map(|(key, _)| key.clone()).collect();
        Self { files, changed }
    }

    /// Returns whether a finding is about a new or changed entry.
    pub fn has(&self, finding: &Finding) -> bool {
        let is_same = |(document, _): &&(Arc<Document>, Vec<Entry>)| Arc::ptr_eq(document, finding.document());
        let key = match self.files.iter().find(is_same) {
            // A file that is not TOML counts as changed.
            Some((_, entries)) if entries.is_empty() => return true,
            Some((_, entries)) => {
                let next = entries.partition_point(|entry| entry.start <= finding.span().start());
                match next.checked_sub(1) {
                    Some(last) => entries[last].key.clone(),
                    None => HEADER.to_owned(),
                }
            }
            // A grammar in its own file, or a finding in another layer.
            None => match finding.scheme() {
                Some(name) => format!("scheme {}", name.to_ascii_lowercase()),
                None => HEADER.to_owned(),
            },
        };
        self.changed.contains(&key)
    }
}

/// The entries of a file in source order.
fn entries(document: &Document) -> Vec<Entry> {
    let Ok(table) = DeTable::parse(document.text()) else {
        return Vec::new();
    };
    let mut entries = Vec::new();
    for (key, value) in table.get_ref() {
        let kind: &str = key.get_ref();
        let array = ARRAYS.iter().find(|(name, _)| *name == kind);
        match (array, value.get_ref()) {
            (Some((_, keys)), DeValue::Array(tables)) => {
                entries.extend(tables.iter().map(|entry| {
                    let table = entry.get_ref().as_table();
                    let texts = keys.iter().filter_map(|key| table?.get(*key)?.get_ref().as_str());
                    let texts: Vec<_> = texts.map(str::to_ascii_lowercase).collect();
                    Entry {
                        start: span_of(entry).start(),
                        key: format!("{kind} {}", texts.join(" ")),
                        content: CanonicalValue::from_toml(entry.get_ref()).to_string(),
                    }
                }));
            }
            (_, one) => entries.push(Entry {
                start: span_of(key).start().min(span_of(value).start()),
                key: kind.to_owned(),
                content: CanonicalValue::from_toml(one).to_string(),
            }),
        }
    }
    entries.sort_by_key(|entry| entry.start);
    entries
}

/// The canonical texts for each key, sorted. A scheme includes the text of its `abnf_file`, and what it has of others.
fn contents(layer: &RegistryFile, files: &[(Arc<Document>, Vec<Entry>)]) -> BTreeMap<String, Vec<String>> {
    let mut contents: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in files.iter().flat_map(|(_, entries)| entries) {
        contents.entry(entry.key.clone()).or_default().push(entry.content.clone());
    }
    let grammar = |entry: &SchemeEntry| {
        let key = format!("scheme {}", entry.key());
        Some((key, entry.canonical(Facet::Syntax)?))
    };
    let completed = layer.schemes().filter(|entry| entry.is_completed);
    let completed = completed.map(|entry| (format!("scheme {}", entry.key()), entry.facets.whole()));
    for (key, content) in layer.schemes().filter_map(grammar).chain(completed) {
        contents.entry(key).or_default().push(content);
    }
    for content in contents.values_mut() {
        content.sort();
    }
    contents
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{LintOptions, MemoryFolder, ParsedFile};
    use anyurl_testkit::registry_file;

    fn head() -> String {
        registry_file("user", "com.example", "com.example.*", "")
    }

    fn read(text: &str) -> ParsedFile {
        RegistryFile::from_text("x.toml", text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The ids and lines of findings about changed entries.
    fn new(before: &str, after: &str) -> Vec<(&'static str, usize)> {
        let (before, after) = (read(before), read(after));
        let changed = ChangedEntries::between(before.layer(), after.layer());
        let found = after.lint(LintOptions::default());
        let new = found.iter().filter(|one| changed.has(one));
        new.map(|one| (one.id(), one.line())).collect()
    }

    fn mask(name: &str) -> String {
        format!("[[mask]]\nname = \"{name}\"\n")
    }

    #[test]
    fn entries_are_compared_by_content() {
        let head = head();
        let old = format!("{head}{}{}", mask("a"), mask("c"));
        for (what, after, expect) in [
            ("nothing", old.clone(), vec![]),
            ("moved", format!("{head}\n\n{}# c\n{}", mask("c"), mask("a")), vec![]),
            ("one more", format!("{head}{}{}{}", mask("a"), mask("b"), mask("c")), vec![("SR606", 14)]),
            (
                "the header",
                format!("{}{}{}", head.replace("serial = 1", "serial = -1"), mask("a"), mask("c")),
                vec![("SR009", 8)],
            ),
            (
                "twice, before the old one",
                format!("{head}{}reason = \"r\"\n{}{}", mask("a"), mask("a"), mask("c")),
                vec![("SR005", 16), ("SR606", 15)],
            ),
            ("not TOML", format!("{old}= 1\n"), vec![("SR009", 16)]),
        ] {
            let mut found = new(&old, &after);
            found.sort_unstable();
            assert_eq!(found, expect, "{what}");
        }
    }

    #[test]
    fn a_grammar_in_a_file_of_its_own_is_part_of_its_scheme() {
        let head = head();
        let text = format!(
            "{head}[[scheme]]\nname = \"com.example.a\"\nstatus = \"private\"\ndescription = \"\"\nsyntax = {{ grammar = \"rfc3986\", dialect = \"rfc5234\", start = \"a\", abnf_file = \"a.abnf\" }}\n"
        );
        let read = |abnf: &str| {
            let files = MemoryFolder::new([("x.toml", text.as_str()), ("a.abnf", abnf)]);
            RegistryFile::read(&files, "", "x.toml").unwrap()
        };
        let (before, after) = (read("a = \"b\"\n"), read("a = \"c\"\n"));
        let is_new = |before: &ParsedFile, after: &ParsedFile| {
            let changed = ChangedEntries::between(before.layer(), after.layer());
            let found = after.lint(LintOptions::default());
            found.iter().filter(|one| changed.has(one)).count() > 0
        };
        assert!(!is_new(&before, &before));
        assert!(is_new(&before, &after));
    }
}
