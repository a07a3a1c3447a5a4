//! What one rulebook says about a text.

use anyurl_core::{Error, Registry, Span};

use crate::parts::Parts;
use crate::{special, split};

/// What one rulebook says about a text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reading {
    /// It reads the text as a URL with these components.
    Accepted(Parts),
    /// The text is not a URL by its rules.
    Rejected(Rejection),
    /// It has no rules for the scheme.
    NotCovered,
}

impl Reading {
    /// The reading of a URL as a browser writes it: `new URL(text).href`.
    ///
    /// ```
    /// use anyurl_compare::{Part, Reading};
    ///
    /// let reading = Reading::of_href("https://joe@h.example/%20?");
    /// let parts = reading.parts().unwrap();
    /// assert_eq!((parts.get(Part::Userinfo), parts.get(Part::Host)), (Some("joe"), Some("h.example")));
    /// assert_eq!((parts.get(Part::Port), parts.get(Part::Query)), (Some("443"), Some("")));
    /// ```
    pub fn of_href(href: &str) -> Self {
        // Whatever a browser writes is divided by the split as it was meant: it escapes all other delimiters.
        let mut parts = split::split(href);
        if parts.port.is_none() {
            let scheme = parts.scheme.as_deref().unwrap_or_default();
            parts.port = special::default_port(scheme).map(str::to_owned);
        }
        // Written before a path that would look like an authority.
        if let (None, Some(path)) = (&parts.host, parts.path.strip_prefix("/.").filter(|path| path.starts_with("//"))) {
            parts.path = path.to_owned();
        }
        Self::Accepted(parts)
    }

    /// A text that is not a URL: the document that says so, and the reason, a clause in lower case without a full stop.
    pub fn rejected(section: &str, message: &str) -> Self {
        Self::Rejected(Rejection::new(section, message, None))
    }

    /// The components, if the rulebook accepts the text.
    pub const fn parts(&self) -> Option<&Parts> {
        match self {
            Self::Accepted(parts) => Some(parts),
            Self::Rejected(_) | Self::NotCovered => None,
        }
    }

    pub(crate) const fn parts_mut(&mut self) -> Option<&mut Parts> {
        match self {
            Self::Accepted(parts) => Some(parts),
            Self::Rejected(_) | Self::NotCovered => None,
        }
    }

    /// The reason, if the rulebook rejects the text.
    pub const fn rejection(&self) -> Option<&Rejection> {
        match self {
            Self::Rejected(rejection) => Some(rejection),
            Self::Accepted(_) | Self::NotCovered => None,
        }
    }
}

/// Why a rulebook rejects a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    section: String,
    message: String,
    span: Option<Span>,
}

impl Rejection {
    pub(crate) fn new(section: &str, message: &str, span: Option<Span>) -> Self {
        Self { section: section.to_owned(), message: message.to_owned(), span }
    }

    /// The error of a parser about a text, without a character of a password.
    pub(crate) fn of_error(registry: &Registry, text: &str, error: Error) -> Self {
        let error = error.masked(&registry.guess_secrets(text));
        let section = error.requirement().section();
        let message = error.to_string();
        // The message ends with the section, which a comparison shows in a place of its own.
        let message = message.strip_suffix(&format!(" ({section})")).unwrap_or(&message);
        Self::new(section, message, Some(error.span()))
    }

    pub(crate) fn of_base(registry: &Registry, base: &str, error: Error) -> Self {
        let Self { section, message, .. } = Self::of_error(registry, base, error);
        Self { section, message: format!("the base is not valid: {message}"), span: None }
    }

    pub(crate) fn without_span(self) -> Self {
        Self { span: None, ..self }
    }

    /// The section of the document: `RFC 3986 §3.2.2`.
    pub fn section(&self) -> &str {
        &self.section
    }

    /// The message: lower case, no full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The place in the text, where known.
    pub const fn span(&self) -> Option<Span> {
        self.span
    }
}
