//! `urn:isbn`: a grammar within a scheme, selected by the value of a component.

use anyurl_core::{Policy, Verdict};

use super::*;

/// A scheme whose `kind` selects subschemes, `com.example.item:<kind>:<name>`.
const ITEM: &str = r#"
[[scheme]]
name = "com.example.item"
status = "private"
description = "An item"

[scheme.syntax]
grammar = "rfc3986"
dialect = "rfc5234"
start = "com-example-item-uri"
subschemes = "kind"
abnf = '''
com-example-item-uri = "com.example.item:" kind ":" name
kind = 1*ALPHA
name = 1*( ALPHA / DIGIT )
'''
lenient = '''
com-example-item-uri = "com.example.item:" [ slashes ] kind ":" name
slashes = 1*"/"
'''
deviation = [{ rule = "slashes", id = "slashes", message = "no slash follows the colon", section = "Items", write = "" }]
component = [{ name = "kind", rule = "kind", case = "lower" }, { name = "name", rule = "name" }]

[scheme.access]
kind = "none"
locates = "name"
operations = []
algorithm = "None."
name_properties = "Names of items."
"#;

/// Books have numbers, which are read as such.
const BOOK: &str = r#"
[[scheme]]
name = "com.example.item:book"
like = "com.example.item"
status = "private"
description = "A book"
syntax.imports = ["com.example.item"]
syntax.abnf = '''
kind = "book"
name = 4DIGIT
'''
syntax.component = [{ name = "kind", rule = "kind", case = "lower" }, { name = "name", rule = "name", type = "u16" }]
"#;

fn items() -> RegistryFile {
    org(&[ITEM, BOOK].concat())
}

/// Each URL with the entry that reads it, and its canonical form; `None` is an error.
#[test]
fn a_component_selects_the_subscheme() {
    let resolved = resolve([items()]);
    let registry = resolved.registry();
    let (item, book) = ("com.example.item", "com.example.item:book");
    for (text, expected) in [
        ("com.example.item:shoe:a1", Some((item, "com.example.item:shoe:a1"))),
        ("com.example.item:book:0042", Some((book, "com.example.item:book:0042"))),
        ("COM.example.item:BOOK:0042", Some((book, "com.example.item:book:0042"))),
        ("com.example.item:bookend:a", Some((item, "com.example.item:bookend:a"))),
        ("com.example.item:book:a1", None),
        ("com.example.item:book:-", None),
    ] {
        let url = registry.parse(text);
        let read = url.as_ref().ok().map(|url| (url.entry().name(), url.to_canonical()));
        assert_eq!(read, expected.map(|(name, canonical)| (name, canonical.to_owned())), "{text}");
        let Ok(url) = url else { continue };
        assert_eq!(url.scheme(), item);
        assert_eq!(registry.parse(&url.to_canonical()).unwrap().entry_id(), url.entry_id());
        assert_eq!(url.into_owned().as_url().entry_id(), url.entry_id());
    }
    let short = "com.example.item:book:1";
    let error = registry.parse(short).unwrap_err();
    assert!(error.to_string().contains("of com.example.item:book"), "{error}");
    let expected = registry.explain(short, registry.options(), &error).expected.unwrap();
    assert!(expected.contains("a digit") && !expected.contains("letter"), "{expected}");
    // The suggestions of names are those that URLs can begin with.
    assert!(registry.similar_names("com.example.item:boo").is_empty());
}

/// Lenient mode selects as well, and reports each deviation once.
#[test]
fn lenient_mode_selects_once() {
    let resolved = resolve([items()]);
    let parser = resolved.registry().parser().lenient();
    for (text, name) in
        [("com.example.item://book:0042", "com.example.item:book"), ("com.example.item://shoe:a1", "com.example.item")]
    {
        let url = parser.parse(text).unwrap();
        assert_eq!(url.entry().name(), name);
        let slashes = url.warnings().iter().filter(|warning| warning.id() == "slashes").count();
        assert_eq!(slashes, 1, "{text}");
    }
}

/// The name of the subscheme selects its entry, and the name of the scheme that of the scheme.
#[test]
fn both_names_are_registered() {
    let resolved = resolve([items()]);
    let registry = resolved.registry();
    let book = registry.get("com.example.ITEM:Book", Profile::Current).unwrap();
    assert_eq!((book.name(), book.registration().scheme_name()), ("com.example.item:book", "com.example.item"));
    assert_eq!(registry.versions("com.example.item:book").count(), 1);
    assert!(registry.get("com.example.item:shoe", Profile::Current).is_none());
    let parser = registry.parser();
    let (book, shoe) = ("com.example.item:book:0042", "com.example.item:shoe:a");
    assert!(parser.parse_only(&["com.example.item"], book).is_ok());
    assert!(parser.parse_only(&["com.example.item:book"], book).is_ok());
    assert!(parser.parse_only(&["com.example.item:book"], shoe).is_err());
}

/// A URL that is built is the one that its text gives.
#[test]
fn what_is_built_selects_as_well() {
    let resolved = resolve([items()]);
    let registry = resolved.registry();
    let build = |kind: &str, name: &str| {
        registry.build("com.example.item").unwrap().set("kind", kind).set("name", name).build()
    };
    assert_eq!(build("book", "0042").unwrap().as_url().entry().name(), "com.example.item:book");
    assert_eq!(build("shoe", "a1").unwrap().as_url().entry().name(), "com.example.item");
    assert!(build("book", "a1").is_err());
    let book = registry.parse("com.example.item:book:0042").unwrap();
    assert_eq!(book.with("name", "0043").unwrap().as_str(), "com.example.item:book:0043");
}

/// What refuses or denies a scheme does so for its subschemes, and a rule for one of these is more specific.
#[test]
fn rules_for_the_scheme_are_those_of_its_subschemes() {
    let mask =
        |name: &str| layer("team", "com.example.t", &[], &format!("[[mask]]\nname = \"{name}\"\nreason = \"r\"\n"));
    let (book, shoe) = ("com.example.item:book:0042", "com.example.item:shoe:a");
    for (masked, refused) in [("com.example.item", [true, true]), ("com.example.item:book", [true, false])] {
        let resolved = resolve([items(), mask(masked)]);
        assert_eq!([book, shoe].map(|text| resolved.registry().parse(text).is_err()), refused, "{masked}");
    }
    for (policy, decisions) in [
        ("never = [\"com.example.item\"]", [Decision::Never, Decision::Never]),
        ("never = [\"com.example.item:book\"]", [Decision::Never, Decision::Always]),
        ("never = [\"com.example.item\"]\nalways = [\"com.example.item:book\"]", [Decision::Always, Decision::Never]),
    ] {
        let resolved = resolve([org(&[ITEM, BOOK, "[policy]\n", policy, "\n"].concat())]);
        let decide = |text| {
            let url = resolved.registry().parse(text).unwrap();
            assert_eq!(resolved.decide(&url).decision, resolved.decision(&url));
            resolved.decision(&url)
        };
        assert_eq!([book, shoe].map(decide), decisions, "{policy}");
    }
    let clients = Policy::new().scheme("com.example.item", Verdict::Deny).unwrap();
    let resolved = resolve([items()]);
    for text in [book, shoe] {
        assert_eq!(clients.judge(&resolved.registry().parse(text).unwrap()).verdict(), Verdict::Deny);
    }
}

/// SR615, and a subscheme of a scheme of a lower layer.
#[test]
fn the_scheme_must_select() {
    let team = |body: &str| layer("team", "com.example.t", &["com.example.item:pen"], body);
    let pen = BOOK.replace("book", "pen").replace("like = \"com.example.item\"\n", "");
    let pen = pen.replace("syntax.imports = [\"com.example.item\"]\n", "");
    let pen = pen.replace("kind = \"pen\"\n", "pen-uri = \"com.example.item:\" kind \":\" name\nkind = \"pen\"\n")
        + "syntax.grammar = \"rfc3986\"\nsyntax.dialect = \"rfc5234\"\nsyntax.start = \"pen-uri\"\n\
           access = { kind = \"none\", locates = \"name\", operations = [], algorithm = \"None.\", name_properties = \"n\" }\n";
    let resolved = resolve([items(), team(&pen)]);
    assert_eq!(resolved.registry().parse("com.example.item:pen:0001").unwrap().entry().layer(), Layer::Team);
    assert!(resolved.registry().parse("com.example.item:pen:a").is_err());

    assert_eq!(ids([org(""), team(&pen)]), ["SR615"]);
    let selecting_nothing = ITEM.replace("subschemes = \"kind\"\n", "");
    assert_eq!(ids([org(&selecting_nothing), team(&pen)]), ["SR615"]);
    let without = pen.replace("name = \"kind\"", "name = \"kind2\"");
    assert_eq!(ids([items(), team(&without)]), ["SR615"]);
}
