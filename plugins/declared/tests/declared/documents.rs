//! Grammars copied verbatim from their documents.

use std::fs;

use anyurl_abnf::{Ambiguity, Budget, Capture, CompiledGrammar, Dialect, GrammarSource, Limits, RuleSet, difference};

/// The rules of RFC 1738 Section 5 as printed.
const PRINTED: &str = include_str!("../../../../testdata/rfc1738.bnf");

#[test]
fn every_rule_as_printed_compiles() {
    let names = PRINTED.lines().filter(|line| !line.starts_with(' '));
    let names: Vec<&str> = names.filter_map(|line| Some(line.split_once('=')?.0.trim())).collect();
    assert_eq!(names.len(), 67);
    for name in names {
        let source = GrammarSource::new(PRINTED).dialect(Dialect::Rfc1738Bnf).start(name);
        let grammar = CompiledGrammar::compile(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(grammar.dfa().size() < 128 * 1024, "{name}: {grammar:?}");
    }
}

/// A document's files, its start rule, components, and the components that are ambiguous.
type Row = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const DOCUMENTS: [Row; 15] = [
    ("rfc1738", "httpurl", &["host", "port", "hpath", "search"], &[]),
    ("rfc1738", "ftpurl", &["user", "password", "host", "port", "fpath", "ftptype"], &[]),
    // The selector can contain `%09`.
    ("rfc1738", "gopherurl", &["host", "port", "gtype", "selector", "search"], &["selector", "search"]),
    ("rfc1738", "mailtourl", &["encoded822addr"], &[]),
    ("rfc1738", "newsurl", &["group", "article"], &[]),
    ("rfc1738", "nntpurl", &["host", "port", "group"], &[]),
    ("rfc1738", "telneturl", &["user", "password", "host", "port"], &[]),
    ("rfc1738", "waisurl", &["host", "port", "database", "search", "wtype", "wpath"], &[]),
    // "localhost" is also a host, so it is derived twice.
    ("rfc1738", "fileurl", &["host", "fpath"], &["host"]),
    ("rfc1738", "prosperourl", &["host", "port", "ppath"], &[]),
    ("rfc1738", "url", &["host"], &["host"]),
    ("rfc3986", "URI", &["scheme", "authority", "userinfo", "host", "port", "query", "fragment"], &[]),
    // `?` is an atext, so an address may begin with it.
    ("rfc6068 rfc5322", "mailtoURI", &["to", "hfields"], &["to", "hfields"]),
    ("rfc8141", "namestring", &["NID", "NSS", "r-component", "q-component"], &["r-component", "q-component"]),
    ("rfc3261", "SIP-URI", &["user", "password", "hostport", "uri-parameters", "headers"], &["user"]),
];

/// The rules of a document, with those of the files that it needs.
fn document(names: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/abnf");
    let file = |name: &str| fs::read_to_string(format!("{folder}/{name}.abnf"));
    let text: String =
        names.split(' ').map(|name| file(name).unwrap_or_else(|error| panic!("{name}: {error}"))).collect();
    if names == "rfc3261" { text + TELEPHONE } else { text }
}

/// RFC 3261 has the rule of RFC 2806, whose many readings exceed the limits; this is the part that URIs use.
const TELEPHONE: &str = r#"
telephone-subscriber = [ "+" ] 1*( DIGIT / "-" / "." / "(" / ")" ) [ ";isub=" 1*( DIGIT / "-" / "." ) ]
                       [ ";postd=" 1*( DIGIT / "*" / "A" / "B" / "C" / "D" / "p" / "w" ) ]
"#;

/// Documents that refer to RFC 3986.
fn imports(names: &str) -> &'static [RuleSet] {
    if matches!(names, "rfc1738" | "rfc3986" | "rfc3261") { &[] } else { &[RuleSet::Rfc3986] }
}

#[test]
fn documents_compile_and_their_ambiguities_are_known() {
    for (name, start, components, ambiguous) in DOCUMENTS {
        let text = document(name);
        let captures: Vec<_> = components.iter().map(|name| Capture::new(name, name)).collect();
        let source = GrammarSource::new(&text).start(start).captures(&captures).imports(imports(name));
        let mut budget = Budget::new(Limits::STANDARD);
        let grammar = CompiledGrammar::compile_within(&source, &mut budget);
        let grammar = grammar.unwrap_or_else(|error| panic!("{name} {start}: {error}"));
        // Far below the limits of 20 million steps and 1 MiB.
        assert!(grammar.usage().steps < 4_000_000, "{start}: {:?}", grammar.usage());
        assert!(grammar.dfa().size() < 128 * 1024, "{start}: {grammar:?}");
        let ambiguity = grammar.ambiguity(&mut budget).unwrap();
        if let Some(ambiguity) = &ambiguity {
            println!("{name} {start}: {ambiguity}");
            assert!(grammar.dfa().derives(&ambiguity.text));
        }
        let found = ambiguity.as_ref().map_or(Vec::new(), Ambiguity::components);
        assert_eq!(found, ambiguous, "{name} {start}: {ambiguity:?}");
    }
}

/// RFC 1738 restated in RFC 5234 derives the same texts as the printed rules.
#[test]
fn the_restated_rules_are_the_printed_ones() {
    let restated = document("rfc1738");
    let mut budget = Budget::new(Limits::STANDARD);
    let rules = ["hostport", "login", "fpath", "hpath", "search", "group", "article", "hostname", "xchar"];
    for rule in rules {
        let printed = GrammarSource::new(PRINTED).dialect(Dialect::Rfc1738Bnf).start(rule);
        let printed = CompiledGrammar::compile(&printed).unwrap();
        let restated = CompiledGrammar::compile(&GrammarSource::new(&restated).start(rule)).unwrap();
        assert_eq!(difference(&printed, &restated, &mut budget), Ok(None), "{rule}");
        assert_eq!(difference(&restated, &printed, &mut budget), Ok(None), "{rule}");
    }
}
