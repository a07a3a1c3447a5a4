//! What a message says about an unknown word of an enum.

use anyurl_core::internal::similar_names;

use super::keywords::Word;

/// All words of an enum, for messages.
pub(super) fn all_words(words: &[Word]) -> String {
    let words: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// Suggests the nearest word, or lists all.
pub(super) fn suggestion(words: &[Word], word: &str) -> String {
    match similar_names(word, words.iter().map(|(word, _)| *word)).first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write {}", all_words(words)),
    }
}
