//! Texts that all rulebooks read alike, found without reading them by each.

use anyurl_core::{Implementation, Profile, Registry};

/// The longest host that is looked at here: no label of it can be too long.
const MAX_HOST: usize = 63;

/// Whether a registry reads http and https as their documents say, and not as a registry file says.
pub(crate) fn has_web(registry: &Registry) -> bool {
    [("http", 80), ("https", 443)].into_iter().all(|(scheme, port)| {
        [Profile::Rfc1738, Profile::Current].into_iter().all(|profile| {
            registry.get(scheme, profile).is_some_and(|entry| {
                entry.implementation() == Implementation::Static && entry.registration().default_port == Some(port)
            })
        })
    })
}

/// Whether all rulebooks that accept a text read it alike, if a registry with [the web](has_web) accepts it strictly.
///
/// Of such texts they read differently: hosts that end in a number, escapes and other odd characters in hosts, logins, dot
/// segments.
pub(crate) fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(rest) = bytes.strip_prefix(b"https://").or_else(|| bytes.strip_prefix(b"http://")) else { return false };
    let Some(host) = plain_host(rest) else { return false };
    let rest = &rest[host..];
    let has_dots =
        || rest.windows(2).any(|pair| pair == b"/.") || memchr::memchr_iter(b'%', rest).any(|at| is_dot(&rest[at..]));
    (rest.is_empty() || rest[0] == b'/') && !has_dots()
}

/// The length of a host at the start of a text, if it is a plain name: labels of letters, digits and single hyphens, the last of
/// which begins with a letter.
fn plain_host(text: &[u8]) -> Option<usize> {
    let mut label = 0;
    for (at, byte) in text.iter().copied().chain([b'/']).take(MAX_HOST).enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {}
            b'-' if at > label && text[at - 1] != b'-' => {}
            b'.' if is_label(&text[label..at]) => label = at + 1,
            b'/' => {
                let last = &text[label..at];
                return (is_label(last) && last[0].is_ascii_alphabetic()).then_some(at);
            }
            _ => return None,
        }
    }
    None
}

fn is_label(label: &[u8]) -> bool {
    label.last().is_some_and(|last| *last != b'-')
}

/// Whether an escape is one of a dot.
fn is_dot(escape: &[u8]) -> bool {
    matches!(escape, [_, b'2', b'e' | b'E', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_texts() {
        for (text, expected) in [
            ("http://h", true),
            ("http://h/", true),
            ("https://a-b.Example.com/a/b.html?q=1%20#f", true),
            ("http://h?q", false),
            ("http://h:80/", false),
            ("http://u@h/", false),
            ("http://127.1/", false),
            ("http://h.1a/", false),
            ("http://h./", false),
            ("http://a..b/", false),
            ("http://-a/", false),
            ("http://a-/", false),
            ("http://a_b/", false),
            ("http://xn--a/", false),
            ("http://ab--c.com/", false),
            ("http:///h", false),
            ("http://h%41/", false),
            ("http://h/../a", false),
            ("http://h/.a", false),
            ("http://h/%2E%2e/a", false),
            ("HTTP://h/", false),
            ("ftp://h/", false),
            ("", false),
        ] {
            assert_eq!(is_plain(text), expected, "{text}");
        }
        assert!(is_plain(&format!("http://{}/", "a".repeat(62))) && !is_plain(&format!("http://{}/", "a".repeat(63))));
    }
}
