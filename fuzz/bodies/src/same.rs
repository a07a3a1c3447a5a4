//! Two URLs, one on each line: they mean the same if their canonical forms do.

use crate::{input, seeds};

/// Compares the two in both modes and both profiles, and each with other spellings of itself.
///
/// # Panics
/// If a property fails.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let (one, other) = input::line(text);
    for options in input::OPTIONS {
        let parser = anyurl::registry().parser().options(options);
        let (Ok(one), Ok(other)) = (parser.parse(one), parser.parse(other)) else { continue };
        let is_same = one.is_equivalent(&other);
        assert_eq!(is_same, other.is_equivalent(&one), "{text:?} {options:?}: not symmetric");
        let keys = (one.canonical_key(), other.canonical_key());
        assert_eq!(is_same, keys.0 == keys.1, "{text:?} {options:?}: {keys:?}");
        let forms = (one.to_canonical(), other.to_canonical());
        assert!(is_same || forms.0 != forms.1, "{text:?} {options:?}: both are {forms:?}");
        let again = parser.parse(&forms.0).unwrap_or_else(|error| panic!("{text:?} {options:?}: {forms:?}: {error}"));
        assert_eq!(is_same, again.is_equivalent(&other), "{text:?} {options:?}: not that of {forms:?}");
        assert!(!is_same || one.effective_port() == other.effective_port(), "{text:?} {options:?}");
    }
}

/// Each text of the registry with the one after it, with itself in another case, and with an escape for a letter.
pub fn seeds() -> Vec<Vec<u8>> {
    let texts = seeds::texts();
    let neighbours = texts.windows(2).map(|pair| format!("{}\n{}", pair[0], pair[1]));
    let upper = texts.iter().map(|text| format!("{text}\n{}", text.to_ascii_uppercase()));
    let escaped = texts.iter().map(|text| format!("{text}\n{}", text.replace('a', "%61")));
    neighbours.chain(upper).chain(escaped).map(String::into_bytes).collect()
}
