//! What of a layer is new since an earlier copy of it, by content: whoever inherits a large file fixes what he touches.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::canonical::CanonicalValue;
use super::document::Document;
use super::finding::Finding;
use super::model::SchemeEntry;
use super::read::place;
use super::registry_file::RegistryFile;

/// The tables of a file that are arrays, and by which of their keys each is known.
const ARRAYS: [(&str, &[&str]); 6] = [
    ("scheme", &["name"]),
    ("override", &["name", "facet"]),
    ("mask", &["name"]),
    ("tombstone", &["name"]),
    ("gateway", &["id"]),
    ("builtin", &["name"]),
];

/// The table that what stands before all others belongs to.
const HEADER: &str = "registry";

/// Which entries of a layer an earlier copy had not, or had otherwise.
///
/// An entry is what its canonical text says, wherever it stands and however it is written. All entries of one name count
/// together: where one is new, what is found at another can be its doing. The header, `[policy]`, `[pin]` and `[lint]`
/// are an entry each.
///
/// ```
/// use locator_declared::format::{ChangedEntries, RegistryFile, LintOptions};
///
/// let mask = |name: &str| format!("[[mask]]\nname = \"{name}\"\n");
/// let before = RegistryFile::from_text("x.toml", format!("schema = 1\n{}", mask("a")))?;
/// let after = RegistryFile::from_text("x.toml", format!("schema = 1\n# moved\n{}{}", mask("a"), mask("b")))?;
/// let changed = ChangedEntries::between(before.layer(), after.layer());
/// let findings = after.lint(LintOptions::default());
/// let found: Vec<_> = findings.iter().filter(|one| one.id() == "SR606").map(|one| changed.has(one)).collect();
/// assert_eq!(found, [false, true]);
/// # Ok::<(), locator_declared::format::RegistryFileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChangedEntries {
    /// The parts of each file, rising; none of a file that is no TOML.
    files: Vec<(Arc<Document>, Vec<Part>)>,
    /// What each part that is new is known by.
    new: Vec<String>,
}

/// One entry of a file.
#[derive(Clone, Debug)]
struct Part {
    start: usize,
    /// `scheme x-lake`, or `registry`.
    key: String,
    content: String,
}

impl ChangedEntries {
    /// What `after` has that `before` had not.
    pub fn between(before: &RegistryFile, after: &RegistryFile) -> Self {
        let parts = |layer: &RegistryFile| -> Vec<_> {
            let of_file = |file: &super::model::SourceFile| (Arc::clone(&file.document), parts(&file.document));
            layer.files.iter().map(of_file).collect()
        };
        let (was, files) = (contents(before, &parts(before)), parts(after));
        let is = contents(after, &files);
        let is_new = |(key, content): &(&String, &Vec<String>)| was.get(*key) != Some(*content);
        let new = is.iter().filter(is_new).map(|(key, _)| key.clone());
        Self { new: new.collect(), files }
    }

    /// Whether a finding is about what is new.
    pub fn has(&self, finding: &Finding) -> bool {
        let is_its = |(document, _): &&(Arc<Document>, Vec<Part>)| Arc::ptr_eq(document, finding.document());
        let key = match self.files.iter().find(is_its) {
            // Of what is no TOML nothing is known to be old.
            Some((_, parts)) if parts.is_empty() => return true,
            Some((_, parts)) => {
                let behind = parts.partition_point(|part| part.start <= finding.span().start());
                match behind.checked_sub(1) {
                    Some(last) => parts[last].key.clone(),
                    None => HEADER.to_owned(),
                }
            }
            // A grammar in a file of its own, or what another layer says of this one.
            None => match finding.scheme() {
                Some(name) => format!("scheme {}", name.to_ascii_lowercase()),
                None => HEADER.to_owned(),
            },
        };
        self.new.contains(&key)
    }
}

/// The parts of a file, in the order of their places.
fn parts(document: &Document) -> Vec<Part> {
    let Ok(table) = DeTable::parse(document.text()) else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    for (key, value) in table.get_ref() {
        let kind: &str = key.get_ref();
        let known_by = ARRAYS.iter().find(|(name, _)| *name == kind);
        match (known_by, value.get_ref()) {
            (Some((_, keys)), DeValue::Array(entries)) => {
                parts.extend(entries.iter().map(|entry| {
                    let table = entry.get_ref().as_table();
                    let texts = keys.iter().filter_map(|key| table?.get(*key)?.get_ref().as_str());
                    let texts: Vec<_> = texts.map(str::to_ascii_lowercase).collect();
                    Part {
                        start: place(entry).start(),
                        key: format!("{kind} {}", texts.join(" ")),
                        content: CanonicalValue::of(entry.get_ref()).to_string(),
                    }
                }));
            }
            (_, one) => parts.push(Part {
                start: place(key).start().min(place(value).start()),
                key: kind.to_owned(),
                content: CanonicalValue::of(one).to_string(),
            }),
        }
    }
    parts.sort_by_key(|part| part.start);
    parts
}

/// All that stands under each key, whatever the order; to a scheme belongs the text of its `abnf_file`.
fn contents(layer: &RegistryFile, files: &[(Arc<Document>, Vec<Part>)]) -> BTreeMap<String, Vec<String>> {
    let mut contents: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in files.iter().flat_map(|(_, parts)| parts) {
        let content = contents.entry(part.key.clone()).or_default();
        content.push(part.content.clone());
    }
    let grammar = |entry: &SchemeEntry| {
        let key = format!("scheme {}", entry.key());
        Some((key, entry.facets.syntax.clone()?))
    };
    for (key, syntax) in layer.schemes().filter_map(grammar) {
        contents.entry(key).or_default().push(syntax);
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

    const HEAD: &str = "schema = 1\n[registry]\nid = \"com.example\"\nkind = \"user\"\ntitle = \"T\"\nversion = \"1.0.0\"\nserial = 1\ncontact = [\"c\"]\nchange_controller = \"c\"\nclaims = [\"com.example.*\"]\n";

    fn read(text: &str) -> ParsedFile {
        RegistryFile::from_text("x.toml", text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The ids and lines of findings that are about what is new.
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
        let old = format!("{HEAD}{}{}", mask("a"), mask("c"));
        for (what, after, expect) in [
            ("nothing", old.clone(), vec![]),
            ("moved", format!("{HEAD}\n\n{}# c\n{}", mask("c"), mask("a")), vec![]),
            ("one more", format!("{HEAD}{}{}{}", mask("a"), mask("b"), mask("c")), vec![("SR606", 13)]),
            (
                "the header",
                format!("{}{}{}", HEAD.replace("serial = 1", "serial = -1"), mask("a"), mask("c")),
                vec![("SR009", 7)],
            ),
            (
                "twice, before the old one",
                format!("{HEAD}{}reason = \"r\"\n{}{}", mask("a"), mask("a"), mask("c")),
                vec![("SR005", 15), ("SR606", 14)],
            ),
            ("what is no TOML", format!("{old}= 1\n"), vec![("SR009", 15)]),
        ] {
            let mut found = new(&old, &after);
            found.sort_unstable();
            assert_eq!(found, expect, "{what}");
        }
    }

    #[test]
    fn a_grammar_in_a_file_of_its_own_is_part_of_its_scheme() {
        let text = format!(
            "{HEAD}[[scheme]]\nname = \"com.example.a\"\nstatus = \"private\"\ndescription = \"\"\nsyntax = {{ grammar = \"rfc3986\", dialect = \"rfc5234\", start = \"a\", abnf_file = \"a.abnf\" }}\n"
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
