//! Adds a scheme to a registry file; everything else in the file stays as it is, byte for byte.

use std::ops::Range;

use anyurl_declared::format::{LayerKind, RegistryFile, SchemeDraft, glob};
use toml_edit::{Array, Document, Item, Table, Value};

/// A file with a new scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Addition {
    /// The new text of the main file.
    pub text: String,
    /// What was changed besides the new entry: `version 1.0.0 -> 1.1.0`.
    pub changes: Vec<String>,
}

/// An error of [`add`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AddError {
    /// The file has the scheme.
    #[error("`{file}` already has `{name}` (line {line})")]
    Known {
        /// The file.
        file: String,
        /// The scheme.
        name: String,
        /// The line of its entry.
        line: usize,
    },
    /// The text is not TOML.
    #[error("`{file}` is not TOML: {message}")]
    NoToml {
        /// The file.
        file: String,
        /// The parser's message.
        message: String,
    },
    /// The schemes are written as `scheme = […]`.
    #[error("`{0}` has its schemes in one array: write each under `[[scheme]]`")]
    Inline(String),
    /// The header has no `[registry]` table that can be edited.
    #[error("`{file}`: the key `{key}` of `[registry]` cannot be edited")]
    Header {
        /// The file.
        file: String,
        /// The key.
        key: &'static str,
    },
}

/// Adds the entry of a draft before the first entry with a greater name. The claims are extended by the name if they do
/// not contain it, the serial is raised by one, and the version by a minor step.
///
/// `text` are the bytes of the main file of the layer.
///
/// ```
/// use anyurl_declared::format::{SchemeDraft, RegistryFile};
/// use anyurl_registry_tools::add;
///
/// let expires = "2027-06-30".parse()?;
/// let text = SchemeDraft::new("com.example.lake", expires).file();
/// let layer = RegistryFile::from_text("org.toml", text.as_str())?.load()?;
/// let addition = add(&layer, &text, &SchemeDraft::new("x-boat", expires))?;
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
/// Returns [`AddError`] if the layer has the scheme, or if its file cannot be edited.
pub fn add(layer: &RegistryFile, text: &str, draft: &SchemeDraft) -> Result<Addition, AddError> {
    let file = layer.main().document.name().to_owned();
    if let Some(known) = layer.schemes().find(|entry| entry.key() == draft.name()) {
        let (name, file) = (known.key(), known.document.name().to_owned());
        return Err(AddError::Known { file, name, line: known.document.place(known.span).line });
    }
    let document = Document::parse(text);
    let document =
        document.map_err(|error| AddError::NoToml { file: file.clone(), message: error.message().to_owned() })?;
    let at = place(text, document.as_table(), draft.name()).ok_or_else(|| AddError::Inline(file.clone()))?;
    let header = document.get("registry").and_then(Item::as_table_like);
    let span = |key: &'static str| {
        let span = header.and_then(|header| header.get(key)?.span());
        span.ok_or_else(|| AddError::Header { file: file.clone(), key })
    };
    let mut changes = Vec::new();
    let mut edits = vec![(at..at, entry_text(text, at, &draft.entry()))];
    if let Some(claim) = missing_claim(layer, draft.name()) {
        let claims = header.and_then(|header| header.get("claims")?.as_array()).zip(span("claims").ok());
        let (claims, whole) = claims.ok_or_else(|| AddError::Header { file: file.clone(), key: "claims" })?;
        edits.push(extended(claims, &whole, &claim));
        changes.push(format!("claims: added `{claim}`"));
    }
    let version = &layer.header.version.value;
    let next = semver::Version::new(version.major, version.minor + 1, 0);
    edits.push((span("version")?, format!("\"{next}\"")));
    changes.push(format!("version: {version}, now {next}"));
    let serial = layer.header.serial.value;
    edits.push((span("serial")?, (serial + 1).to_string()));
    changes.push(format!("serial: {serial}, now {}", serial + 1));
    Ok(Addition { text: edited(text, edits), changes })
}

/// The name, if the claims of the layer do not contain it.
fn missing_claim(layer: &RegistryFile, name: &str) -> Option<String> {
    let header = &layer.header;
    let is_claimed = header.claims.iter().any(|claim| glob(&claim.to_ascii_lowercase(), name));
    (*header.kind != LayerKind::Public && !is_claimed).then(|| name.to_owned())
}

/// The claims with one more at the end.
fn extended(claims: &Array, whole: &Range<usize>, claim: &str) -> (Range<usize>, String) {
    match claims.iter().last().and_then(Value::span) {
        Some(last) => (last.end..last.end, format!(", \"{claim}\"")),
        None => (whole.clone(), format!("[\"{claim}\"]")),
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
fn edited(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
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

    fn added(text: &str, name: &str) -> Addition {
        let layer = RegistryFile::from_text("x.toml", text).expect("a file");
        let draft = SchemeDraft::new(name, "2027-06-30".parse().expect("a date"));
        let addition = add(layer.layer(), text, &draft).expect("an addition");
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
        for (text, says) in [
            (format!("{header}{}", entry("x-a")), "`x.toml` already has `x-a` (line 12)"),
            (inline.to_owned() + &header, "`x.toml` has its schemes in one array: write each under `[[scheme]]`"),
        ] {
            let layer = RegistryFile::from_text("x.toml", text.as_str()).expect("a file");
            let draft = SchemeDraft::new("x-a", "2027-06-30".parse().expect("a date"));
            assert_eq!(add(layer.layer(), &text, &draft).unwrap_err().to_string(), says);
        }
    }
}
