//! The schemes that the URL Standard calls special, and its names of schemes.

/// The special schemes.
pub(crate) const SPECIAL: [&str; 6] = ["http", "https", "ws", "wss", "ftp", "file"];

/// The port of a special scheme.
pub(crate) fn default_port(scheme: &str) -> Option<&'static str> {
    match scheme {
        "http" | "ws" => Some("80"),
        "https" | "wss" => Some("443"),
        "ftp" => Some("21"),
        _ => None,
    }
}

/// The scheme of a text, in lower case, without the characters that the standard removes (URL Standard, scheme state).
#[cfg(feature = "url")]
pub(crate) fn scheme(text: &str) -> Option<String> {
    let text = text.trim_start_matches(|c: char| c <= ' ');
    let mut scheme = String::new();
    for c in text.chars().filter(|c| !is_removed(*c)) {
        match c {
            ':' if !scheme.is_empty() => return Some(scheme),
            'a'..='z' | 'A'..='Z' => scheme.push(c.to_ascii_lowercase()),
            '0'..='9' | '+' | '-' | '.' if !scheme.is_empty() => scheme.push(c),
            _ => return None,
        }
    }
    None
}

/// Whether the standard removes a character, wherever it stands.
#[cfg(feature = "url")]
pub(crate) const fn is_removed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}
