//! Ends of URLs in running text: what belongs to the sentence or the markup around a URL.

use core::ops::Range;

use super::url_start::SCHEME;

/// The length of the URL at the start of a text, including punctuation of the sentence after it.
pub(super) fn rough_len(text: &str) -> usize {
    // Reads to the end, so that the compiler makes vectors of it.
    if !text.bytes().fold(false, |any, byte| any | may_end_url(byte)) {
        return text.len();
    }
    let mut brackets = Brackets::default();
    let mut is_end = |at: usize, found: char| {
        ends_url(found) || !brackets.count(found) || found == '|' && begins_url(&text[at + 1..])
    };
    let end = text.char_indices().find(|(at, found)| is_end(*at, *found));
    let text = &text[..end.map_or(text.len(), |(at, _)| at)];
    let host = host(text);
    let ends_host = |mark: &str| text[host.clone()].find(mark).map(|len| host.start + len);
    ends_host("|").into_iter().chain(ends_host("**")).min().unwrap_or(text.len())
}

/// Whether a URL may end before a byte, other than those between runs: at a bracket, an emphasis, or another script.
fn may_end_url(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'|' | b'}' | b'*') || !byte.is_ascii()
}

/// The host and port after the colon and two slashes; an empty range if there are none.
fn host(text: &str) -> Range<usize> {
    let Some((scheme, rest)) = text.split_once(':').filter(|(_, rest)| rest.starts_with("//")) else {
        return 0..0;
    };
    let start = scheme.len() + "://".len();
    let end = rest[2..].find(['/', '?', '#']).map_or(text.len(), |len| start + len);
    text[start..end].rfind('@').map_or(start, |sign| start + sign + 1)..end
}

/// Whether a text begins with the name of a scheme and two slashes.
fn begins_url(text: &str) -> bool {
    let name = text.bytes().take_while(|byte| SCHEME.has(*byte)).count();
    name > 0 && text[name..].starts_with("://")
}

/// The number of open brackets of each kind.
#[derive(Default)]
struct Brackets([usize; 3]);

impl Brackets {
    /// Counts one character; returns `false` if it closes a bracket that is not open.
    fn count(&mut self, found: char) -> bool {
        const OPENING: &str = "([{";
        const CLOSING: &str = ")]}";
        if let Some(kind) = OPENING.find(found) {
            self.0[kind] += 1;
        } else if let Some(kind) = CLOSING.find(found) {
            let Some(left) = self.0[kind].checked_sub(1) else {
                return false;
            };
            self.0[kind] = left;
        }
        true
    }
}

/// Whether a non-ASCII character ends a URL: whitespace, control characters, quotation marks, and punctuation of
/// scripts that use no space after it.
fn ends_url(found: char) -> bool {
    if found.is_ascii() {
        return false;
    }
    found.is_whitespace()
        || found.is_control()
        || matches!(found, '…' | '«' | '»' | '‹' | '›' | '“' | '”' | '„' | '‟' | '\u{200B}' | '\u{FEFF}')
        || matches!(found, '、'..='。' | '〈'..='】' | '〔'..='〟')
        || matches!(found, '！' | '（' | '）' | '，' | '：' | '；' | '？' | '［' | '］')
}

#[cfg(test)]
mod tests {
    use super::super::emphasis::Emphasis;
    use super::*;

    #[test]
    fn punctuation_is_excluded_and_brackets_are_balanced() {
        for (text, url) in [
            ("x:a", "x:a"),
            ("x:a.", "x:a"),
            ("x:a.b,", "x:a.b"),
            ("x:a?!...", "x:a"),
            ("x:a/", "x:a/"),
            ("x:a).", "x:a"),
            ("x:a(b)", "x:a(b)"),
            ("x:a(b).)", "x:a(b)"),
            ("x:a(b)).", "x:a(b)"),
            ("x:a(", "x:a"),
            ("x:a(b", "x:a(b"),
            ("x:[1]/}", "x:[1]/"),
            ("x:a)[b](x:c)", "x:a"),
            ("x:a'", "x:a"),
            ("x:a'b", "x:a'b"),
            ("x:a”—b", "x:a"),
            ("x:a’", "x:a"),
            ("x:é…", "x:é"),
            ("x:a\u{A0}b", "x:a"),
            ("x:a，b", "x:a"),
            ("x:a…b", "x:a"),
            ("x:a...b", "x:a...b"),
            ("x:a_", "x:a_"),
            // The columns of a table.
            ("x://h/a|", "x://h/a"),
            ("x://h/a|y://h/b|", "x://h/a"),
            ("x://h/a|b", "x://h/a|b"),
            ("x://h/a|y:b", "x://h/a|y:b"),
            ("x://h|b", "x://h"),
            ("x://u:p|w@h:1|b", "x://u:p|w@h:1"),
        ] {
            let rough = &text[..rough_len(text)];
            assert_eq!(Emphasis::default().trim(rough), url, "{text}");
        }
    }
}
