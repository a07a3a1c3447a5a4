//! Explanations of errors: what to change, the fixed text, and the options under which the original text is valid.
//!
//! Explanations are computed on demand by parsing again, so valid URLs pay nothing for them.

use core::fmt;

use super::{mistake, repair};
use crate::diagnostics::error::Error;
use crate::registry::Registry;
use crate::scheme::Scheme;
use crate::syntax::class;
use crate::syntax::options::{Options, Profile};
use crate::syntax::split;
use crate::text::drive;
use crate::text::prelude::*;
use crate::url::Chosen;

/// Help for an error: what to change, and which options accept the text.
///
/// [`Explanation::message`] and [`Explanation::repaired`] contain the text with its passwords. `message_masked` and
/// `repaired_masked` are the same with possible passwords masked, and safe to show, as is `Debug`.
///
/// ```
/// use anyurl_core::{Options, Registry};
///
/// let registry = Registry::builder().build();
/// let text = "x-foo://joe:secret@h/|";
/// let error = registry.parse(text).unwrap_err();
/// let explanation = registry.explain(text, Options::new(), &error);
/// assert_eq!(explanation.help, "encode it");
/// assert_eq!(explanation.repaired.as_deref(), Some("x-foo://joe:secret@h/%7C"));
/// assert_eq!(explanation.repaired_masked.as_deref(), Some("x-foo://joe:***@h/%7C"));
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
    /// The other profile, if it accepts the text strictly.
    pub other_profile: Option<Profile>,
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
            other_profile: None,
        }
    }

    /// The names of the mode and of the profile that accept the unchanged text: `lenient`, `current`, `rfc1738`.
    pub fn accepted_by(&self) -> impl Iterator<Item = &'static str> {
        let lenient = self.lenient_accepts.then_some("lenient");
        lenient.into_iter().chain(self.other_profile.map(Profile::as_str))
    }

    /// What accepts the unchanged text, as a sentence.
    pub(super) fn accepted_by_options(&self, names: &OptionNames) -> Option<String> {
        let lenient = self.lenient_accepts.then_some(names.lenient);
        let profile = self.other_profile.map(|profile| names.profile(profile));
        match (lenient, profile) {
            (Some(lenient), Some(profile)) => Some(format!("{lenient} and {profile} accept it")),
            (lenient, profile) => Some(format!("{} accepts it", lenient.or(profile)?)),
        }
    }
}

/// How an interface writes the options of a parse, for the note of a report.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_structs, reason = "an interface names every option")]
pub struct OptionNames {
    /// Lenient mode.
    pub lenient: &'static str,
    /// The profile `current`.
    pub current: &'static str,
    /// The profile `rfc1738`.
    pub rfc1738: &'static str,
}

impl OptionNames {
    /// Of this library.
    pub const LIBRARY: Self =
        Self { lenient: "`Parser::lenient`", current: "the profile `current`", rfc1738: "`Parser::rfc1738`" };

    const fn profile(&self, profile: Profile) -> &'static str {
        match profile {
            Profile::Current => self.current,
            Profile::Rfc1738 => self.rfc1738,
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
            .field("other_profile", &self.other_profile)
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
    /// let error = registry.parse("x-foo:a b<").unwrap_err();
    /// let explanation = registry.explain("x-foo:a b<", Options::new(), &error);
    /// assert_eq!(explanation.repaired.as_deref(), Some("x-foo:a%20b%3C"));
    /// assert_eq!(explanation.accepted_by().count(), 0);
    /// ```
    pub fn explain(&self, text: &str, options: Options, error: &Error) -> Explanation {
        let accepts = |options| self.parse_url(text, options, None, None).is_ok();
        let scheme = self.scheme_of(text, options);
        let message = scheme.and_then(|scheme| scheme.message(text, error));
        // The help must not name a character of a secret.
        let is_secret = self.guess_secrets(text).hidden_in(error.span()).is_some();
        let shown = error.clone().found(error.character().filter(|_| !is_secret));
        let mistake = mistake::find(text, &shown, scheme.map(Scheme::registration));
        let is_known_mistake = mistake.is_some();
        let (help, repaired) = if scheme.is_none() && drive::looks_like_path(text) {
            // Encoding the backslashes would give a URL that no one means.
            (drive::HELP.to_owned(), None)
        } else {
            repair::repair(self, text, options, error, mistake)
        };
        Explanation {
            help,
            expected: scheme
                .filter(|_| !self.follows_secret(text, error) && !is_known_mistake)
                .and_then(|scheme| scheme.expected(text, error)),
            message_masked: message.as_deref().map(|message| self.mask_words(message, [text])),
            message,
            repaired_masked: repaired.as_ref().map(|repaired| repaired.masked(self)),
            repaired: repaired.map(|repaired| repaired.text),
            lenient_accepts: !options.is_lenient() && accepts(options.lenient()),
            // Not for a text that these options accept, and a policy denies.
            other_profile: Some(options.profile.other())
                .filter(|profile| !accepts(options) && accepts(Options::new().profile(*profile))),
        }
    }

    /// Whether an error is in or directly after a secret, so that what is expected there tells something of it.
    fn follows_secret(&self, text: &str, error: &Error) -> bool {
        let place = error.span().start();
        self.guess_secrets(text).spans().any(|secret| secret.start() < place && place <= secret.end())
    }

    /// The scheme of a text, or the subscheme that it selects.
    fn scheme_of(&self, text: &str, options: Options) -> Option<&dyn Scheme> {
        let text = text.trim_start_matches(class::is_whitespace);
        let name = split::split(text).ok()?.scheme.of(text);
        let entry = self.get(name, options.profile)?;
        let selected = || {
            let selecting = entry.subschemes()?;
            let read = self.parse_url(text, options, Some(Chosen::new(entry)), None).ok()?;
            let found = self.index_of_subscheme(entry.name(), read.slot(selecting)?, options.profile)?;
            Some(self.entry_at(found))
        };
        Some(selected().unwrap_or(entry).scheme())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Explains the error of a text of unregistered schemes by RFC 1738.
    pub(in crate::report) fn explain(text: &str) -> Explanation {
        explain_with(text, Options::new().rfc1738())
    }

    fn explain_with(text: &str, options: Options) -> Explanation {
        let registry = Registry::builder().build().with_options(options);
        let error = registry.parse(text).unwrap_err();
        registry.explain(text, options, &error)
    }

    #[test]
    fn options_that_accept_a_text() {
        let rfc1738 = Options::new().rfc1738();
        for (text, options, expected) in [
            ("x-foo:a#b", rfc1738, Some("`Parser::lenient` and the profile `current` accept it")),
            ("x-foo:a b", rfc1738, Some("`Parser::lenient` accepts it")),
            ("x-foo:\"", rfc1738, None),
            ("x-foo:a b", Options::new(), Some("`Parser::lenient` accepts it")),
            ("4x:a", Options::new(), Some("`Parser::lenient` and `Parser::rfc1738` accept it")),
        ] {
            let found = explain_with(text, options).accepted_by_options(&OptionNames::LIBRARY);
            assert_eq!(found.as_deref(), expected, "{text} {options:?}");
        }
    }
}
