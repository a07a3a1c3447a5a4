//! Grammars whose authority prefix the core parses: the result is that of the automaton alone, with the same spans.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::walk::{start, walk};
use anyurl::authors::Origin;
use anyurl::{ErrorKind, Implementation, Layer, Options, Registry, Span};
use anyurl_declared::Declared;
use anyurl_declared::format::RegistryFile;
use anyurl_testkit::{Rng, mutate, registry_file};

/// The number of texts for each grammar.
const TEXTS: usize = 20_000;

/// Grammars with an authority prefix, and their components.
const GRAMMARS: [(&str, &str); 9] = [
    (r#"url = "x-h://" login [ "/" tail ]"#, r#"{ name = "tail", rule = "tail" }"#),
    (r#"url = "x-h://" hostport [ "/" tail ] [ "?" query ]"#, r#"{ name = "query", rule = "query" }"#),
    (r#"url = "x-h://" server "/" tail"#, r#"{ name = "server", rule = "server" }, { name = "tail", rule = "tail" }"#),
    (r#"url = "x-h://" name "/" tail"#, r#"{ name = "host", rule = "host" }, { name = "tail", rule = "tail" }"#),
    (r#"url = "x-h://" [ host ] "/" tail"#, r#"{ name = "host", rule = "host" }, { name = "tail", rule = "tail" }"#),
    (r#"url = "x-h://" some [ "/" tail ]"#, r#"{ name = "host", rule = "some", type = "host" }"#),
    (r#"url = "x-h:" "//" hostport [ slashed ]"#, r#"{ name = "path", rule = "slashed" }"#),
    (r#"url = "x-h://" login"#, ""),
    (
        r#"url = "x-h://" hostport *( "/" tail ) [ "?" number ]"#,
        r#"{ name = "number", rule = "number", type = "string" }"#,
    ),
];

/// The rules that the grammars share.
const RULES: &str = r#"
server  = hostport
name    = host
some    = [ host ]
slashed = *( "/" tail )
tail    = *( uchar / ":" / "@" / ";" )
query   = *( uchar / "/" / "?" / "@" )
number  = 1*digit
"#;

fn declared(abnf: &str, components: &str) -> Arc<Declared> {
    let entry = format!(
        r#"
    [[scheme]]
name = "x-h"
status = "experimental"
description = "a head and a tail"
[scheme.syntax]
grammar = "rfc1738"
dialect = "rfc5234"
start = "url"
imports = ["rfc1738"]
abnf = '''
{abnf}{RULES}'''
component = [{components}]
[scheme.access]
kind = "none"
locates = "data-object"
operations = []
algorithm = "none"
"#
    );
    let text = registry_file("user", "com.example.heads", "x-h", &entry);
    let layer = RegistryFile::from_text("heads.toml", text).unwrap().load().unwrap();
    Arc::new(Declared::new(layer.schemes().next().unwrap(), &[]).unwrap())
}

fn registry(scheme: &Arc<Declared>) -> Registry {
    let origin = Origin::from_crate("com.example.heads", "1.0.0", "heads.toml", 0);
    let scheme = Arc::clone(scheme);
    let builder = Registry::builder().add_from(scheme, Layer::User, Implementation::Declared, origin);
    builder.unwrap().build()
}

type Spans = BTreeMap<String, Span>;

#[test]
fn prefix_and_rest_give_the_same_result_as_the_whole_grammar() {
    let mut rng = Rng::new(3986);
    for (abnf, components) in GRAMMARS {
        let scheme = declared(abnf, components);
        let registry = registry(&scheme);
        let grammar = scheme.grammar().unwrap();
        let (begin, prefix) = (start(grammar, "x-h"), "x-h:".len());
        let by_automaton = |text: &str| -> Option<Spans> {
            let mut spans = vec![None; grammar.captures().count()];
            let rest = &text.as_bytes()[prefix..];
            grammar.dfa().scan(&begin, rest, prefix, &mut spans).ok()?;
            let named = grammar.captures().zip(spans);
            Some(named.filter_map(|(name, span)| Some((name.to_owned(), span?))).collect())
        };
        let mut accepted = 0;
        for n in 0..TEXTS {
            let mut text = walk(grammar, "x-h", &mut rng);
            if n % 2 == 1 {
                text = format!("x-h:{}", mutate(&text[prefix..], &mut rng));
            }
            // A fragment is no part of a grammar of RFC 1738.
            let parsed = registry.parser().rfc1738().parse(&text);
            // A grammar does not check ranges.
            if parsed.as_ref().is_err_and(|error| error.kind() == ErrorKind::OutOfRange) {
                continue;
            }
            let spans: Option<Spans> = parsed.as_ref().ok().map(|url| {
                let parts = url.components();
                parts.filter_map(|part| Some((part.name().to_owned(), part.span()?))).collect()
            });
            assert_eq!(spans, by_automaton(&text), "{abnf}: {text:?}, {parsed:?}");
            accepted += usize::from(parsed.is_ok());
        }
        assert!((TEXTS / 4..TEXTS * 9 / 10).contains(&accepted), "{abnf}: {accepted}");
    }
}

/// Lenient mode accepts the same prefixes in built-in and declared schemes, with the same warnings.
#[test]
fn lenient_mode_accepts_the_same_prefixes_as_built_in_schemes() {
    let (abnf, components) = GRAMMARS[6];
    let registry = registry(&declared(abnf, components));
    let rows = [
        ("u@h/", Some("A-09"), true),
        ("@h/", Some("A-09"), true),
        ("a_b/", Some("A-27"), true),
        ("a%2Db/", Some("A-28"), true),
        ("h./", Some("A-26"), true),
        ("h:/", Some("A-24"), true),
        ("h/~", Some("A-42"), true),
        ("h/", None, true),
        ("-h/", None, false),
        ("h:70000/", None, false),
    ];
    let lenient = Options::new().lenient();
    for (rest, id, accepted) in rows {
        for (registry, scheme) in [(&registry, "x-h"), (anyurl::rfc1738(), "http")] {
            let text = format!("{scheme}://{rest}");
            let parsed = registry.parser().options(lenient).parse(&text);
            assert_eq!(parsed.is_ok(), accepted, "{text}");
            let Ok(url) = parsed else { continue };
            let warnings = url.warnings();
            let warned: Vec<_> = warnings.iter().map(anyurl::Warning::id).collect();
            assert_eq!(warned, id.into_iter().collect::<Vec<_>>(), "{text}");
            let login = url.component("user").map(|user| user.text().to_owned());
            let expect = rest.split_once(['@', ':']).filter(|_| rest.contains('@'));
            assert_eq!(login, expect.map(|(user, _)| user.to_owned()), "{text}");
        }
    }
}
