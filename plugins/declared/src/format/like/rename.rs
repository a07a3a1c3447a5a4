//! The grammar of an entry for another name.
//!
//! ```text
//! irc-uri = "irc://" server        of irc
//! ircs-uri = "ircs://" server      of an entry `ircs` that is like irc
//! ```

use std::borrow::Cow;
use std::ops::Range;

use anyurl_core::internal::scheme_of;
use toml::de::{DeTable, DeValue};

use crate::format::de_table::{text, value_mut};

/// The places of a syntax with the name of the scheme.
const GRAMMARS: [&str; 2] = ["abnf", "lenient"];

/// Gives the grammar of an entry, or its forms, the name of another scheme.
pub(super) fn scheme(entry: &mut DeTable<'_>, from: &str, to: &str) {
    let Some(DeValue::Table(syntax)) = value_mut(entry, "syntax") else { return };
    let start = text(syntax, "start").unwrap_or_default().to_owned();
    for key in GRAMMARS {
        if let Some(DeValue::String(text)) = value_mut(syntax, key) {
            *text = renamed_grammar(text, from, to, &start).0.into();
        }
    }
    if let Some(DeValue::String(text)) = value_mut(syntax, "start") {
        *text = renamed_grammar("", from, to, &start).1.into();
    }
    let Some(DeValue::Array(forms)) = value_mut(syntax, "form") else { return };
    for form in forms.iter_mut() {
        if let DeValue::String(text) = form.get_mut() {
            if let Some(rest) = after(text, from, ":") {
                *text = format!("{}:{rest}", scheme_of(to)).into();
            }
        }
    }
}

/// Returns a grammar of a scheme for another name, and its start rule: literals that begin with `NAME:`, and the start rule if
/// it is named after the scheme.
///
/// ```
/// use anyurl_declared::format::renamed_grammar;
///
/// let (grammar, start) = renamed_grammar("irc-uri = \"irc://\" host", "irc", "ircs", "irc-uri");
/// assert_eq!((grammar.as_str(), start.as_str()), ("ircs-uri = \"ircs://\" host", "ircs-uri"));
/// ```
pub fn renamed_grammar(text: &str, from: &str, to: &str, start: &str) -> (String, String) {
    // Rule names have no dots, plus signs and colons.
    let [from_rule, to_rule] = [from, to].map(|name| name.replace(['.', '+', ':'], "-"));
    let new_start = after(start, &from_rule, "-").map(|rest| format!("{to_rule}-{rest}"));
    let new_start = new_start.unwrap_or_else(|| start.to_owned());
    let renamed =
        tokens(text).map(|token| match token.strip_prefix('"').and_then(|literal| after(literal, from, ":")) {
            Some(literal) => Cow::Owned(format!("\"{}:{literal}", scheme_of(to))),
            None if token.eq_ignore_ascii_case(start) => Cow::Borrowed(&*new_start),
            None => Cow::Borrowed(token),
        });
    (renamed.collect(), new_start.clone())
}

/// The rest of a text after a name, in any case, and a sign.
fn after<'t>(text: &'t str, name: &str, sign: &str) -> Option<&'t str> {
    let (begin, rest) = text.split_at_checked(name.len())?;
    rest.strip_prefix(sign).filter(|_| begin.eq_ignore_ascii_case(name))
}

/// The tokens of a grammar, with everything between them.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (token, after) = rest.split_at(token(rest, first).end);
        rest = after;
        Some(token)
    })
}

/// The first token of a grammar: a literal, a comment, a name, or a character.
fn token(text: &str, first: char) -> Range<usize> {
    let end = match first {
        '"' => text[1..].find('"').map(|end| end + 2),
        ';' => text.find('\n'),
        _ if first.is_ascii_alphanumeric() => text.find(|next: char| !next.is_ascii_alphanumeric() && next != '-'),
        _ => Some(first.len_utf8()),
    };
    0..end.unwrap_or(text.len())
}
