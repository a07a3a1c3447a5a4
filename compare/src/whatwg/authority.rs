//! The places of userinfo, host and port in a text, as the standard finds them (authority state, host state, port state).

use anyurl_core::Span;
use url::ParseError;

use super::violation::{ViolationName, WhatwgViolation};
use crate::special::{SPECIAL, is_removed, scheme};

/// The places of the parts of an authority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Authority {
    pub(crate) userinfo: Option<Span>,
    pub(crate) host: Span,
    pub(crate) port: Option<Span>,
    /// Whether the scheme is special.
    pub(crate) is_special: bool,
}

impl Authority {
    /// Finds the authority of a text, which may be relative to a base with this scheme.
    pub(crate) fn find(text: &str, base: Option<&str>) -> Option<Self> {
        let own = scheme(text);
        let after_scheme = match own {
            Some(_) => text.find(':')? + 1,
            None => text.len() - text.trim_start_matches(|c: char| c <= ' ').len(),
        };
        let scheme = own.as_deref().or(base);
        let is_special = scheme.is_some_and(|scheme| SPECIAL.contains(&scheme));
        let (start, delimiters): (_, &[char]) = if is_special {
            (after_slashes(text, after_scheme, own.as_deref(), base)?, &['/', '\\', '?', '#'])
        } else {
            (after_two_slashes(text, after_scheme)?, &['/', '?', '#'])
        };
        let end = text[start..].find(delimiters).map_or(text.len(), |end| start + end);
        let end = if end == text.len() { text.trim_end_matches(|c: char| c <= ' ').len().max(start) } else { end };
        Some(Self { is_special, ..Self::divide(text, Span::new(start, end), scheme == Some("file")) })
    }

    /// Where the path begins.
    pub(crate) fn end(&self) -> usize {
        self.port.unwrap_or(self.host).end()
    }

    fn divide(text: &str, all: Span, is_file: bool) -> Self {
        let authority = all.of(text);
        let at = authority.rfind('@').filter(|_| !is_file);
        let userinfo = at.map(|at| Span::new(all.start(), all.start() + at));
        let start = all.start() + at.map_or(0, |at| at + 1);
        let host_and_port = &text[start..all.end()];
        let mut is_inside = false;
        let colon = host_and_port.char_indices().find_map(|(at, c)| {
            match c {
                '[' => is_inside = true,
                ']' => is_inside = false,
                _ => {}
            }
            (c == ':' && !is_inside && !is_file).then_some(start + at)
        });
        let host = Span::new(start, colon.unwrap_or(all.end()));
        Self { userinfo, host, port: colon.map(|colon| Span::new(colon + 1, all.end())), is_special: false }
    }

    /// The error that the crate `url` does not see in a scheme that is not special: it lets a `\` end a port, and forgets a
    /// login without text at the end or with a colon, after which the standard requires a host (authority state).
    pub(super) fn overlooked(&self, text: &str) -> Option<ParseError> {
        if self.userinfo.is_some() && self.host.of(text).chars().all(is_removed) {
            return Some(ParseError::EmptyHost);
        }
        self.port.filter(|port| port.of(text).contains('\\')).map(|_| ParseError::InvalidPort)
    }

    /// Why the port is not valid.
    pub(crate) fn port_violation(&self, text: &str) -> WhatwgViolation {
        let port = self.port.map(|port| port.of(text)).unwrap_or_default();
        let is_number = port.chars().filter(|c| !is_removed(*c)).all(|c| c.is_ascii_digit());
        let name = if is_number { ViolationName::PortOutOfRange } else { ViolationName::PortInvalid };
        WhatwgViolation::new(name, self.port)
    }
}

/// Where the authority of a special scheme begins: after any number of slashes and backslashes.
fn after_slashes(text: &str, start: usize, scheme: Option<&str>, base: Option<&str>) -> Option<usize> {
    let is_slash = |c: char| c == '/' || c == '\\';
    let after = &text[start..];
    let authority = after.trim_start_matches(|c| is_slash(c) || is_removed(c));
    let slashes = after[..after.len() - authority.len()].chars().filter(|c| is_slash(*c)).count();
    let is_file = scheme.or(base) == Some("file");
    // Without them, the text is a path: that of a file, or relative to the base.
    let needs_slashes = scheme.is_none() || scheme == base || is_file;
    let is_path = needs_slashes && (slashes < 2 || is_file && slashes > 2);
    (!is_path).then_some(text.len() - authority.len())
}

/// Where the authority of another scheme begins: after exactly two slashes.
fn after_two_slashes(text: &str, start: usize) -> Option<usize> {
    let mut kept = text[start..].char_indices().filter(|(_, c)| !is_removed(*c));
    let (Some((_, '/')), Some((at, '/'))) = (kept.next(), kept.next()) else { return None };
    Some(start + at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authorities() {
        for (text, base, expected) in [
            ("http://u@h:1/", None, Some(("u", "h", "1"))),
            ("https://example.com\\@evil.com/", None, Some(("", "example.com", ""))),
            ("http://a@b@c", None, Some(("a@b", "c", ""))),
            ("http:h?@k", None, Some(("", "h", ""))),
            ("http:\\\\/h", None, Some(("", "h", ""))),
            (" ht\ttp:/\n/h:8 ", None, Some(("", "h", "8"))),
            ("http://[::1]:80", None, Some(("", "[::1]", "80"))),
            ("http://[::1", None, Some(("", "[::1", ""))),
            ("http:h", Some("http"), None),
            ("http:/\\h", Some("http"), Some(("", "h", ""))),
            ("\t//h", Some("http"), Some(("", "h", ""))),
            ("/h", Some("http"), None),
            ("file://h/a", None, Some(("", "h", ""))),
            ("file:///h", None, None),
            ("file:h", None, None),
            ("foo://u@h:1/@", None, Some(("u", "h", "1"))),
            ("foo://good\\@evil.com/", None, Some(("good\\", "evil.com", ""))),
            ("foo:/\t/h", None, Some(("", "h", ""))),
            ("foo:///h", None, Some(("", "", ""))),
            ("foo:/\\h", None, None),
            ("foo:h", None, None),
            ("//h", Some("foo"), Some(("", "h", ""))),
        ] {
            let found = Authority::find(text, base);
            let found = found.map(|found| {
                let of = |span: Option<Span>| span.map(|span| span.of(text)).unwrap_or_default();
                (of(found.userinfo), of(Some(found.host)), of(found.port))
            });
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
