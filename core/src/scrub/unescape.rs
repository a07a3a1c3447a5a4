//! Decodes the escapes that a text format wraps around a URL: those of JSON and programming languages, and character
//! references of HTML. Percent-encoding belongs to the URL, and stays.

/// A decoded text, and the offset in the original text of each byte and of the end.
pub(super) struct Unescaped {
    pub(super) text: Vec<u8>,
    pub(super) offsets: Vec<usize>,
}

/// How often a text is decoded: JSON in JSON in JSON in HTML.
const MAX_DEPTH: usize = 4;

/// Named character references of the characters that divide URLs, and of those that end them.
const NAMED: [(&[u8], u8); 13] = [
    (b"amp", b'&'),
    (b"apos", b'\''),
    (b"bsol", b'\\'),
    (b"colon", b':'),
    (b"commat", b'@'),
    (b"equals", b'='),
    (b"gt", b'>'),
    (b"lt", b'<'),
    (b"num", b'#'),
    (b"percnt", b'%'),
    (b"quest", b'?'),
    (b"quot", b'"'),
    (b"sol", b'/'),
];

/// Decodes a text repeatedly. `None` if nothing is escaped.
pub(super) fn unescape(text: &[u8]) -> Option<Unescaped> {
    memchr::memchr2(b'\\', b'&', text)?;
    let offsets: Vec<usize> = (0..=text.len()).collect();
    let mut unescaped = Unescaped { text: text.to_vec(), offsets };
    for _ in 0..MAX_DEPTH {
        if !unescaped.decode_once() {
            break;
        }
    }
    (unescaped.text.len() < text.len()).then_some(unescaped)
}

impl Unescaped {
    /// Returns whether anything was escaped.
    fn decode_once(&mut self) -> bool {
        let len = self.text.len();
        let (mut from, mut to) = (0, 0);
        while from < len {
            let (byte, used) = escape(&self.text[from..]).unwrap_or((self.text[from], 1));
            self.text[to] = byte;
            self.offsets[to] = self.offsets[from];
            (from, to) = (from + used, to + 1);
        }
        self.offsets[to] = self.offsets[len];
        self.text.truncate(to);
        self.offsets.truncate(to + 1);
        to < len
    }
}

/// The character that an escape at the beginning of a text stands for, and the length of the escape.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    match *text {
        [b'\\', b'u', b'0', b'0', high, low, ..] => hex(&[high, low]).map(|byte| (byte, 6)),
        [b'\\', b'x', high, low, ..] => hex(&[high, low]).map(|byte| (byte, 4)),
        [b'\\', byte @ (b'/' | b'\\' | b'"' | b'\'' | b':' | b'=' | b'@' | b'&' | b'?' | b'#' | b';' | b'%'), ..] => {
            Some((byte, 2))
        }
        [b'&', b'#', ..] => numeric(text),
        [b'&', ..] => named(text),
        _ => None,
    }
}

/// `&#64;` or `&#x40;`
fn numeric(text: &[u8]) -> Option<(u8, usize)> {
    let end = text.iter().take(12).position(|byte| *byte == b';')?;
    let byte = match &text[2..end] {
        [b'x' | b'X', digits @ ..] => hex(digits)?,
        digits => number(digits, 10)?,
    };
    Some((byte, end + 1))
}

/// `&amp;`
fn named(text: &[u8]) -> Option<(u8, usize)> {
    let end = text.iter().take(8).position(|byte| *byte == b';')?;
    let found = NAMED.iter().find(|(name, _)| text[1..end].eq_ignore_ascii_case(name));
    found.map(|(_, byte)| (*byte, end + 1))
}

fn hex(digits: &[u8]) -> Option<u8> {
    number(digits, 16)
}

/// The printable ASCII character with a number.
fn number(digits: &[u8], radix: u32) -> Option<u8> {
    let digits = std::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
    let number = u32::from_str_radix(digits, radix).ok()?;
    u8::try_from(number).ok().filter(|byte| (b' '..=b'~').contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded() {
        for (text, decoded) in [
            (r"https:\/\/h", Some("https://h")),
            (r"https:\\\/\\\/h", Some("https://h")),
            (r"a\u0026b\u003Dc\x40d", Some("a&b=c@d")),
            ("a&amp;b&#38;c&#x26;d&QUOT;", Some("a&b&c&d\"")),
            ("a&amp;amp;b", Some("a&b")),
            (r"a\\u0026", Some("a&")),
            (r"a\nb\u00e9\x07&eacute;&#233;&#;&#x;&;", None),
            ("a&b=c;d", None),
            (r"a\", None),
            ("&#+64;", None),
            ("", None),
        ] {
            let unescaped = unescape(text.as_bytes());
            let is = unescaped.as_ref().map(|one| String::from_utf8_lossy(&one.text).into_owned());
            assert_eq!(is.as_deref(), decoded, "{text}");
        }
    }

    #[test]
    fn offsets_are_those_of_the_text() {
        let text = r"a\\\/b&amp;c";
        let unescaped = unescape(text.as_bytes()).unwrap();
        assert_eq!(unescaped.text, b"a/b&c");
        assert_eq!(unescaped.offsets, [0, 1, 5, 6, 11, 12]);
    }
}
