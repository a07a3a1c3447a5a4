//! Searches a text for fields, `name=value`, whose names are those of secrets.
//!
//! A field follows `?`, `&`, `#` or `;`. As with logins, the delimiters may be encoded, because the value of a field can
//! be a URL. Nothing is decoded before it is split: in `?a%26token=b` there is one field, `a&token`.

use super::fold::{Fold, Token};
use crate::diagnostics::secrets::{FieldName, Rules};
use crate::text::span::Span;

/// The search for fields.
pub(super) struct Fields<'s> {
    rules: &'s Rules,
    /// The name that is being read.
    name: Option<Name>,
    /// The secret value that is being read.
    value: Option<Value>,
    /// Whether the current field of the text itself, not of a URL in it, has its `=`.
    is_split: bool,
}

/// A name after a delimiter.
struct Name {
    delimiter: u8,
    /// The encoding depth of the delimiter.
    depth: u8,
    text: FieldName,
}

/// The value of a secret field.
#[derive(Clone, Copy)]
struct Value {
    start: usize,
    delimiter: u8,
    depth: u8,
}

impl<'s> Fields<'s> {
    pub(super) fn new(rules: &'s Rules) -> Self {
        Self { rules, name: None, value: None, is_split: false }
    }

    /// Finds the values of secret fields in a text from an offset on.
    pub(super) fn run(mut self, text: &[u8], from: usize, found: &mut dyn FnMut(Span)) {
        for token in Fold::new(text, from, false) {
            self.step(token, found);
        }
        self.end_value(text.len(), found);
    }

    fn step(&mut self, token: Token, found: &mut dyn FnMut(Span)) {
        match token.byte {
            b'?' | b'&' | b'#' | b';' => self.delimiter(token, found),
            b'=' => self.equals(token),
            byte => {
                if let Some(name) = &mut self.name {
                    name.text.push(byte, self.rules);
                }
            }
        }
    }

    fn delimiter(&mut self, token: Token, found: &mut dyn FnMut(Span)) {
        if self.value.is_some_and(|value| !value.ends_at(token)) {
            return;
        }
        self.end_value(token.start, found);
        self.name = Some(Name::after(token));
        self.is_split &= token.depth > 0;
    }

    fn equals(&mut self, token: Token) {
        let is_split = self.is_split;
        self.is_split |= token.depth == 0;
        if self.value.is_some() {
            return;
        }
        let Some(name) = self.name.take() else { return };
        // In `?a%26token=b` the `=` belongs to the field outside.
        let is_field = token.depth >= name.depth || (is_split && name.delimiter != b'=');
        if is_field && name.text.is_secret(self.rules) {
            let Name { delimiter, depth, .. } = name;
            self.value = Some(Value { start: token.end, delimiter, depth });
        } else {
            // The value may be a list of fields: `?form=password%3Da%26b%3Dc`.
            self.name = Some(Name { depth: token.depth.saturating_add(1), ..Name::after(token) });
        }
    }

    fn end_value(&mut self, end: usize, found: &mut dyn FnMut(Span)) {
        if let Some(value) = self.value.take().filter(|value| value.start < end) {
            found(Span::new(value.start, end));
        }
    }
}

impl Name {
    fn after(token: Token) -> Self {
        Self { delimiter: token.byte, depth: token.depth, text: FieldName::new() }
    }
}

impl Value {
    /// Whether a delimiter ends the value. After `;`, a value may be part of a path; elsewhere a `;` may be part of the
    /// secret.
    fn ends_at(self, token: Token) -> bool {
        let ends_field = match token.byte {
            b'&' | b'#' => true,
            _ => self.delimiter == b';',
        };
        ends_field && token.depth <= self.depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::secrets;

    fn found(text: &str) -> Vec<&str> {
        let mut spans = Vec::new();
        Fields::new(&secrets::DEFAULT).run(text.as_bytes(), 0, &mut |span| spans.push(span));
        spans.into_iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn fields_are_split_before_they_are_decoded() {
        for (text, values) in [
            ("?token=a&b=c", &["a"][..]),
            ("?b=c&token=a", &["a"]),
            ("?token=a%26b&c", &["a%26b"]),
            ("?token=a;b#c", &["a;b"]),
            ("?token=a?b/c", &["a?b/c"]),
            ("?%74oken=a", &["a"]),
            ("?a%26token=b", &[]),
            ("?x=1&a%26token=b", &[]),
            ("?a&token%3Db", &["b"]),
            ("?token=", &[]),
            ("?token", &[]),
            ("token=a", &[]),
            ("/x;token=a?b", &["a"]),
            ("?a;token=b;c", &["b"]),
            ("#token=a&sig=b", &["a", "b"]),
            ("?u=%3Ftoken%3Da%26b&c", &["a"]),
            ("?u=%3Ftoken=a&c", &["a"]),
            ("?u=%253Ftoken%253Da%2526b%26c", &["a"]),
            ("?u=?token=a", &["a"]),
            ("?form=token%3Da%26b", &["a"]),
            ("?form=token=a", &[]),
            ("?token=a&amp;b", &["a"]),
            ("?a&amp;token=b", &["b"]),
            ("？token＝a＆b", &["a"]),
        ] {
            assert_eq!(found(text), values, "{text}");
        }
    }
}
