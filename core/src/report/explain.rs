//! Explanations of errors: what to change, the fixed text, and the options under which the original text is valid.
//!
//! Explanations are computed on demand by parsing again, so valid URLs pay nothing for them.

use std::fmt;

use super::repair;
use crate::diagnostics::error::Error;
use crate::registry::Registry;
use crate::scheme::Scheme;
use crate::syntax::class;
use crate::syntax::options::{Options, Profile};
use crate::syntax::split;
use crate::text::drive;

/// Help for an error: what to change, and which options accept the text.
///
/// [`Explanation::message`] and [`Explanation::repaired`] contain the text with its passwords. `message_masked` and
/// `repaired_masked` are the same with possible passwords masked, and safe to show, as is `Debug`.
///
/// ```
/// use anyurl_core::{Options, Registry};
///
/// let registry = Registry::builder().build();
/// let text = "x-foo://joe:secret@h/~";
/// let error = registry.parse(text).unwrap_err();
/// let explanation = registry.explain(text, Options::new(), &error);
/// assert_eq!(explanation.help, "encode it");
/// assert_eq!(explanation.repaired.as_deref(), Some("x-foo://joe:secret@h/%7E"));
/// assert_eq!(explanation.repaired_masked.as_deref(), Some("x-foo://joe:***@h/%7E"));
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// What to change, as short imperatives: the steps of the fix, or else the help of the requirement.
    pub help: String,
    /// What is expected at the position of the error, if the scheme has a grammar that says so. `None` in or after a
    /// secret, of which it would tell something.
    pub expected: Option<String>,
    /// The message of the scheme about the error, if it has one.
    pub message: Option<String>,
    /// The message with the secrets of the text and other possible secrets masked.
    pub message_masked: Option<String>,
    /// The whole text with all errors fixed, and valid, if a fix is known.
    pub repaired: Option<String>,
    /// The fixed text with what was a possible secret before, or is one now, masked.
    pub repaired_masked: Option<String>,
    /// Whether lenient mode accepts the text.
    pub lenient_accepts: bool,
    /// Whether the current profile accepts the text strictly.
    pub current_accepts: bool,
}

impl Explanation {
    /// An explanation of `help` alone.
    pub fn new(help: impl Into<String>) -> Self {
        Self {
            help: help.into(),
            expected: None,
            message: None,
            message_masked: None,
            repaired: None,
            repaired_masked: None,
            lenient_accepts: false,
            current_accepts: false,
        }
    }

    /// The mode or profile that accepts the unchanged text, as a sentence.
    pub fn accepted_by(&self) -> Option<&'static str> {
        match (self.lenient_accepts, self.current_accepts) {
            (true, true) => Some("lenient mode and the current profile accept it"),
            (true, false) => Some("lenient mode accepts it"),
            (false, true) => Some("the current profile accepts it"),
            (false, false) => None,
        }
    }
}

impl fmt::Debug for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explanation")
            .field("help", &self.help)
            .field("expected", &self.expected)
            .field("message", &self.message_masked)
            .field("repaired", &self.repaired_masked)
            .field("lenient_accepts", &self.lenient_accepts)
            .field("current_accepts", &self.current_accepts)
            .finish()
    }
}

impl Registry {
    /// Explains an error that a [`Parser`](crate::Parser) returned for the same text and options.
    ///
    /// ```
    /// use anyurl_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let error = registry.parse("x-foo:a b~").unwrap_err();
    /// let explanation = registry.explain("x-foo:a b~", Options::new(), &error);
    /// assert_eq!(explanation.repaired.as_deref(), Some("x-foo:a%20b%7E"));
    /// assert_eq!(explanation.accepted_by(), Some("lenient mode accepts it"));
    /// ```
    pub fn explain(&self, text: &str, options: Options, error: &Error) -> Explanation {
        let accepts = |options| self.parser().options(options).parse(text).is_ok();
        let scheme = self.scheme_of(text, options);
        let message = scheme.and_then(|scheme| scheme.message(text, error));
        let (help, repaired) = if scheme.is_none() && drive::looks_like_path(text) {
            // Encoding the backslashes would give a URL that no one means.
            (drive::HELP.to_owned(), None)
        } else {
            repair::repair(self, text, options, error)
        };
        Explanation {
            help,
            expected: scheme
                .filter(|_| !self.follows_secret(text, error))
                .and_then(|scheme| scheme.expected(text, error)),
            message_masked: message.as_deref().map(|message| self.mask_words(message, [text])),
            message,
            repaired_masked: repaired.as_ref().map(|repaired| repaired.masked(self)),
            repaired: repaired.map(|repaired| repaired.text),
            lenient_accepts: !options.is_lenient() && accepts(options.lenient()),
            current_accepts: options.profile != Profile::Current && accepts(options.current()),
        }
    }

    /// Whether an error is in or directly after a secret, so that what is expected there tells something of it.
    fn follows_secret(&self, text: &str, error: &Error) -> bool {
        let place = error.span().start();
        self.guess_secrets(text).spans().any(|secret| secret.start() < place && place <= secret.end())
    }

    /// The scheme of a text.
    fn scheme_of(&self, text: &str, options: Options) -> Option<&dyn Scheme> {
        let text = text.trim_start_matches(class::is_whitespace);
        let name = split::split(text).ok()?.scheme.of(text);
        Some(self.get(name, options.profile)?.scheme())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Explains the error of a text of unregistered schemes.
    pub(in crate::report) fn explain(text: &str) -> Explanation {
        let registry = Registry::builder().build();
        let error = registry.parse(text).unwrap_err();
        registry.explain(text, Options::new(), &error)
    }

    #[test]
    fn options_that_accept_a_text() {
        assert_eq!(explain("x-foo:a#b").accepted_by(), Some("lenient mode and the current profile accept it"));
        assert_eq!(explain("x-foo:a b").accepted_by(), Some("lenient mode accepts it"));
        assert_eq!(explain("x-foo:\"").accepted_by(), None);
    }
}
