//! The methods of `Cursor`.

use anyurl_plugin::{Class, Cursor, Error, ErrorKind, Requirement, Slot, Span};

const WORD: Slot = Slot::own(0);

fn at(url: &str) -> Cursor<'_> {
    Cursor::new(url, "x:".len(), false)
}

fn text<'a>(at: &Cursor<'a>, slot: Slot) -> Option<&'a str> {
    at.get(slot).map(|span| at.text(span))
}

#[test]
fn host_and_port_are_found() {
    for (url, host, port, rest) in [
        ("x:h", "h", None, ""),
        ("x:h/p", "h", None, "/p"),
        ("x:h.dom:70?q", "h.dom", Some("70"), "?q"),
        ("x:h:;a", "h", Some(""), ";a"),
        ("x:", "", None, ""),
        ("x:[::1]", "[::1]", None, ""),
        ("x:[::1]:80/", "[::1]", Some("80"), "/"),
        // The host reports invalid text in host and port.
        ("x:u:p@h#f", "u", Some("p@h#f"), ""),
    ] {
        let mut at = at(url);
        at.host_port();
        assert_eq!(text(&at, Slot::HOST), Some(host), "{url}");
        assert_eq!(text(&at, Slot::PORT), port, "{url}");
        assert_eq!(at.rest(), rest.as_bytes(), "{url}");
    }
}

#[test]
fn a_login_is_found() {
    for (url, user, password, host) in [
        ("x:h", None, None, "h"),
        ("x:@h", Some(""), None, "h"),
        ("x:u%40v@h", Some("u%40v"), None, "h"),
        ("x:u;?:@h:70", Some("u;?"), Some(""), "h"),
        ("x:u:p@h/a@b", Some("u"), Some("p"), "h"),
    ] {
        let mut at = at(url);
        assert_eq!(at.login(), Ok(()), "{url}");
        assert_eq!(text(&at, Slot::USER), user, "{url}");
        assert_eq!(text(&at, Slot::PASSWORD), password, "{url}");
        assert_eq!(text(&at, Slot::HOST), Some(host), "{url}");
    }
    let span = |start, end| Span { start, end };
    for (url, kind, there, component) in [
        ("x:u@v@h", ErrorKind::Unexpected, span(3, 4), Slot::USER),
        ("x:u:p:q@h", ErrorKind::Unexpected, span(5, 6), Slot::PASSWORD),
        ("x:u%4@h", ErrorKind::BadEscape, span(3, 4), Slot::USER),
    ] {
        let error = Error::new(kind, there, Some(component));
        assert_eq!(at(url).login(), Err(error), "{url}");
    }
}

#[test]
fn errors_span_the_wrong_text() {
    const REQUIREMENT: Requirement = Requirement::new("id", "section", "word");
    let span = |start, end| Span { start, end };
    for (rest, kind, there, is_own) in [
        ("", ErrorKind::Missing, span(2, 2), true),
        ("/a", ErrorKind::Unexpected, span(2, 3), true),
        // General requirements cover these.
        ("%41a", ErrorKind::Unexpected, span(2, 5), false),
        (" \t", ErrorKind::Unexpected, span(2, 4), false),
        ("#frag", ErrorKind::Unexpected, span(2, 7), false),
    ] {
        let url = format!("x:{rest}");
        let general = Error::new(kind, there, Some(WORD));
        let own = general.clone().against(&REQUIREMENT);
        let expected = if is_own { own } else { general.clone() };
        assert_eq!(at(&url).mismatch(WORD, &REQUIREMENT), expected, "{url}");
        assert_eq!(at(&url).unexpected(WORD), general, "{url}");
    }
}

#[test]
fn runs_end_where_their_class_does() {
    static UCHAR: Class = Class::uchar();
    let mut at = at("x:a%2Fb/c%zz");
    let run = at.run(&UCHAR, WORD).unwrap();
    assert_eq!(at.text(run), "a%2Fb");
    assert!(at.take("/") && !at.take("/"));
    let error = at.run(&UCHAR, WORD).unwrap_err();
    assert_eq!(error, Error::new(ErrorKind::BadEscape, Span { start: 9, end: 10 }, Some(WORD)));
}

/// As `anyurl_core::authors::Cursor::run_unescaped`.
#[test]
fn lenient_mode_reads_escapes_where_a_rule_has_none() {
    static DIGITS: Class = Class::digit();
    for (text, strict, lenient) in [("4%32/", "4", "4%32"), ("%34%4a", "", "%34"), ("%zz", "", ""), ("7%3", "7", "7")] {
        let url = format!("x:{text}");
        for (is_lenient, expected) in [(false, strict), (true, lenient)] {
            let mut at = Cursor::new(&url, 2, is_lenient);
            let run = at.run_unescaped(&DIGITS);
            assert_eq!(at.text(run), expected, "{text}");
        }
    }
}

/// Wrong offsets result in wrong spans, never in a panic.
#[test]
fn the_cursor_stays_in_its_text() {
    let mut at = Cursor::new("x:ab", 99, true);
    assert_eq!((at.position(), at.peek()), (4, None));
    at.skip_to(1);
    assert_eq!(at.position(), 4);
    assert_eq!(at.since(9), Span { start: 4, end: 4 });
    assert_eq!(at.text(Span { start: 3, end: 77 }), "");
}
