//! What to do about an error: the text fixed, and who would accept it as it is.
//!
//! All of this is found by trying, once somebody asks; the path of a good URL pays nothing for it.

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
use crate::text::span::Span;

/// At most this many places of one text are fixed: a text with more faults was hardly meant as a URL.
const MAX_FIXES: usize = 64;

/// Texts longer than this, in bytes, are not fixed: each try reads the whole.
const MAX_TEXT_LEN: usize = 64 * 1024;

/// What can be said about an error beyond the error itself.
///
/// The fields hold the text as it is, passwords included; [`Explanation::message_masked`] and
/// [`Explanation::repaired_masked`] may be shown, and `Debug` hides what may be a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Explanation {
    /// What the writer can do, as short commands: all that the repair has done, or else the help of the requirement.
    pub help: String,
    /// What could have stood there, where the scheme knows it from its grammar.
    pub expected: Option<String>,
    /// What the scheme says of it in words of its own.
    pub message: Option<String>,
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
    pub fn message_masked(&self, registry: &Registry, text: &str) -> Option<String> {
        let message = self.message.as_deref()?;
        Some(registry.mask_words(message, [text]))
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

    /// The scheme that reads a text.
    fn scheme_of(&self, text: &str, options: Options) -> Option<&dyn Scheme> {
        let text = text.trim_start_matches(class::is_whitespace);
        let name = split::split(text).ok()?.scheme.of(text);
        Some(self.get(name, options.profile)?.scheme())
    }

    /// What to do about a host outside US-ASCII: write it in its ASCII form.
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
        let repaired = match self.parse_with(&repaired, options) {
            Ok(_) => Some(repaired),
            Err(error) => self.repair(&repaired, options, &error).map(|(_, repaired)| repaired),
        };
        (format!("write the host in its ASCII form, `{name}`"), repaired)
    }

    /// Mends one fault after the other until the text is valid, or until one is met that cannot be fixed; gives what
    /// was done, each kind of step once, and the result.
    fn repair(&self, text: &str, options: Options, error: &Error) -> Option<(Vec<String>, String)> {
        if text.len() > MAX_TEXT_LEN {
            return None;
        }
        let help = |error: &Error| error.requirement().help().to_owned();
        let mut steps = vec![help(error)];
        let mut fixed = fix(text, error)?;
        for _ in 0..MAX_FIXES {
            let Err(error) = self.parse_with(&fixed, options) else {
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

/// What to do about an internationalised host whose ASCII form is not known here.
const ASCII_FORM: &str = "write the host in its ASCII form, `xn--…`";

/// The host in which an error is, if that is at a character outside US-ASCII.
fn host_outside_ascii(text: &str, error: &Error) -> Option<Span> {
    let place = error.span().start();
    error.character().filter(|found| !found.is_ascii())?;
    let (before, after) = text.split_at_checked(place)?;
    // Behind the scheme, and not behind anything that ends a host.
    let colon = before.find(':')?;
    let start = before.rfind(['/', '@', ':']).map_or(colon, |start| start.max(colon)) + 1;
    let is_authority = before[colon + 1..].strip_prefix("//").is_some_and(|rest| !rest.contains(['/', '?', '#']));
    let end = after.find(['/', ':', '?', '#', '@', ';', ' ', '<', '>', '"', '\\']);
    let end = place + end.unwrap_or(after.len());
    let is_login = text[end..].starts_with('@');
    let is_host = (is_authority || error.component() == "host") && !is_login;
    is_host.then(|| Span::new(start, end))
}

/// The text with one fault fixed.
fn fix(text: &str, error: &Error) -> Option<String> {
    let (span, new) = edit(text, error)?;
    Some(format!("{}{new}{}", &text[..span.start()], &text[span.end()..]))
}

/// What is to be put where.
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
    fn every_fault_of_a_text_is_mended() {
        assert_eq!(explain("x-foo:a b~%zz|").repaired.as_deref(), Some("x-foo:a%20b%7E%25zz%7C"));
        assert_eq!(explain(" x-foo:a\u{e9} ").repaired.as_deref(), Some("x-foo:a%C3%A9"));
        assert_eq!(explain("x-foo:a#b").repaired.as_deref(), Some("x-foo:a"));
    }

    /// The help and the repair name the ASCII form of the host, where it can be converted; elsewhere they say nothing of it.
    #[test]
    fn a_host_outside_ascii_is_named_in_its_ascii_form() {
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

    /// A repair that omits something says so, whatever came first.
    #[test]
    fn every_step_of_a_repair_is_told() {
        let explanation = explain("x-foo:a b#c");
        assert_eq!(explanation.repaired.as_deref(), Some("x-foo:a%20b"));
        assert!(explanation.help.starts_with("encode it; omit the fragment"), "{}", explanation.help);
    }

    #[test]
    fn what_cannot_be_mended_is_not() {
        assert_eq!(explain("foo").repaired, None);
        assert_eq!(explain(&format!("x-foo:{}", "~".repeat(MAX_FIXES + 2))).repaired, None);
        assert_eq!(explain(&format!("x-foo:~{}", "a".repeat(MAX_TEXT_LEN))).repaired, None);
    }

    #[test]
    fn who_accepts_it() {
        assert_eq!(explain("x-foo:a#b").accepted_by(), Some("lenient mode and the current profile accept it"));
        assert_eq!(explain("x-foo:a b").accepted_by(), Some("lenient mode accepts it"));
        assert_eq!(explain("x-foo:\"").accepted_by(), None);
    }
}
