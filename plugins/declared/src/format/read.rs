//! From text to model: each table of the format by one function, in its order.

use std::sync::Arc;

use locator_core::Span;
use toml::de::DeTable;

use super::canonical::Hash;
use super::document::Document;
use super::error::RegistryFileError;
use super::finding::{Finding, Findings};
use super::folder::Folder;
use super::keywords::LayerKind;
use super::located::Located;
use super::model::{Header, SourceFile};
use super::schema;
use fields::{Fields, Reader};

mod fields;
mod from_toml;
mod header;
mod scheme;
mod syntax;
mod tables;
mod text;

pub(super) use fields::place;
pub(super) use text::{Mended, decode};

/// The version of the format.
const SCHEMA: u32 = 1;

/// A file has at most so many marks: what the reader of TOML makes a token of. It bounds memory, which is up to 200
/// bytes for each.
const MOST_MARKS: usize = 1_000_000;

/// Which file of a layer it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Main,
    Included,
}

/// What stands beside a file: `abnf_file` names it.
pub(super) struct Beside<'f> {
    pub(super) folder: &'f dyn Folder,
    /// The folder of the file, in that folder.
    pub(super) inside: &'f str,
    /// What is put before names in findings.
    pub(super) shown: &'f str,
}

/// Whether a file has no more marks than are read.
pub(super) fn check_marks(path: &str, bytes: &[u8]) -> Result<(), RegistryFileError> {
    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t');
    let mut before = b'\n';
    let mut is_mark = |byte: u8| {
        // Blanks that follow each other are one token.
        let is_mark = is_blank(byte) && !is_blank(before) || MARKS.contains(&byte);
        before = byte;
        is_mark
    };
    if bytes.iter().filter(|byte| is_mark(**byte)).count() > MOST_MARKS {
        let path = path.to_owned();
        let most = MOST_MARKS;
        return Err(RegistryFileError::TooFull { path, most });
    }
    Ok(())
}

/// What ends a token, apart from blanks.
const MARKS: &[u8] = b"\n=,.[]{}\"\'#";

/// Reads a file.
pub(super) fn file(
    document: &Arc<Document>,
    hash: Hash,
    fixed: Mended,
    part: Part,
    beside: &Beside<'_>,
) -> (SourceFile, Findings) {
    let reader = Reader::new(document);
    text::check(&reader, fixed);
    let mut file = SourceFile::empty(document, hash);
    match DeTable::parse(document.text()) {
        Ok(table) => fill(&mut file, &reader, table.get_ref(), part, beside),
        Err(error) => reader.add(no_toml(document, &error)),
    }
    (file, reader.into_findings())
}

/// The place where a text ceases to be TOML.
fn no_toml(document: &Arc<Document>, error: &toml::de::Error) -> Finding {
    let text = document.text();
    let range = error.span().unwrap_or(text.len()..text.len());
    let end = range.end.min(text.len());
    let span = Span::new(range.start.min(end), end);
    let message = format!("this is not TOML: {}", error.message());
    Finding::new("SR009", document, span, message).fatal()
}

fn fill(file: &mut SourceFile, reader: &Reader, table: &DeTable<'_>, part: Part, beside: &Beside<'_>) {
    if !is_supported(reader, table) {
        return;
    }
    let schema = match part {
        Part::Main => &schema::FILE,
        Part::Included => &schema::INCLUDED,
    };
    let fields = Fields::open(reader, table, Span::at(0), schema);
    file.schema = fields.need("schema");
    if !nested_schemes(&fields) {
        let read = |fields: Fields<'_, '_>| scheme::scheme(&fields, beside);
        let schemes = fields.each("scheme", &schema::SCHEME, read);
        file.schemes = schemes.into_iter().flatten().collect();
    }
    if part == Part::Main {
        header::fill(file, &fields);
        tables::fill(file, &fields, beside);
    }
}

/// Whether the format of the file is one that is known: of any other nothing can be said.
fn is_supported(reader: &Reader, table: &DeTable<'_>) -> bool {
    let Some(schema) = table.get("schema") else {
        return true;
    };
    let Some(integer) = schema.get_ref().as_integer() else {
        return true;
    };
    if integer.to_string() == SCHEMA.to_string() {
        return true;
    }
    let message = format!("schema {integer} is not known here");
    let help = format!("this program reads schema {SCHEMA}: write it, or take a newer program");
    reader.fault("SR002", place(schema), message, help);
    false
}

/// Whether schemes are written `[scheme.NAME]`: each is a finding.
fn nested_schemes(fields: &Fields<'_, '_>) -> bool {
    let Some(value) = fields.value("scheme") else {
        return false;
    };
    let Some(table) = value.get_ref().as_table() else {
        return false;
    };
    let is_table = |(_, value): &(_, &toml::Spanned<toml::de::DeValue<'_>>)| value.get_ref().is_table();
    let nested =
        table.iter().filter(is_table).filter(|(name, _)| !schema::SCHEME.keys.contains(&name.get_ref().as_ref()));
    let mut found = false;
    for (name, _) in nested {
        found = true;
        let message = "a scheme is no table `[scheme.NAME]`, where dots divide tables";
        fields.fault("SR006", place(name), message, "write `[[scheme]]` and `name = \"…\"`");
    }
    if !found {
        let message = "there are many schemes, and `[scheme]` is one table";
        fields.fault("SR006", place(value), message, "write `[[scheme]]`");
    }
    true
}

impl SourceFile {
    /// A file with nothing in it.
    fn empty(document: &Arc<Document>, hash: Hash) -> Self {
        Self {
            document: Arc::clone(document),
            path: String::new(),
            hash,
            schema: Located::new(SCHEMA, Span::at(0)),
            header: None,
            schemes: Vec::new(),
            gateways: Vec::new(),
            overrides: Vec::new(),
            masks: Vec::new(),
            builtins: Vec::new(),
            tombstones: Vec::new(),
            pins: Vec::new(),
            policy: None,
            lint: None,
        }
    }
}

impl Header {
    /// What stands in place of a table that is missing.
    pub(super) fn blank() -> Self {
        let blank = || Located::new(String::new(), Span::at(0));
        Self {
            id: blank(),
            kind: Located::new(LayerKind::Organization, Span::at(0)),
            title: blank(),
            version: Located::new(semver::Version::new(0, 0, 0), Span::at(0)),
            serial: Located::new(0, Span::at(0)),
            contact: Vec::new(),
            change_controller: blank(),
            claims: Vec::new(),
            source: None,
            license: None,
            docs: None,
            include: Vec::new(),
            plugins: None,
            span: Span::at(0),
        }
    }
}
