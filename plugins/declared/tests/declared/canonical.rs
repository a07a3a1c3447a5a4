//! Canonical forms with grammars that accept an escape but not its character, or the other way round. Whatever the grammar,
//! the canonical form is an equivalent URL.

mod random;

use std::fmt::Write as _;

use anyurl_core::Registry;
use anyurl_declared::format::RegistryFile;
use anyurl_declared::layers::Stack;
use anyurl_testkit::{Rng, check_canonical_form, check_properties, mutate, registry_file};
use random::Random;

/// A grammar, its components, and a URL whose characters are encoded one by one.
struct Row {
    grammar: &'static str,
    components: &'static str,
    url: &'static str,
}

/// Each is `t = "x-t:" …`, with RFC 3986 imported.
const ROWS: &[Row] = &[
    // A delimiter whose escape does not divide.
    Row {
        grammar: r#"name [ "." ext ]
name = 1*( ALPHA / pct-encoded )
ext = 1*( ALPHA / pct-encoded )"#,
        components: r#"{ name = "name", rule = "name" }, { name = "ext", rule = "ext" }"#,
        url: "x-t:a.b",
    },
    // A keyword that cannot be written with escapes.
    Row {
        grammar: r#"( "list" / item )
item = 1*( pct-encoded )"#,
        components: r#"{ name = "item", rule = "item" }"#,
        url: "x-t:list",
    },
    // A fixed number of characters or escapes.
    Row { grammar: r"3( ALPHA / pct-encoded )", components: "", url: "x-t:abc" },
    // At most two escapes, at most two letters.
    Row { grammar: r"*2pct-encoded *2ALPHA", components: "", url: "x-t:%61b" },
    // A required port.
    Row {
        grammar: r#""//" host ":" port"#,
        components: r#"{ name = "host", rule = "host" }, { name = "port", rule = "port", type = "u16" }"#,
        url: "x-t://Host:7070",
    },
    // A host in upper case only, and escapes with lower-case digits only.
    Row {
        grammar: r#""//" server
server = 1*( %x41-5A / "." )"#,
        components: r#"{ name = "host", rule = "server", type = "host" }"#,
        url: "x-t://H.DOM",
    },
    Row {
        grammar: r#"1*( ALPHA / low )
low = "%" 2( DIGIT / %x61-66 )"#,
        components: "",
        url: "x-t:a%2fb",
    },
    // A component with canonical lower case in a grammar that requires upper case.
    Row {
        grammar: r#"kind "/" rest
kind = 1*%x41-5A
rest = *( unreserved / pct-encoded )"#,
        components: r#"{ name = "kind", rule = "kind", case = "lower" }"#,
        url: "x-t:KIND/a~b",
    },
    // A default.
    Row {
        grammar: r#"name [ "/" view ]
name = 1*( ALPHA / pct-encoded )
view = *( ALPHA / pct-encoded )"#,
        components: r#"{ name = "name", rule = "name" }, { name = "view", rule = "view", default = "all" }"#,
        url: "x-t:a/all",
    },
    // A fragment that the grammar defines.
    Row {
        grammar: r##"1*ALPHA "#" section
section = 1*( DIGIT / pct-encoded )"##,
        components: r#"{ name = "section", rule = "section" }"#,
        url: "x-t:a#1%612",
    },
    // An address in a host with escapes.
    Row {
        grammar: r#""//" host [ ":" port ] path-abempty"#,
        components: r#"{ name = "host", rule = "host" }, { name = "port", rule = "port", type = "u16" }"#,
        url: "x-t://250.251.252.253:7070/%7Ea",
    },
];

fn registry(row: &Row) -> Registry {
    let registry = loaded(row.grammar, &format!("component = [{}]", row.components));
    registry.unwrap_or_else(|found| panic!("{}: {found}", row.grammar))
}

/// A registry with one scheme, or the loading error. `keys` are more lines of `[scheme.syntax]`.
fn loaded(grammar: &str, keys: &str) -> Result<Registry, String> {
    let has_host = grammar.contains("\"//\"");
    let port = has_host.then_some(r#"port = { default = 7070, transport = ["tcp"] }"#);
    let port = port.unwrap_or_default();
    let entry = format!(
        r#"
[[scheme]]
name = "x-t"
status = "experimental"
description = "A thing"
applications = ["this test"]
contact = ["test@example.com"]
change_controller = "The test"
security = "Nothing is secret."
expires = 2099-12-31
{port}

  [scheme.syntax]
  grammar = "rfc3986"
  dialect = "rfc5234"
  start = "t"
  imports = ["rfc3986"]
  abnf = '''
t = "x-t:" {grammar}
'''
  {keys}

  [scheme.access]
  kind = "none"
  locates = "name"
  operations = []
  name_properties = "They mean nothing."
  algorithm = "There is none, since the names mean nothing."
"#
    );
    let file = registry_file("organization", "test", "x-*", &entry);
    let layer = RegistryFile::from_text("test.toml", file).unwrap().load();
    let layer = layer.map_err(|found| found.to_string())?;
    let resolved = Stack::new().push(layer).resolve(anyurl::rfc1738(), None);
    let resolved = resolved.map_err(|found| found.to_string())?;
    match resolved.refused().next() {
        Some((_, why)) => Err(why.to_string()),
        None => Ok(resolved.registry().clone()),
    }
}

/// The URL with every combination of its first eight unreserved characters escaped.
fn escaped(url: &str) -> Vec<String> {
    let part = url.find(':').unwrap() + 1;
    let places: Vec<usize> = (part..url.len())
        .filter(|at| url.as_bytes()[*at].is_ascii_alphanumeric() || b".-_~".contains(&url.as_bytes()[*at]))
        .take(8)
        .collect();
    let combinations = 0..1_u32 << places.len();
    let text = |chosen: u32| {
        let mut text = url[..part].to_owned();
        for (at, byte) in url.bytes().enumerate().skip(part) {
            match places.iter().position(|place| *place == at) {
                Some(n) if chosen & 1 << n != 0 => write!(text, "%{byte:02x}").unwrap(),
                _ => text.push(char::from(byte)),
            }
        }
        text
    };
    combinations.map(text).collect()
}

#[test]
fn canonical_forms_are_correct_for_chosen_grammars() {
    let mut rng = Rng::new(1998);
    let mut wrong = Vec::new();
    for row in ROWS {
        let registry = registry(row);
        registry.parser().parse(row.url).unwrap_or_else(|error| panic!("{}: {error}", row.url));
        for text in escaped(row.url) {
            wrong.extend(check_canonical_form(&registry, &text).err());
            for _ in 0..8 {
                wrong.extend(check_canonical_form(&registry, &mutate(&text, &mut rng)).err());
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Checks random grammars, of which only valid ones count. `ANYURL_CASES` sets the number.
#[test]
fn canonical_forms_are_correct_for_random_grammars() {
    let cases = std::env::var("ANYURL_CASES").ok();
    let cases = cases.and_then(|cases| cases.parse().ok()).unwrap_or(400);
    let mut rng = Rng::new(3986);
    let (mut accepted, mut wrong) = (0, Vec::new());
    for _ in 0..cases {
        let grammar = Random::new(&mut rng);
        let abnf = grammar.abnf();
        let Ok(registry) = loaded(&abnf, &format!("component = [{}]", grammar.components())) else {
            continue;
        };
        for _ in 0..20 {
            let text = grammar.text(&mut rng);
            let derived = registry.parse(&text).is_ok();
            accepted += usize::from(derived);
            for text in [mutate(&text, &mut rng), text] {
                let law = check_canonical_form(&registry, &text);
                wrong.extend(law.err().map(|law| format!("{abnf}\n{law}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(10)].join("\n"));
    assert!(accepted > cases * 4, "{accepted} of {cases} grammars");
}

/// Escapes that can be decoded are decoded, others stay.
#[test]
fn escapes_of_delimiters_are_kept() {
    let forms = [
        (0, "x-t:%61%2Eb", "x-t:a%2Eb"),
        (0, "x-t:%61.%62", "x-t:a.b"),
        (1, "x-t:%6c%69%73%74", "x-t:%6C%69%73%74"),
        (2, "x-t:%61b%63", "x-t:abc"),
        (4, "x-t://H:7070", "x-t://h:7070"),
        (5, "x-t://H.DOM", "x-t://H.DOM"),
        (8, "x-t:%61/a%6C%6c", "x-t:a"),
        (10, "X-T://%32%350.251.252.253:7070/%7Ea%2f", "x-t://250.251.252.253/~a%2F"),
    ];
    for (row, text, canonical) in forms {
        let registry = registry(&ROWS[row]);
        let url = registry.parser().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(url.to_canonical(), canonical, "{text}");
    }
}

/// The fragment is a component, and no other one has a part of it.
#[test]
fn components_end_before_the_fragment() {
    let row = ROWS.iter().find(|row| row.url.contains('#')).expect("a row");
    let all = Row {
        grammar: r##"all
all = 1*( ALPHA / "#" )"##,
        components: r#"{ name = "all", rule = "all" }"#,
        url: "x-t:a#b",
    };
    for (row, expect) in [(row, [None, Some("1%612")]), (&all, [Some("a"), Some("b")])] {
        let registry = registry(row);
        let url = registry.parse(row.url).unwrap();
        let own = url.components().find(|part| part.name() != "fragment").and_then(|part| part.span());
        assert_eq!([own.map(|span| span.of(row.url)), url.fragment()], expect, "{}", row.grammar);
        check_properties(&registry, row.url).unwrap();
    }
}

/// A colon after the host that is a delimiter of the scheme is no empty port.
#[test]
fn a_delimiter_after_the_host_is_kept() {
    let grammar = "\"//\" host \":\" box path-abempty\nbox = *ALPHA";
    let keys = r#"component = [{ name = "host", rule = "host" }, { name = "box", rule = "box" }, { name = "path", rule = "path-abempty" }]
  equality = { dot_segments = "remove", empty_path = "/" }"#;
    let registry = loaded(grammar, keys).unwrap();
    for (text, canonical) in
        [("x-t://H:box/a", "x-t://h:box/a"), ("x-t://h:box", "x-t://h:box"), ("x-t://h:/../a", "x-t://h:/../a")]
    {
        assert_eq!(registry.parse(text).unwrap().to_canonical(), canonical, "{text}");
        check_canonical_form(&registry, text).unwrap();
    }
}
