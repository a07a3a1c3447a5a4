use super::*;
use crate::diagnostics::secrets::{Schemes, Secrets};

/// What is found of logins alone.
fn logins() -> Secrets {
    Secrets::new().without_default_fields().lone_user(false)
}

fn guess(text: &str) -> Redaction {
    Redaction::new(logins().guess(text))
}

/// Schemes with these names, divided by spaces.
struct Names(&'static str);

impl Schemes for Names {
    fn is_scheme(&self, name: &str) -> bool {
        self.0.split(' ').any(|known| known == name)
    }

    fn declared(&self, _: &str, _: &mut dyn FnMut(Span)) -> Result<(), usize> {
        Err(0)
    }

    fn declares(&self, _: &str) -> bool {
        false
    }
}

fn guess_with(text: &str, names: &'static str) -> Redaction {
    Redaction::new(logins().search(Some(&Names(names))).guess(text))
}

fn accepted(url: Accepted<'_>, names: &'static str) -> Redaction {
    let mut found = Vec::new();
    logins().search(Some(&Names(names))).accepted(url, &mut |span| found.push(span));
    Redaction::new(found)
}

#[test]
fn guesses_hide_in_case_of_doubt() {
    for (text, shown) in [
        ("ftp://a:b@c@h/", "ftp://a:***@h/"),
        ("ftp://u:@h/", "ftp://u:@h/"),
        ("http:u:p@h", "http:u:***@h"),
        ("http:\\\\u:p@h", "http:\\\\u:***@h"),
        ("nonsense", "nonsense"),
        ("http://h/", "http://h/"),
        ("http://h:8080/x@y", "http://h:8080/x@y"),
        ("http://h:8o/x@y", "http://h:***@y"),
        // As browsers take it.
        ("https:/ghp_4f@h/", "https:/***@h/"),
        ("https:///ghp_4f@h/", "https:///***@h/"),
        ("https:\\ghp_4f@h/", "https:\\***@h/"),
        ("x:/ghp_4f@h/", "x:/ghp_4f@h/"),
        // A password that begins with a delimiter.
        ("https://joe:#pass@h/", "https://joe:***@h/"),
        ("https://joe:/pass@h/", "https://joe:***@h/"),
        ("https://joe:?a=b@h/", "https://joe:***@h/"),
        ("https://h:/x", "https://h:/x"),
        ("file://c:/x@y", "file://c:/x@y"),
        ("ssh://git@h:/x@2", "ssh://git@h:/x@2"),
        ("//u:p@h/", "//u:***@h/"),
        ("ftp//u:p@h/", "ftp//u:***@h/"),
        ("ftp://u:p@ss:w/rd@h/x", "ftp://u:***@h/x"),
        ("ftp://u:p@h:80/x@y", "ftp://u:***@h:80/x@y"),
        ("ftp://u:p@h/x@y~", "ftp://u:***@h/x@y~"),
        ("url:ftp://u:p@h/", "url:ftp://u:***@h/"),
        ("http://h/?u=ftp:%2F%2Fu:p@x%2F", "http://h/?u=ftp:%2F%2Fu:***@x%2F"),
        ("http://h/?u=ftp://u:p@x/&v=ftp://u:q@x/", "http://h/?u=ftp://u:***@x/&v=ftp://u:***@x/"),
        (
            "http://a:1@b/c://a:2@b/c://a:3@b/c://a:4@b/c://a:5@b/",
            "http://a:***@b/c://a:***@b/c://a:***@b/c://a:***@b/c://a:***@b/",
        ),
        // The secret found last is the first in the text.
        ("http://h/x:%2F%2Fu:0@b/c://a:1@b/", "http://h/x:%2F%2Fu:***@b/c://a:***@b/"),
    ] {
        assert_eq!(guess(text).apply(text), shown, "{text}");
    }
}

#[test]
fn parsed_urls_have_secrets() {
    let registry = crate::Registry::builder().build();
    for (text, shown) in [
        ("x-foo://u:p@h/", "x-foo://u:***@h/"),
        ("x-foo://u%3Ap@h/", "x-foo://u%3A***@h/"),
        ("x-foo://u:@h/", "x-foo://u:@h/"),
        ("x-foo://h/?u=ftp:%2F%2Fu:p@g", "x-foo://h/?u=ftp:%2F%2Fu:***@g"),
        ("x-foo://u@h:80/a", "x-foo://***@h:80/a"),
    ] {
        let redaction = registry.parse(text).unwrap().redaction();
        assert_eq!(redaction.apply(text), shown);
        assert_eq!(redaction.is_none(), text == shown);
    }
}

/// What a grammar accepts holds a login only where the scheme has one.
#[test]
fn accepted_urls_have_secrets() {
    for (text, host, user, password, shown) in [
        ("ftp://u:p@h:21/x", Some("h"), Some("u"), Some("p"), "ftp://u:***@h:21/x"),
        ("ftp://u%3Ap@h/", Some("h"), Some("u%3Ap"), None, "ftp://u%3A***@h/"),
        ("ftp://u:@h/", Some("h"), Some("u"), Some(""), "ftp://u:@h/"),
        ("http://h:80/a:b@c", Some("h"), None, None, "http://h:80/a:b@c"),
        ("http://h:x/", Some("h"), None, None, "http://h:x/"),
        ("http://h//a:b", Some("h"), None, None, "http://h//a:b"),
        ("http://h/?u=//a:b", Some("h"), None, None, "http://h/?u=//a:***"),
        ("file:///a:b@c", Some(""), None, None, "file:///a:b@c"),
        ("news:a:b@c", None, None, None, "news:a:b@c"),
        ("news:/a//b:c@d", None, None, None, "news:/a//b:***@d"),
        ("x:http://u:p@h", None, None, None, "x:http://u:***@h"),
    ] {
        let schemepart = Span::new(text.find(':').unwrap() + 1, text.len());
        let place = |part: &str, from: &str| {
            let start = text.find(from).unwrap() + from.len();
            Span::new(start, start + part.len())
        };
        let url = Accepted {
            text,
            schemepart,
            host: host.map(|part| place(part, if user.is_some() { "@" } else { "//" })),
            user: user.map(|part| place(part, "//")),
            password: password.map(|part| place(part, "//u:")),
            is_generic: false,
        };
        assert_eq!(accepted(url, "http ftp").apply(text), shown);
    }
}

/// A scheme may have its password anywhere.
#[test]
fn passwords_outside_of_a_login() {
    let text = "x:u;pw";
    let (user, password) = (Span::new(2, 3), Span::new(4, 6));
    let schemepart = Span::new(2, 6);
    let url = Accepted { text, schemepart, host: None, user: Some(user), password: Some(password), is_generic: false };
    assert_eq!(accepted(url, "").apply(text), "x:u;***");
    let text = "x:u%3Apw;h";
    let url = Accepted { text, user: Some(Span::new(2, 8)), password: None, ..url };
    assert_eq!(accepted(url, "").apply(text), "x:u%3A***;h");
}

#[test]
fn names_have_no_scheme() {
    for (name, shown) in [("http:u:p@h", "http:***@h"), ("x", "x"), ("//u:p@h", "//u:***@h")] {
        assert_eq!(Secrets::new().mask_name(name), shown);
    }
}

/// Only the password is hidden, in every form and position of a login.
#[test]
fn logins_are_found_in_every_form() {
    let hide = |text: &str| guess_with(text, "http ftp mailto wais").apply(text).into_owned();
    for (text, shown) in [
        ("http://u:S%40h/", "http://u:***%40h/"),
        ("http://u%3AS@h/", "http://u%3A***@h/"),
        ("http://u%253AS%2540h/", "http://u%253A***%2540h/"),
        ("ftp://u:S\u{FF20}h/", "ftp://u:***\u{FF20}h/"),
        ("http://u\u{FF1A}S@h/", "http://u\u{FF1A}***@h/"),
        ("http:\u{FF0F}\u{FF0F}u:S@h/", "http:\u{FF0F}\u{FF0F}u:***@h/"),
        ("http:%EF%BC%8F%5Cu:S@h/", "http:%EF%BC%8F%5Cu:***@h/"),
        ("http://u:S/", "http://u:***/"),
        ("http://u:S", "http://u:***"),
        ("http://h/?u=//u:S@h/", "http://h/?u=//u:***@h/"),
        ("http://h/?v=1&u=u:S@h/", "http://h/?v=1&u=u:***@h/"),
        ("http://h/?u:S@h", "http://h/?u:***@h"),
        ("http://h/#u:S@h/", "http://h/#u:***@h/"),
        ("http://h/#u:S&T@h/", "http://h/#u:***@h/"),
        ("http://h/?u=ftp%3A%2F%2Fu%3AS%40h%2F", "http://h/?u=ftp%3A%2F%2Fu%3A***%40h%2F"),
        ("http://h/?u=ftp%253A%252F%252Fu%253AS%2540h", "http://h/?u=ftp%253A%252F%252Fu%253A***%2540h"),
        ("http://h/?u=ftp:u:S@h", "http://h/?u=ftp:u:***@h"),
        ("http://h/a/ftp:u:S@h", "http://h/a/ftp:u:***@h"),
        ("http://h/a/http:/u:S@h", "http://h/a/http:/u:***@h"),
        ("ftp://h/ftp:%2F%2Fu:S%40g", "ftp://h/ftp:%2F%2Fu:***%40g"),
        ("ftp://h/ftp%3A%2F%2Fu:S@g", "ftp://h/ftp%3A%2F%2Fu:***@g"),
        ("x-foo:u:S@h", "x-foo:u:***@h"),
        ("x-foo:/u:S@h/", "x-foo:/u:***@h/"),
        ("x-foo:////u:S@h/", "x-foo:////u:***@h/"),
        ("u:S@h", "u:***@h"),
        ("URL:u:S@h", "URL:u:***@h"),
        ("//u:S%40g/", "//u:***%40g/"),
        ("//u:S/", "//u:***/"),
        ("http://h/?u=//u:S", "http://h/?u=//u:***"),
        ("dir/u:S@h", "dir/u:***@h"),
        ("ht\ntp:/\t/u\r:S@h", "ht\ntp:/\t/u\r:***@h"),
        ("http://u:p%2FS@h/", "http://u:***@h/"),
        ("http://u@v:S@h/", "http://u@v:***@h/"),
        ("http://[u:S@h/", "http://[u:***@h/"),
    ] {
        assert_eq!(hide(text), shown, "{text}");
    }
}

#[test]
fn text_without_a_login_is_unchanged() {
    for text in [
        "mailto:joe@h.dom?cc=ann@h.dom",
        "mailto:joe@h dom",
        "url:mailto:joe@h",
        "<URL:mailto:joe@h>",
        "x-foo:joe@h",
        "x-foo:a:b",
        "news:a;/?:&=b@h",
        "mailto:a@h%0D%0ABcc:b@c",
        "file:///a:b/c",
        "http://h//a:b/c",
        "http://h/a:/b:c",
        "http://h:8o80/",
        "http://h/?to=mailto:joe@h",
        "http://h/#mailto:joe@h",
        "http://h/?at=10:30&email=joe@h",
        "http://h/?:a@b",
        "http://h/@joe/x",
        "http://h/wiki/User:Joe@de",
        "http://h:80/a@b:c@d",
        "http://h:/a:b@c",
        "http://joe@h:80/x@y",
        "http://[::1]/@",
        "http://[::1]:80/@",
        "http://2001:db8::1/@",
        "http://h1:1,h2:2/@",
        "http://h:\u{FF18}\u{FF10}/@",
        "http://h:%38%30/@",
        "http://h: /@",
        "git@h:dir/file",
        "a@b:c",
    ] {
        let redaction = guess_with(text, "http ftp mailto news");
        assert_eq!(redaction.apply(text), text);
    }
}

/// The search is linear, however many logins seem to begin.
#[test]
fn many_unfinished_logins() {
    let text = format!("x:{}a:secret@h", ":%2F%2F".repeat(200_000));
    assert!(!guess(&text).apply(&text).contains("secret"));
}

/// Bytes and text are masked alike, for any number of secrets.
#[test]
fn bytes_are_masked_as_text() {
    for n in 0..8 {
        let text = format!("x:%2F%2Fu:s@h/{}", "y://u:s@h/".repeat(n));
        let hide = guess(&text);
        let shown = hide.apply(&text);
        assert_eq!(hide.apply_to_bytes(text.as_bytes()), shown.as_bytes());
        assert!(!shown.contains('s'), "{shown}");
    }
}

/// Secrets move with the text around them, and only what is removed is shown.
#[test]
fn redaction_after_an_edit() {
    let redaction = Redaction::new(vec![Span::new(14, 15), Span::new(6, 8)]);
    let after = |start, end, len| {
        let spans = redaction.after_edit(Span::new(start, end), len);
        spans.spans().map(|span| (span.start(), span.end())).collect::<Vec<_>>()
    };
    assert_eq!(after(0, 1, 3), [(8, 10), (16, 17)]);
    assert_eq!(after(6, 8, 0), [(12, 13)]);
    assert_eq!(after(5, 9, 0), [(10, 11)]);
    assert_eq!(after(6, 8, 1), [(6, 7), (13, 14)]);
    assert_eq!(after(6, 7, 0), [(6, 7), (13, 14)]);
    assert_eq!(after(7, 8, 0), [(6, 7), (13, 14)]);
    assert_eq!(after(14, 15, 0), [(6, 8)]);
}

#[test]
fn what_a_span_hides() {
    let redaction = guess("x://u:pw@h/ y");
    assert!(!redaction.is_none() && Redaction::NONE.is_none());
    for (start, end, hidden) in
        [(0, 6, false), (0, 7, true), (6, 6, false), (7, 7, true), (6, 8, true), (7, 13, true), (8, 13, false)]
    {
        assert_eq!(redaction.hidden_in(Span::new(start, end)).is_some(), hidden, "{start}..{end}");
    }
    assert!(guess("x://u:@h/").is_none(), "an empty password is none");
}

#[test]
fn slices_are_masked() {
    let text = "x://u:pw@h/";
    let hide = guess(text);
    assert_eq!(hide.slice(text, Span::new(2, 11)), "//u:***@h/");
    assert_eq!(hide.slice(text, Span::new(6, 8)), "***");
    assert_eq!(hide.slice(text, Span::new(4, 5)), "u");
}
