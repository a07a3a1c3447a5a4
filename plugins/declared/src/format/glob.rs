//! Globs: `*` for any run of characters, `?` for one; everything else stands for itself.

/// Whether a text is of a pattern, without regard to case. `*` passes over dots, as in claims: `com.example.*`.
///
/// ```
/// use locator_declared::format::glob;
///
/// assert!(glob("com.example.*", "com.example.a.b"));
/// assert!(!glob("com.example.*", "com.example"));
/// assert!(glob("schemes/*.toml", "schemes/x-lake.toml"));
/// ```
pub fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    // Where the last `*` stands, and up to where it has taken text: the only place to come back to.
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

    /// Every star but the last is forgotten, so that the work is the product of the lengths at most.
    #[test]
    fn many_stars_end() {
        assert!(!glob(&"*a".repeat(200), &"a".repeat(199)));
    }
}
