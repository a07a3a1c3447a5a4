//! Calls what `export_plugin!` generates for a WebAssembly module, and reads the facts that it writes, on any system.

use std::{mem, ptr};

use anyurl_plugin::__private::module::{self, Calls};
use anyurl_plugin::__private::{Facts, NoCanonicalize as _, NoPlan as _, Probe};
use anyurl_plugin::{
    Canonicalize, Class, Component, Cursor, Definition, Edits, Error, ErrorKind, Example, Failure, Fix, Grammar,
    Reject, Requirement, Scheme, Shape, Slot, Span, Status, Text, Url, abi,
};
use toml::{Table, toml};

const WORD: Slot = Slot::own(0);
const SLASH: Requirement = Requirement::new("x-word-slash", "our handbook", "word").text("no slash follows a word");

/// `x-word:word`: upper-case letters become lower-case ones, one by one.
struct Word;

impl Scheme for Word {
    const DEFINITION: Definition = Definition {
        name: "x-word",
        version: "1.2.3",
        description: "a word",
        components: &[Component::text("word", WORD)],
        requirements: &[SLASH],
        syntax: "wordurl = \"x-word:\" 1*alpha",
        access: "look it up",
        steps: "[]",
        examples: &[Example::new("x-word:a", "word=a")],
        rejects: &[Reject::new("x-word:", ErrorKind::Missing, "word", (7, 7))],
        ..Definition::BLANK
    };

    fn parse(at: &mut Cursor<'_>) -> Result<(), Error> {
        static WORDS: Class = Class::alphadigit();
        let word = at.run_unescaped(&WORDS);
        if word.is_empty() {
            return Err(at.unexpected(WORD));
        }
        at.set(WORD, word);
        while at.peek() == Some(b'/') {
            at.tolerate(at.mismatch(WORD, &SLASH))?;
            at.take("/");
        }
        at.finish(WORD)
    }
}

impl Canonicalize for Word {
    fn canonicalize(url: &Url<'_>, to: &mut Edits<'_>) -> Result<(), Failure> {
        let word = url.span(WORD).unwrap_or(Span::at(0));
        if word.of(url.text()) == "none" {
            return Err(Failure::Unsupported);
        }
        for (at, byte) in url.text().bytes().enumerate().skip(word.start) {
            if byte.is_ascii_uppercase() {
                let lower = char::from(byte.to_ascii_lowercase()).to_string();
                to.replace(Span { start: at, end: at + 1 }, &lower)?;
            }
        }
        Ok(())
    }
}

/// Everything that a definition can have, with texts that TOML must escape.
struct Whole;

impl Scheme for Whole {
    const DEFINITION: Definition = Definition {
        name: "x-whole",
        version: "1.0.0-rc.1+b",
        status: Status::Private,
        grammar: Grammar::Rfc3986,
        description: "\"quoted\" \\ \t\r\n\u{8}\u{1b}\u{7f} äöü 🦀",
        default_port: Some(65535),
        components: &[
            Component::HOST,
            Component::USER,
            Component::PASSWORD,
            Component::PORT,
            Component::whole("path", Slot::own(0)).plain("\"\\"),
            Component::list_between("between", Slot::own(1), b'/').fallback(""),
            Component::list_after("after", Slot::own(2), b'"').lenient(),
            Component::keyword("type", Slot::own(3)).fallback("a").unescaped(),
            Component::flag("flag", Slot::own(4)).lenient().unescaped(),
            Component::fields("fields", Slot::own(5)),
            Component::number("number", Slot::own(6)),
        ],
        requirements: &[
            Requirement::new("a", "§ 1", "r").text("t").fix(Fix::Encode),
            Requirement::new("b", "s", "r").text("t").help("h").fix(Fix::Decode),
            Requirement::new("c", "s", "r").text("t").fix(Fix::Remove),
            Requirement::new("d", "s", "r").text("t").fix(Fix::Replace("")),
            Requirement::new("e", "s", "r"),
        ],
        template: "//{host}/{path}",
        reserved: "/:",
        syntax: "s",
        access: "one\ntwo",
        steps: r#"[{ send = "{path}\r\n" }]"#,
        hierarchical: true,
        data_object: false,
        shape: Some(Shape::PathAndQuery),
        name_properties: "a name",
        demonstration: "a client",
        references: &[Text::new("RFC 1"), Text::new("RFC \"2\"")],
        examples: &[
            Example::new("x-whole://h/a", "host=h path=a").canonical("x-whole://h/A").wire(b"a\r\n\0"),
            Example::new("x-whole://h/", "host=h").wire(b""),
        ],
        rejects: &[
            Reject::new("x-whole:~\u{1}", ErrorKind::Unexpected, "r", (8, 4_294_967_295)),
            Reject::new("x-whole:", ErrorKind::Missing, "r", (8, 8)),
            Reject::new("x-whole:", ErrorKind::OutOfRange, "r", (10, 100)),
            Reject::new("x-whole:%", ErrorKind::BadEscape, "r", (8, 9)),
            Reject::new("x-whole:", ErrorKind::Forbidden, "r", (0, 0)),
        ],
    };

    fn parse(_: &mut Cursor<'_>) -> Result<(), Error> {
        Ok(())
    }
}

const FACTS: Facts = Facts::new("x-test", "1.0.0", ">=0.1", &[Whole::DEFINITION, Word::DEFINITION]);
static TEXT: [u8; FACTS.text_len()] = FACTS.text();

#[test]
fn the_facts_are_toml() {
    let text = str::from_utf8(&TEXT).unwrap();
    let facts: Table = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut expected = toml! {
        abi = "1.1"
        abi_minor_needed = 1
        name = "x-test"
        version = "1.0.0"
        host_req = ">=0.1"
        built_with = ""

        [[scheme]]
        name = "x-whole"
        version = "1.0.0-rc.1+b"
        status = "private"
        grammar = "rfc3986"
        description = "\"quoted\" \\ \t\r\n\u{8}\u{1b}\u{7f} äöü 🦀"
        default_port = 65535
        hierarchical = true
        data_object = false
        shape = "path-and-query"
        template = "//{host}/{path}"
        reserved = "/:"
        syntax = "s"
        access = "one\ntwo"
        steps = "[{ send = \"{path}\\r\\n\" }]"
        name_properties = "a name"
        demonstration = "a client"
        references = ["RFC 1", "RFC \"2\""]
        component = [
            { name = "host", role = "common" },
            { name = "user", role = "common" },
            { name = "password", role = "common" },
            { name = "port", role = "common" },
            { name = "path", role = "whole", plain = "\"\\" },
            { name = "between", role = "list-between", delimiter = "/", fallback = "" },
            { name = "after", role = "list-after", delimiter = "\"", lenient = true },
            { name = "type", role = "keyword", fallback = "a", unescaped = true },
            { name = "flag", role = "flag", lenient = true, unescaped = true },
            { name = "fields", role = "fields" },
            { name = "number", role = "number" }
        ]
        requirement = [
            { id = "a", section = "§ 1", rule = "r", text = "t", fix = "encode" },
            { id = "b", section = "s", rule = "r", text = "t", help = "h", fix = "decode" },
            { id = "c", section = "s", rule = "r", text = "t", fix = "remove" },
            { id = "d", section = "s", rule = "r", text = "t", fix = "replace", replacement = "" },
            { id = "e", section = "s", rule = "r", text = "" }
        ]
        example = [
            { url = "x-whole://h/a", components = "host=h path=a", canonical = "x-whole://h/A", wire = "a\r\n\u{0}" },
            { url = "x-whole://h/", components = "host=h", wire = "" }
        ]
        reject = [
            { url = "x-whole:~\u{1}", kind = "unexpected", rule = "r", start = 8, end = 4_294_967_295_i64 },
            { url = "x-whole:", kind = "missing", rule = "r", start = 8, end = 8 },
            { url = "x-whole:", kind = "out-of-range", rule = "r", start = 10, end = 100 },
            { url = "x-whole:%", kind = "bad-escape", rule = "r", start = 8, end = 9 },
            { url = "x-whole:", kind = "forbidden", rule = "r", start = 0, end = 0 }
        ]

        [[scheme]]
        name = "x-word"
        version = "1.2.3"
        status = "experimental"
        grammar = "rfc1738"
        description = "a word"
        syntax = "wordurl = \"x-word:\" 1*alpha"
        access = "look it up"
        steps = "[]"
        component = [{ name = "word", role = "text" }]
        requirement = [
            { id = "x-word-slash", section = "our handbook", rule = "word", text = "no slash follows a word" }
        ]
        example = [{ url = "x-word:a", components = "word=a" }]
        reject = [{ url = "x-word:", kind = "missing", rule = "word", start = 7, end = 7 }]
    };
    let built_with = concat!("Rust, anyurl-plugin ", env!("CARGO_PKG_VERSION"));
    expected.insert("built_with".to_owned(), built_with.into());
    assert_eq!(facts, expected, "{text}");
}

/// `Whole` has no edits, `Word` has.
static SCHEMES: [Calls; 2] = [
    Calls::new::<Whole>(Probe::<Whole>::PLAN, Probe::<Whole>::CANONICALIZE),
    Calls::new::<Word>(Probe::<Word>::PLAN, Probe::<Word>::CANONICALIZE),
];

fn empty_error() -> abi::LocError {
    let struct_size = u32::try_from(size_of::<abi::LocError>()).unwrap();
    // SAFETY: zeros and null are a valid error.
    abi::LocError { struct_size, ..unsafe { mem::zeroed() } }
}

/// Returns the status, the spans, and the number of spans needed.
fn parse(scheme: u32, url: &str, flags: u32, cap: usize) -> (abi::LocStatus, Vec<abi::LocSpan>, usize) {
    let (mut out, mut needed, mut error) = (vec![abi::LocSpan::default(); cap], 0, empty_error());
    let begin = url.find(':').unwrap() + 1;
    let (calls, text, out_ptr) = (SCHEMES.get(scheme as usize), abi::LocStr::new(url), out.as_mut_ptr());
    // SAFETY: everything is lent for the call.
    let status = unsafe { module::parse(calls, text, begin, flags, (out_ptr, cap), &raw mut needed, &raw mut error) };
    out.truncate(needed);
    (status, out, needed)
}

#[test]
fn parse_selects_the_scheme() {
    let word = abi::LocSpan { kind: abi::C_OWN, start: 7, end: 9 };
    assert_eq!(parse(1, "x-word:ab", 0, 9), (abi::OK, vec![word], 1));
    assert_eq!(parse(0, "x-word:ab", 0, 9), (abi::OK, vec![], 0));
    assert_eq!(parse(2, "x-word:ab", 0, 9).0, abi::F_ARGUMENT);
    assert_eq!(parse(u32::MAX, "x-word:ab", 0, 9).0, abi::F_ARGUMENT);
    assert_eq!(parse(1, "x-word:", 0, 9).0, abi::E_MISSING);
}

#[test]
fn parse_counts_the_spans_that_do_not_fit() {
    for cap in 0..4 {
        let (status, spans, needed) = parse(1, "x-word:ab///", abi::PARSE_LENIENT, cap);
        assert_eq!((status, spans.len(), needed), (abi::F_CAPACITY, cap, 4));
    }
    let (status, spans, needed) = parse(1, "x-word:ab///", abi::PARSE_LENIENT, 4);
    assert_eq!((status, spans.len(), needed), (abi::OK, 4, 4));
}

/// Returns the status, the records, and the number of bytes needed. Bytes after the capacity must not change.
fn canonicalize(scheme: u32, url: &str, cap: usize) -> (abi::LocStatus, Vec<u8>, usize) {
    let spans = parse(1, url, 0, 9).1;
    let (mut out, mut needed, mut error) = (vec![0xAA; cap + 100], 0, empty_error());
    let (spans, to) = ((spans.as_ptr(), spans.len()), (out.as_mut_ptr(), cap));
    let (calls, text) = (SCHEMES.get(scheme as usize), abi::LocStr::new(url));
    // SAFETY: everything is lent for the call.
    let status = unsafe { module::canonicalize(calls, text, spans, to, &raw mut needed, &raw mut error) };
    assert!(out[cap..].iter().all(|byte| *byte == 0xAA), "written after {cap} bytes");
    out.truncate(needed.min(cap));
    (status, out, needed)
}

#[test]
fn edits_are_records() {
    let mut expected = Vec::new();
    for (start, text) in [(7_u32, b'a'), (9, b'c')] {
        expected.extend([start, start + 1, 1].map(u32::to_le_bytes).concat());
        expected.push(text);
    }
    assert_eq!(canonicalize(1, "x-word:AbC", 26), (abi::OK, expected.clone(), 26));
    assert_eq!(canonicalize(1, "x-word:AbC", 99), (abi::OK, expected, 26));
    assert_eq!(canonicalize(1, "x-word:abc", 0), (abi::OK, vec![], 0));
    for cap in 0..26 {
        let (status, _, needed) = canonicalize(1, "x-word:AbC", cap);
        assert_eq!((status, needed), (abi::F_CAPACITY, 26), "{cap}");
    }
}

#[test]
fn a_scheme_can_have_no_edits() {
    assert_eq!(canonicalize(0, "x-word:AbC", 99).0, abi::F_UNSUPPORTED);
    assert_eq!(canonicalize(1, "x-word:none", 0).0, abi::F_UNSUPPORTED);
    assert_eq!(canonicalize(2, "x-word:AbC", 99).0, abi::F_ARGUMENT);
}

#[test]
fn bad_arguments_are_refused() {
    let url = abi::LocStr::new("x-word:a");
    let mut needed = 0;
    let call = |spans, out, out_len| {
        // SAFETY: pointers are null or valid for the call.
        unsafe { module::canonicalize(SCHEMES.get(1), url, spans, out, out_len, ptr::null_mut()) }
    };
    assert_eq!(call((ptr::null(), 0), (ptr::null_mut(), 0), ptr::null_mut()), abi::F_ARGUMENT);
    assert_eq!(call((ptr::null(), 0), (ptr::null_mut(), 1), &raw mut needed), abi::F_ARGUMENT);
    assert_eq!(call((ptr::null(), 1), (ptr::null_mut(), 0), &raw mut needed), abi::F_ARGUMENT);
    assert_eq!(call((ptr::null(), 0), (ptr::null_mut(), 0), &raw mut needed), abi::OK);
}
