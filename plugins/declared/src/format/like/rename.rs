//! The grammar of an entry for another name.
//!
//! ```text
//! irc-uri = "irc://" server        of irc
//! ircs-uri = "ircs://" server      of an entry `ircs` that is like irc
//! ```

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::format::originals::text;

/// The places of a syntax with the name of the scheme.
const GRAMMARS: [&str; 2] = ["abnf", "lenient"];

/// Another name for a scheme, in its grammar.
pub(super) struct Renaming<'n> {
    from: &'n str,
    to: &'n str,
    /// The start rule, and its other name if it is named after the scheme.
    start: &'n str,
    new_start: Option<String>,
}

impl<'n> Renaming<'n> {
    pub(super) fn new(from: &'n str, to: &'n str, start: &'n str) -> Self {
        // Rule names have no dots, plus signs and colons.
        let [from_rule, to_rule] = [from, to].map(|name| name.replace(['.', '+', ':'], "-"));
        let new_start = after(start, &from_rule, "-").map(|rest| format!("{to_rule}-{rest}"));
        // URLs of the subscheme `urn:isbn` begin with `urn:`.
        let to = to.split(':').next().unwrap_or(to);
        Self { from, to, start, new_start }
    }

    /// A grammar with another name where a literal begins with `NAME:`, and another name of its start rule.
    pub(super) fn grammar(&self, text: &str) -> String {
        let new_start = self.new_start.as_deref().unwrap_or(self.start);
        let renamed = tokens(text).map(|token| {
            match token.strip_prefix('"').and_then(|literal| after(literal, self.from, ":")) {
                Some(literal) => format!("\"{}:{literal}", self.to).into(),
                None if token.eq_ignore_ascii_case(self.start) => Cow::Borrowed(new_start),
                None => Cow::Borrowed(token),
            }
        });
        renamed.collect()
    }
}

/// Gives the grammar of an entry, or its forms, the name of another scheme.
pub(super) fn scheme(entry: &mut DeTable<'_>, from: &str, to: &str) {
    let Some(DeValue::Table(syntax)) = value_mut(entry, "syntax") else { return };
    let start = text(syntax, "start").unwrap_or_default().to_owned();
    let renaming = Renaming::new(from, to, &start);
    for key in GRAMMARS {
        if let Some(DeValue::String(text)) = value_mut(syntax, key) {
            *text = renaming.grammar(text).into();
        }
    }
    if let (Some(new), Some(DeValue::String(text))) = (&renaming.new_start, value_mut(syntax, "start")) {
        *text = new.clone().into();
    }
    let Some(DeValue::Array(forms)) = value_mut(syntax, "form") else { return };
    for form in forms.iter_mut() {
        if let DeValue::String(text) = form.get_mut() {
            if let Some(rest) = after(text, from, ":") {
                *text = format!("{}:{rest}", renaming.to).into();
            }
        }
    }
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

/// The value of a key.
pub(super) fn value_mut<'t, 'i>(table: &'t mut DeTable<'i>, key: &str) -> Option<&'t mut DeValue<'i>> {
    table.get_mut(key).map(Spanned::get_mut)
}
