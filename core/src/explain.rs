//! What to do about an error: the text mended, and who would accept it as it is.
//!
//! All of this is found by trying, once somebody asks; the path of a good URL pays nothing for it.

use std::borrow::Cow;
use std::fmt;

use crate::chars;
use crate::clause::Mend;
use crate::error::Error;
use crate::escape;
use crate::options::{Options, Profile};
use crate::redact::Redaction;
use crate::registry::Registry;
use crate::scheme::Scheme;
use crate::span::Span;
use crate::split;

/// At most this many places of one text are mended: a text with more faults was hardly meant as a URL.
const MENDS: usize = 64;

/// Texts longer than this, in octets, are not mended: each try reads the whole.
const LONGEST: usize = 64 * 1024;

/// What can be said about an error beyond the error itself.
///
/// The fields hold the text as it is, passwords included; [`Explanation::told_masked`] and
/// [`Explanation::repaired_masked`] may be shown, and `Debug` hides what may be a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Explanation {
    /// What the writer can do, as short commands: all that the repair has done, or else the help of the clause.
    pub help: String,
    /// What could have stood there, where the scheme knows it from its grammar.
    pub expected: Option<String>,
    /// What the scheme says of it in words of its own.
    pub told: Option<String>,
    /// The whole text repaired, if a repair is known; it is valid where the original was not.
    pub repaired: Option<String>,
    /// Whether lenient mode accepts the text.
    pub lenient_accepts: bool,
    /// Whether the current profile accepts the text strictly.
    pub current_accepts: bool,
}

impl Explanation {
    /// What the scheme says in words of its own about this text, secrets masked: those of the text, and what else may be
    /// one.
    pub fn told_masked(&self, registry: &Registry, text: &str) -> Option<String> {
        let told = self.told.as_deref()?;
        Some(registry.mask_words(told, [text]))
    }

    /// The repaired text, what may be a password masked.
    pub fn repaired_masked(&self, registry: &Registry) -> Option<String> {
        let repaired = self.repaired.as_deref()?;
        let redaction = registry.guess_secrets(repaired);
        Some(redaction.apply(repaired).into_owned())
    }

    /// In words, who accepts the text as it is; `None` if nobody does.
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
        let repaired = self.repaired.as_deref().unwrap_or_default();
        let redaction = Redaction::guess(repaired);
        let told = self.told.as_deref();
        let told = told.map(|told| redaction.mask_words(repaired, told));
        let shown = self.repaired.as_deref().map(|text| redaction.apply(text));
        f.debug_struct("Explanation")
            .field("help", &self.help)
            .field("expected", &self.expected)
            .field("told", &told)
            .field("repaired", &shown)
            .field("lenient_accepts", &self.lenient_accepts)
            .field("current_accepts", &self.current_accepts)
            .finish()
    }
}

impl Registry {
    /// Explains an error of [`Registry::parse_with`]: with the text and the options of that call.
    ///
    /// ```
    /// use locator_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let error = registry.parse("x-foo:a b~").unwrap_err();
    /// let explanation = registry.explain("x-foo:a b~", Options::new(), &error);
    /// assert_eq!(explanation.repaired.as_deref(), Some("x-foo:a%20b%7E"));
    /// assert_eq!(explanation.accepted_by(), Some("lenient mode accepts it"));
    /// ```
    pub fn explain(&self, text: &str, options: Options, error: &Error) -> Explanation {
        let accepts = |options| self.parse_with(text, options).is_ok();
        let (help, repaired) = match self.repair(text, options, error) {
            Some((steps, repaired)) => (steps.join("; "), Some(repaired)),
            None => (error.clause().help.to_owned(), None),
        };
        let scheme = self.scheme_of(text, options);
        Explanation {
            help,
            expected: scheme.and_then(|scheme| scheme.expected(text, error)),
            told: scheme.and_then(|scheme| scheme.told(text, error)),
            repaired,
            lenient_accepts: !options.is_lenient() && accepts(options.lenient()),
            current_accepts: options.profile != Profile::Current && accepts(options.current()),
        }
    }

    /// The scheme that reads a text.
    fn scheme_of(&self, text: &str, options: Options) -> Option<&dyn Scheme> {
        let text = text.trim_start_matches(chars::is_whitespace);
        let name = split::split(text).ok()?.scheme.of(text);
        Some(self.get(name, options.profile)?.scheme())
    }

    /// Mends one fault after the other until the text is valid, or until one is met that cannot be mended; gives what
    /// was done, each kind of step once, and the result.
    fn repair(
        &self,
        text: &str,
        options: Options,
        error: &Error,
    ) -> Option<(Vec<&'static str>, String)> {
        if text.len() > LONGEST {
            return None;
        }
        let mut steps = vec![error.clause().help];
        let mut mended = mend(text, error)?;
        for _ in 0..MENDS {
            let Err(error) = self.parse_with(&mended, options) else {
                return Some((steps, mended));
            };
            mended = mend(&mended, &error)?;
            if !steps.contains(&error.clause().help) {
                steps.push(error.clause().help);
            }
        }
        None
    }
}

/// The text with one fault mended.
fn mend(text: &str, error: &Error) -> Option<String> {
    let (span, new) = edit(text, error)?;
    Some(format!(
        "{}{new}{}",
        &text[..span.start()],
        &text[span.end()..]
    ))
}

/// What is to be put where.
fn edit<'t>(text: &'t str, error: &Error) -> Option<(Span, Cow<'t, str>)> {
    let span = error.span();
    let found = span.of(text);
    let new = match error.clause().mend {
        Mend::Unknown => return None,
        Mend::Encode => Cow::Owned(encoded(found)),
        Mend::Decode => Cow::Owned(String::from_utf8(escape::decode(found).into_owned()).ok()?),
        Mend::Remove => Cow::Borrowed(""),
        Mend::Replace(new) => Cow::Borrowed(new),
    };
    Some((span, new))
}

fn encoded(text: &str) -> String {
    let mut to = String::new();
    escape::encode(text.as_bytes(), &chars::Class::none("nothing"), &mut to);
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explain(text: &str) -> Explanation {
        let registry = Registry::builder().build();
        let error = registry.parse(text).unwrap_err();
        registry.explain(text, Options::new(), &error)
    }

    #[test]
    fn every_fault_of_a_text_is_mended() {
        assert_eq!(
            explain("x-foo:a b~%zz|").repaired.as_deref(),
            Some("x-foo:a%20b%7E%25zz%7C")
        );
        assert_eq!(
            explain(" x-foo:a\u{e9} ").repaired.as_deref(),
            Some("x-foo:a%C3%A9")
        );
        assert_eq!(explain("x-foo:a#b").repaired.as_deref(), Some("x-foo:a"));
    }

    /// A repair that leaves something away says so, whatever came first.
    #[test]
    fn every_step_of_a_repair_is_told() {
        let explanation = explain("x-foo:a b#c");
        assert_eq!(explanation.repaired.as_deref(), Some("x-foo:a%20b"));
        assert!(
            explanation
                .help
                .starts_with("encode it; leave the fragment away"),
            "{}",
            explanation.help
        );
    }

    #[test]
    fn what_cannot_be_mended_is_not() {
        assert_eq!(explain("foo").repaired, None);
        assert_eq!(
            explain(&format!("x-foo:{}", "~".repeat(MENDS + 2))).repaired,
            None
        );
        assert_eq!(
            explain(&format!("x-foo:~{}", "a".repeat(LONGEST))).repaired,
            None
        );
    }

    #[test]
    fn who_accepts_it() {
        assert_eq!(
            explain("x-foo:a#b").accepted_by(),
            Some("lenient mode and the current profile accept it")
        );
        assert_eq!(
            explain("x-foo:a b").accepted_by(),
            Some("lenient mode accepts it")
        );
        assert_eq!(explain("x-foo:\"").accepted_by(), None);
    }
}
