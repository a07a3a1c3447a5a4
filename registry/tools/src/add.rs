//! Adds schemes to a registry file; everything else in the file stays as it is, byte for byte.

use std::ops::Range;

use anyurl_core::Span;
use anyurl_declared::format::{
    Document, LayerKind, Located, ParsedFile, RegistryFile, RegistryFileError, SchemeDraft, SchemeEntry, glob,
};
use semver::Version;
use toml_edit::{Array, Item, Table, Value};

use super::edit::{FileEdit, edited};

/// A file with new schemes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Addition {
    /// The new text of the main file.
    pub text: String,
    /// What was changed besides the new entries: `version: 1.0.0, now 1.1.0`.
    pub changes: Vec<String>,
}

/// An error of [`add`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AddError {
    /// The file has the name.
    #[error("`{file}` already has `{name}`{role} (line {line})")]
    Known {
        /// The file.
        file: String,
        /// The name.
        name: String,
        /// What it is, unless it is a scheme: ` as an alias of …`.
        role: String,
        /// The line of its entry.
        line: usize,
    },
    /// The file cannot be edited.
    #[error("`{file}` {fault}")]
    File {
        /// The file.
        file: String,
        /// Why not.
        fault: FileFault,
    },
    /// The file would not load.
    #[error(transparent)]
    Read(#[from] RegistryFileError),
}

/// Why a file cannot be edited.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// The text is not TOML.
    #[error("is not TOML: {0}")]
    NoToml(String),
    /// The schemes are written as `scheme = […]`.
    #[error("has its schemes in one array: write each under `[[scheme]]`")]
    Inline,
    /// A name outside the domain and the claims of the file.
    #[error("does not claim `{name}`, which is outside its domain `{id}`: pass `--claim` to add the claim")]
    Unclaimed {
        /// The scheme.
        name: String,
        /// The id of the file.
        id: String,
    },
    /// The header has no `[registry]` table that can be edited.
    #[error("has a key `{0}` of `[registry]` that cannot be edited")]
    Header(&'static str),
}

impl FileFault {
    /// The error for a file.
    pub(super) fn of(self, file: &Document) -> AddError {
        AddError::File { file: file.name().to_owned(), fault: self }
    }
}

/// What an addition may change, and what it is compared with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct AddOptions {
    /// Whether names outside the domain of the file are claimed.
    pub claims: bool,
    /// Version and serial of the last release, which the file exceeds afterwards; without one, both stay as they are.
    pub released: Option<(Version, u64)>,
    /// Whether exact names are claimed although a glob covers them.
    is_exact: bool,
}

impl AddOptions {
    /// Claims names outside the domain of the file.
    #[must_use]
    pub fn claims(self, claims: bool) -> Self {
        Self { claims, ..self }
    }

    /// Claims exact names, which have priority over the globs of other layers.
    #[must_use]
    pub(super) fn exact(self) -> Self {
        Self { is_exact: true, ..self }
    }

    /// The last release.
    #[must_use]
    pub fn released(self, version: Version, serial: u64) -> Self {
        Self { released: Some((version, serial)), ..self }
    }
}

/// Adds the entries of drafts, each before the first entry with a greater name. The claims are extended by the names that
/// they do not contain. Version and serial are raised above those of the last release, unless they are already: the version
/// by a minor step.
///
/// `text` are the bytes of the main file of the layer.
///
/// ```
/// use anyurl_declared::format::{SchemeDraft, RegistryFile};
/// use anyurl_registry_tools::{AddOptions, add};
///
/// let expires = "2027-06-30".parse()?;
/// let text = SchemeDraft::new("com.example.lake", expires).file();
/// let layer = RegistryFile::from_text("org.toml", text.as_str())?.load()?;
/// let options = AddOptions::default().claims(true).released("1.0.0".parse()?, 1);
/// let addition = add(&layer, &text, &[SchemeDraft::new("x-boat", expires)], &options)?;
/// assert_eq!(
///     addition.changes,
///     ["claims: added `x-boat`", "version: 1.0.0, now 1.1.0", "serial: 1, now 2"]
/// );
/// let added = RegistryFile::from_text("org.toml", addition.text)?.load()?;
/// assert_eq!(added.schemes().map(|entry| entry.key()).collect::<Vec<_>>(), ["com.example.lake", "x-boat"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`AddError`] if the layer has one of the names, or if its file cannot be edited, or would not load.
pub fn add(
    layer: &RegistryFile,
    text: &str,
    drafts: &[SchemeDraft],
    options: &AddOptions,
) -> Result<Addition, AddError> {
    for draft in drafts {
        if let Some(known) = KnownName::find(layer, draft.name()) {
            return Err(known.error(draft.name()));
        }
    }
    let entries = drafts.iter().map(|draft| (draft.name(), draft.entry_in(&layer.header)));
    insert(layer, text, entries, options)?.loads(layer)
}

/// What a layer already has under a name.
pub(super) enum KnownName<'l> {
    Scheme(&'l SchemeEntry),
    Alias(&'l SchemeEntry, Span),
    Tombstone(&'l Document, Span),
}

impl<'l> KnownName<'l> {
    /// What a name in lower case is in a layer.
    pub(super) fn find(layer: &'l RegistryFile, name: &str) -> Option<Self> {
        let is_it = |one: &&Located<String>| one.eq_ignore_ascii_case(name);
        let scheme = layer.schemes().find(|entry| entry.key() == name).map(Self::Scheme);
        let alias = |entry: &'l SchemeEntry| Some(Self::Alias(entry, entry.aliases.iter().find(is_it)?.span));
        let tombstone = || layer.tombstones().iter().map(|one| &one.name).find(is_it);
        let tombstone = || Some(Self::Tombstone(&layer.main().document, tombstone()?.span));
        scheme.or_else(|| layer.schemes().find_map(alias)).or_else(tombstone)
    }

    /// The scheme of an alias.
    pub(super) fn alias_of(&self) -> Option<&'l SchemeEntry> {
        if let Self::Alias(entry, _) = self { Some(entry) } else { None }
    }

    /// The error about a new use of the name.
    pub(super) fn error(&self, name: &str) -> AddError {
        let (document, span, role) = match self {
            Self::Scheme(entry) => (&*entry.document, entry.span, String::new()),
            Self::Alias(entry, span) => (&*entry.document, *span, format!(" as an alias of `{}`", entry.key())),
            Self::Tombstone(document, span) => {
                (*document, *span, " as a tombstone: a removed name stays unused".into())
            }
        };
        let (file, name) = (document.name().to_owned(), name.to_owned());
        AddError::Known { file, name, role, line: document.place(span).line }
    }
}

/// Appends tables to the main file of a layer, such as those of an override. Version and serial are raised as by [`add`].
///
/// # Errors
/// Returns [`AddError`] if the file cannot be edited, or would not load.
pub fn append(layer: &RegistryFile, text: &str, tables: &str, options: &AddOptions) -> Result<Addition, AddError> {
    let whole = format!("{}\n\n{}", text.trim_end(), tables.trim_start_matches('\n'));
    insert(layer, &whole, std::iter::empty(), options)?.loads(layer)
}

/// Inserts entries, and changes the header as [`add`] does.
pub(super) fn insert<'n>(
    layer: &RegistryFile,
    text: &str,
    entries: impl Iterator<Item = (&'n str, String)>,
    options: &AddOptions,
) -> Result<Addition, AddError> {
    let (mut text, mut claims) = (text.to_owned(), Vec::new());
    let inserted = entries.into_iter().try_for_each(|(name, entry)| {
        text = with_entry(&text, name, &entry)?;
        claims.extend(missing_claim(layer, name, options)?);
        Ok(())
    });
    let addition = inserted.and_then(|()| with_header(layer, &text, &claims, options));
    addition.map_err(|fault: FileFault| fault.of(&layer.main().document))
}

/// A text with the name of a scheme among the claims, if they do not contain it.
pub(super) fn claimed(
    layer: &RegistryFile,
    text: &str,
    name: &str,
    options: &AddOptions,
) -> Result<Addition, AddError> {
    let claims = missing_claim(layer, name, options).map(|claim| claim.into_iter().collect::<Vec<_>>());
    let options = AddOptions { released: None, ..options.clone() };
    let addition = claims.and_then(|claims| with_header(layer, text, &claims, &options));
    addition.map_err(|fault| fault.of(&layer.main().document))
}

/// A text with an entry at its place.
pub(super) fn with_entry(text: &str, name: &str, entry: &str) -> Result<String, FileFault> {
    let document = parse(text)?;
    let at = place(text, document.as_table(), name).ok_or(FileFault::Inline)?;
    let mut text = text.to_owned();
    text.insert_str(at, &entry_text(&text, at, entry));
    Ok(text)
}

/// A text without the entries of a name, and the comments directly before them.
pub(super) fn without(text: &str, name: &str) -> Result<String, FileFault> {
    let document = parse(text)?;
    let schemes = match document.get("scheme") {
        None => return Ok(text.to_owned()),
        Some(item) => item.as_array_of_tables().ok_or(FileFault::Inline)?,
    };
    let mut all: Vec<usize> = document.iter().flat_map(|(_, item)| starts(item)).collect();
    all.sort_unstable();
    let is_it =
        |table: &&Table| table.get("name").and_then(Item::as_str).is_some_and(|other| other.eq_ignore_ascii_case(name));
    let spans = schemes.iter().filter(is_it).filter_map(Table::span).map(|span| {
        let next = all.iter().find(|start| **start > span.start);
        before_comments(text, span.start)..next.map_or(text.len(), |next| before_comments(text, *next))
    });
    let rest = replaced(text, spans.map(|span| (span, String::new())).collect());
    Ok(format!("{}\n", rest.trim_end()))
}

/// A text with claims, and with version and serial above those of the last release.
fn with_header(
    layer: &RegistryFile,
    text: &str,
    claims: &[String],
    options: &AddOptions,
) -> Result<Addition, FileFault> {
    let (header, mut changes) = (&layer.header, Vec::new());
    let document = parse(text)?;
    let table = document.get("registry").and_then(Item::as_table_like);
    let span = |key: &'static str| {
        let span = table.and_then(|table| table.get(key)?.span());
        span.ok_or(FileFault::Header(key))
    };
    let mut edits = Vec::new();
    if !claims.is_empty() {
        let whole = span("claims")?;
        let array = table.and_then(|table| table.get("claims")?.as_array());
        let array = array.ok_or(FileFault::Header("claims"))?;
        changes.extend(claims.iter().map(|claim| format!("claims: added `{claim}`")));
        edits.push(extended(array, &whole, claims));
    }
    if let Some((released, serial)) = &options.released {
        let (version, next) = (&header.version.value, semver::Version::new(released.major, released.minor + 1, 0));
        if *version < next {
            edits.push((span("version")?, format!("\"{next}\"")));
            changes.push(format!("version: {version}, now {next}"));
        }
        let (own, next) = (header.serial.value, serial + 1);
        if own < next {
            edits.push((span("serial")?, next.to_string()));
            changes.push(format!("serial: {own}, now {next}"));
        }
    }
    Ok(Addition { text: replaced(text, edits), changes })
}

impl Addition {
    /// Nothing to change.
    pub(super) fn unchanged(text: &str) -> Self {
        Self { text: text.to_owned(), changes: Vec::new() }
    }

    /// Reads a layer whose main file has the new text.
    ///
    /// # Errors
    /// Returns the same errors as [`RegistryFile::read`].
    pub fn read(&self, layer: &RegistryFile) -> Result<ParsedFile, RegistryFileError> {
        edited(layer, &[FileEdit { path: layer.main().path.clone(), text: Some(self.text.clone()) }])
    }

    /// The addition, if the layer loads with it.
    fn loads(self, layer: &RegistryFile) -> Result<Self, AddError> {
        self.read(layer)?.load()?;
        Ok(self)
    }
}

fn parse(text: &str) -> Result<toml_edit::Document<&str>, FileFault> {
    toml_edit::Document::parse(text).map_err(|error| FileFault::NoToml(error.message().to_owned()))
}

/// The name, if the claims of the layer do not contain it.
fn missing_claim(layer: &RegistryFile, name: &str, options: &AddOptions) -> Result<Option<String>, FileFault> {
    let header = &layer.header;
    let is_claimed = header.claims.iter().any(|claim| {
        let claim = claim.to_ascii_lowercase();
        claim == name || !options.is_exact && glob(&claim, name)
    });
    if *header.kind == LayerKind::Public || is_claimed {
        return Ok(None);
    }
    if !options.claims && !name.starts_with(&format!("{}.", *header.id)) {
        let (name, id) = (name.to_owned(), header.id.to_string());
        return Err(FileFault::Unclaimed { name, id });
    }
    Ok(Some(name.to_owned()))
}

/// The claims with more at the end.
fn extended(claims: &Array, whole: &Range<usize>, more: &[String]) -> (Range<usize>, String) {
    let more: Vec<_> = more.iter().map(|claim| format!("\"{claim}\"")).collect();
    let more = more.join(", ");
    match claims.iter().last().and_then(Value::span) {
        Some(last) => (last.end..last.end, format!(", {more}")),
        None => (whole.clone(), format!("[{more}]")),
    }
}

/// Where the entry belongs: before the first one with a greater name, or after all tables of schemes.
fn place(text: &str, root: &Table, name: &str) -> Option<usize> {
    let schemes = match root.get("scheme") {
        None => return Some(text.len()),
        Some(item) => item.as_array_of_tables()?,
    };
    let key = |table: &Table| table.get("name").and_then(Item::as_str).unwrap_or_default().to_ascii_lowercase();
    let greater = schemes.iter().find(|table| key(table).as_str() > name);
    if let Some(span) = greater.and_then(Table::span) {
        return Some(before_comments(text, span.start));
    }
    // After the last entry is the next table of another kind, or the end.
    let last = schemes.iter().filter_map(Table::span).map(|span| span.start).max()?;
    let others = root.iter().filter(|(key, _)| *key != "scheme").flat_map(|(_, item)| starts(item));
    let next = others.filter(|start| *start > last).min();
    Some(next.map_or(text.len(), |start| before_comments(text, start)))
}

/// Where the tables of an item begin.
fn starts(item: &Item) -> Vec<usize> {
    match item {
        Item::Table(table) if table.is_implicit() => table.iter().flat_map(|(_, inner)| starts(inner)).collect(),
        Item::Table(table) => table.span().map(|span| span.start).into_iter().collect(),
        Item::ArrayOfTables(tables) => tables.iter().filter_map(Table::span).map(|span| span.start).collect(),
        Item::None | Item::Value(_) => Vec::new(),
    }
}

/// The start of the comment lines directly before an offset.
fn before_comments(text: &str, at: usize) -> usize {
    let mut start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    loop {
        let above = text[..start].strip_suffix('\n').unwrap_or(&text[..start]);
        let line = above.rfind('\n').map_or(0, |end| end + 1);
        if start == 0 || !above[line..].trim_start().starts_with('#') {
            return start;
        }
        start = line;
    }
}

/// The entry with one empty line on each side that has text, and with the line ends of the file.
fn entry_text(text: &str, at: usize, entry: &str) -> String {
    let (before, after) = (&text[..at], &text[at..]);
    let lines = |text: &str| text.replace("\r\n", "\n");
    let before = match lines(before) {
        text if text.is_empty() || text.ends_with("\n\n") => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let after = if after.trim().is_empty() { "" } else { "\n" };
    let entry = format!("{before}{entry}{after}");
    if text.contains("\r\n") { entry.replace('\n', "\r\n") } else { entry }
}

/// A text with parts replaced, which do not overlap.
pub(super) fn replaced(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let mut written = String::new();
    let mut end = 0;
    for (range, new) in edits {
        written.push_str(&text[end..range.start]);
        written.push_str(&new);
        end = range.end;
    }
    written + &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "schema = 1\n\n[registry]\nid = \"com.example\"\nkind = \"organization\"\ntitle = \"t\"\n\
        version = '1.4.2'   # semver\nserial = 0x10\ncontact = [\"a@example.com\"]\nchange_controller = \"c\"\n";

    fn entry(name: &str) -> String {
        format!("[[scheme]]\nname = \"{name}\"\nstatus = \"private\"\ndescription = \"d\"\n")
    }

    fn options() -> AddOptions {
        AddOptions::default().claims(true).released(Version::new(1, 4, 2), 16)
    }

    fn added(text: &str, name: &str) -> Addition {
        let layer = RegistryFile::from_text("x.toml", text).expect("a file");
        let draft = SchemeDraft::new(name, "2027-06-30".parse().expect("a date"));
        let addition = add(layer.layer(), text, std::slice::from_ref(&draft), &options()).expect("an addition");
        let again = RegistryFile::from_text("x.toml", addition.text.as_str()).expect("a file");
        assert!(again.layer().schemes().any(|entry| entry.key() == name), "{}", addition.text);
        // Without the entry and the three edits, the file is as it was.
        let ends = if text.contains("\r\n") { draft.entry().replace('\n', "\r\n") } else { draft.entry() };
        assert!(addition.text.contains(&ends), "{}", addition.text);
        addition
    }

    /// The line before the entry, and the line after it.
    fn around(text: &str, name: &str) -> (String, String) {
        let start = text.find(&format!("[[scheme]]\nname = \"{name}\"")).expect("the entry");
        let end = start + SchemeDraft::new(name, "2027-06-30".parse().expect("a date")).entry().len();
        let before = text[..start].trim_end().lines().last().unwrap_or_default();
        let after = text[end..].trim_start().lines().next().unwrap_or_default();
        (before.to_owned(), after.to_owned())
    }

    /// The entry is in order, and comments stay with the table that they precede.
    #[test]
    fn places() {
        let claims = "claims = [\"com.example.*\"]\n";
        let policy = "\n# the policy\n[policy]\nnever = [\"ftp\"]\n";
        let two = format!("{}\n# about d\n# more\n{}", entry("com.example.b"), entry("com.example.d"));
        let text = format!("{HEADER}{claims}\n{two}{policy}");
        for (name, before, after) in [
            ("com.example.a", "claims = [\"com.example.*\"]", "[[scheme]]"),
            ("com.example.c", "description = \"d\"", "# about d"),
            ("com.example.e", "description = \"d\"", "# the policy"),
        ] {
            let addition = added(&text, name);
            assert_eq!(around(&addition.text, name), (before.to_owned(), after.to_owned()), "{name}");
            assert_eq!(addition.changes, ["version: 1.4.2, now 1.5.0", "serial: 16, now 17"]);
            let entry = SchemeDraft::new(name, "2027-06-30".parse().expect("a date")).entry();
            let rest = addition.text.replace(&entry, "").replace("\n\n\n", "\n\n");
            assert_eq!(rest, text.replace("'1.4.2'", "\"1.5.0\"").replace("0x10", "17"), "{name}");
        }
        let addition = added(&format!("{HEADER}{claims}{policy}"), "com.example.a");
        assert_eq!(around(&addition.text, "com.example.a"), ("never = [\"ftp\"]".to_owned(), String::new()));
    }

    #[test]
    fn claims() {
        for (before, after) in [
            ("[]", "[\"x-a\"]"),
            ("[\"x-b\"]", "[\"x-b\", \"x-a\"]"),
            ("[ 'x-b', ]", "[ 'x-b', \"x-a\", ]"),
            ("[\n  \"x-b\", # [b]\n]", "[\n  \"x-b\", \"x-a\", # [b]\n]"),
            ("[\"X-*\"]", "[\"X-*\"]"),
        ] {
            let text = added(&format!("{HEADER}claims = {before}\n"), "x-a").text;
            assert!(text.contains(&format!("claims = {after}\n")), "{text}");
        }
    }

    #[test]
    fn line_ends() {
        let text = format!("{HEADER}claims = [\"x-*\"]\n").replace('\n', "\r\n");
        let addition = added(&text, "x-a");
        assert_eq!(addition.text.matches('\n').count(), addition.text.matches("\r\n").count());
        let added = added(text.trim_end(), "x-a");
        assert!(added.text.contains("claims = [\"x-*\"]\r\n\r\n[[scheme]]"), "{}", added.text);
    }

    #[test]
    fn what_cannot_be_edited() {
        let header = format!("{HEADER}claims = [\"x-*\"]\n");
        let inline = "scheme = [{ name = \"x-b\", status = \"experimental\", description = \"d\" }]\n";
        let alias = format!("{header}{}alias = [\"X-A\"]\n", entry("x-b"));
        let tombstone = format!("{header}[[tombstone]]\nname = \"x-a\"\nremoved = 2025-03-01\n");
        for (text, says) in [
            (format!("{header}{}", entry("x-a")), "`x.toml` already has `x-a` (line 12)"),
            (alias, "`x.toml` already has `x-a` as an alias of `x-b` (line 16)"),
            (tombstone, "`x.toml` already has `x-a` as a tombstone: a removed name stays unused (line 13)"),
            (inline.to_owned() + &header, "`x.toml` has its schemes in one array: write each under `[[scheme]]`"),
        ] {
            let layer = RegistryFile::from_text("x.toml", text.as_str()).expect("a file");
            let draft = SchemeDraft::new("x-a", "2027-06-30".parse().expect("a date"));
            assert_eq!(add(layer.layer(), &text, &[draft], &options()).unwrap_err().to_string(), says);
        }
    }
    /// Versions rise once for a release, and names outside the domain are claimed if that is asked for.
    #[test]
    fn releases_and_claims() {
        let text = format!("{HEADER}claims = [\"com.example.a\"]\n");
        let layer = RegistryFile::from_text("x.toml", text.as_str()).expect("a file");
        let draft = |name: &&str| SchemeDraft::new(name, "2027-06-30".parse().expect("a date"));
        let with = |names: &[&str], options: AddOptions| {
            let drafts: Vec<_> = names.iter().map(draft).collect();
            add(layer.layer(), &text, &drafts, &options)
                .map(|addition| addition.changes)
                .map_err(|error| error.to_string())
        };
        let none = AddOptions::default();
        let version = |minor, patch| Version::new(1, minor, patch);
        assert_eq!(with(&["com.example.a"], none.clone()), Ok(vec![]));
        assert_eq!(with(&["com.example.a"], none.clone().released(version(3, 9), 15)), Ok(vec![]));
        assert_eq!(with(&["com.example.a"], none.clone().released(version(4, 2), 15)).unwrap().len(), 1);
        let two = with(&["com.example.c", "com.example.b"], none.clone()).unwrap();
        assert_eq!(two, ["claims: added `com.example.c`", "claims: added `com.example.b`"]);
        let outside = with(&["org.example.b"], none.clone()).unwrap_err();
        assert!(
            outside.contains("`x.toml` does not claim `org.example.b`") && outside.contains("--claim"),
            "{outside}"
        );
        assert_eq!(with(&["org.example.b"], none.claims(true)).unwrap(), ["claims: added `org.example.b`"]);
    }
}
