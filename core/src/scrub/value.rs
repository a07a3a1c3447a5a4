//! The values of secret fields that are in quotation marks or braces, and may contain what separates words.

use super::separator::{is_separator, separator_before, trimmed};
use crate::diagnostics::redact::fields::{MAX_BLANKS, is_blank};
use crate::diagnostics::redact::quoted::Quoted;
use crate::diagnostics::secrets::{FieldName, Rules};
use crate::text::escape_sequence::ESC;

/// The limit on the length of a field name that is compared; longer ones count as those of secrets.
const MAX_NAME_LEN: usize = 128;

/// A value after which, or before which, a word ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) start: usize,
    /// The delimiter before the name of the field.
    delimiter: u8,
    /// Whether it needs no marks, since blanks are around the `=` before it.
    is_word: bool,
}

/// The field before a `=`.
enum Field {
    Ordinary,
    /// A name that is longer than [`MAX_NAME_LEN`], or has escapes.
    Unknown,
    /// A secret, after this delimiter; a space stands for those of connection strings.
    Secret(u8),
}

/// What is decided about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// The value is a secret of this length.
    Secret(usize),
    /// It is empty, and the mark of this length belongs to the text around it.
    Text(usize),
    /// The text ends before that is known.
    Undecided,
}

impl Value {
    /// Decides about the value at the beginning of a text.
    pub(super) fn decide(self, text: &[u8], outer: Option<u8>, is_whole: bool) -> Decision {
        match Quoted::read(text, outer, is_whole) {
            Quoted::Until(end) => Decision::Secret(end),
            Quoted::Undecided => Decision::Undecided,
            Quoted::Closing(len) => Decision::Text(len),
            Quoted::Unclosed(len) => {
                let len = len + self.unquoted_len(&text[len..]);
                Decision::Secret(len)
            }
            Quoted::No if self.is_word => self.decide_word(text, is_whole),
            Quoted::No => Decision::Text(0),
        }
    }

    /// Decides about a value without marks. It is empty if another field follows.
    fn decide_word(self, text: &[u8], is_whole: bool) -> Decision {
        let end = text.iter().position(|byte| is_separator(*byte));
        if end.is_none() && !is_whole {
            return Decision::Undecided;
        }
        let len = self.unquoted_len(text);
        if text[..len].contains(&b'=') { Decision::Text(0) } else { Decision::Secret(len) }
    }

    /// The length of a value without a closing mark.
    fn unquoted_len(self, text: &[u8]) -> usize {
        let is_end = |byte: &u8| {
            is_separator(*byte) || matches!(byte, b'&' | b'#') || *byte == b';' && matches!(self.delimiter, b';' | b' ')
        };
        let len = text.iter().position(is_end).unwrap_or(text.len());
        trimmed(&text[..len])
    }
}

/// The first value in marks in a word of a text that may end after the word, and whether it is decided that it is one.
pub(super) fn first(text: &[u8], (start, end): (usize, usize), rules: &Rules) -> Option<Value> {
    memchr::memchr_iter(b'=', &text[start..end]).map(|at| start + at).find_map(|at| {
        let blanks = text[at + 1..].iter().take_while(|byte| is_blank(**byte)).count();
        if blanks > 0 || text[..at].last().copied().is_some_and(is_blank) {
            let value = Value { start: at + 1 + blanks, delimiter: b' ', is_word: true };
            let is_there = value.start < text.len() && is_connection(without_blanks(&text[..at]), rules);
            return is_there.then_some(value);
        }
        let is_mark = matches!(text.get(at + 1), Some(b'\'' | b'"' | b'{' | b'\\' | b'&' | b'%'));
        if !is_mark || Quoted::read(&text[at + 1..], None, false) == Quoted::No || is_in_word(&text[at + 1..end]) {
            return None;
        }
        match field(&text[start..at], rules) {
            Field::Secret(delimiter) => Some(Value { start: at + 1, delimiter, is_word: false }),
            Field::Ordinary | Field::Unknown => None,
        }
    })
}

/// Whether the marks that a value begins with are in one word, as in `?sig={}$a`: the fields of the word tell where it ends.
fn is_in_word(word: &[u8]) -> bool {
    match Quoted::read(word, None, true) {
        Quoted::Until(len) => {
            let rest = &word[len..];
            trimmed(rest) > 0 && !matches!(rest[0], b';' | b'&' | b'#' | b',')
        }
        _ => false,
    }
}

/// Whether the value of a secret field may begin after a `=`.
pub(super) fn may_begin(before: &[u8], rules: &Rules) -> bool {
    match before {
        [.., last] if is_blank(*last) => is_connection(without_blanks(before), rules),
        _ => !matches!(field(before, rules), Field::Ordinary),
    }
}

/// The start of the name of a secret of a connection string at the end of a text, if its value may follow: only a few blanks
/// and a `=` do so far.
pub(super) fn unfinished(text: &[u8], rules: &Rules) -> Option<usize> {
    let before = without_blanks(text);
    let before = before.strip_suffix(b"=").map_or(before, without_blanks);
    let is_near = text.len() - before.len() <= MAX_BLANKS;
    (is_near && is_connection(before, rules)).then(|| separator_before(before, 0, before.len()))
}

fn without_blanks(text: &[u8]) -> &[u8] {
    let len = text.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    &text[..len]
}

/// Whether a text ends with the name of a secret of a connection string.
fn is_connection(before: &[u8], rules: &Rules) -> bool {
    name(before, rules).is_ok_and(|(delimiter, name)| delimiter != b'=' && rules.is_connection(&name))
}

/// The field whose name a text ends with.
fn field(before: &[u8], rules: &Rules) -> Field {
    let (delimiter, name) = match name(before, rules) {
        Ok(found) => found,
        Err(field) => return field,
    };
    if matches!(delimiter, b'?' | b'&' | b'#' | b';' | b':') && name.is_secret(rules) {
        return Field::Secret(delimiter);
    }
    if delimiter != b'=' && rules.is_connection(&name) { Field::Secret(b' ') } else { Field::Ordinary }
}

/// The name that a text ends with, after a delimiter.
///
/// # Errors
/// If it is not that of a secret, or unknown.
fn name(before: &[u8], rules: &Rules) -> Result<(u8, FieldName), Field> {
    let is_name = |byte: &u8| {
        !is_separator(*byte) && !matches!(byte, b'?' | b'&' | b'#' | b';' | b'=' | b',' | b'\'' | b'(' | b'{' | b'|')
    };
    let len = before.iter().rev().take(MAX_NAME_LEN).take_while(|byte| is_name(byte)).count();
    if len == MAX_NAME_LEN {
        return Err(Field::Unknown);
    }
    let (rest, name) = before.split_at(before.len() - len);
    // In a file of npm: `//registry.example/:_authToken=…`.
    let (rest, name) = match name.windows(2).rposition(|two| two == b"/:") {
        Some(at) => before.split_at(rest.len() + at + 2),
        None => (rest, name),
    };
    if rules.is_ordinary(name) {
        return Err(Field::Ordinary);
    }
    let mut field = FieldName::new();
    for byte in name {
        if matches!(*byte, b'%' | ESC) || !byte.is_ascii() {
            return Err(Field::Unknown);
        }
        field.push(*byte, rules);
    }
    Ok((rest.last().copied().unwrap_or(b' '), field))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::secrets::DEFAULT;

    #[test]
    fn names_before_a_value() {
        let limits = [127, 128].map(|len| "a".repeat(len));
        for (before, may) in [
            ("/?token", true),
            ("/?page=1&token", true),
            ("/;token", true),
            ("/#token", true),
            ("token", false),
            ("x token", false),
            ("x,token", false),
            ("?page", false),
            ("password", true),
            ("(password", true),
            ("a|password", true),
            ("a password", true),
            ("a?password", true),
            ("a=password", false),
            // What is decoded may be a secret.
            ("?tok%65n", true),
            ("?\x1B[1mtoken", true),
            ("?ｔoken", true),
            (&limits[0], false),
            (&limits[1], true),
        ] {
            assert_eq!(may_begin(before.as_bytes(), &DEFAULT), may, "{before}");
        }
    }

    #[test]
    fn values_in_marks() {
        for (text, value) in [
            ("x /?token='a b'", Some(("'a b'", b'?'))),
            ("x host=h;password={a b}", Some(("{a b}", b';'))),
            ("x (password={a b}", Some(("{a b}", b' '))),
            ("x ?page='a'&token='b'", Some(("'b'", b'&'))),
            ("x ;token=&quot;a b&quot;", Some(("&quot;a b&quot;", b';'))),
            ("x ?token=a'b'", None),
            ("x ?token=&b", None),
            ("x ?token=\\b", None),
            ("x ?token=%20", None),
            ("x ?tok%65n='a'", None),
            ("x ?token=", None),
            ("x =a", None),
            // More after the marks, in the same word, belongs to the value, and the fields tell where it ends.
            ("x ?token={}$a", None),
            ("x ?token='a'$b", None),
            ("x ?token='a'&b", Some(("'a'&b", b'?'))),
            ("x ?token='a';b", Some(("'a';b", b'?'))),
            ("x ?token='a',b", Some(("'a',b", b'?'))),
            ("x ?token='a'#b", Some(("'a'#b", b'?'))),
            ("x ?token='a').", Some(("'a').", b'?'))),
        ] {
            let end = 2 + text[2..].find(' ').unwrap_or(text.len() - 2);
            let found = first(text.as_bytes(), (2, end), &DEFAULT).map(|value| (&text[value.start..], value.delimiter));
            assert_eq!(found, value, "{text}");
        }
    }

    #[test]
    fn the_end_of_a_value() {
        let decide = |text: &str, delimiter, is_whole| {
            Value { start: 0, delimiter, is_word: false }.decide(text.as_bytes(), Some(b'"'), is_whole)
        };
        for (text, delimiter, decision) in [
            ("'a b';c", b'?', Decision::Secret(5)),
            ("'a;b", b'?', Decision::Secret(4)),
            ("'a;b", b';', Decision::Secret(2)),
            ("'a;b", b' ', Decision::Secret(2)),
            ("'a&b", b'?', Decision::Secret(2)),
            ("'a#b", b'?', Decision::Secret(2)),
            ("'a b", b'?', Decision::Secret(2)),
            ("'a.", b'?', Decision::Secret(2)),
            ("\\\"a.b", b'?', Decision::Secret(5)),
            ("\"", b'?', Decision::Text(1)),
            ("a", b'?', Decision::Text(0)),
        ] {
            assert_eq!(decide(text, delimiter, true), decision, "{text}");
        }
        assert_eq!(decide("'a", b'?', false), Decision::Undecided);
    }
}
