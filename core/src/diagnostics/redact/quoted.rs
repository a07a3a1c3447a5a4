//! Values in quotation marks or braces, as connection strings have them: `'…'`, `"…"`, `\"…\"`, `{…}`, and marks in
//! the escapes of HTML, JSON and URLs.

/// The limit on the length of a value in marks. A longer one is read as if it had no marks.
pub(crate) const MAX_LEN: usize = 4096;

/// Marks in escapes: what opens a value, and what closes it.
const ESCAPED: [(&[u8], &[u8]); 12] = [
    (b"&quot;", b"&quot;"),
    (b"&apos;", b"&apos;"),
    (b"&#34;", b"&#34;"),
    (b"&#39;", b"&#39;"),
    (b"&#x27;", b"&#x27;"),
    (b"\\u0022", b"\\u0022"),
    (b"\\u0027", b"\\u0027"),
    (b"\\x22", b"\\x22"),
    (b"%22", b"%22"),
    (b"%27", b"%27"),
    (b"%7B", b"%7D"),
    (b"%7b", b"%7d"),
];

/// How a value begins, and where it ends if it is in marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quoted {
    /// It does not begin with a mark.
    No,
    /// It is empty: the mark, of this length, closes the text around it.
    Closing(usize),
    /// It is in marks, the last of which ends at this offset.
    Until(usize),
    /// It has an opening mark of this length and no closing one on its line.
    Unclosed(usize),
    /// The text ends before that is decided.
    Undecided,
}

/// What closes a value.
#[derive(Clone, Copy)]
enum Close<'m> {
    /// A mark after this number of backslashes.
    Mark { byte: u8, backslashes: usize },
    /// These bytes.
    Bytes(&'m [u8]),
}

impl Quoted {
    /// Reads the value at the beginning of a text. `outer` is the mark that the text around the value is in; `is_whole`
    /// says that nothing follows.
    pub(crate) fn read(text: &[u8], outer: Option<u8>, is_whole: bool) -> Self {
        let Some((len, close)) = open(text) else { return Self::No };
        if matches!(close, Close::Mark { byte, backslashes: 0 } if outer == Some(byte)) {
            return Self::Closing(len);
        }
        let is_brace = matches!(close, Close::Mark { byte: b'}', .. } | Close::Bytes(b"%7D" | b"%7d"));
        match &text[len..] {
            [] | [b';' | b'\\'] if !is_whole => Self::Undecided,
            // As in `"…?token=", "…"`.
            []
            | [b',' | b'}' | b']' | b'>' | b')' | b'&' | 0..=b' ', ..]
            | [b';']
            | [b';', 0..=b' ', ..]
            | [b'\\', b'n', ..]
                if !is_brace =>
            {
                Self::Closing(len)
            }
            _ => match close.find(text, len, is_whole) {
                // Two texts of a program around a variable: `"…?token=" + t + "…"`.
                Self::Until(end) if text[len] == b'+' && text[len + 1..end - 1].ends_with(b"+") => Self::Closing(len),
                found => found,
            },
        }
    }
}

/// The length of the mark at the beginning of a text, and what closes it.
fn open(text: &[u8]) -> Option<(usize, Close<'static>)> {
    let backslashes = text.iter().take(16).take_while(|byte| **byte == b'\\').count();
    match text.get(backslashes) {
        Some(byte @ (b'\'' | b'"')) => Some((backslashes + 1, Close::Mark { byte: *byte, backslashes })),
        Some(b'{') if backslashes == 0 => Some((1, Close::Mark { byte: b'}', backslashes: 0 })),
        _ => {
            let (open, close) = ESCAPED.iter().find(|(open, _)| text.starts_with(open))?;
            Some((open.len(), Close::Bytes(close)))
        }
    }
}

impl Close<'_> {
    /// Finds the end of a value that begins at `start`, after the mark. A doubled mark is part of the value.
    fn find(self, text: &[u8], start: usize, is_whole: bool) -> Quoted {
        let mut at = start;
        loop {
            let byte = match text.get(at) {
                Some(b'\r' | b'\n') => return Quoted::Unclosed(start),
                _ if at - start >= MAX_LEN => return Quoted::Unclosed(start),
                None if is_whole => return Quoted::Unclosed(start),
                None => return Quoted::Undecided,
                Some(byte) => *byte,
            };
            match self.len_at(text, start, at, byte) {
                Some(0) => return Quoted::Unclosed(start),
                Some(len) => {
                    let rest = &text[(at + len).min(text.len())..];
                    match self.doubles(rest) {
                        Some(more) => at += len + more,
                        None if self.may_double(rest) && !is_whole => return Quoted::Undecided,
                        // It rather opens another text.
                        None if rest.first().is_some_and(u8::is_ascii_alphanumeric) => return Quoted::Unclosed(start),
                        None => return Quoted::Until(at + len),
                    }
                }
                None => at += 1,
            }
        }
    }

    /// The length of the closing mark at an offset; 0 if the text around the value ends there.
    fn len_at(self, text: &[u8], start: usize, at: usize, found: u8) -> Option<usize> {
        match self {
            Self::Mark { byte, backslashes } if found == byte => {
                let before = text[start..at].iter().rev().take(32).take_while(|byte| **byte == b'\\').count();
                match before.cmp(&backslashes) {
                    _ if byte == b'}' => Some(1),
                    core::cmp::Ordering::Less => Some(0),
                    core::cmp::Ordering::Equal => Some(1),
                    core::cmp::Ordering::Greater => None,
                }
            }
            // The end of a text of JSON or of a program.
            Self::Mark { .. } if found == b'"' => {
                matches!(text.get(at + 1), Some(b',' | b'}' | b']' | b':' | b')' | b';')).then_some(0)
            }
            Self::Mark { .. } => None,
            Self::Bytes(close) => text[at..].starts_with(close).then_some(close.len()),
        }
    }

    /// The length of a second closing mark directly after the first.
    fn doubles(self, rest: &[u8]) -> Option<usize> {
        match self {
            Self::Mark { byte, backslashes } => {
                let is_same = rest.len() > backslashes
                    && rest[backslashes] == byte
                    && rest[..backslashes].iter().all(|byte| *byte == b'\\');
                is_same.then_some(backslashes + 1)
            }
            Self::Bytes(close) => rest.starts_with(close).then_some(close.len()),
        }
    }

    /// Whether the text ends before that is known.
    fn may_double(self, rest: &[u8]) -> bool {
        match self {
            Self::Mark { backslashes, .. } => rest.len() <= backslashes && rest.iter().all(|byte| *byte == b'\\'),
            Self::Bytes(close) => rest.len() < close.len() && close.starts_with(rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_at_their_marks() {
        for (text, value) in [
            ("'a;b';x", Some("'a;b'")),
            ("'a b' x", Some("'a b'")),
            ("'it''s';x", Some("'it''s'")),
            ("'it\\'s';x", Some("'it\\'s'")),
            ("\"a\";x", Some("\"a\"")),
            ("\\\"a\\\";x", Some("\\\"a\\\"")),
            ("{x;REST};y", Some("{x;REST}")),
            ("{a}}b};y", Some("{a}}b}")),
            ("&quot;a&quot;;x", Some("&quot;a&quot;")),
            ("%27a%26b%27&x", Some("%27a%26b%27")),
            ("a'b'", None),
            ("\", \"b\"", None),
            ("\">x\"", None),
            ("\"+t+\"&x", None),
            ("\"+t\"&x", Some("\"+t\"")),
            ("\"+\"&x", Some("\"+\"")),
            ("{a\\};x", Some("{a\\}")),
            ("\\{a}", None),
            ("\\\"a\\\"\\\"b\\\";x", Some("\\\"a\\\"\\\"b\\\"")),
        ] {
            let found = match Quoted::read(text.as_bytes(), None, true) {
                Quoted::Until(end) => Some(&text[..end]),
                Quoted::No | Quoted::Closing(_) => None,
                other => panic!("{text}: {other:?}"),
            };
            assert_eq!(found, value, "{text}");
        }
        for text in ["'a b", "'a\nb'", "\\\"a\"b\\\"", "'a\",\"b':1", "{a", "'a and 'b'"] {
            assert!(matches!(Quoted::read(text.as_bytes(), None, true), Quoted::Unclosed(_)), "{text}");
        }
        assert_eq!(Quoted::read(b"\"a\"", Some(b'"'), true), Quoted::Closing(1));
        for text in ["'", "'a", "'a'", "{a}", "\\\"a\\\"", "\\\"a\\\"\\", "&quot;a&quot;&qu"] {
            assert_eq!(Quoted::read(text.as_bytes(), None, false), Quoted::Undecided, "{text}");
        }
        for (text, end) in [("'a';", 3), ("\\\"a\\\";", 5), ("&quot;a&quot;;x", 13), ("&quot;a&quot;&x", 13)] {
            assert_eq!(Quoted::read(text.as_bytes(), None, false), Quoted::Until(end), "{text}");
        }
    }

    #[test]
    fn long_values_have_no_marks() {
        let value = |len: usize| ["'", &"a".repeat(len), "';"].concat();
        assert_eq!(Quoted::read(value(MAX_LEN - 1).as_bytes(), None, false), Quoted::Until(MAX_LEN + 1));
        assert_eq!(Quoted::read(value(MAX_LEN).as_bytes(), None, false), Quoted::Unclosed(1));
    }
}
