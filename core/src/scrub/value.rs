//! The values of secret fields that are in quotation marks or braces, and may contain what separates words.

use super::separator::{is_separator, trimmed};
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
            Quoted::No => Decision::Text(0),
        }
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
        let is_mark = matches!(text.get(at + 1), Some(b'\'' | b'"' | b'{' | b'\\' | b'&' | b'%'));
        if !is_mark || Quoted::read(&text[at + 1..], None, false) == Quoted::No || is_in_word(&text[at + 1..end]) {
            return None;
        }
        match field(&text[start..at], rules) {
            Field::Secret(delimiter) => Some(Value { start: at + 1, delimiter }),
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
    !matches!(field(before, rules), Field::Ordinary)
}

/// The field whose name a text ends with.
fn field(before: &[u8], rules: &Rules) -> Field {
    let is_name = |byte: &u8| {
        !is_separator(*byte) && !matches!(byte, b'?' | b'&' | b'#' | b';' | b'=' | b',' | b'\'' | b'(' | b'{' | b'|')
    };
    let len = before.iter().rev().take(MAX_NAME_LEN).take_while(|byte| is_name(byte)).count();
    let (rest, name) = before.split_at(before.len() - len);
    if len == MAX_NAME_LEN {
        return Field::Unknown;
    }
    if rules.is_ordinary(name) {
        return Field::Ordinary;
    }
    let mut field = FieldName::new();
    for byte in name {
        if matches!(*byte, b'%' | ESC) || !byte.is_ascii() {
            return Field::Unknown;
        }
        field.push(*byte, rules);
    }
    let delimiter = rest.last().copied().unwrap_or(b' ');
    if matches!(delimiter, b'?' | b'&' | b'#' | b';') && field.is_secret(rules) {
        return Field::Secret(delimiter);
    }
    if delimiter != b'=' && rules.is_connection(&field) { Field::Secret(b' ') } else { Field::Ordinary }
}
