//! Escape sequences of terminals, which are no text: colours, links, titles (ECMA-48 §5.3 to §5.6, ECMA-35 §13).
//!
//! | sequence | form |
//! |---|---|
//! | control sequence, such as `ESC [ 1 m` | `ESC [` or U+009B, parameter bytes, intermediate bytes, a final byte |
//! | control string, such as the link `ESC ] 8 ; ; URL ESC \` | `ESC ]`, `ESC P`, `ESC ^`, `ESC _` or U+009D, text, then `ESC \`, U+009C or BEL |
//! | other escape sequence, such as `ESC ( B` | `ESC`, intermediate bytes, a final byte |
//!
//! A sequence ends within its line; what does not end is text.

/// The byte that begins a sequence.
pub(crate) const ESC: u8 = 0x1B;

/// The first byte of U+0080 to U+00BF in UTF-8, among them the control functions that also begin a sequence.
pub(crate) const C1: u8 = 0xC2;

/// Where in a sequence a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EscapeSequence {
    /// After ESC.
    Escape,
    /// After the first byte of a control function in UTF-8.
    C1,
    /// After ESC and intermediate bytes.
    Intermediate,
    /// Before or after a parameter byte of a control sequence.
    Parameters,
    /// After an intermediate byte of a control sequence.
    AfterParameters,
    /// In a control string.
    String,
    /// After ESC in a control string.
    StringEscape,
    /// After the first byte of U+009C, or of another character, in a control string.
    StringC1,
}

/// What the next byte is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A byte of the sequence, which goes on.
    Within(EscapeSequence),
    /// The last byte of the sequence.
    Last,
    /// No byte of a sequence: all bytes before it are text.
    Text,
}

impl EscapeSequence {
    /// The state after the first byte of a sequence.
    pub(crate) const fn begin(first: u8) -> Option<Self> {
        match first {
            ESC => Some(Self::Escape),
            C1 => Some(Self::C1),
            _ => None,
        }
    }

    /// Reads the next byte.
    pub(crate) const fn read(self, byte: u8) -> Step {
        use Step::{Last, Text, Within};
        match (self, byte) {
            (Self::Escape, b'[') | (Self::C1, 0x9B) | (Self::Parameters, b'0'..=b'?') => Within(Self::Parameters),
            (Self::Escape, b']' | b'P' | b'^' | b'_') | (Self::C1, 0x9D) => Within(Self::String),
            // Not a space, and no lower-case letter directly after ESC: a word may follow a lone ESC.
            (Self::Escape | Self::Intermediate, b'!'..=b'/') => Within(Self::Intermediate),
            (Self::Parameters | Self::AfterParameters, b' '..=b'/') => Within(Self::AfterParameters),

            (Self::Escape, b'0'..=b'_')
            | (Self::Intermediate, b'0'..=b'~')
            | (Self::Parameters | Self::AfterParameters, b'@'..=b'~')
            | (Self::String | Self::StringC1, 0x07)
            | (Self::StringEscape, b'\\')
            | (Self::StringC1, 0x9C) => Last,

            (Self::String | Self::StringC1, ESC) => Within(Self::StringEscape),
            (Self::String | Self::StringC1, C1) => Within(Self::StringC1),
            (Self::String | Self::StringC1, b'\t' | b' '..=b'~' | 0x80..) => Within(Self::String),
            _ => Text,
        }
    }

    /// Whether a control string is read, whose text can hold a URL of its own.
    pub(crate) const fn is_string(self) -> bool {
        matches!(self, Self::String | Self::StringEscape | Self::StringC1)
    }
}

/// The offset of the first byte that may begin a sequence.
pub(crate) fn find(text: &[u8]) -> Option<usize> {
    memchr::memchr2_iter(ESC, C1, text)
        .find(|at| text[*at] == ESC || matches!(text.get(at + 1), None | Some(0x9B | 0x9D)))
}

/// The length of the sequence at the beginning of a text, and whether it is a control string.
pub(crate) fn sequence(text: &[u8]) -> Option<(usize, bool)> {
    let mut state = EscapeSequence::begin(*text.first()?)?;
    for (at, byte) in text.iter().enumerate().skip(1) {
        match state.read(*byte) {
            Step::Within(next) => state = next,
            Step::Last => return Some((at + 1, state.is_string())),
            Step::Text => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_end_at_their_final_byte() {
        for (text, len, is_string) in [
            ("\x1B[mx", 3, false),
            ("\x1B[38;2;255;0;10mx", 16, false),
            ("\x1B[?25lx", 6, false),
            ("\x1B[>4;2 qx", 8, false),
            ("\u{9B}1mx", 4, false),
            ("\x1B(Bx", 3, false),
            ("\x1B7x", 2, false),
            ("\x1B=x", 2, false),
            ("\x1B]8;;http://h/\x1B\\x", 16, true),
            ("\x1B]0;title\x07x", 10, true),
            ("\x1B]0;é\u{9C}x", 8, true),
            ("\x1B]0;°\x07x", 7, true),
            ("\u{9D}8;;\x07x", 6, true),
            ("\x1B_Ga=T;AAAA\x1B\\x", 13, true),
        ] {
            assert_eq!(sequence(text.as_bytes()), Some((len, is_string)), "{text:?}");
        }
    }

    #[test]
    fn other_text_is_no_sequence() {
        for text in [
            "x",
            "\x1B",
            "\x1Bhttp:",
            "\x1B x",
            "\x1B[1",
            "\x1B[1 1m",
            "\x1B[1\nm",
            "\x1B[é",
            "\x1B]8;;x",
            "\x1B]8;;x\n\x07",
            "\x1B]8;;\x1Bx\\",
            "é",
            "°",
            "\u{85}",
        ] {
            assert_eq!(sequence(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(sequence(b"\xC2\x9B\xC2"), None);
    }
}
