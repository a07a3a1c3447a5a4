//! Globs: `*` matches any run of characters, `?` matches one; all other characters match themselves.

/// Returns whether a text matches a pattern, ignoring ASCII case. `*` also matches dots, as in the claim `com.example.*`.
///
/// ```
/// use anyurl_declared::format::glob;
///
/// assert!(glob("com.example.*", "com.example.a.b"));
/// assert!(!glob("com.example.*", "com.example"));
/// assert!(glob("schemes/*.toml", "schemes/x-lake.toml"));
/// ```
pub fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    // The last `*` and the end of the text that it matches. Backtracking to the last `*` alone is sufficient.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(b'?') => (p, t) = (p + 1, t + 1),
            Some(byte) if byte.eq_ignore_ascii_case(&text[t]) => (p, t) = (p + 1, t + 1),
            _ => {
                let Some((at, taken)) = star else {
                    return false;
                };
                star = Some((at, taken + 1));
                (p, t) = (at + 1, taken + 1);
            }
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks() {
        for (pattern, text, expect) in [
            ("", "", true),
            ("*", "", true),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("?x", "ax", true),
            ("?x", "x", false),
            ("X-Lake", "x-lake", true),
            ("**", "ab", true),
        ] {
            assert_eq!(glob(pattern, text), expect, "{pattern} {text}");
        }
    }

    /// Only the last star is retried, so the work is at most the product of the lengths.
    #[test]
    fn many_stars_end() {
        assert!(!glob(&"*a".repeat(200), &"a".repeat(199)));
    }
}
