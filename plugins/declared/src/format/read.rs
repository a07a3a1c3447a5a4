//! Parses a text into [`SourceFile`].

use std::sync::{Arc, OnceLock};

use anyurl_core::Span;
use toml::de::DeTable;

use super::canonical::Hash;
use super::document::Document;
use super::error::RegistryFileError;
use super::fields::{Fields, FileLocation, Reader, span_of};
use super::finding::{Finding, Findings};
use super::table::Table as _;
use super::tables::{self, AccessStep, FILE, INCLUDED, STEPS, SchemeEntry, SourceFile, VERSION};

mod text;

pub(super) use text::{Repairs, decode};

/// The maximum number of TOML tokens in a file. The parser needs up to 200 bytes of memory for each.
const MAX_TOKENS: usize = 1_000_000;

/// The role of a file in a layer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FileRole {
    Main,
    /// Whether its entries wait for the defaults of the main file.
    Included {
        waits: bool,
    },
}

/// Checks the limit on tokens.
pub(super) fn check_tokens(path: &str, bytes: &[u8]) -> Result<(), RegistryFileError> {
    if bytes.len() <= MAX_TOKENS {
        return Ok(());
    }
    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t');
    let mut before = b'\n';
    let mut ends_token = |byte: u8| {
        // Consecutive blanks are one token.
        let ends_token = is_blank(byte) && !is_blank(before) || DELIMITERS.contains(&byte);
        before = byte;
        ends_token
    };
    if bytes.iter().filter(|byte| ends_token(**byte)).count() > MAX_TOKENS {
        let path = path.to_owned();
        let most = MAX_TOKENS;
        return Err(RegistryFileError::TooFull { path, most });
    }
    Ok(())
}

/// The bytes that end a token, apart from blanks.
const DELIMITERS: &[u8] = b"\n=,.[]{}\"\'#";

/// Reads a file.
pub(super) fn file(
    document: &Arc<Document>,
    hash: OnceLock<Hash>,
    repairs: Repairs,
    role: FileRole,
    location: &FileLocation<'_>,
) -> (SourceFile, Findings) {
    let reader = Reader::new(document, &FILE, Some(location));
    text::check(&reader, repairs);
    let mut file = SourceFile::empty(document, hash);
    match DeTable::parse(document.text()) {
        Ok(table) => fill(&mut file, &reader, table.get_ref(), role),
        Err(error) => reader.add(not_toml(document, &error)),
    }
    (file, reader.into_findings())
}

/// Reads `steps = […]` alone.
///
/// # Errors
/// The first problem, with its help.
pub(crate) fn steps(text: &str) -> Result<Vec<AccessStep>, String> {
    let document = Document::new("steps".to_owned(), text.to_owned());
    let reader = Reader::new(&document, &STEPS, None);
    let table = DeTable::parse(text).map_err(|error| error.message().to_owned())?;
    let fields = Fields::open(&reader, table.get_ref(), Span::at(0), &STEPS);
    let steps = tables::steps(&fields, "steps");
    match reader.into_findings().into_iter().next() {
        Some(finding) => Err(finding.message().to_owned()),
        None => Ok(steps.into_iter().map(|step| step.value).collect()),
    }
}

/// A syntax error of TOML.
fn not_toml(document: &Arc<Document>, error: &toml::de::Error) -> Finding {
    let text = document.text();
    let range = error.span().unwrap_or(text.len()..text.len());
    let end = range.end.min(text.len());
    let span = Span::new(range.start.min(end), end);
    let message = format!("this is not TOML: {}", error.message());
    Finding::new("SR009", document, span, message).fatal()
}

fn fill(file: &mut SourceFile, reader: &Reader<'_>, table: &DeTable<'_>, role: FileRole) {
    if !is_supported(reader, table) {
        return;
    }
    let schema = match role {
        FileRole::Main => &FILE,
        FileRole::Included { .. } => &INCLUDED,
    };
    let fields = Fields::open(reader, table, Span::at(0), schema);
    file.schema = fields.need("schema");
    let waits = match role {
        FileRole::Main => defaults(table).is_some(),
        FileRole::Included { waits } => waits,
    };
    if !nested_schemes(&fields) {
        file.read_schemes(&fields, waits);
    }
    if role == FileRole::Main {
        file.read_layer(&fields);
    }
}

/// `[registry.defaults]`
pub(super) fn defaults<'t, 'i>(file: &'t DeTable<'i>) -> Option<&'t DeTable<'i>> {
    file.get("registry")?.get_ref().as_table()?.get("defaults")?.get_ref().as_table()
}

/// Returns whether the file has a supported `schema`. A file of another version is not read any further, and no bundle is.
fn is_supported(reader: &Reader<'_>, table: &DeTable<'_>) -> bool {
    if let Some(bundle) = table.get("bundle").filter(|_| !table.contains_key("schema")) {
        let help = "read it with `--registry`; `anyurl registry verify` lists its layers".to_owned();
        reader.error("SR009", span_of(bundle), "this is a bundle, and not a registry file".to_owned(), help);
        return false;
    }
    let Some(schema) = table.get("schema") else {
        return true;
    };
    let Some(integer) = schema.get_ref().as_integer() else {
        return true;
    };
    if integer.to_string() == VERSION.to_string() {
        return true;
    }
    let message = format!("schema {integer} is not supported");
    let help = format!("this version of the program reads schema {VERSION}: write that, or use a newer version");
    reader.error("SR002", span_of(schema), message, help);
    false
}

/// Reports schemes written as `[scheme.NAME]` or `[scheme]`; returns whether there are any.
fn nested_schemes(fields: &Fields<'_, '_>) -> bool {
    let Some(value) = fields.value("scheme") else {
        return false;
    };
    let Some(table) = value.get_ref().as_table() else {
        return false;
    };
    let is_table = |(_, value): &(_, &toml::Spanned<toml::de::DeValue<'_>>)| value.get_ref().is_table();
    let nested = table.iter().filter(is_table).filter(|(name, _)| !SchemeEntry::SCHEMA.has(name.get_ref()));
    let mut found = false;
    for (name, _) in nested {
        found = true;
        let message = "a scheme cannot be a table `[scheme.NAME]`: dots separate nested tables";
        fields.error("SR006", span_of(name), message, "write `[[scheme]]` and `name = \"…\"`");
    }
    if !found {
        let message = "schemes are an array of tables, and `[scheme]` is a single table";
        fields.error("SR006", span_of(value), message, "write `[[scheme]]`");
    }
    true
}
