//! Shapes derived from grammars: where a scheme has one, the fast path finds what the automaton and the checks find.

use std::collections::BTreeMap;

use anyurl_core::{Registry, Slot, Url, Warning};
use anyurl_declared::format::RegistryFile;
use anyurl_declared::layers::Stack;
use anyurl_testkit::{Rng, mutate, registry_file};

/// What follows `x-t:`, with the document whose rules are imported. Words in `RULES` are rules with several definitions.
const STARTS: [(&str, &str); 14] = [
    ("rfc1738", r#""//" hostport "/" path [ "?" search ]"#),
    ("rfc1738", r#""//" hostport [ "/" path [ "?" search ] ]"#),
    ("rfc1738", r#""//" login "/" path"#),
    ("rfc1738", r#""//" login [ "/" path ]"#),
    ("rfc1738", r#""//" [ host ] "/" path"#),
    ("rfc1738", r#""//" host "/" path "?" search"#),
    ("rfc1738", r#""//" hostport "/" path *( ";" extra )"#),
    ("rfc3986", r#""//" host slashed [ "?" search ]"#),
    ("rfc3986", r#""//" authority slashed [ "?" search ]"#),
    ("rfc3986", r##""//" authority slashed [ "?" search ] [ "#" fragment ]"##),
    ("rfc3986", r#""//" server "/" path [ "?" search ]"#),
    ("rfc3986", r#""//" authority "/" extra [ "/" path ]"#),
    ("rfc3986", r#"[ "//" authority ] slashed"#),
    ("rfc3986", r#""//" host "/" path [ "?" search / "&" extra ]"#),
];

/// Rules, and the definitions of which one is chosen.
const RULES: [(&str, &[&str]); 5] = [
    ("path", &["*data", r#"*( data / "/" )"#, r#"*( data / "/" )"#, r#"1*( data / "/" )"#, r#"seg *( "/" seg )"#]),
    ("slashed", &[r#"*( "/" *data )"#, r#""/" *( data / "/" )"#, r#"1*( "/" *data )"#, r#""/" *data"#]),
    (
        "search",
        &[r#"*( data / "/" )"#, r#"*( data / "/" )"#, "*data", r#"1*( data / "/" )"#, r#"*( data / "/" / "?" )"#],
    ),
    ("server", &[r#"1*( ALPHA / DIGIT / "-" / "." )"#, r#"label *( "." label )"#, "1*ALPHA"]),
    ("data", &["broad", "broad", "broad", r#"broad / "%" 2HEXDIG"#, r#"broad / "~" / ";""#, "ALPHA / DIGIT"]),
];

/// The rules of all grammars.
const COMMON: &str = r#"
seg   = *data
label = 1*( ALPHA / DIGIT / "-" )
extra = *ALPHA
broad = ALPHA / DIGIT / "-" / "." / "&" / "'" / "(" / ")" / "*" / "+" / "," / ":" / "=" / "@" / "_"
"#;

/// Keys of a component: without a check, and with some.
const TYPES: [&str; 6] = ["", "", "", r#", type = "path""#, r#", type = "integer""#, r#", decoded = "extra""#];

/// A random scheme; `None` if its grammar is not valid.
fn random(rng: &mut Rng) -> Option<Registry> {
    let (document, start) = *rng.pick(&STARTS);
    let choose = |(name, choices): &(&str, &[&str]), rng: &mut Rng| format!("{name} = {}\n", rng.pick(choices));
    let rules: String = RULES.iter().map(|rule| choose(rule, rng)).collect();
    let is_used = |name: &str| start.split_whitespace().any(|word| word == name);
    let mut names = ["path", "slashed", "search", "extra", "server", "host"];
    if rng.one_in(6) {
        names.reverse();
    }
    let mut components = Vec::new();
    for name in names.into_iter().filter(|name| is_used(name)) {
        components.push(match name {
            "server" | "host" => format!(r#"{{ name = "host", rule = "{name}", type = "host" }}"#),
            _ => format!(r#"{{ name = "c-{name}", rule = "{name}"{} }}"#, rng.pick(&TYPES)),
        });
    }
    let components = components.join(", ");
    registry(&format!(
        r#"
grammar = "{document}"
dialect = "rfc5234"
start = "t"
imports = ["{document}"]
abnf = '''
t = "x-t:" {start}
{rules}{COMMON}'''
component = [{components}]
"#
    ))
}

/// A registry with one scheme of this syntax.
fn registry(syntax: &str) -> Option<Registry> {
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

  [scheme.access]
  kind = "none"
  locates = "name"
  operations = []
  name_properties = "They mean nothing."
  algorithm = "There is none, since the names mean nothing."

  [scheme.syntax]
{syntax}"#
    );
    let file = registry_file("organization", "test", "x-*", &entry);
    let layer = RegistryFile::from_text("test.toml", file).unwrap().load().ok()?;
    let resolved = Stack::new().push(layer).resolve(anyurl::rfc1738(), None).ok()?;
    resolved.refused().next().is_none().then(|| resolved.registry().clone())
}

/// What is found in a text: the spans of all components, or the error.
fn found(outcome: Result<Url<'_>, anyurl_core::Error>) -> Result<String, String> {
    let url = outcome.map_err(|error| format!("{error:?}"))?;
    let own = (0..u8::try_from(Slot::OWN).unwrap()).map(Slot::own);
    let slots = [Slot::USER, Slot::PASSWORD, Slot::HOST, Slot::PORT, Slot::FRAGMENT].into_iter().chain(own);
    Ok(format!("{:?}", slots.map(|slot| url.span(slot)).collect::<Vec<_>>()))
}

/// A text that has a shape, or nearly.
fn text(rng: &mut Rng) -> String {
    let hosts = ["h", "host.dom", "a-b.c", "1.2.3.4", "1.2.3.456", "a.1b", "-", "a..b", "1", "H1.x-y"];
    let paths = ["", "a", "a/b", "/", "a//", "x:y@z", "a=1&b", "*(')+,_", "-", "1", ".", "a/b/c/"];
    let queries = ["", "", "", "?", "?a", "?a=b&c", "?/", "?1", "?:@", "??", "#f"];
    let text = format!("x-t://{}/{}{}", rng.pick(&hosts), rng.pick(&paths), rng.pick(&queries));
    if rng.one_in(3) { mutate(&text, rng) } else { text }
}

#[test]
fn fast_paths_find_what_automata_find() {
    let mut rng = Rng::new(17);
    let mut counts = BTreeMap::new();
    for _ in 0..600 {
        let Some(registry) = random(&mut rng) else { continue };
        let scheme = registry.get("x-t", anyurl_core::Profile::Rfc1738).unwrap().scheme();
        let shape = scheme.shape();
        *counts.entry(format!("{shape:?}")).or_insert(0) += 1;
        // The registry asks for the shape when it has parsed a URL.
        let _ = registry.parse("x-t://h/a?b").or_else(|_| registry.parse("x-t://h/a"));
        for _ in 0..if shape.is_some() { 300 } else { 5 } {
            let text = text(&mut rng);
            let general = found(registry.parser().parse_with_warnings(&text, &mut |_: Warning| {}));
            assert_eq!(found(registry.parse(&text)), general, "{text:?} {shape:?} {:?}", scheme.registration().syntax);
        }
    }
    assert!(counts.len() == 5 && counts.values().all(|count| *count >= 10), "{counts:#?}");
}

/// A form, and whether it has a shape.
#[test]
fn forms() {
    let rows = [
        ("x-t://<host>[:<port>]/<a...>[?<query>]", true),
        ("x-t://<host>/<a...>", true),
        // A query that is not optional, a path of one segment, a component after the path, and no host.
        ("x-t://<host>/<a...>?<query>", false),
        ("x-t://<host>/<a>", false),
        ("x-t://<host>/<a>/<b...>", false),
        ("x-t:<a...>", false),
    ];
    for (form, has_shape) in rows {
        let registry = registry(&format!("grammar = \"rfc3986\"\nform = [\"{form}\"]\n")).expect(form);
        let scheme = registry.get("x-t", anyurl_core::Profile::Rfc1738).unwrap().scheme();
        assert_eq!(scheme.shape().is_some(), has_shape, "{form}");
    }
}
