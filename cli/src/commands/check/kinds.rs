//! Which failures are of one kind: `check` counts them in one row, and draws one picture for them.

use anyurl::authors::Requirement;
use anyurl::{Error, ErrorKind};

/// Whether two requirements are counted together. Several requirements may share an id, and two may have the same text.
pub(super) fn is_same(a: &Requirement, b: &Requirement) -> bool {
    (a.id(), a.text()) == (b.id(), b.text())
}

/// Whether one picture stands for two errors: they break one requirement by a character of one kind.
pub(super) fn is_alike(a: &Error, b: &Error) -> bool {
    is_same(a.requirement(), b.requirement()) && of(a) == of(b)
}

/// What is wrong, in words, if it is a character.
pub(super) fn cause(error: &Error) -> Option<String> {
    let found = error.character().filter(|_| error.kind() == ErrorKind::Unexpected)?;
    Some(match kind_of(found) {
        '0' => "unexpected digit".to_owned(),
        'a' => "unexpected letter".to_owned(),
        '\0' => "unexpected control character".to_owned(),
        'é' => "unexpected character outside US-ASCII".to_owned(),
        ' ' => "unexpected space".to_owned(),
        '`' => "unexpected backquote".to_owned(),
        found => format!("unexpected `{found}`"),
    })
}

/// The kind of the character that an error is at, if it is at one.
pub(super) fn of(error: &Error) -> Option<char> {
    error.character().map(kind_of)
}

/// The kind of a character, as one of its kind.
fn kind_of(found: char) -> char {
    match found {
        '0'..='9' => '0',
        'a'..='z' | 'A'..='Z' => 'a',
        '\0'..='\x1F' | '\x7F' => '\0',
        found if found.is_ascii() => found,
        _ => 'é',
    }
}
