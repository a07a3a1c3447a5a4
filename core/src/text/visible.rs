//! Texts of strangers, as they are shown: nothing is invisible, and nothing steers the terminal or the line.
//!
//! What has no picture of its own is in the general categories Cc (controls), Cf (format characters, such as the marks of
//! direction), Zl and Zp (separators of lines and paragraphs), or has the property `Default_Ignorable_Code_Point`, such as
//! variation selectors. This is the only list of them.

use alloc::borrow::Cow;
use core::fmt::{self, Write as _};

use crate::text::prelude::*;

/// The characters without a picture, as ranges in order. A test compares them with the Unicode Character Database.
const INVISIBLE: [(char, char); 27] = [
    ('\u{0}', '\u{1F}'),
    ('\u{7F}', '\u{9F}'),
    ('\u{AD}', '\u{AD}'),
    ('\u{34F}', '\u{34F}'),
    ('\u{600}', '\u{605}'),
    ('\u{61C}', '\u{61C}'),
    ('\u{6DD}', '\u{6DD}'),
    ('\u{70F}', '\u{70F}'),
    ('\u{890}', '\u{891}'),
    ('\u{8E2}', '\u{8E2}'),
    ('\u{115F}', '\u{1160}'),
    ('\u{17B4}', '\u{17B5}'),
    ('\u{180B}', '\u{180F}'),
    ('\u{200B}', '\u{200F}'),
    ('\u{2028}', '\u{202E}'),
    ('\u{2060}', '\u{206F}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{FE00}', '\u{FE0F}'),
    ('\u{FEFF}', '\u{FEFF}'),
    ('\u{FFA0}', '\u{FFA0}'),
    ('\u{FFF0}', '\u{FFFB}'),
    ('\u{110BD}', '\u{110BD}'),
    ('\u{110CD}', '\u{110CD}'),
    ('\u{13430}', '\u{1343F}'),
    ('\u{1BCA0}', '\u{1BCA3}'),
    ('\u{1D173}', '\u{1D17A}'),
    ('\u{E0000}', '\u{E0FFF}'),
];

/// Returns whether a character has a picture of its own; a blank has.
///
/// ```
/// use anyurl_core::internal::is_visible;
///
/// assert!(is_visible('a') && is_visible(' ') && is_visible('é'));
/// assert!(!is_visible('\t') && !is_visible('\u{200B}'));
/// ```
pub fn is_visible(found: char) -> bool {
    if found.is_ascii() {
        return !found.is_ascii_control();
    }
    let after = INVISIBLE.partition_point(|(first, _)| *first <= found);
    INVISIBLE[..after].last().is_none_or(|(_, last)| found > *last)
}

/// Returns a text in one line in which every character is seen: controls by their pictures, and everything else that
/// [is invisible](is_visible) as U+FFFD, so that a text can neither break a drawing nor steer the terminal.
///
/// ```
/// use anyurl_core::visible;
///
/// assert_eq!(visible("a\tb\nc"), "a\u{2409}b\u{240A}c");
/// assert_eq!(visible("user\u{202E}name"), "user\u{FFFD}name");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, is_visible)
}

/// Returns a text of several lines in which every character is seen: as [`visible`], but LF and TAB remain.
///
/// ```
/// assert_eq!(anyurl_core::internal::visible_lines("a\tb\r\nc"), "a\tb\u{240D}\nc");
/// ```
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |found| matches!(found, '\t' | '\n') || is_visible(found))
}

/// Writes one line, which only its own end ends: as [`visible`].
///
/// ```
/// use anyurl_core::internal::write_line;
///
/// let mut lines = String::new();
/// write_line(&mut lines, format_args!("owner  {}", "joe\nadmin"))?;
/// assert_eq!(lines, "owner  joe\u{240A}admin\n");
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # Errors
/// Those of the writer.
pub fn write_line(to: &mut impl fmt::Write, line: fmt::Arguments<'_>) -> fmt::Result {
    writeln!(to, "{}", visible(&line.to_string()))
}

/// Returns a text in JSON with every character that [is invisible](is_visible) as `\uXXXX`, which means the same; beyond
/// U+FFFF as a surrogate pair. The blanks between values of JSON remain.
///
/// ```
/// assert_eq!(anyurl_core::internal::visible_json("\"a\u{9B}\u{E0041}\"\n"), "\"a\\u009b\\udb40\\udc41\"\n");
/// ```
pub fn visible_json(json: &str) -> Cow<'_, str> {
    // Strings have no raw controls but DEL and C1, so each of these stands between values.
    let is_kept = |found| matches!(found, '\t' | '\n' | '\r') || is_visible(found);
    if json.chars().all(is_kept) {
        return json.into();
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for found in json.chars() {
        if is_kept(found) {
            escaped.push(found);
            continue;
        }
        for unit in found.encode_utf16(&mut [0; 2]) {
            // Writing to a `String` cannot fail.
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    }
    escaped.into()
}

fn replaced(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Reads to the end, so that the compiler makes vectors of it.
    let is_printable = text.bytes().fold(true, |all, byte| all & matches!(byte, b' '..=b'~'));
    if is_printable || text.chars().all(&is_kept) {
        return text.into();
    }
    text.chars().map(|found| if is_kept(found) { found } else { picture(found) }).collect()
}

/// The picture of a character that has none of its own.
fn picture(found: char) -> char {
    match found {
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(found)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7F' => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
    use icu_properties::{CodePointMapData, CodePointSetData};

    use super::*;

    #[test]
    fn the_unicode_character_database_agrees() {
        let category = CodePointMapData::<GeneralCategory>::new();
        let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
        for found in '\0'..=char::MAX {
            use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};

            let is_unseen = matches!(category.get(found), Control | Format | LineSeparator | ParagraphSeparator);
            assert_eq!(is_visible(found), !is_unseen && !ignorable.contains(found), "U+{:04X}", u32::from(found));
        }
    }

    #[test]
    fn what_is_shown_is_visible() {
        let all: String = ('\0'..=char::MAX).collect();
        assert!(visible(&all).chars().all(is_visible));
        assert!(visible_lines(&all).chars().all(|found| matches!(found, '\t' | '\n') || is_visible(found)));
    }

    #[test]
    fn json_means_the_same() {
        let all: String = ('\0'..=char::MAX).collect();
        let json = serde_json::to_string(&all).unwrap();
        let shown = visible_json(&json);
        assert!(shown.chars().all(is_visible));
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), all);
    }
}
