use super::*;
use crate::diagnostics::requirement::Requirement;
use crate::diagnostics::warning::Warning;
use crate::syntax::options::Mode;
use crate::text::prelude::*;

/// The end of the host at the beginning of a text, and the ids of the warnings.
fn read(text: &str, mode: Mode) -> Result<(usize, Vec<String>), Error> {
    let mut warnings = Vec::new();
    let mut warn = |warning: Warning| warnings.push(format!("{} {:?}", warning.id(), warning.span().range()));
    let mut at = Cursor::new(text, Span::new(0, text.len()), mode, Some(&mut warn));
    let span = host(&mut at)?;
    assert_eq!((span.start(), span.end()), (0, at.position()));
    Ok((span.end(), warnings))
}

/// Every text of up to this many of these pieces.
fn texts<'p>(pieces: &'p [&str], longest: usize) -> impl Iterator<Item = String> + 'p {
    (0..=longest).flat_map(move |len| {
        (0..pieces.len().pow(u32::try_from(len).unwrap())).map(move |number| {
            let digits = (0..len).scan(number, |rest, _| {
                let digit = *rest % pieces.len();
                *rest /= pieces.len();
                Some(pieces[digit])
            });
            digits.collect()
        })
    })
}

/// `hostname`, as its rules say it.
fn is_name(text: &str) -> bool {
    let alphadigit = |c: char| c.is_ascii_alphanumeric();
    let is_label = |label: &str| {
        label.starts_with(alphadigit)
            && label.ends_with(alphadigit)
            && label.chars().all(|c| alphadigit(c) || c == '-')
            && label.len() <= 63
    };
    let top = text.split('.').next_back().unwrap_or_default();
    text.split('.').all(is_label) && top.starts_with(|c: char| c.is_ascii_alphabetic()) && text.len() <= 255
}

/// `hostnumber`, as its rule says it.
fn is_number(text: &str) -> bool {
    let is_group = |group: &str| {
        let digits = group.trim_start_matches('0');
        !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse().unwrap_or(0) < 256
    };
    text.split('.').count() == 4 && text.split('.').all(is_group)
}

#[test]
fn short_hosts_as_their_rules_say() {
    let names = texts(&["a", "Z", "1", "-", "."], 6);
    let numbers = texts(&["0", "9", "255", "256", "."], 7).filter(|text| text.matches('.').count() == 3);
    for text in names.chain(numbers) {
        let expect = is_name(&text) || is_number(&text);
        assert_eq!(read(&text, Mode::Strict).ok().map(|(end, _)| end), expect.then_some(text.len()), "{text}");
        assert_eq!(is_hostname(&text), is_name(text.strip_suffix('.').unwrap_or(&text)), "{text}");
        // Digits are read eight bytes at a time, from their end backwards.
        let url = format!("x-host://{text}");
        let mut at = Cursor::new(&url, Span::new(9, url.len()), Mode::Strict, None);
        assert_eq!(is_host_to_limit_fast(&mut at, 9), expect, "{text}");
        // What follows the limit does not matter.
        let longer = format!("{url}a");
        let mut at = Cursor::new(&longer, Span::new(9, url.len()), Mode::Strict, None);
        assert_eq!(is_host_to_limit_fast(&mut at, 9), expect, "{text}");
        let mut at = Cursor::new(&text, Span::new(0, text.len()), Mode::Strict, None);
        assert!(!is_host_to_limit_fast(&mut at, 0) || expect, "{text}");
        let lengths = HostLengths::new(&text);
        let labels = || text.split('.').map(str::len);
        assert_eq!((lengths.name, Some(lengths.label)), (text.len(), labels().max()), "{text}");
        let all_digits = labels().all(|len| len > 0) && text.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit());
        assert_eq!(lengths.is_address(), all_digits && labels().count() == 4, "{text}");
    }
}

/// Longer names are left to the slow path.
#[test]
fn the_fast_path_reads_a_label() {
    for (len, is_fast) in [(62, true), (63, true), (64, false)] {
        let text = "a".repeat(len);
        let mut at = Cursor::new(&text, Span::new(0, len), Mode::Strict, None);
        assert_eq!(is_host_to_limit_fast(&mut at, 0), is_fast, "{len}");
        assert_eq!(read(&(text.clone() + ".b"), Mode::Strict).is_ok(), is_fast, "{len}");
    }
}

#[test]
fn a_host_ends_before_these() {
    for end in ["", "/a", ":80", "@h", "?q", ";t"] {
        for host in ["h", "1.2.3.4", "a-1.b"] {
            assert_eq!(read(&(host.to_owned() + end), Mode::Strict).ok().map(|(end, _)| end), Some(host.len()));
        }
    }
    assert!(read("h#", Mode::Strict).is_err());
}

#[test]
fn errors_point() {
    let long = "a".repeat(64);
    let name = "a.".repeat(128);
    let rows: [(&str, ErrorKind, std::ops::Range<usize>, &Requirement); 22] = [
        ("", ErrorKind::Missing, 0..0, &common::HOST_MISSING),
        (":80", ErrorKind::Missing, 0..0, &common::HOST_MISSING),
        ("a_b", ErrorKind::Unexpected, 1..2, &common::UNDERSCORE),
        ("a%41", ErrorKind::Unexpected, 1..4, &common::HOST_ESCAPE),
        ("a%4", ErrorKind::Unexpected, 1..2, &common::HOST_CHAR),
        ("a b", ErrorKind::Unexpected, 1..2, &common::HOST_CHAR),
        ("a\u{e9}", ErrorKind::Unexpected, 1..3, &common::HOST_NON_ASCII),
        ("a..b", ErrorKind::Unexpected, 2..3, &common::LABEL_EMPTY),
        (".a", ErrorKind::Unexpected, 0..1, &common::LABEL_EMPTY),
        ("1.2.", ErrorKind::Unexpected, 3..4, &common::LABEL_EMPTY),
        ("-a", ErrorKind::Unexpected, 0..1, &common::LABEL_HYPHEN),
        ("a.-b", ErrorKind::Unexpected, 2..3, &common::LABEL_HYPHEN),
        ("a.b-", ErrorKind::Unexpected, 3..4, &common::LABEL_HYPHEN),
        ("a-.b", ErrorKind::Unexpected, 1..2, &common::LABEL_HYPHEN),
        ("a.b.", ErrorKind::Unexpected, 3..4, &common::TRAILING_DOT),
        ("a.1", ErrorKind::Unexpected, 2..3, &common::TOPLABEL),
        ("1.2.3.a.12", ErrorKind::Unexpected, 8..10, &common::TOPLABEL),
        ("1.2.3.256", ErrorKind::OutOfRange, 6..9, &common::GROUP_RANGE),
        ("1.99999999999.3.4", ErrorKind::OutOfRange, 2..13, &common::GROUP_RANGE),
        ("256.2.3.4", ErrorKind::OutOfRange, 0..3, &common::GROUP_RANGE),
        (&long, ErrorKind::OutOfRange, 0..64, &common::LABEL_LONG),
        (&(name.clone() + "a"), ErrorKind::OutOfRange, 0..257, &common::NAME_LONG),
    ];
    for (text, kind, span, requirement) in rows {
        let error = read(text, Mode::Strict).expect_err(text);
        assert_eq!((error.kind(), error.span().range()), (kind, span), "{text:?}");
        assert_eq!(error.requirement().text(), requirement.text(), "{text:?}");
    }
}

#[test]
fn lenient_mode() {
    let (long, name) = ("a".repeat(64), "a.".repeat(128));
    for (text, warnings) in [
        ("a_b", &["A-27 1..2"][..]),
        ("%41_", &["A-28 0..3", "A-27 3..4"]),
        ("a%2Eb", &["A-28 1..4"]),
        ("a.", &["A-26 1..2"]),
        ("a%2E", &["A-28 1..4", "A-26 0..4"]),
        ("1.2.3.256", &["A-25 6..9"]),
        ("1.2.3.25%36", &["A-28 8..11", "A-25 0..11"]),
        (&long, &["A-25 0..64"]),
        (&(name.clone() + "a"), &["A-25 0..257"]),
    ] {
        let (end, found) = read(text, Mode::Lenient).expect(text);
        assert_eq!(
            (end, found.as_slice()),
            (text.len(), warnings.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>().as_slice())
        );
    }
    // Not even there, and at the whole host if it has escapes.
    let escaped = format!("%61{name}");
    for (text, span, requirement) in [
        ("a%20b", 0..5, &common::HOST_CHAR),
        ("%61..b", 0..6, &common::LABEL_EMPTY),
        ("a-%2Eb", 0..6, &common::LABEL_HYPHEN),
        ("a.%31", 0..5, &common::TOPLABEL),
        ("a..b", 2..3, &common::LABEL_EMPTY),
        ("a%4", 1..2, &common::HOST_CHAR),
        (&escaped, 0..259, &common::NAME_LONG),
    ] {
        let error = read(text, Mode::Lenient).expect_err(text);
        assert_eq!((error.span().range(), error.requirement().text()), (span, requirement.text()), "{text:?}");
    }
}

#[test]
fn lengths_of_decoded_hosts() {
    for (text, name, label, group, is_address) in [
        ("%61b.c", 4, 2, 559, false),
        ("1.2.3.4", 7, 1, 4, true),
        ("1%2E20.3.%34", 8, 2, 20, true),
        ("1.2.300.4", 9, 3, 300, true),
        ("1.2.3", 5, 1, 3, false),
        ("1.2..4", 6, 1, 4, false),
        ("1.2.3.", 6, 1, 3, false),
    ] {
        let lengths = HostLengths::new(text);
        let found = (lengths.name, lengths.label, lengths.group, lengths.is_address());
        assert_eq!((found.0, found.1, found.3), (name, label, is_address), "{text}");
        assert!(!is_address || found.2 == group, "{text}");
    }
}
