//! Explanations of errors: the fixed text, and the options under which the original text is valid.
//!
//! Explanations are computed on demand by parsing again, so valid URLs pay nothing for them.

use std::borrow::Cow;
use std::fmt;

use crate::diagnostics::error::Error;
use crate::diagnostics::redact::Redaction;
use crate::diagnostics::requirement::Fix;
use crate::registry::Registry;
use crate::scheme::Scheme;
use crate::syntax::class;
use crate::syntax::escape;
use crate::syntax::idna;
use crate::syntax::options::{Options, Profile};
use crate::syntax::split;
use crate::text::drive;
use crate::text::span::Span;

/// The limit on fixes of one text: a text with more errors was hardly meant as a URL.
const MAX_FIXES: usize = 64;

/// The limit on the length of a text, in bytes: every fix parses the whole text again.
const MAX_TEXT_LEN: usize = 64 * 1024;

/// Help for an error: what to change, and which options accept the text.
///
/// The fields contain the text with its passwords; [`Explanation::message_masked`] and
/// [`Explanation::repaired_masked`] are safe to show, and `Debug` hides possible passwords.
///
/// ```
/// use locator_core::{Options, Registry};
///
/// let registry = Registry::builder().build();
/// let text = "x-foo://joe:secret@h/~";
/// let error = registry.parse(text).unwrap_err();
/// let explanation = registry.explain(text, Options::new(), &error);
/// assert_eq!(explanation.help, "encode it");
/// assert_eq!(explanation.repaired.as_deref(), Some("x-foo://joe:secret@h/%7E"));
/// assert_eq!(explanation.repaired_masked(&registry).as_deref(), Some("x-foo://joe:***@h/%7E"));
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// What to change, as short imperatives: the steps of the fix, or else the help of the requirement.
    pub help: String,
    /// What is expected at the position of the error, if the scheme has a grammar that says so.
    pub expected: Option<String>,
    /// The message of the scheme about the error, if it has one.
    pub message: Option<String>,
    /// The whole text with all errors fixed, and valid, if a fix is known.
    pub repaired: Option<String>,
    /// Whether lenient mode accepts the text.
    pub lenient_accepts: bool,
    /// Whether the current profile accepts the text strictly.
    pub current_accepts: bool,
}

impl Explanation {
    /// An explanation of `help` alone.
    pub fn new(help: impl Into<String>) -> Self {
        let help = help.into();
        Self { help, expected: None, message: None, repaired: None, lenient_accepts: false, current_accepts: false }
    }

    /// [`Explanation::message`], with the secrets of `text` and other possible secrets masked.
    pub fn message_masked(&self, registry: &Registry, text: &str) -> Option<String> {
        let message = self.message.as_deref()?;
        Some(registry.mask_words(message, [text]))
    }

    /// [`Explanation::repaired`], with possible passwords masked.
    pub fn repaired_masked(&self, registry: &Registry) -> Option<String> {
        let repaired = self.repaired.as_deref()?;
        let redaction = registry.guess_secrets(repaired);
        Some(redaction.apply(repaired).into_owned())
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
        let repaired = self.repaired.as_deref().unwrap_or_default();
        let redaction = Redaction::guess(repaired);
        let message = self.message.as_deref();
        let message = message.map(|message| redaction.mask_words(repaired, message));
        let shown = self.repaired.as_deref().map(|text| redaction.apply(text));
        f.debug_struct("Explanation")
            .field("help", &self.help)
            .field("expected", &self.expected)
            .field("message", &message)
            .field("repaired", &shown)
            .field("lenient_accepts", &self.lenient_accepts)
            .field("current_accepts", &self.current_accepts)
            .finish()
    }
}

impl Registry {
    /// Explains an error that a [`Parser`](crate::Parser) returned for the same text and options.
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
        let accepts = |options| self.parser().options(options).parse(text).is_ok();
        let is_path = self.scheme_of(text, options).is_none() && drive::looks_like_path(text);
        let (help, repaired) = match self.repair(text, options, error) {
            // Encoding the backslashes would give a URL that no one means.
            _ if is_path => (drive::HELP.to_owned(), None),
            Some((steps, repaired)) => (steps.join("; "), Some(repaired)),
            None => self.with_ascii_host(text, options, error),
        };
        let scheme = self.scheme_of(text, options);
        Explanation {
            help,
            expected: scheme.and_then(|scheme| scheme.expected(text, error)),
            message: scheme.and_then(|scheme| scheme.message(text, error)),
            repaired,
            lenient_accepts: !options.is_lenient() && accepts(options.lenient()),
            current_accepts: options.profile != Profile::Current && accepts(options.current()),
        }
    }

    /// The scheme of a text.
    fn scheme_of(&self, text: &str, options: Options) -> Option<&dyn Scheme> {
        let text = text.trim_start_matches(class::is_whitespace);
        let name = split::split(text).ok()?.scheme.of(text);
        Some(self.get(name, options.profile)?.scheme())
    }

    /// The help and the fixed text for a host outside US-ASCII, which has to be written in its ASCII form.
    fn with_ascii_host(&self, text: &str, options: Options, error: &Error) -> (String, Option<String>) {
        let help = error.requirement().help().to_owned();
        let Some(host) = host_outside_ascii(text, error) else {
            return (help, None);
        };
        let Some(name) = idna::ascii_form(host.of(text)) else {
            return (ASCII_FORM.to_owned(), None);
        };
        let (before, after) = (&text[..host.start()], &text[host.end()..]);
        let repaired = format!("{before}{name}{after}");
        let repaired = match self.parser().options(options).parse(&repaired) {
            Ok(_) => Some(repaired),
            Err(error) => self.repair(&repaired, options, &error).map(|(_, repaired)| repaired),
        };
        (format!("write the host in its ASCII form, `{name}`"), repaired)
    }

    /// Fixes one error after the other until the text is valid; returns the distinct steps and the text, or `None` if
    /// an error cannot be fixed.
    fn repair(&self, text: &str, options: Options, error: &Error) -> Option<(Vec<String>, String)> {
        if text.len() > MAX_TEXT_LEN {
            return None;
        }
        let help = |error: &Error| error.requirement().help().to_owned();
        let mut steps = vec![help(error)];
        let mut fixed = fix(text, error)?;
        for _ in 0..MAX_FIXES {
            let Err(error) = self.parser().options(options).parse(&fixed) else {
                return Some((steps, fixed));
            };
            fixed = fix(&fixed, &error)?;
            let step = help(&error);
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        None
    }
}

/// The help for an internationalised host whose ASCII form cannot be computed.
const ASCII_FORM: &str = "write the host in its ASCII form, `xn--…`";

/// The span of the host with an error, if the error is at a character outside US-ASCII.
fn host_outside_ascii(text: &str, error: &Error) -> Option<Span> {
    let start_of_error = error.span().start();
    error.character().filter(|found| !found.is_ascii())?;
    let (before, after) = text.split_at_checked(start_of_error)?;
    // After the scheme, and before anything that ends a host.
    let colon = before.find(':')?;
    let start = before.rfind(['/', '@', ':']).map_or(colon, |start| start.max(colon)) + 1;
    let is_authority = before[colon + 1..].strip_prefix("//").is_some_and(|rest| !rest.contains(['/', '?', '#']));
    let end = after.find(['/', ':', '?', '#', '@', ';', ' ', '<', '>', '"', '\\']);
    let end = start_of_error + end.unwrap_or(after.len());
    let is_login = text[end..].starts_with('@');
    let is_host = (is_authority || error.component() == "host") && !is_login;
    is_host.then(|| Span::new(start, end))
}

/// The text with one error fixed.
fn fix(text: &str, error: &Error) -> Option<String> {
    let (span, new) = edit(text, error)?;
    Some(format!("{}{new}{}", &text[..span.start()], &text[span.end()..]))
}

/// The span to replace, and its replacement.
fn edit<'t>(text: &'t str, error: &'t Error) -> Option<(Span, Cow<'t, str>)> {
    let span = error.span();
    let found = span.of(text);
    let new = match error.requirement().fix() {
        Fix::Unknown => return None,
        Fix::Encode => Cow::Owned(encoded(found)),
        Fix::Decode => Cow::Owned(String::from_utf8(escape::decode(found).into_owned()).ok()?),
        Fix::Remove => Cow::Borrowed(""),
        Fix::Replace(new) => Cow::Borrowed(&**new),
    };
    Some((span, new))
}

fn encoded(text: &str) -> String {
    let mut to = String::new();
    escape::encode(text.as_bytes(), &class::Class::none("nothing"), &mut to);
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
    fn all_errors_of_a_text_are_fixed() {
        assert_eq!(explain("x-foo:a b~%zz|").repaired.as_deref(), Some("x-foo:a%20b%7E%25zz%7C"));
        assert_eq!(explain(" x-foo:a\u{e9} ").repaired.as_deref(), Some("x-foo:a%C3%A9"));
        assert_eq!(explain("x-foo:a#b").repaired.as_deref(), Some("x-foo:a"));
    }

    /// The help and the fixed text contain the ASCII form of the host if it can be computed.
    #[test]
    fn a_host_outside_ascii_is_suggested_in_ascii_form() {
        for (text, host) in [
            ("http://exämple.com/", Some("exämple.com")),
            ("http://u:p@exämple.com:80/é", Some("exämple.com")),
            ("http://u@aé", Some("aé")),
            ("http://é@h/", None),
            ("http://h/é", None),
            ("http://h?é", None),
            ("http://a b/", None),
            ("mailto:é", None),
        ] {
            let place = text.find(|found: char| !found.is_ascii()).unwrap_or(8);
            let found = text[place..].chars().next();
            let span = Span::new(place, place + found.map_or(0, char::len_utf8));
            let requirement = &crate::diagnostics::requirement::common::HOST_NON_ASCII;
            let error = Error::new(crate::ErrorKind::Unexpected, "host", "authority", span, requirement).found(found);
            let is = host_outside_ascii(text, &error).map(|span| span.of(text));
            assert_eq!(is, host, "{text}");
        }
        let registry = Registry::builder().build();
        let text = "x-foo://exämple.com/";
        let error = registry.parse(text).unwrap_err();
        let (help, repaired) = registry.with_ascii_host(text, Options::new(), &error);
        if cfg!(feature = "idna") {
            assert!(help.contains("xn--exmple-cua.com"), "{help}");
            assert_eq!(repaired.as_deref(), Some("x-foo://xn--exmple-cua.com/"));
        } else {
            assert_eq!((&*help, repaired), (ASCII_FORM, None));
        }
    }

    /// The help lists every step of a fix, also one that omits a part.
    #[test]
    fn the_help_lists_every_step() {
        let explanation = explain("x-foo:a b#c");
        assert_eq!(explanation.repaired.as_deref(), Some("x-foo:a%20b"));
        assert!(explanation.help.starts_with("encode it; omit the fragment"), "{}", explanation.help);
    }

    #[test]
    fn some_errors_have_no_fix() {
        assert_eq!(explain("foo").repaired, None);
        assert_eq!(explain(&format!("x-foo:{}", "~".repeat(MAX_FIXES + 2))).repaired, None);
        assert_eq!(explain(&format!("x-foo:~{}", "a".repeat(MAX_TEXT_LEN))).repaired, None);
    }

    #[test]
    fn options_that_accept_a_text() {
        assert_eq!(explain("x-foo:a#b").accepted_by(), Some("lenient mode and the current profile accept it"));
        assert_eq!(explain("x-foo:a b").accepted_by(), Some("lenient mode accepts it"));
        assert_eq!(explain("x-foo:\"").accepted_by(), None);
    }
}
