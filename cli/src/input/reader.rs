//! How inputs are parsed.

use crate::Url;
use anyurl::authors::{Fix, Requirement};
use anyurl::batch::{Content, MAX_LINE_LEN};
use anyurl::{Error, ErrorKind, Options, Registry, Span};

use crate::warnings::WarningRules;

/// How inputs are parsed, and whether their passwords may be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputReader {
    pub(crate) registry: &'static Registry,
    pub(crate) options: Options,
    pub(crate) shows_secrets: bool,
    pub(crate) warnings: &'static WarningRules,
}

/// A line beyond [`MAX_LINE_LEN`].
static TOO_LONG: Requirement = Requirement::new(
    "too-long",
    "anyurl",
    "a line of more than 16 MiB is skipped",
    "write one URL on each line",
    Fix::Unknown,
);

impl InputReader {
    /// Parses one input.
    pub(crate) fn parse<'a>(&self, input: Content<'a>) -> Result<Url<'a>, Error> {
        let url = self.registry.parser().options(self.options).parse(text_of(input)?)?;
        self.warnings.check(&url)?;
        Ok(url)
    }
}

/// The text of an input, if it is one.
pub(crate) fn text_of(input: Content<'_>) -> Result<&str, Error> {
    match input {
        Content::Text(text) => Ok(text),
        Content::Bytes(_, at) => Err(Error::not_utf8(Span::new(at, at + 1))),
        Content::TooLong(_) => Err(too_long(Span::at(MAX_LINE_LEN))),
    }
}

/// The error for a line that continues after `span`.
pub(crate) fn too_long(span: Span) -> Error {
    Error::new(ErrorKind::TooLong, "url", "url", span, &TOO_LONG)
}
