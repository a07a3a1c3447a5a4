//! Changes of a whole URL: scheme, path, query and pairs, in URLs of real schemes.

use crate::{OwnedUrl, Url};
use anyurl::{BuildError, Options, PairList};

type Change = fn(&Url<'_>) -> Result<OwnedUrl, BuildError>;

/// The changed text, or the component that the error is about.
fn changed(text: &str, change: Change) -> String {
    let options = if text.contains('#') { Options::new() } else { Options::new().rfc1738() };
    let url = crate::rfc1738().parser().options(options).parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    match change(&url) {
        Ok(url) => {
            let again = crate::rfc1738().parser().options(options).parse(url.as_str());
            assert!(again.is_ok(), "{text} is changed to {}", url.as_str());
            url.as_str().to_owned()
        }
        Err(error) => format!("error: {}", error.component()),
    }
}

fn check(change: Change, rows: &[(&str, &str)]) {
    for (text, expect) in rows {
        assert_eq!(changed(text, change), *expect, "{text}");
    }
}

#[test]
fn schemes() {
    check(
        |url| url.with_scheme("https"),
        &[
            ("http://h:80/a?b", "https://h:80/a?b"),
            ("http://h", "https://h"),
            ("ws://h/chat", "https://h/chat"),
            ("ftp://u:p@h/a", "https://u:p@h/a"),
            // For ftp, a question mark is data of the path.
            ("ftp://h/a?b", "error: scheme"),
            ("mailto:a@h", "error: scheme"),
            ("x-foo://h/~a#b", "https://h/~a#b"),
        ],
    );
    check(|url| url.with_scheme("http"), &[("https://u@h/", "error: scheme"), ("https://h/~a", "error: scheme")]);
    check(|url| url.with_scheme("a b"), &[("http://h/", "error: scheme")]);
    check(|url| url.with_scheme(""), &[("http://h/", "error: scheme")]);
}

#[test]
fn paths() {
    check(
        |url| url.with_path("b c/~d:%"),
        &[
            ("http://h", "http://h/b%20c/%7Ed%3A%25"),
            ("https://h/a?q#f", "https://h/b%20c/~d:%25?q#f"),
            ("ftp://h/a;type=i", "ftp://h/b%20c/%7Ed%3A%25"),
            ("gopher://h/0a", "gopher://h/b%20c/%7Ed%3A%25"),
            ("file:///etc/motd", "file:///b%20c/%7Ed%3A%25"),
            ("mailto:a@h", "error: path"),
        ],
    );
    check(|url| url.with_path(""), &[("https://h/a?q", "https://h?q"), ("nntp://h/g/1", "error: path")]);
}

#[test]
fn segments() {
    check(
        |url| url.with_path_segment("b/c"),
        &[
            ("http://h", "http://h/b%2Fc"),
            ("http://h/a/", "http://h/a/b%2Fc"),
            ("https://h/a?q", "https://h/a/b%2Fc?q"),
            ("file:///etc", "file:///etc/b%2Fc"),
            ("ftp://h/a;type=i", "error: path"),
            ("urn:isbn:0451450523", "error: path"),
        ],
    );
    check(|url| url.with_path_segment(".."), &[("http://h/a", "error: path")]);
}

#[test]
fn queries() {
    check(
        |url| url.with_query("a=b c/d&e"),
        &[
            ("http://h/", "http://h/?a=b%20c%2Fd&e"),
            ("https://h?x#f", "https://h?a=b%20c/d&e#f"),
            ("ftp://h/a", "error: query"),
            ("gopher://h/1", "error: query"),
            ("wais://h/d?x", "wais://h/d?a=b%20c%2Fd&e"),
        ],
    );
}

#[test]
fn pairs() {
    check(
        |url| {
            let mut pairs = PairList::new(url.query().unwrap_or_default());
            pairs.retain(|name, _| name != b"b");
            pairs.sort();
            url.with_pairs(&pairs)
        },
        &[
            ("https://h/?c=%7E&a=1&b=2#f", "https://h/?a=1&c=%7E#f"),
            ("http://h/x?b", "http://h/x"),
            ("ftp://h/x?b", "ftp://h/x?b"),
        ],
    );
}

/// A change in lenient mode starts from the canonical form.
#[test]
fn lenient_urls() {
    let url = crate::rfc1738().parser().lenient().parse("HTTPS://h:443/a b?x y").unwrap();
    assert_eq!(url.with_path_segment("c").unwrap().as_str(), "https://h/a%20b/c?x%20y");
    assert_eq!(url.with_scheme("http").unwrap().as_str(), "http://h/a%20b?x%20y");
}
