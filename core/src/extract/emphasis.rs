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

    /// The length of closing emphasis at the end of a text: what was opened before it, `**`, and every such character
    /// that follows a word at the end of an authority or the path behind it, as in GitHub Flavored Markdown §6.9. A
    /// segment such as `/*` is data.
    fn closing_len(&mut self, text: &str) -> Option<usize> {
        let count = self.count(*text.as_bytes().last()?)?;
        if *count > 0 {
            *count -= 1;
            return Some(1);
        }
        if text.ends_with("**") {
            return Some(2);
        }
        let is_in_path = text.contains("://") && !text.contains(['?', '#']);
        let follows_word = text.trim_end_matches(EMPHASIS.map(char::from)).ends_with(char::is_alphanumeric);
        (is_in_path && follows_word).then_some(1)
    }

    fn count(&mut self, byte: u8) -> Option<&mut usize> {
        let place = EMPHASIS.iter().position(|mark| *mark == byte)?;
        self.0.get_mut(place)
    }
}

/// Whether a character at the end of a URL belongs to the sentence. Closing brackets belong to the URL if it opened
/// them.
fn is_punctuation(found: char) -> bool {
    matches!(found, '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '`' | '|' | '(' | '[' | '{' | '‘' | '’' | '–' | '—')
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
            ("", "x://h/a_", "x://h/a"),
            ("", "x://h/a~~!", "x://h/a"),
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
            let rough = &text[..url_end::rough_len(text, false, false)];
            assert_eq!(Emphasis::before(before.as_bytes()).trim(rough), url, "{before}{text}");
        }
    }
}
