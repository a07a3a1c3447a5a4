//! The split of RFC 3986 Appendix B: `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`.
//!
//! It divides every text and checks nothing. Programs that use it, or code like it, find the host by further rules of
//! thumb: user and password end at the last `@`, and the port begins at the last colon.

use crate::parts::Parts;

/// Divides a text.
pub(crate) fn split(text: &str) -> Parts {
    let mut parts = Parts::default();
    let mut rest = text;
    if let Some((scheme, after)) =
        rest.split_once(':').filter(|(name, _)| !name.is_empty() && !name.contains(['/', '?', '#']))
    {
        parts.scheme = Some(scheme.to_ascii_lowercase());
        rest = after;
    }
    if let Some((before, fragment)) = rest.split_once('#') {
        parts.fragment = Some(fragment.to_owned());
        rest = before;
    }
    if let Some((before, query)) = rest.split_once('?') {
        parts.query = Some(query.to_owned());
        rest = before;
    }
    if let Some(after) = rest.strip_prefix("//") {
        let end = after.find('/').unwrap_or(after.len());
        authority(&after[..end], &mut parts);
        rest = &after[end..];
    }
    rest.clone_into(&mut parts.path);
    parts
}

/// Divides an authority: `userinfo@host:port`.
fn authority(text: &str, parts: &mut Parts) {
    let host_and_port = match text.rsplit_once('@') {
        Some((userinfo, rest)) => {
            parts.userinfo = Some(userinfo.to_owned());
            rest
        }
        None => text,
    };
    parts.authority = Some(host_and_port.to_owned());
    let after_brackets = host_and_port.rfind(']').map_or(0, |end| end + 1);
    let colon = host_and_port[after_brackets..].rfind(':').map(|at| after_brackets + at);
    let (host, port) = match colon {
        Some(colon) => (&host_and_port[..colon], &host_and_port[colon + 1..]),
        None => (host_and_port, ""),
    };
    parts.host = Some(host.to_owned());
    let is_number = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    parts.port = is_number.then(|| port.to_owned());
}

/// Resolves a reference against a base, both of them divided (RFC 3986 §5.2.2).
pub(crate) fn resolve(base: &Parts, reference: Parts) -> Parts {
    if reference.scheme.is_some() {
        return Parts { path: remove_dot_segments(&reference.path), ..reference };
    }
    let scheme = base.scheme.clone();
    if reference.host.is_some() {
        return Parts { scheme, path: remove_dot_segments(&reference.path), ..reference };
    }
    let (path, query) = match reference.path.as_str() {
        "" => (base.path.clone(), reference.query.or_else(|| base.query.clone())),
        path if path.starts_with('/') => (remove_dot_segments(path), reference.query),
        path => (remove_dot_segments(&merge(base, path)), reference.query),
    };
    Parts { path, query, fragment: reference.fragment, ..base.clone() }
}

/// Puts a relative path in the place of the last segment of the base (RFC 3986 §5.2.3).
fn merge(base: &Parts, path: &str) -> String {
    if base.host.is_some() && base.path.is_empty() {
        return format!("/{path}");
    }
    let folder = base.path.rfind('/').map_or("", |slash| &base.path[..=slash]);
    format!("{folder}{path}")
}

/// RFC 3986 §5.2.4.
fn remove_dot_segments(path: &str) -> String {
    let (root, relative) = match path.strip_prefix('/') {
        Some(relative) => ("/", relative),
        None => ("", path),
    };
    let mut kept = Vec::new();
    let mut segments = relative.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    kept.pop();
                }
                if is_last {
                    kept.push("");
                }
            }
            _ => kept.push(segment),
        }
    }
    format!("{root}{}", kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text with its scheme, userinfo, host, port, path, query and fragment.
    type Row = (&'static str, [Option<&'static str>; 4], &'static str, [Option<&'static str>; 2]);

    #[test]
    fn texts_are_divided() {
        let rows: [Row; 12] = [
            ("http://u@h:1/p?q#f", [Some("http"), Some("u"), Some("h"), Some("1")], "/p", [Some("q"), Some("f")]),
            ("HTTP:p", [Some("http"), None, None, None], "p", [None, None]),
            ("//h", [None, None, Some("h"), None], "", [None, None]),
            ("/a:b", [None; 4], "/a:b", [None, None]),
            (":a", [None; 4], ":a", [None, None]),
            ("", [None; 4], "", [None, None]),
            ("x:?#", [Some("x"), None, None, None], "", [Some(""), Some("")]),
            ("x://a@b@c", [Some("x"), Some("a@b"), Some("c"), None], "", [None, None]),
            ("x://[::1]:80", [Some("x"), None, Some("[::1]"), Some("80")], "", [None, None]),
            ("x://[::1]", [Some("x"), None, Some("[::1]"), None], "", [None, None]),
            ("x://h:8o", [Some("x"), None, Some("h"), None], "", [None, None]),
            ("x://g.dom\\@h/", [Some("x"), Some("g.dom\\"), Some("h"), None], "/", [None, None]),
        ];
        for (text, [scheme, userinfo, host, port], path, [query, fragment]) in rows {
            let own = |text: Option<&str>| text.map(str::to_owned);
            let expected = Parts {
                scheme: own(scheme),
                userinfo: own(userinfo),
                host: own(host),
                port: own(port),
                path: path.to_owned(),
                query: own(query),
                fragment: own(fragment),
                ..Parts::default()
            };
            assert_eq!(Parts { authority: None, ..split(text) }, expected, "{text}");
        }
    }

    /// The examples of RFC 3986 §5.4.
    #[test]
    fn references_are_resolved() {
        let base = split("http://a/b/c/d;p?q");
        for (reference, expected) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../..", "http://a/"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("g/../h", "http://a/b/c/h"),
            ("http:g", "http:g"),
        ] {
            assert_eq!(resolve(&base, split(reference)), split(expected), "{reference}");
        }
    }
}
