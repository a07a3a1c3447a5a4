//! Texts that the page and the record of a scheme share.

use anyurl::Entry;
use anyurl::authors::{Delimiter, Example, Grammar, Reject, Role};
use anyurl_core::internal::MASK;

use crate::input::reader::InputReader;
use crate::input::rejected::RejectedInput;

/// A URL of a registration. Its password is masked too, so that it cannot be mistaken for a real one.
pub(crate) fn url(text: &str, entry: &Entry, reader: &InputReader) -> String {
    if reader.shows_secrets {
        return text.to_owned();
    }
    let redaction = reader
        .registry
        .parser()
        .entry(entry)
        .parse(text)
        .map_or_else(|_| reader.registry.guess_secrets(text), |url| url.redaction());
    redaction.apply(text).into_owned()
}

/// The kind, rule and span of the error of a reject: those of the registration, or else those that its scheme reports.
pub(super) fn error_of(reject: &Reject, entry: &Entry, reader: &InputReader) -> (String, String, (usize, usize)) {
    if let Some(kind) = reject.kind {
        return (kind.to_string(), reject.rule.to_string(), reject.span);
    }
    match reader.registry.parser().entry(entry).parse(&reject.url) {
        Err(error) => (error.kind().to_string(), error.rule().to_owned(), (error.span().start(), error.span().end())),
        Ok(_) => (String::new(), String::new(), (0, 0)),
    }
}

/// The error message of a reject.
pub(super) fn why(reject: &Reject, entry: &Entry, reader: &InputReader) -> String {
    let result = reader.registry.parser().entry(entry).parse(&reject.url);
    match result {
        Err(error) => RejectedInput::from_text(&reject.url, error, reader.registry).error().to_string(),
        Ok(_) => "accepted, although the registration lists it as refused".to_owned(),
    }
}

/// The components of an example.
pub(crate) fn components<'e>(example: &'e Example, reader: &InputReader) -> impl Iterator<Item = (&'e str, &'e str)> {
    let show = reader.shows_secrets;
    example.components().map(move |(name, text)| {
        let hide = name == "password" && !show;
        (name, if hide { MASK } else { text })
    })
}

/// The key of a registry file for a delimiter, and the delimiter.
pub(super) fn delimiter(delimiter: Delimiter) -> (&'static str, char) {
    let key = match delimiter {
        Delimiter::Before(_) => "prefix",
        Delimiter::Between(_) => "separator",
        Delimiter::After(_) => "terminator",
    };
    (key, char::from(delimiter.byte()))
}

/// The delimiter of a list or of fields, and for fields the byte between a name and its value.
pub(super) fn delimiters(role: Role) -> Vec<(&'static str, char)> {
    match role {
        Role::List(one) => vec![delimiter(one)],
        Role::Fields(syntax) => vec![delimiter(syntax.delimiter()), ("equals", char::from(syntax.equals()))],
        _ => Vec::new(),
    }
}

/// What a URL locates; of a scheme in code only whether that is a data object.
pub(super) fn locates(data_object: bool, written: Option<&str>) -> Option<&'static str> {
    match written {
        Some("service") => Some("a service"),
        Some("name") => Some("nothing: it is a name"),
        _ => data_object.then_some("a data object"),
    }
}

/// The file and line of a registration.
pub(super) fn place(entry: &Entry) -> String {
    let origin = entry.origin();
    match origin.line {
        // A library has no lines.
        0 => origin.file.to_string(),
        line => format!("{}:{line}", origin.file),
    }
}

/// The generic grammar. A file can also say `opaque`.
pub(super) fn grammar(grammar: Grammar, written: Option<&str>) -> &'static str {
    match grammar {
        _ if written == Some("opaque") => "opaque",
        Grammar::Rfc1738 => "RFC 1738",
        Grammar::Rfc3986 => "RFC 3986",
    }
}
