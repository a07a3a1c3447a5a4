//! Searches a text for fields, `name=value`, whose names are those of secrets.
//!
//! A field follows `?`, `&`, `#` or `;`, or `/:` in a file of npm; one of a connection string also follows white space, a
//! comma or a bracket, and may have a few blanks around its `=`. As with logins, the delimiters may be encoded, because the
//! value of a field can be a URL. Nothing is decoded before it is split: in `?a%26token=b` there is one field, `a&token`.

use super::fold::Token;
use super::placeholder;
use super::quoted::Quoted;
use crate::diagnostics::secrets::{FieldName, Rules};
use crate::text::span::Span;

/// Stands for everything that a field of a connection string follows, except a comma.
const SPACE: u8 = b' ';

/// The limit on the number of blanks between the name of a secret of a connection string and its `=`.
pub(crate) const MAX_BLANKS: usize = 16;

/// Whether a byte can be around the `=` of a connection string.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The search for fields.
pub(super) struct Fields<'s> {
    text: &'s [u8],
    rules: &'s Rules,
    /// The name that is being read.
    name: Option<Name>,
    /// The same name, as one of a connection string.
    connection: Option<Name>,
    /// The secret value that is being read.
    value: Option<Value>,
    /// The end of a value in quotation marks.
    quoted_end: usize,
    /// Whether the current field of the text itself, not of a URL in it, has its `=`.
    is_split: bool,
    /// Whether the text itself has a field.
    has_field: bool,
    /// Whether the last token was a slash.
    after_slash: bool,
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
    pub(super) fn new(text: &'s [u8], rules: &'s Rules) -> Self {
        let connection = Some(Name { delimiter: SPACE, depth: 0, text: FieldName::new() });
        let (is_split, has_field, after_slash) = (false, false, false);
        Self { text, rules, name: None, connection, value: None, quoted_end: 0, is_split, has_field, after_slash }
    }

    /// Reads the next token of the text.
    pub(super) fn step(&mut self, token: Token, found: &mut dyn FnMut(Span)) {
        if token.start < self.quoted_end {
            return;
        }
        let after_slash = core::mem::replace(&mut self.after_slash, token.byte == b'/');
        match token.byte {
            b'?' | b'&' | b'#' | b';' => self.delimiter(token, found),
            b'=' => self.equals(token, found),
            b':' if self.takes_colon() => self.begin_value(token, b',', token.depth, found),
            // `//registry.example/:_authToken=…`
            b':' if after_slash && self.value.is_none() => self.name = Some(Name::after(token)),
            b' ' | b'\t' if self.precedes_equals(token.end) => {}
            b',' | b' ' | b'\t' | b'\'' | b'"' | b'(' | b'{' | b'|' => self.soft_delimiter(token, found),
            byte => {
                for name in self.name.iter_mut().chain(&mut self.connection) {
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
        self.connection = None;
        self.is_split &= token.depth > 0;
        self.has_field |= token.depth == 0;
    }

    /// A delimiter of connection strings only.
    fn soft_delimiter(&mut self, token: Token, found: &mut dyn FnMut(Span)) {
        if self.value.is_some_and(|value| value.ends_at(token)) {
            self.end_value(token.start, found);
        }
        if let Some(name) = &mut self.name {
            name.text.push(token.byte, self.rules);
        }
        let delimiter = if token.byte == b',' { b',' } else { SPACE };
        self.connection = Some(Name { delimiter, ..Name::after(token) });
    }

    fn equals(&mut self, token: Token, found: &mut dyn FnMut(Span)) {
        let is_split = self.is_split;
        self.is_split |= token.depth == 0;
        if self.value.is_some() {
            return;
        }
        let (name, connection) = (self.name.take(), self.connection.take());
        // In `?a%26token=b` the `=` belongs to the field outside; in `/a%3Ftoken=b` there is none.
        let is_inside = |name: &Name| name.delimiter != b'=' && (is_split || !self.has_field);
        let is_field = |name: &Name| token.depth >= name.depth || is_inside(name);
        let is_secret = |name: &&Name| is_field(name) && name.text.is_secret(self.rules);
        let is_connection = |name: &&Name| is_field(name) && self.rules.is_connection(&name.text);
        let secret = name.as_ref().filter(is_secret).or(connection.as_ref().filter(is_connection));
        match secret {
            Some(name) if !name.text.is_added(self.rules) && is_harmless(name, &self.text[token.end..]) => {}
            Some(name) => {
                let is_connection = self.rules.is_connection(&name.text);
                let end = if is_connection { after_blanks(self.text, token.end) } else { token.end };
                self.begin_value(Token { end, ..token }, name.delimiter, name.depth, found);
            }
            // The value may be a list of fields: `?form=password%3Da%26b%3Dc`.
            None => {
                self.name = name.map(|_| Name { depth: token.depth.saturating_add(1), ..Name::after(token) });
            }
        }
    }

    fn begin_value(&mut self, token: Token, delimiter: u8, depth: u8, found: &mut dyn FnMut(Span)) {
        let mut start = token.end;
        self.quoted_end = start;
        if let Quoted::Until(len) = Quoted::read(&self.text[start..], None, true) {
            self.quoted_end = start + len;
            found(Span::new(start, self.quoted_end));
            (self.name, self.connection) = (None, None);
            // What follows the marks is part of the value, too: `?sig={}$a&b`.
            start = self.quoted_end;
        }
        self.value = Some(Value { start, delimiter, depth });
    }

    /// Ends the value that reaches to an offset.
    pub(super) fn end_value(&mut self, end: usize, found: &mut dyn FnMut(Span)) {
        if let Some(value) = self.value.take().filter(|value| value.start < end) {
            found(Span::new(value.start, end));
        }
    }

    /// Whether only blanks are between the name of a secret of a connection string, which ends before a blank, and its `=`.
    fn precedes_equals(&self, from: usize) -> bool {
        let is_secret = |name: &Name| self.rules.is_connection(&name.text);
        let next = || self.text[from..].iter().take(MAX_BLANKS).find(|byte| !is_blank(**byte));
        let mut names = self.connection.iter().chain(&self.name);
        self.value.is_none() && names.any(is_secret) && next() == Some(&b'=')
    }

    fn takes_colon(&self) -> bool {
        let mut names = self.name.iter().chain(&self.connection);
        self.value.is_none() && names.any(|name| name.text.takes_colon())
    }
}

/// Whether the value at the beginning of a text shows that its field is no secret.
fn is_harmless(name: &Name, value: &[u8]) -> bool {
    let ends_at_semicolon = matches!(name.delimiter, b';' | SPACE);
    placeholder::begins_value(value, ends_at_semicolon)
        || name.delimiter == b';' && is_mechanism(name, value)
        || name.delimiter == SPACE && is_folder(name, value)
}

/// Whether a variable of a shell has the current folder, `PWD=/tmp`, rather than a password.
fn is_folder(name: &Name, value: &[u8]) -> bool {
    let is_path = matches!(value, [b'/', ..] | [b'$', b'(', ..] | [b'A'..=b'Z' | b'a'..=b'z', b':', b'/' | b'\\', ..]);
    is_path && (name.text.is(b"pwd") || name.text.is(b"oldpwd"))
}

/// Whether a field of a login names a way to authenticate: `imap://joe;AUTH=PLAIN@h` (RFC 5092 §3.2, RFC 4422 §3.1).
fn is_mechanism(name: &Name, value: &[u8]) -> bool {
    const MAX_LEN: usize = 21;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"*+-_".contains(byte);
    let len = value.iter().take(MAX_LEN).take_while(|byte| is_part(byte)).count();
    name.text.is(b"auth") && len > 0 && value.get(len) == Some(&b'@')
}

/// The start of a value after the `=` at the end of `text[..start]`: after blanks, unless another field follows these.
fn after_blanks(text: &[u8], start: usize) -> usize {
    let blanks = text[start..].iter().take_while(|byte| is_blank(**byte)).count();
    let word = text[start + blanks..].iter().take_while(|byte| !matches!(byte, b' ' | b'\t' | b';'));
    if word.copied().any(|byte| byte == b'=') { start } else { start + blanks }
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
        let ends_field = matches!(
            (self.delimiter, token.byte),
            (_, b'&' | b'#')
                | (b';', b'?' | b';')
                | (SPACE, b';' | b' ' | b'\t')
                | (b',', b',' | b';' | b' ' | b'\t' | b')')
        );
        ends_field && token.depth <= self.depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::redact::fold::Fold;
    use crate::diagnostics::secrets;
    use crate::text::prelude::*;

    fn found(text: &str) -> Vec<&str> {
        let mut spans = Vec::new();
        let mut fields = Fields::new(text.as_bytes(), &secrets::DEFAULT);
        Fold::new(text.as_bytes(), 0, false).for_each(|token| fields.step(token, &mut |span| spans.push(span)));
        fields.end_value(text.len(), &mut |span| spans.push(span));
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
            ("?token={}$a&b", &["{}", "$a"]),
            ("?%74oken=a", &["a"]),
            ("?a%26token=b", &[]),
            ("?x=1&a%26token=b", &[]),
            ("?a&token%3Db", &["b"]),
            ("?token=", &[]),
            ("?token", &[]),
            ("token=a", &[]),
            ("password=a", &["a"]),
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
            ("host=h user=u password=a dbname=x", &["a"]),
            ("host=h password='a b' dbname=x", &["'a b'"]),
            ("(host=h,password=a,db=x)", &["a"]),
            ("host = h password = a dbname = x", &["a"]),
            ("Server=h;Password  =  a;x=1", &["a"]),
            ("host=h password= dbname=x", &[]),
            ("password = 'a b' x", &["'a b'"]),
            ("page = a", &[]),
            ("PWD=/tmp OLDPWD=C:\\x pwd=$(pwd)", &[]),
            ("Uid=u;Pwd=/tmp;x=1", &["/tmp"]),
            ("?has_password=true&token=1&auth=0;x", &["0;x"]),
            ("?token=${TOKEN}&secret=$a", &["$a"]),
            ("?token=${TOKEN}'", &[]),
            ("?token=$A'a", &["$A'a"]),
            // A TAB is left out, as browsers do.
            ("password\t=\ta\tx=1", &["a\tx=1"]),
            ("password=\ta;b", &["a"]),
            (&("password".to_owned() + &" ".repeat(MAX_BLANKS) + "=a"), &["a"]),
            (&("password".to_owned() + &" ".repeat(MAX_BLANKS + 1) + "=a"), &[]),
            ("//r.example/:_authToken=a", &["a"]),
            ("//r.example:_authToken=a", &[]),
            ("/a%3Ftoken=b", &["b"]),
            ("/a%26token=b%26c", &["b"]),
            ("//joe;AUTH=PLAIN@h/", &[]),
            ("//;AUTH=*@h/a?b", &[]),
            ("//h/;AUTH=a", &["a"]),
            ("//h/?x;token=a@b", &["a@b"]),
            ("\"password=a b\"", &["a"]),
            ("AccountKey=a==;EndpointSuffix=x", &["a=="]),
            ("token=a key=b", &[]),
            ("Server=h;Password='a;b';x=1", &["'a;b'"]),
            ("://h;user=u;password={a;b};db=1", &["{a;b}"]),
            ("?token='a'&b", &["'a'"]),
            ("?token='a&b'&c", &["'a&b'"]),
            ("?a=x,X-BINDPW=b", &["b"]),
            ("?p=X:y,AWS_SESSION_TOKEN:a&b", &["a"]),
            ("?p=AWS_SESSION_TOKEN:a,b:c", &["a"]),
        ] {
            assert_eq!(found(text), values, "{text}");
        }
    }
}
