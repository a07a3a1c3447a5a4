//! Inputs that are rejected, and what may be shown of them: the text with its password masked, the error with its help.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::Url;
use anyurl::batch::Content;
use anyurl::{Error, Explanation, OptionNames, Options, Registry, Report, Span, Style, visible};
use anyurl_core::internal::Redaction;

use super::defanged::is_defanged;
use super::reader::{InputReader, too_long};
use super::scp::Address;
use crate::encoding::{escape_non_ascii, escape_non_utf8};
use crate::output::Palette;
use crate::warnings::is_denied;

const OPTION_NAMES: OptionNames =
    OptionNames { lenient: "`--lenient`", current: "`--profile current`", rfc1738: "`--profile rfc1738`" };

/// An input that is not a URL, and the error.
#[derive(Clone, Debug)]
pub(crate) struct RejectedInput<'a> {
    input: Content<'a>,
    error: Error,
    redaction: Redaction,
    /// The URL before a change, which still says what is secret.
    before: Option<&'a Url<'a>>,
}

/// The rejected text or bytes, with the password masked.
pub(crate) enum Shown<'a> {
    Text(Cow<'a, str>),
    Bytes(Vec<u8>),
}

/// How many bytes of a text are made visible at once.
const CHUNK: usize = 4096;

impl InputReader {
    /// Parses one input, and keeps the input with the error.
    pub(crate) fn read<'a>(&self, input: Content<'a>) -> Result<Url<'a>, RejectedInput<'a>> {
        self.parse(input).map_err(|error| RejectedInput::new(input, error, self.registry))
    }
}

impl<'a> RejectedInput<'a> {
    /// The registry is needed to distinguish a scheme from a user when secrets are masked.
    pub(crate) fn new(input: Content<'a>, error: Error, registry: &Registry) -> Self {
        let redaction = match input {
            Content::Text(text) => registry.guess_secrets(text),
            Content::Bytes(bytes, _) => registry.guess_secrets_in_bytes(bytes),
            Content::TooLong(_) => Redaction::NONE,
        };
        Self { input, error: error.masked(&redaction), redaction, before: None }
    }

    /// A text that a change has made from a URL, and that is rejected.
    pub(crate) fn changed(text: &'a str, before: &'a Url<'a>, error: Error, registry: &Registry) -> Self {
        Self { before: Some(before), ..Self::from_text(text, error, registry) }
    }

    /// Words about the text, without the secrets of the URL before.
    fn masked<'w>(&self, words: Cow<'w, str>, reader: &InputReader) -> Cow<'w, str> {
        match self.before {
            Some(before) => masked_words(&words, [before.text()], reader).into(),
            None => words,
        }
    }

    /// A text that the library rejected.
    pub(crate) fn from_text(text: &'a str, error: Error, registry: &Registry) -> Self {
        Self::new(Content::Text(text), error, registry)
    }

    /// The error; its span counts bytes of the input.
    pub(crate) const fn error(&self) -> &Error {
        &self.error
    }

    /// The name of the scheme in lower case, if the input begins with one.
    pub(crate) fn scheme(&self, reader: &InputReader) -> Option<String> {
        let head = match self.input {
            Content::Text(text) if reader.options.is_lenient() => text.trim_ascii_start(),
            Content::Text(text) => text,
            Content::Bytes(bytes, _) | Content::TooLong(bytes) => {
                bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
            }
        };
        let parts = anyurl::split(head).ok()?;
        Some(parts.scheme.of(head).to_ascii_lowercase())
    }

    /// Whether anything is masked.
    pub(crate) fn is_redacted(&self, reader: &InputReader) -> bool {
        !reader.shows_secrets && !self.redaction.is_none()
    }

    /// The input, as it may be shown. Only the scheme of a line that is too long is shown.
    pub(crate) fn shown(&self, reader: &InputReader) -> Shown<'a> {
        let redaction = if reader.shows_secrets { &Redaction::NONE } else { &self.redaction };
        match self.input {
            Content::Text(text) => Shown::Text(self.masked(redaction.apply(text), reader)),
            Content::Bytes(bytes, _) => Shown::Bytes(redaction.apply_to_bytes(bytes)),
            Content::TooLong(_) => Shown::Text(self.scheme_only(reader).into()),
        }
    }

    /// The explanation of the error, with secrets masked.
    pub(crate) fn shown_explanation(&self, reader: &InputReader) -> Explanation {
        let mut explanation = self.explanation(reader);
        if !reader.shows_secrets {
            explanation.message = explanation.message_masked.take();
            explanation.repaired = explanation.repaired_masked.take();
        }
        explanation
    }

    /// The explanation of the error. No mode accepts bytes that are not UTF-8, or a line that is too long.
    fn explanation(&self, reader: &InputReader) -> Explanation {
        let help_alone = Explanation::new(self.error.requirement().help());
        match self.input {
            _ if is_denied(&self.error) => help_alone,
            Content::Text(text) => reader.registry.explain(text, reader.options, &self.error),
            Content::Bytes(bytes, _) => with_encoded(help_alone, escape_non_ascii(bytes), reader),
            Content::TooLong(_) => help_alone,
        }
    }

    /// `http:…`
    fn scheme_only(&self, reader: &InputReader) -> String {
        self.scheme(reader).map_or_else(|| "…".to_owned(), |scheme| format!("{scheme}:…"))
    }

    /// The error for people: the text with carets under the span, and the help.
    pub(crate) fn draw(&self, reader: &InputReader, name: Option<&str>, palette: &Palette) -> String {
        // With every mode allowed, the library does not look for another mode that would accept the text.
        let any_mode = Options::new().lenient();
        let (text, error, options): (Cow<'_, str>, _, _) = match self.input {
            Content::Text(text) if is_denied(&self.error) => (text.into(), self.error.clone(), any_mode),
            Content::Text(text) => (text.into(), self.error.clone(), reader.options),
            Content::Bytes(bytes, _) => {
                let (text, span) = self.readable(bytes, reader);
                (text.into(), Error::not_utf8(span), any_mode)
            }
            Content::TooLong(_) => {
                let text = self.scheme_only(reader);
                let end = text.len() - '…'.len_utf8();
                (text.into(), too_long(Span::at(end)), any_mode)
            }
        };
        let mut report = Report::new(reader.registry, &text, options, &error).with_option_names(OPTION_NAMES);
        if let Some(name) = name {
            report = report.with_source(name);
        }
        if reader.shows_secrets {
            report = report.with_password();
        }
        let note = self.unregistered_note(reader).or_else(|| self.command_note(reader)).map(|note| {
            let Style { frame, label, reset, .. } = palette.report;
            format!("  {frame}={reset} {label}note{reset}: {note}\n")
        });
        let text = format!("{}{}", report.styled(palette.report), note.unwrap_or_default());
        self.masked(text.into(), reader).into_owned()
    }

    /// Bytes that are not UTF-8, escaped and with secrets masked, and the span of the error in the result. Secrets are
    /// masked first, because the escapes look like delimiters.
    fn readable(&self, bytes: &[u8], reader: &InputReader) -> (String, Span) {
        let redaction = if reader.shows_secrets { &Redaction::NONE } else { &self.redaction };
        let at = self.error.span().start();
        let error = Span::new(at, at + 1);
        let error = redaction.hidden_in(error).unwrap_or(error);
        let slice = |start, end| {
            let bytes = redaction.slice_bytes(bytes, Span::new(start, end));
            escape_non_utf8(&bytes).into_owned()
        };
        let before = slice(0, error.start());
        let here = slice(error.start(), error.end());
        let span = Span::new(before.len(), before.len() + here.len());
        (before + &here + &slice(error.end(), bytes.len()), span)
    }

    /// A note about a likely typing error in the scheme name, whatever else is wrong.
    fn unregistered_note(&self, reader: &InputReader) -> Option<String> {
        let name = self.scheme(reader)?;
        if reader.registry.get(&name, reader.options.profile).is_some() {
            return None;
        }
        let question = reader.registry.did_you_mean(&name)?;
        Some(format!("the scheme `{name}` is not registered; {question}"))
    }

    /// The command that reads another form than a URL, or shows what its scheme allows.
    fn command_note(&self, reader: &InputReader) -> Option<String> {
        let Content::Text(text) = self.input else { return None };
        let note = match (self.error.component(), self.error.requirement().id()) {
            ("scheme" | "host", _) if is_defanged(text) => "`anyurl extract --defanged` restores defanged URLs",
            ("scheme", _) if Address::parse(text).is_ok_and(|address| address.user.is_some()) => {
                "`anyurl scp-to-url` reads addresses of scp"
            }
            (_, "grammar" | "missing-field") => {
                let scheme = self.scheme(reader)?;
                return Some(format!("`anyurl schemes {scheme}` prints the examples"));
            }
            _ => return None,
        };
        Some(note.to_owned())
    }
}

impl Shown<'_> {
    /// The first `max` characters, followed by an ellipsis if there are more.
    pub(crate) fn beginning(&self, max: usize) -> String {
        let head = |text: &str| match text.char_indices().nth(max + 1) {
            Some((end, _)) => visible(&text[..end]).into_owned(),
            None => visible(text).into_owned(),
        };
        let mut text = match self {
            Self::Text(text) => head(text),
            Self::Bytes(bytes) => head(&escape_non_utf8(bytes)),
        };
        if let Some((end, _)) = text.char_indices().nth(max) {
            text.truncate(end);
            text.push('…');
        }
        text
    }

    /// Writes the input on one line without control characters; in chunks, because a line may be long.
    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mut write = |mut text: &str| {
            while !text.is_empty() {
                let (chunk, rest) = text.split_at(text.floor_char_boundary(CHUNK));
                to.write_all(visible(chunk).as_bytes())?;
                text = rest;
            }
            Ok(())
        };
        match self {
            Self::Text(text) => write(text),
            Self::Bytes(bytes) => write(&escape_non_utf8(bytes)),
        }
    }
}

/// A text with its password masked.
pub(crate) fn masked_text<'t>(text: &'t str, reader: &InputReader) -> Cow<'t, str> {
    if reader.shows_secrets { Cow::Borrowed(text) } else { reader.registry.guess_secrets(text).apply(text) }
}

/// Words about texts, without what is secret in these.
pub(crate) fn masked_words<'t>(words: &str, about: impl IntoIterator<Item = &'t str>, reader: &InputReader) -> String {
    if reader.shows_secrets { words.to_owned() } else { reader.registry.mask_words(words, about) }
}

/// A URL and its fragment, masked together: if the text is not a URL, the `#` may be part of a password.
///
/// `read` is the URL, if it is valid.
pub(crate) fn masked_reference<'t>(
    read: Option<&Url<'_>>,
    url: &'t str,
    fragment: Option<&'t str>,
    reader: &InputReader,
) -> (Cow<'t, str>, Option<Cow<'t, str>>) {
    if reader.shows_secrets {
        return (url.into(), fragment.map(Cow::Borrowed));
    }
    let registry = reader.registry;
    if let Some(read) = read {
        let fragment = fragment.map(|fragment| {
            let reference = format!("#{fragment}");
            let redaction = registry.guess_secrets(&reference);
            match redaction.slice(&reference, Span::new(1, reference.len())) {
                Cow::Borrowed(_) => fragment.into(),
                Cow::Owned(shown) => shown.into(),
            }
        });
        return (read.redaction().apply(url), fragment);
    }
    let Some(fragment) = fragment else {
        return (masked_text(url, reader), None);
    };
    let whole = format!("{url}#{fragment}");
    let redaction = registry.guess_secrets(&whole);
    let slice = |start, end| redaction.slice(&whole, Span::new(start, end)).into_owned().into();
    (slice(0, url.len()), Some(slice(url.len() + 1, whole.len())))
}

/// The explanation with a text whose bytes outside US-ASCII were encoded, fixed like any other.
fn with_encoded(mut explanation: Explanation, encoded: String, reader: &InputReader) -> Explanation {
    let InputReader { registry, options, .. } = *reader;
    match registry.parser().options(options).parse(&encoded) {
        Ok(_) => {
            explanation.repaired_masked = Some(registry.guess_secrets(&encoded).apply(&encoded).into_owned());
            explanation.repaired = Some(encoded);
        }
        Err(error) => {
            let Explanation { repaired, repaired_masked, .. } = registry.explain(&encoded, options, &error);
            (explanation.repaired, explanation.repaired_masked) = (repaired, repaired_masked);
        }
    }
    explanation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_masked() {
        let content = Content::Bytes(b"ftp://u:p\xE9w@h/", 9);
        let rejected = RejectedInput::new(content, Error::not_utf8(Span::new(9, 10)), anyurl::registry());
        let warnings = Box::leak(Box::default());
        let reader =
            InputReader { registry: anyurl::registry(), options: Options::new(), shows_secrets: false, warnings };
        let Shown::Bytes(bytes) = rejected.shown(&reader) else { panic!("not UTF-8") };
        assert_eq!(bytes, b"ftp://u:***@h/");
        assert_eq!(rejected.scheme(&reader).as_deref(), Some("ftp"));
        let repaired = rejected.explanation(&reader).repaired;
        assert_eq!(repaired.as_deref(), Some("ftp://u:p%E9w@h/"));
    }

    #[test]
    fn a_character_of_the_password_is_not_named() {
        // Without an `@` before the slash the password looks like a port.
        let text = "ftp://u:se/cret@h/";
        let error = anyurl::rfc1738().parse(text).expect_err("`s` is no digit");
        assert_eq!(error.character(), Some('s'));
        let rejected = RejectedInput::from_text(text, error, anyurl::registry());
        assert_eq!(rejected.error().character(), None);
    }
}
