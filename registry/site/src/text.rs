//! Text as HTML and as a picture shows it.

use std::borrow::Cow;
use std::fmt;

use anyurl_core::internal::visible_lines;

/// A text of several lines as [`visible_lines`] shows it, and without the two noncharacters that XML forbids.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let shown = visible_lines(text);
    if shown.contains(NONCHARACTERS) { shown.replace(NONCHARACTERS, "\u{FFFD}").into() } else { shown }
}

const NONCHARACTERS: [char; 2] = ['\u{FFFE}', '\u{FFFF}'];

/// Writes text as HTML and XML, for an element or a quoted attribute.
pub(crate) fn write_escaped(to: &mut impl fmt::Write, text: &str) -> fmt::Result {
    let text = visible(text);
    let mut rest = &*text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
        to.write_str(&rest[..at])?;
        to.write_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        })?;
        rest = &rest[at + 1..];
    }
    to.write_str(rest)
}

/// [`write_escaped`] as a value.
pub(crate) fn escaped(text: &str) -> String {
    let mut to = String::with_capacity(text.len());
    // Writing to a `String` cannot fail.
    let _ = write_escaped(&mut to, text);
    to
}

/// The first characters of a text, with `…` if there are more.
pub(crate) fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some(_) => {
            let end = text.char_indices().nth(most.saturating_sub(1)).map_or(0, |(at, _)| at);
            format!("{}…", &text[..end]).into()
        }
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_invisible_characters_are_shown() {
        for (text, html) in [
            ("a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;"),
            ("</pre><script>", "&lt;/pre&gt;&lt;script&gt;"),
            ("a\u{202E}b\u{200B}c\u{FEFF}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
            ("a\n\tb\r\0\x1B\x7F", "a\n\tb\u{240D}\u{2400}\u{241B}\u{2421}"),
            ("müßig 漢字", "müßig 漢字"),
        ] {
            assert_eq!(escaped(text), html);
        }
    }

    #[test]
    fn long_texts_are_cut() {
        for (text, cut_text) in [("abc", "abc"), ("abcd", "ab…"), ("äöüß", "äö…")] {
            assert_eq!(cut(text, 3), cut_text);
        }
    }
}
