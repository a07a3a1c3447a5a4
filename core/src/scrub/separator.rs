//! What divides a text into words.

use super::unescape::BELL;
use crate::text::escape_sequence::ESC;

/// Whether a byte ends every URL. What begins and ends the escape sequences of terminals does not.
pub(super) fn is_separator(byte: u8) -> bool {
    SEPARATORS[usize::from(byte)]
}

/// For each byte, whether it is a separator: nearly every byte of a text is looked at.
static SEPARATORS: [bool; 256] = {
    let mut separators = [false; 256];
    let mut byte = 0;
    while byte <= b' ' {
        separators[byte as usize] = !matches!(byte, ESC | BELL);
        byte += 1;
    }
    let others = b"\"<>`\x7F";
    let mut n = 0;
    while n < others.len() {
        separators[others[n] as usize] = true;
        n += 1;
    }
    separators
};

/// The start of the word that contains the byte at `at`, not before `from`.
pub(super) fn separator_before(text: &[u8], from: usize, at: usize) -> usize {
    let separator = text[from..at].iter().rposition(|byte| is_separator(*byte));
    separator.map_or(from, |separator| from + separator + 1)
}

/// The end of the word that contains the byte at `at`.
pub(super) fn separator_after(text: &[u8], at: usize) -> usize {
    let separator = text[at..].iter().position(|byte| is_separator(*byte));
    separator.map_or(text.len(), |separator| at + separator)
}

/// The length without the punctuation at the end, which belongs to the text around a URL.
pub(super) fn trimmed(text: &[u8]) -> usize {
    let is_punctuation = |byte: &u8| b"\\',.;:)]}".contains(byte);
    text.iter().rposition(|byte| !is_punctuation(byte)).map_or(0, |last| last + 1)
}
