//! Repairs of texts: one error after the other is fixed until the text is valid.

use alloc::borrow::Cow;

use super::mistake::Mistake;
use crate::diagnostics::error::Error;
use crate::diagnostics::redact::Redaction;
use crate::diagnostics::requirement::Fix;
use crate::registry::Registry;
use crate::syntax::class;
use crate::syntax::escape;
use crate::syntax::idna;
use crate::syntax::options::Options;
use crate::text::prelude::*;
use crate::text::span::Span;

/// The limit on fixes of one text: a text with more errors was hardly meant as a URL.
const MAX_FIXES: usize = 64;

/// The limit on the length of a text, in bytes: every fix parses the whole text again.
const MAX_TEXT_LEN: usize = 64 * 1024;

/// The help for an internationalised host whose ASCII form cannot be computed.
const ASCII_FORM: &str = "write the host in its ASCII form, `xn--…`";

/// A text that is being fixed.
pub(super) struct Repaired {
    pub(super) text: String,
    /// Where the possible secrets of the original text are now: what looked like a password may look like a path, once
    /// it is fixed.
    secrets: Redaction,
}

impl Repaired {
    /// The text, with what was a possible secret before, or is one now, masked.
    pub(super) fn masked(&self, registry: &Registry) -> String {
        let found = registry.guess_secrets(&self.text);
        let redaction = Redaction::new(self.secrets.spans().chain(found.spans()).collect());
        redaction.apply(&self.text).into_owned()
    }

    fn replace(&mut self, span: Span, new: &str) {
        self.text.replace_range(span.range(), new);
        self.secrets = self.secrets.after_edit(span, new.len());
    }
}

/// The help for an error, and the text with all its errors fixed, if a fix is known.
pub(super) fn repair(
    registry: &Registry,
    text: &str,
    options: Options,
    error: &Error,
    mistake: Option<Mistake>,
) -> (String, Option<Repaired>) {
    if text.len() > MAX_TEXT_LEN {
        return (help(error), None);
    }
    let original = || Repaired { text: text.to_owned(), secrets: registry.guess_secrets(text) };
    if let Some(mistake) = mistake {
        return meant(registry, original(), options, mistake);
    }
    match fix_all(registry, original(), options, error) {
        Some((steps, repaired)) => (steps.join("; "), Some(repaired)),
        None => with_ascii_host(registry, original(), options, error),
    }
}

/// The help for a known mistake, and what was meant, if it is valid.
fn meant(
    registry: &Registry,
    mut repaired: Repaired,
    options: Options,
    mistake: Mistake,
) -> (String, Option<Repaired>) {
    for (span, new) in &mistake.edits {
        repaired.replace(*span, new);
    }
    let is_certain = !mistake.edits.is_empty() && registry.parse_url(&repaired.text, options, None, None).is_ok();
    (mistake.help.into_owned(), is_certain.then_some(repaired))
}

fn help(error: &Error) -> String {
    error.requirement().help().to_owned()
}

/// Fixes one error after the other until the text is valid; returns the distinct steps and the text, or `None` if an
/// error cannot be fixed.
fn fix_all(
    registry: &Registry,
    mut repaired: Repaired,
    options: Options,
    error: &Error,
) -> Option<(Vec<String>, Repaired)> {
    let mut steps = vec![help(error)];
    fix(&mut repaired, error)?;
    for _ in 0..MAX_FIXES {
        let Err(error) = registry.parse_url(&repaired.text, options, None, None) else {
            return Some((steps, repaired));
        };
        fix(&mut repaired, &error)?;
        let step = help(&error);
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    None
}

/// The help and the fixed text for a host outside US-ASCII, which has to be written in its ASCII form.
fn with_ascii_host(
    registry: &Registry,
    mut repaired: Repaired,
    options: Options,
    error: &Error,
) -> (String, Option<Repaired>) {
    let Some(host) = host_outside_ascii(&repaired.text, error) else {
        return (help(error), None);
    };
    let Some(name) = idna::ascii_form(host.of(&repaired.text)) else {
        return (ASCII_FORM.to_owned(), None);
    };
    repaired.replace(host, &name);
    let help = format!("write the host in its ASCII form, `{name}`");
    match registry.parse_url(&repaired.text, options, None, None) {
        Ok(_) => (help, Some(repaired)),
        Err(error) => (help, fix_all(registry, repaired, options, &error).map(|(_, repaired)| repaired)),
    }
}

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

/// Fixes one error, if a fix is known.
fn fix(repaired: &mut Repaired, error: &Error) -> Option<()> {
    let (span, new) = edit(&repaired.text, error)?;
    let new = new.into_owned();
    repaired.replace(span, &new);
    Some(())
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
    use crate::report::explain::tests::explain;

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
        let original = Repaired { text: text.to_owned(), secrets: Redaction::NONE };
        let (help, repaired) = with_ascii_host(&registry, original, Options::new(), &error);
        let repaired = repaired.map(|repaired| repaired.text);
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

    /// What was hidden in the original stays so, wherever the fixes have moved it.
    #[test]
    fn secrets_stay_masked() {
        for (text, masked) in
            [("x-foo://~~:p~w@h/~", "x-foo://%7E%7E:***@h/%7E"), (" x-foo://u:p@h#top", "x-foo://u:***@h")]
        {
            assert_eq!(explain(text).repaired_masked.as_deref(), Some(masked), "{text}");
        }
    }
}
