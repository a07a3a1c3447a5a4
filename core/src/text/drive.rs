//! Paths of Windows that are given where a URL is expected.

/// The help for a text that begins like a path of Windows; a scheme of one letter is possible, but not registered.
pub(crate) const HELP: &str = "a path of Windows is not a URL: write `C:\\dir` as `file:///C:/dir`";

/// Whether a text begins with a letter, a colon and a slash or backslash, as `C:\dir` does.
pub(crate) fn looks_like_path(text: &str) -> bool {
    matches!(text.as_bytes(), [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic())
        && !text[2..].starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::looks_like_path;

    #[test]
    fn drives_and_schemes() {
        for path in [r"C:\", "c:/dir", r"Z:\\x"] {
            assert!(looks_like_path(path), "{path}");
        }
        for url in ["c://h", "c:x", "cd:/x", "1:/x", "", "c:"] {
            assert!(!looks_like_path(url), "{url}");
        }
    }
}
