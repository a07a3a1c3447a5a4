//! Scrubbing a stream: the cases of `testdata/scrub.txt`, streams in chunks, and properties.

mod laws;

use std::borrow::Cow;

use anyurl_core::Secrets;
use anyurl_core::scrub::{MAX_WORD_LEN, Scrubber, scrub, scrub_str};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

use laws::{assert_laws, fed};

const CASES: &str = include_str!("../../../testdata/scrub.txt");

/// The lines and what is shown of each.
fn cases() -> Vec<(&'static str, &'static str)> {
    let mut cases = Vec::new();
    let mut lines = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    while let Some(line) = lines.next() {
        let case = match line.split_at(2) {
            ("< ", text) => (text, lines.next().and_then(|shown| shown.strip_prefix("> ")).expect("what is shown")),
            ("= ", text) => (text, text),
            _ => panic!("{line}"),
        };
        cases.push(case);
    }
    cases
}

#[test]
fn table() {
    let cases = cases();
    let hard = cases.iter().filter(|(text, shown)| text != shown).count();
    assert!(hard >= 117, "only {hard} cases");
    let mut failures = Vec::new();
    for (text, expect) in cases {
        let shown = scrub_str(text, &Secrets::new());
        if shown != expect || shown.contains("hush") {
            failures.push(format!("{text}\n  {shown}, should be\n  {expect}"));
        }
        assert!(text != expect || text.contains("***") || matches!(shown, Cow::Borrowed(_)), "{text}");
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn every_cut_gives_the_same() {
    for (text, expect) in cases() {
        let text = text.as_bytes();
        let whole = fed([text]);
        assert_eq!(whole.bytes, expect.as_bytes());
        for cut in 0..=text.len() {
            let (one, other) = text.split_at(cut);
            assert_eq!(fed([one, other]), whole, "{expect}, cut at {cut}");
        }
        assert_eq!(fed(text.chunks(1)), whole, "{expect}, byte by byte");
    }
    let (texts, shown): (Vec<_>, Vec<_>) = cases().into_iter().unzip();
    let stream = texts.join("\n");
    assert_eq!(fed(stream.as_bytes().chunks(7)).bytes, shown.join("\n").as_bytes());
}

/// Links of pages, logs, prose and code without secrets.
#[test]
fn ordinary_lines_are_unchanged() {
    let lines = include_str!("../../../testdata/ordinary_lines.txt");
    assert!(lines.lines().count() >= 10_000);
    let changed = lines.lines().filter(|line| scrub_str(line, &Secrets::new()) != **line);
    assert_eq!(changed.collect::<Vec<_>>(), [""; 0]);
}

/// Bytes that are not UTF-8 pass unchanged, also within a URL.
#[test]
fn bytes_pass() {
    let secrets = Secrets::new();
    let all: Vec<u8> = (0..=255).collect();
    assert_eq!(*scrub(&all, &secrets), *all);
    assert_eq!(*scrub(b"\xE9x://u:hu\xFFsh@h\xE9/\x00", &secrets), *b"\xE9x://u:***@h\xE9/\x00");
}

#[test]
fn options() {
    let text = "https://joe@h/?order=1&token=2";
    let shown = |secrets| scrub_str(text, &secrets).into_owned();
    let none = Secrets::new().without_default_fields().lone_user(false);
    assert_eq!(shown(none.clone()), text);
    assert_eq!(shown(none.clone().fields(["Order"])), "https://joe@h/?order=***&token=2");
    assert_eq!(shown(none.lone_user(true)), "https://***@h/?order=1&token=2");
}

/// A secret is hidden wherever a part of a long word ends, and no more than a part is held.
#[test]
fn long_words() {
    let step = MAX_WORD_LEN / 2;
    for secret in ["x://u:hush@h/", "/?token=hush&v=", "x%3A%2F%2Fu%3Ahush%40h%2F"] {
        for start in [step, 2 * step, 3 * step].iter().flat_map(|end| end - secret.len() - 2..end + 2) {
            let text = format!("{}/{secret}/{}", "a".repeat(start), "b".repeat(3 * step));
            let whole = fed([text.as_bytes()]);
            assert_eq!(whole.secrets.len(), 1, "{secret} at {start}");
            assert!(!String::from_utf8_lossy(&whole.bytes).contains("hush"), "{secret} at {start}");
            assert_eq!(fed(text.as_bytes().chunks(step - 1)), whole);
            let (first, rest) = text.as_bytes().split_at(1);
            assert_eq!(fed([first, rest]), whole);
        }
    }
    let mut scrubber = Scrubber::new(Secrets::new());
    for n in 1..20 {
        scrubber.feed(&[b'a'; 10_000], &mut |_| {});
        assert!(n * 10_000 - scrubber.settled() <= MAX_WORD_LEN as u64);
    }
    // A secret without an end.
    let text = format!("/?token={} b", "a".repeat(5 * step));
    assert_eq!(fed([text.as_bytes()]).bytes, b"/?token=*** b");
    assert_laws(text.as_bytes(), 1_000);
    // Words that end, and one that is as long as a word can be without parts.
    for len in [0, 1, step, 5 * step] {
        let word = format!("{};Password=", "a".repeat(MAX_WORD_LEN - ";Password=".len() + len));
        let text = format!("x {word}\"hush hush\";x=1 https://u:hush@h/{} https://u:hush@h/", "a".repeat(3 * step));
        assert_laws(text.as_bytes(), step - 1);
        let shown = scrub_str(&text, &Secrets::new());
        assert!(shown.ends_with(" https://u:***@h/") && shown.contains(" https://u:***@h/aa"), "{len}");
        assert!(len > 0 || !shown.contains("hush"));
    }
}

/// What is decided is passed on, and no more.
#[test]
fn what_is_settled() {
    let mut scrubber = Scrubber::new(Secrets::new());
    let (long, too_long) = ("a".repeat(50), "a".repeat(5_000));
    for (chunk, settled) in [
        ("a b", 2),
        (" https://u:p@h/", 4),
        (" Password='a", 19),
        (&long, 19),
        (" b", 28),
        (&long, 28),
        ("'", 28),
        (";", 133),
        (" c ", 137),
        // No value is so long, so that only its first word is one.
        ("Password='a ", 146),
        (&too_long, 149),
    ] {
        scrubber.feed(chunk.as_bytes(), &mut |_| {});
        assert_eq!(scrubber.settled(), settled, "{chunk}");
    }
}

/// What is held may be a secret.
#[test]
fn what_is_held_is_not_displayed() {
    let mut scrubber = Scrubber::new(Secrets::new());
    scrubber.feed(b"a https://u:hush", &mut |_| {});
    let shown = format!("{scrubber:?}");
    assert!(shown.contains("settled: 2") && !shown.contains("hush"), "{shown}");
}

/// Parts of which streams with and without secrets are made.
const PARTS: &[&str] = &[
    "https://",
    "u",
    ":",
    "hush",
    "@",
    "h",
    "/",
    "//",
    "?",
    "&",
    "#",
    ";",
    "=",
    "token=",
    "Password=\"",
    "&quot;",
    "\\\"",
    "{",
    "}",
    "sig",
    "%3A",
    "%2F",
    "%40",
    "%3D",
    "%26",
    "%25",
    "%74",
    "\\/",
    "\\u0026",
    "\\",
    "&amp;",
    "&#64;",
    "'",
    "\"",
    " ",
    "\n",
    "<",
    ">",
    ",",
    ".",
    ")",
    "[",
    "]",
    "80",
    "jdbc:oracle:",
    "＠",
    "／",
    "é",
    "***",
    "x=",
    "mailto:",
    "\\x40",
    "%",
];

/// Fields of a connection string.
const FIELDS: &[&str] = &[
    "Password=\"hush hush\"",
    "Password='hush;hush'",
    "Password={hush hush}",
    "Password = hush",
    "Password=  hush",
    "PWD =hush",
    "password = 'hush hush'",
    "Database = shop",
    "Token=hush",
    "Url=http://u:hush@h/",
    "Url=\"http://u:hush@h/?token=hush\"",
    "Database=shop",
    "x=\"a b\"",
];

fn stream() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PARTS), 0..24).prop_map(|parts| parts.concat())
}

/// The same cases in every run, as many as `ANYURL_CASES` says.
fn property() -> ProptestConfig {
    let cases = std::env::var("ANYURL_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1_000);
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1738), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(property())]

    #[test]
    fn any_stream_obeys_the_laws(text in stream(), size in 1_usize..9) {
        assert_laws(text.as_bytes(), size);
    }

    /// Each field of a connection string is hidden, whatever comes before it.
    #[test]
    fn fields_of_connection_strings_are_hidden(fields in prop::collection::vec(select(FIELDS), 1..6), size in 1_usize..9) {
        let text = format!("Server=h;{}", fields.join(";"));
        let shown = scrub_str(&text, &Secrets::new());
        prop_assert!(!shown.contains("hush"), "{} of {}", shown, text);
        assert_laws(text.as_bytes(), size);
    }

    /// A password that begins with digits or `?` looks like a port, one of hexadecimal digits and colons like an address.
    #[test]
    fn logins_and_fields_are_hidden(
        before in "[ \"(<=]?", scheme in "[a-z][a-z0-9+.-]{0,8}", user in "[g-z][a-z0-9]{0,3}",
        password in "['A-Za-z][!#-%'*+,./0-9:;=?A-Z\\[\\]^_a-z{|}~-]{0,6}hush[!#-%'*+,./0-9:;=?A-Z\\[\\]^_a-z{|}~-]{0,6}",
        value in "[!$%*+,./0-9:;=?A-Z^_a-z{|}~-]['!$%*+,./0-9:;=?A-Z^_a-z{|}~-]{0,5}hush[!$%*+,./0-9:;=?A-Z^_a-z{|}~-]{0,6}",
    ) {
        // The name of a variable is no secret, and a colon of `at` begins no password.
        prop_assume!(!value.starts_with("${") && scheme != "at");
        let text = format!("{before}{scheme}://{user}:{password}@h.example/a?b=c&sig={value}&d=e");
        let shown = scrub_str(&text, &Secrets::new());
        prop_assert!(!shown.contains("hush"), "{} of {}", shown, text);
        prop_assert!(shown.ends_with("&d=e") || shown.ends_with("***"), "{} of {}", shown, text);
    }
}
