//! Emphasis of Markdown and punctuation of the sentence at the end of a URL.

use super::url_end;

/// The characters of emphasis and strikethrough in Markdown.
const EMPHASIS: [u8; 3] = *b"*_~";

/// The number of each emphasis character directly before a URL. At least as many at its end belong to Markdown.
#[derive(Clone, Copy, Default)]
pub(super) struct Emphasis([usize; EMPHASIS.len()]);

impl Emphasis {
    /// Counts the emphasis characters at the end of `bytes`.
    pub(super) fn before(bytes: &[u8]) -> Self {
        let mut emphasis = Self::default();
        for byte in bytes.iter().rev() {
            let Some(count) = emphasis.count(*byte) else {
                break;
            };
            *count += 1;
        }
        emphasis
    }

    /// Removes punctuation and closing emphasis from the end of a text.
    pub(super) fn trim(mut self, text: &str) -> &str {
        let has_backslashes = url_end::has_backslashes(text);
        let is_punctuation = |found| is_punctuation(found) || found == '\\' && !has_backslashes;
        let mut text = text.trim_end_matches(is_punctuation);
        while let Some(len) = self.closing_len(text) {
            text = text[..text.len() - len].trim_end_matches(is_punctuation);
        }
        text
    }

    /// The length of closing emphasis at the end of a text: what was opened directly before it, `**`, and what follows a
    /// host, which contains none of these. In a path they are data, as in `/wiki/The_Lord_of_the_Rings_`.
    fn closing_len(&mut self, text: &str) -> Option<usize> {
        let count = self.count(*text.as_bytes().last()?)?;
        if *count > 0 {
            *count -= 1;
            return Some(1);
        }
        if text.ends_with("**") {
            return Some(text.len() - text.trim_end_matches('*').len());
        }
        let host = text.split_once("://")?.1.trim_end_matches(EMPHASIS.map(char::from));
        let is_host = host.ends_with(char::is_alphanumeric) && !host.contains(['/', '?', '#']);
        is_host.then_some(1)
    }

    fn count(&mut self, byte: u8) -> Option<&mut usize> {
        let place = EMPHASIS.iter().position(|mark| *mark == byte)?;
        self.0.get_mut(place)
    }
}

/// Whether a character at the end of a URL belongs to the sentence. Closing brackets belong to the URL if it opened
/// them.
fn is_punctuation(found: char) -> bool {
    matches!(found, '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '`' | '|' | '(' | '[' | '{')
        || matches!(found, '‘' | '’' | '′' | '″' | '–' | '—' | '\u{AD}' | '\u{2060}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many emphasis characters as precede a URL are excluded at its end.
    #[test]
    fn markdown_emphasis_is_excluded() {
        for (before, text, url) in [
            ("**", "x:a**", "x:a"),
            ("**", "x:a**.", "x:a"),
            ("**", "x:a.**", "x:a"),
            ("**", "x:a*", "x:a"),
            ("*", "x:a**", "x:a*"),
            ("_**", "x:a**_!", "x:a"),
            ("~~", "x:a~~,", "x:a"),
            ("_", "x:a_b_", "x:a_b"),
            ("_", "x:a_b", "x:a_b"),
            ("_", "x:a*", "x:a*"),
            ("* ", "x:a*", "x:a*"),
            ("*(", "x:a)*", "x:a"),
            ("b_", "x:a_", "x:a"),
            // A sentence that ends with a URL.
            ("", "x:a**", "x:a"),
            ("", "x:a*", "x:a*"),
            ("", "x://h**", "x://h"),
            ("", "x://h*.", "x://h"),
            ("", "x://h/a**.", "x://h/a"),
            ("", "x://h_.", "x://h"),
            ("", "x://h:1~~", "x://h:1"),
            ("", "x://h/a_", "x://h/a_"),
            ("", "x://h/a_b_", "x://h/a_b_"),
            ("", "x://h/a*", "x://h/a*"),
            ("", "x://h/a~~!", "x://h/a~~"),
            ("", "x://h/__a__", "x://h/__a__"),
            ("_", "x://h/a_b_", "x://h/a_b"),
            ("_", "x://h/a_b__", "x://h/a_b_"),
            ("", "x://h/a***", "x://h/a"),
            ("", "x://h/*", "x://h/*"),
            ("", "x://h/~", "x://h/~"),
            ("", "x://h/**", "x://h/"),
            ("", "x://h/?a=b**", "x://h/?a=b"),
            ("", "x://h/?a=b_", "x://h/?a=b_"),
            ("", "x://h/#__a__", "x://h/#__a__"),
            ("", "x://h**b", "x://h"),
            ("", "x://*.h/*/b", "x://*.h/*/b"),
        ] {
            let rough = &text[..url_end::rough_len(text, url_end::Around::default())];
            assert_eq!(Emphasis::before(before.as_bytes()).trim(rough), url, "{before}{text}");
        }
    }
}
