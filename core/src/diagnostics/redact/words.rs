//! Masks secrets in messages about a text, which may repeat them.

use super::Redaction;
use super::fold::{Fold, Token};
use super::needles::Needles;
use super::search::{mask, merge};
use crate::diagnostics::secrets::{Search, Secrets};
use crate::text::prelude::*;
use crate::text::span::Span;

/// Secrets shorter than this are masked only as whole words, because a message contains single letters everywhere.
const MIN_PART_LEN: usize = 3;

impl Redaction {
    /// Masks the secrets of `text`, and anything else that looks like a login, in a message about it.
    ///
    /// Finds the secrets in any encoding, ignoring case.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let text = "ftp://u:S3%43RET@h/~";
    /// let words = "bad path after S3CRET (s3%63ret) in http://x:y@z/";
    /// let shown = Registry::builder().build().guess_secrets(text).mask_words(text, words);
    /// assert_eq!(shown, "bad path after *** (***) in http://x:***@z/");
    /// ```
    pub fn mask_words(&self, text: &str, words: &str) -> String {
        let mut secrets = self.spans().map(|secret| secret.of(text));
        mask_each(&mut secrets, words, Secrets::new().search(None))
    }

    /// [`Redaction::mask_words`], without searching for other logins.
    pub(crate) fn mask_secrets(&self, text: &str, words: &str) -> String {
        let mut secrets = self.spans().map(|secret| secret.of(text));
        mask_all(&mut secrets, words)
    }
}

/// Masks secrets, and anything else that looks like one, in a message.
pub(crate) fn mask_each(secrets: &mut dyn Iterator<Item = &str>, words: &str, search: Search<'_>) -> String {
    let shown = mask_all(secrets, words);
    let lines = shown.split_inclusive('\n').map(|line| mask(line, &search.prose(line)).into_owned());
    lines.collect()
}

/// Masks each occurrence of a secret.
fn mask_all(secrets: &mut dyn Iterator<Item = &str>, words: &str) -> String {
    let secrets = secrets.map(|secret| bytes(&tokens(secret)));
    let needles = Needles::new(secrets.filter(|secret| secret.iter().any(|byte| *byte != b'*')));
    if needles.is_empty() {
        return words.to_owned();
    }
    let tokens = tokens(words);
    let folded = bytes(&tokens);
    let span = |start: usize, end: usize| Span::new(tokens[start].start, tokens[end - 1].end);
    let found = needles.find(&folded, |start, end| {
        let is_word =
            !start.checked_sub(1).is_some_and(|before| is_letter(&folded, before)) && !is_letter(&folded, end);
        // A match that begins or ends within a character does not count.
        let span = span(start, end);
        let is_text = words.is_char_boundary(span.start()) && words.is_char_boundary(span.end());
        is_text && (is_word || end - start >= MIN_PART_LEN)
    });
    let mut masked = found.into_iter().map(|(start, end)| span(start, end)).collect();
    merge(&mut masked);
    mask(words, &masked).into_owned()
}

fn tokens(text: &str) -> Vec<Token> {
    Fold::new(text.as_bytes(), 0, true).collect()
}

/// The bytes of the tokens, in lower case.
fn bytes(tokens: &[Token]) -> Vec<u8> {
    let bytes = tokens.iter().map(|token| token.byte.to_ascii_lowercase());
    bytes.collect()
}

fn is_letter(folded: &[u8], at: usize) -> bool {
    folded.get(at).is_some_and(u8::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(text: &str) -> Redaction {
        Redaction::new(Secrets::new().guess(text))
    }

    #[test]
    fn secrets_are_masked_in_every_form() {
        let text = "x://u:p%40ss@h/";
        let hide = |words| guess(text).mask_words(text, words);
        for (words, shown) in [
            ("", ""),
            ("no p@ss, P%40SS, p%2540%73s", "no ***, ***, ***"),
            ("x://u:p%40ss@h/ is wrong", "x://u:***@h/ is wrong"),
            ("see 'ftp://a:b@c/' and\nhttp://d:80/", "see 'ftp://a:***@c/' and\nhttp://d:80/"),
            ("nothing of it: joe@h", "nothing of it: joe@h"),
        ] {
            assert_eq!(hide(words), shown);
        }
    }

    #[test]
    fn only_the_secrets_of_the_text() {
        let text = "x://u:p%40ss@h/";
        let shown = guess(text).mask_secrets(text, "p@ss in http://x:y@z/");
        assert_eq!(shown, "*** in http://x:y@z/");
        // What is masked already, or empty, is nothing to hide.
        for text in ["x://u:*@h/", "x://u:@h/"] {
            assert_eq!(guess(text).mask_secrets(text, "2 * 3 in ****"), "2 * 3 in ****");
        }
        // A part of a character is no match.
        let text = "x://u:%A9@h/";
        assert_eq!(guess(text).mask_secrets(text, "\u{e9} %A9"), "\u{e9} ***");
    }

    #[test]
    fn a_short_secret_is_masked_as_a_word() {
        let text = "x://u:a@h/";
        let hide = |words| guess(text).mask_words(text, words);
        assert_eq!(hide("a path: 'a', bad at a"), "*** path: '***', bad at ***");
    }
}
