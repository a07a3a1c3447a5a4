//! An input that is refused, and what may be told of it: the text never with its password, the fault with its remedy.

use std::borrow::Cow;
use std::io::{self, Write};

use locator::batch::Content;
use locator::report::visible;
use locator::{Error, ErrorKind, Explanation, Fix, Options, Redaction, Registry, Report, Requirement, Span, Style};

use crate::bytes::{encoded, readable};
use crate::output::Palette;
use crate::session::Reader;

/// Why an input is no URL.
#[derive(Clone, Debug)]
pub(crate) struct Refusal<'a> {
    input: Content<'a>,
    error: Error,
    redaction: Redaction,
}

/// What was refused, its password masked.
pub(crate) enum Shown<'a> {
    Text(Cow<'a, str>),
    Bytes(Vec<u8>),
}

/// How much of a text is made visible at once, in bytes.
const PIECE: usize = 4096;

/// A byte that is part of no character.
static NOT_UTF8: Requirement = Requirement::new(
    "R-2.2-4",
    "RFC 1738 §2.2",
    "a URL is written in US-ASCII characters, and a byte that is none must be encoded",
    "write the byte as `%` and two hexadecimal digits",
    Fix::Unknown,
);

/// A line beyond [`MAX_LINE_LEN`](locator::batch::MAX_LINE_LEN).
static TOO_LONG: Requirement = Requirement::new(
    "too-long",
    "Locator",
    "a line of more than 16 MiB is skipped",
    "write one URL a line",
    Fix::Unknown,
);

impl<'a> Refusal<'a> {
    /// An input, and why it is no URL. The registry tells a scheme from a user.
    pub(crate) fn of(input: Content<'a>, error: Error, registry: &Registry) -> Self {
        let redaction = match input {
            Content::Text(text) => registry.guess_secrets(text),
            Content::Bytes(bytes, _) => registry.guess_secrets_in_bytes(bytes),
            Content::TooLong(_) => Redaction::NONE,
        };
        Self { input, error: discreet(error, redaction), redaction }
    }

    /// A text that the library has refused.
    pub(crate) fn of_text(text: &'a str, error: Error, registry: &Registry) -> Self {
        Self::of(Content::Text(text), error, registry)
    }

    /// Bytes of which the one at `offset` is part of no character.
    pub(crate) fn of_bytes(bytes: &'a [u8], offset: usize, registry: &Registry) -> Self {
        let error = not_utf8(Span::new(offset, offset + 1));
        Self::of(Content::Bytes(bytes, offset), error, registry)
    }

    /// The fault; its span counts bytes of the input.
    pub(crate) const fn error(&self) -> &Error {
        &self.error
    }

    /// The name of the scheme in lower case, where the input begins with one.
    pub(crate) fn scheme(&self, reader: &Reader) -> Option<String> {
        let head = match self.input {
            Content::Text(text) if reader.options.is_lenient() => text.trim_ascii_start(),
            Content::Text(text) => text,
            Content::Bytes(bytes, _) | Content::TooLong(bytes) => {
                bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
            }
        };
        let parts = locator::split(head).ok()?;
        Some(parts.scheme.of(head).to_ascii_lowercase())
    }

    /// Whether anything is masked.
    pub(crate) fn is_redacted(&self, reader: &Reader) -> bool {
        !reader.show_password && !self.redaction.is_none()
    }

    /// What was refused, as it may be shown. Of a line that is too long only the scheme is.
    pub(crate) fn shown(&self, reader: &Reader) -> Shown<'a> {
        let redaction = if reader.show_password { Redaction::NONE } else { self.redaction };
        match self.input {
            Content::Text(text) => Shown::Text(redaction.apply(text)),
            Content::Bytes(bytes, _) => Shown::Bytes(redaction.apply_to_bytes(bytes)),
            Content::TooLong(_) => Shown::Text(self.beginning(reader).into()),
        }
    }

    /// The same as it may be shown.
    pub(crate) fn shown_explanation(&self, reader: &Reader) -> Explanation {
        let mut explanation = self.explanation(reader);
        if !reader.show_password {
            let text = match self.input {
                Content::Text(text) => text,
                Content::Bytes(..) | Content::TooLong(_) => "",
            };
            explanation.message = explanation.message_masked(reader.registry, text);
            explanation.repaired = explanation.repaired_masked(reader.registry);
        }
        explanation
    }

    /// What is known beyond the fault. Nobody accepts what is not text, or is too long.
    fn explanation(&self, reader: &Reader) -> Explanation {
        match self.input {
            Content::Text(text) => reader.registry.explain(text, reader.options, &self.error),
            Content::Bytes(bytes, _) => {
                let encoded = encoded(bytes);
                let repaired = match reader.registry.parse_with(&encoded, reader.options) {
                    Ok(_) => Some(encoded),
                    Err(error) => {
                        let more = reader.registry.explain(&encoded, reader.options, &error);
                        more.repaired
                    }
                };
                self.unaccepted(repaired)
            }
            Content::TooLong(_) => self.unaccepted(None),
        }
    }

    fn unaccepted(&self, repaired: Option<String>) -> Explanation {
        Explanation {
            help: self.error.requirement().help().to_owned(),
            expected: None,
            message: None,
            repaired,
            lenient_accepts: false,
            current_accepts: false,
        }
    }

    /// `http:…`
    fn beginning(&self, reader: &Reader) -> String {
        self.scheme(reader).map_or_else(|| "…".to_owned(), |scheme| format!("{scheme}:…"))
    }

    /// Draws the fault under the text, for a person.
    pub(crate) fn draw(&self, reader: &Reader, name: Option<&str>, palette: &Palette) -> String {
        // Asked with every mode allowed already, the library looks for no other that would accept the text.
        let nobody = Options::new().lenient().current();
        let (text, error, options): (Cow<'_, str>, _, _) = match self.input {
            Content::Text(text) => (text.into(), self.error.clone(), reader.options),
            Content::Bytes(bytes, _) => {
                let (text, span) = self.readable(bytes, reader);
                (text.into(), not_utf8(span), nobody)
            }
            Content::TooLong(_) => {
                let text = self.beginning(reader);
                let end = text.len() - '…'.len_utf8();
                (text.into(), too_long(Span::at(end)), nobody)
            }
        };
        let mut report = Report::new(reader.registry, &text, options, &error);
        if let Some(name) = name {
            report = report.with_source(name);
        }
        if reader.show_password {
            report = report.with_password();
        }
        let note = self.near_names(reader).map(|note| {
            let Style { frame, label, reset, .. } = palette.report;
            format!("  {frame}={reset} {label}note{reset}: {note}\n")
        });
        format!("{}{}", report.styled(palette.report), note.unwrap_or_default())
    }

    /// Bytes that are no text, made readable with their secrets masked, and where the fault stands then. Secrets have to be
    /// masked first: what makes bytes readable looks like delimiters.
    fn readable(&self, bytes: &[u8], reader: &Reader) -> (String, Span) {
        let redaction = if reader.show_password { Redaction::NONE } else { self.redaction };
        let at = self.error.span().start();
        let fault = Span::new(at, at + 1);
        let fault = redaction.hidden_in(fault).unwrap_or(fault);
        let piece = |start, end| {
            let bytes = redaction.slice_bytes(bytes, Span::new(start, end));
            readable(&bytes).into_owned()
        };
        let before = piece(0, fault.start());
        let here = piece(fault.start(), fault.end());
        let span = Span::new(before.len(), before.len() + here.len());
        (before + &here + &piece(fault.end(), bytes.len()), span)
    }

    /// A slip of the pen in the name is worth a word, whatever else is wrong.
    fn near_names(&self, reader: &Reader) -> Option<String> {
        let name = self.scheme(reader)?;
        if reader.registry.get(&name, reader.options.profile).is_some() {
            return None;
        }
        let question = reader.registry.did_you_mean(&name)?;
        Some(format!("nothing is registered under `{name}`; {question}"))
    }
}

impl Shown<'_> {
    /// How it begins: at most so many characters, and an ellipsis where there are more.
    pub(crate) fn beginning(&self, most: usize) -> String {
        let head = |text: &str| match text.char_indices().nth(most + 1) {
            Some((end, _)) => visible(&text[..end]).into_owned(),
            None => visible(text).into_owned(),
        };
        let mut text = match self {
            Self::Text(text) => head(text),
            Self::Bytes(bytes) => head(&readable(bytes)),
        };
        if let Some((end, _)) = text.char_indices().nth(most) {
            text.truncate(end);
            text.push('…');
        }
        text
    }

    /// Writes it on one line, with nothing in it that steers a terminal; piece by piece, because a line may be long.
    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mut write = |mut text: &str| {
            while !text.is_empty() {
                let (piece, rest) = text.split_at(text.floor_char_boundary(PIECE));
                to.write_all(visible(piece).as_bytes())?;
                text = rest;
            }
            Ok(())
        };
        match self {
            Self::Text(text) => write(text),
            Self::Bytes(bytes) => write(&readable(bytes)),
        }
    }
}

/// A text that may stand in the place of one whose password may not be shown.
pub(crate) fn masked_text<'t>(text: &'t str, reader: &Reader) -> Cow<'t, str> {
    if reader.show_password { Cow::Borrowed(text) } else { reader.registry.guess_secrets(text).apply(text) }
}

/// A URL and its fragment, masked: in what is no URL, a password may hold the `#` that divides them.
pub(crate) fn masked_reference(url: &str, fragment: Option<&str>, reader: &Reader) -> (String, Option<String>) {
    if reader.show_password {
        return (url.to_owned(), fragment.map(str::to_owned));
    }
    let registry = reader.registry;
    if let Ok(read) = registry.parse_with(url, reader.options) {
        let fragment = fragment.map(|fragment| {
            let reference = format!("#{fragment}");
            let redaction = registry.guess_secrets(&reference);
            let shown = redaction.slice(&reference, Span::new(1, reference.len()));
            shown.into_owned()
        });
        return (read.redaction().apply(url).into_owned(), fragment);
    }
    let Some(fragment) = fragment else {
        return (masked_text(url, reader).into_owned(), None);
    };
    let whole = format!("{url}#{fragment}");
    let redaction = registry.guess_secrets(&whole);
    let piece = |start, end| redaction.slice(&whole, Span::new(start, end)).into_owned();
    (piece(0, url.len()), Some(piece(url.len() + 1, whole.len())))
}

/// The error without the character that was met, where that is one of the password: a scheme without a login takes a
/// password for something else, and would name it.
fn discreet(error: Error, redaction: Redaction) -> Error {
    match redaction.hidden_in(error.span()) {
        Some(_) => error.found(None),
        None => error,
    }
}

/// The bytes `span` are no character.
pub(crate) fn not_utf8(span: Span) -> Error {
    Error::new(ErrorKind::Unexpected, "url", "url", span, &NOT_UTF8)
}

/// The line goes on behind `span`.
pub(crate) fn too_long(span: Span) -> Error {
    Error::new(ErrorKind::TooLong, "url", "url", span, &TOO_LONG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_masked_where_they_stand() {
        let refusal = Refusal::of_bytes(b"ftp://u:p\xE9w@h/", 9, locator::registry());
        let reader = Reader { registry: locator::registry(), options: Options::new(), show_password: false };
        let Shown::Bytes(bytes) = refusal.shown(&reader) else { panic!("not UTF-8") };
        assert_eq!(bytes, b"ftp://u:***@h/");
        assert_eq!(refusal.scheme(&reader).as_deref(), Some("ftp"));
        let repaired = refusal.explanation(&reader).repaired;
        assert_eq!(repaired.as_deref(), Some("ftp://u:p%E9w@h/"));
    }

    #[test]
    fn a_character_of_the_password_is_not_named() {
        // Without an `@` before the slash the password looks like a port.
        let text = "ftp://u:se/cret@h/";
        let error = locator::parse(text).expect_err("`s` is no digit");
        assert_eq!(error.character(), Some('s'));
        let refusal = Refusal::of_text(text, error, locator::registry());
        assert_eq!(refusal.error().character(), None);
    }
}
