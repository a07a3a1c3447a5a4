//! The guard refuses escaped bytes that would act as protocol, in every component of every scheme (RFC 1738 §6).

use anyurl::{Options, Span};

use super::plan;

/// The bytes for which there is no plan when their escape replaces `{}`.
fn refused(template: &str) -> Vec<u8> {
    let text = |byte| template.replace("{}", &format!("%{byte:02X}"));
    let is_refused = |byte: &u8| {
        crate::rfc1738().parse(&text(*byte)).is_ok()
            && plan(&text(*byte)).is_err_and(|error| error.kind().as_str() == "unsafe-octets")
    };
    (0..=255).filter(is_refused).collect()
}

/// Requirements C, component by component.
#[test]
fn every_byte_in_every_component() {
    let line = [0, 10, 13];
    for template in [
        "ftp://a{}:p@h/d/n",
        "ftp://a:p{}@h/d/n",
        "ftp://a:p@h/d{}/n",
        "ftp://a:p@h/d/n{}",
        "ftp://a:p@h/d/n{};type=d",
        "telnet://a{}:p@h/",
        "telnet://a:p{}@h/",
        "prospero://h/n{};a=b",
        "prospero://h/n;a{}=b",
        "prospero://h/n;a=b{}",
    ] {
        assert_eq!(refused(template), line, "{template}");
    }
    assert_eq!(refused("file:///a{}/b"), if cfg!(windows) { &b"\0/\\"[..] } else { b"\0/" });
    for template in ["gopher://h/7s%09q{}", "gopher://h/7s%09q%09!{}"] {
        let refused = refused(template);
        // In a search `%09` is a delimiter; CR and LF are refused everywhere.
        assert!(refused == [10, 13] || refused == [9, 10, 13], "{template}: {refused:?}");
    }
    // The parser rejects CR and LF in the selector, and NUL is data (R-3.4-3).
    assert_eq!(refused("gopher://h/0s{}"), [0_u8; 0]);
    let graphic = |byte: &u8| byte.is_ascii_graphic() && !b"<>".contains(byte);
    let article: Vec<u8> = (0..=255).filter(|byte| !graphic(byte)).collect();
    assert_eq!(refused("news:a{}@h"), article);
    for template in
        ["http://h/a{}?b", "http://h/a?b{}", "wais://h/d{}", "wais://h/d?q{}", "wais://h/d/t{}/p", "wais://h/d/t/p{}"]
    {
        assert_eq!(refused(template), [0_u8; 0], "{template}");
    }
}

#[test]
fn a_refusal_names_byte_component_and_place() {
    let error = plan("ftp://h/d/a%0D%0ADELE%20b").unwrap_err();
    assert_eq!(error.span().map(|span| (span.start(), span.end())), Some((11, 14)));
    let text = error.to_string();
    assert!(text.contains("0D") && text.contains("name") && text.contains("§6"), "{text}");
}

/// The span of an unescaped character, in lenient mode, is the complete character.
#[test]
fn a_refusal_spans_whole_characters() {
    for (text, span) in
        [("news:a\u{e9}b@h", 6..8), ("news:a\u{1F600}b@h", 6..10), ("news:a b@h", 6..7), ("news:a%20b@h", 6..9)]
    {
        let url = crate::rfc1738().parser().lenient().parse(text).unwrap();
        let error = url.plan(&anyurl::Environment::new()).unwrap_err();
        assert_eq!(error.span().map(Span::range), Some(span), "{text}");
    }
}

/// R-6-3: an escaped space or TAB at any position of a URL adds no argument to a command line. Except for the listed
/// lines, whose last argument is the rest of the line, the number of words stays the same.
#[test]
fn no_escape_becomes_another_argument() {
    const REST_OF_LINE: [&[u8]; 7] = [b"USER ", b"PASS ", b"CWD ", b"NLST ", b"RETR ", b"TYPE ", b"GET "];
    let environment = anyurl::Environment::new();
    let arguments = |line: &[u8]| line.split(|byte| matches!(byte, b' ' | b'\t')).count();
    let lines = |plan: &anyurl::Plan| -> Vec<Vec<u8>> {
        let lines = plan.steps().iter().filter_map(|step| match step {
            anyurl::Step::Send(line) => Some(line.template()),
            _ => None,
        });
        lines.collect()
    };
    let mut planned = 0;
    for options in [Options::new().rfc1738(), Options::new(), Options::new().rfc1738().lenient()] {
        for entry in crate::rfc1738().entries() {
            // The line of finger and gopher is a single argument, in which both are data.
            if ["finger", "gopher"].contains(&entry.name()) {
                continue;
            }
            for example in entry.registration().examples.iter() {
                let Ok(url) = crate::rfc1738().parser().options(options).parse(&example.url) else {
                    continue;
                };
                let Ok(before) = url.plan(&environment) else {
                    continue;
                };
                let before = lines(&before);
                for (at, escape) in (0..=url.text().len()).flat_map(|at| [(at, "%20"), (at, "%09")]) {
                    if !url.text().is_char_boundary(at) {
                        continue;
                    }
                    let text = format!("{}{escape}{}", &url.text()[..at], &url.text()[at..]);
                    let Ok(url) = crate::rfc1738().parser().options(options).parse(&text) else {
                        continue;
                    };
                    let Ok(plan) = url.plan(&environment) else {
                        continue;
                    };
                    planned += 1;
                    for (line, before) in lines(&plan).iter().zip(&before) {
                        let is_free = REST_OF_LINE.iter().any(|command| line.starts_with(command));
                        let same = arguments(line) == arguments(before);
                        assert!(is_free || same, "{text}: {}", line.escape_ascii());
                    }
                }
            }
        }
    }
    assert!(planned > 1_000, "{planned}");
}

/// RFC 3986 allows escapes in a host, and a resolver or server may decode them.
#[test]
fn a_host_with_a_line_end_is_refused() {
    for text in ["http://h%0D%0A.x/", "http://h%00/", "http://h%20x/"] {
        let url = anyurl::registry().parse(text).unwrap();
        let error = url.plan(&anyurl::Environment::new()).unwrap_err();
        assert_eq!(error.kind().as_str(), "unsafe-octets", "{text}");
        assert_eq!(error.span().map(Span::range), Some(8..11), "{text}");
    }
    let url = anyurl::registry().parse("http://h%C3%A9/").unwrap();
    // Only the feature `idna` converts the name.
    assert_eq!(url.plan(&anyurl::Environment::new()).is_ok(), cfg!(feature = "idna"));
}

#[test]
fn current_http_sends_escapes_unchanged() {
    for byte in 0..=255_u8 {
        let text = format!("https://h/a%{byte:02X}?b%{byte:02X}");
        let wire = plan(&text).unwrap().wire().unwrap();
        assert!(wire.starts_with(format!("GET /a%{byte:02X}?b%{byte:02X} HTTP").as_bytes()), "{text}");
    }
}

/// Every component is in the plan or affects it in another way.
#[test]
fn every_component_enters_the_plan() {
    let elsewhere = ["typecode", "type", "wildcard", "port"];
    let mut components = 0;
    for entry in anyurl::rfc1738().entries() {
        for example in entry.registration().examples.iter() {
            let url = anyurl::rfc1738().parse(&example.url).unwrap();
            let Ok(plan) = url.plan(&anyurl::Environment::new()) else {
                assert_eq!(url.scheme(), "file", "{url}");
                continue;
            };
            for part in url.components().filter(|part| part.role() != anyurl::authors::Role::Whole) {
                let Some(span) = part.span().filter(|span| !span.is_empty() && !elsewhere.contains(&part.name()))
                else {
                    continue;
                };
                if url.scheme() == "file" && part.name() == "host" {
                    continue;
                }
                let inside = |byte: usize| plan.bytes().iter().any(|bytes| bytes.span().range().contains(&byte));
                let delimiter = |byte: usize| b"/;=".contains(&url.text().as_bytes()[byte]);
                let lost = span.range().find(|byte| !inside(*byte) && !delimiter(*byte));
                assert_eq!(lost, None, "{url}: {}", part.name());
                components += 1;
            }
        }
    }
    assert!(components > 60, "{components}");
}

/// A plan needs far more memory than its URL, so its length is limited.
#[test]
fn a_url_with_too_many_parts_has_no_plan() {
    for (head, piece) in [("ftp://h/", "/"), ("file:///", "/"), ("prospero://h/n", ";a=")] {
        let text = |n| format!("{head}{}", piece.repeat(n));
        assert!(plan(&text(1_000)).is_ok(), "{head}");
        assert_eq!(plan(&text(70_000)).unwrap_err().kind().as_str(), "too-long", "{head}");
    }
}
