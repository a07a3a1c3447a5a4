//! The grammar of an entry for another name.
//!
//! ```text
//! irc-uri = "irc://" server        of irc
//! ircs-uri = "ircs://" server      of an entry `ircs` that is like irc
//! ```

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The places of a syntax with the name of the scheme.
const GRAMMARS: [&str; 2] = ["abnf", "lenient"];

/// Gives the grammar of an entry, or its forms, the name of another scheme.
pub(super) fn scheme(entry: &mut DeTable<'_>, from: &str, to: &str) {
    let Some(DeValue::Table(syntax)) = value_mut(entry, "syntax") else { return };
    let start = text(syntax, "start").unwrap_or_default().to_owned();
    // Rule names have no dots and no plus signs.
    let [from_rule, to_rule] = [from, to].map(|name| name.replace(['.', '+'], "-"));
    let new_start = after(&start, &from_rule, "-").map(|rest| format!("{to_rule}-{rest}"));
    for key in GRAMMARS {
        if let Some(DeValue::String(text)) = value_mut(syntax, key) {
            *text = grammar(text, (from, to), (&start, new_start.as_deref().unwrap_or(&start))).into();
        }
    }
    if let (Some(new), Some(DeValue::String(text))) = (new_start, value_mut(syntax, "start")) {
        *text = new.into();
    }
    let Some(DeValue::Array(forms)) = value_mut(syntax, "form") else { return };
    for form in forms.iter_mut() {
        if let DeValue::String(text) = form.get_mut() {
            if let Some(rest) = after(text, from, ":") {
                *text = format!("{to}:{rest}").into();
            }
        }
    }
}

/// The rest of a text after a name, in any case, and a sign.
fn after<'t>(text: &'t str, name: &str, sign: &str) -> Option<&'t str> {
    let (begin, rest) = text.split_at_checked(name.len())?;
    rest.strip_prefix(sign).filter(|_| begin.eq_ignore_ascii_case(name))
}

/// A grammar with another name where a literal begins with `NAME:`, and another name of its start rule.
fn grammar(text: &str, (from, to): (&str, &str), (start, new_start): (&str, &str)) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let token = &rest[token(rest, first)];
        rest = &rest[token.len()..];
        match token.strip_prefix('"').and_then(|literal| after(literal, from, ":")) {
            Some(literal) => written.extend(["\"", to, ":", literal]),
            None if token.eq_ignore_ascii_case(start) => written.push_str(new_start),
            None => written.push_str(token),
        }
    }
    written
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

/// The text of a key.
pub(super) fn text<'t>(table: &'t DeTable<'_>, key: &str) -> Option<&'t str> {
    table.get(key)?.get_ref().as_str()
}

/// The value of a key.
pub(super) fn value_mut<'t, 'i>(table: &'t mut DeTable<'i>, key: &str) -> Option<&'t mut DeValue<'i>> {
    table.get_mut(key).map(Spanned::get_mut)
}
