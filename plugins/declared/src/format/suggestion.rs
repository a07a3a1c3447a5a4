//! What a message says about an unknown word of an enum.

use anyurl_core::internal::similar_names;

use super::keywords::Keyword;

/// All words of an enum, for messages.
pub(super) fn all_words<W: Keyword>() -> String {
    let words: Vec<_> = W::ALL.iter().map(|one| format!("`{}`", one.as_str())).collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// Suggests the nearest word, or lists all.
pub(super) fn suggestion<W: Keyword>(word: &str) -> String {
    match similar_names(word, W::ALL.iter().map(|one| one.as_str())).first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write {}", all_words::<W>()),
    }
}
