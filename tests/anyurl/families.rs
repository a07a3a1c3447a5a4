//! Families of names: `git+*` is one entry for `git+https`, `git+ssh` and all others.

use anyurl::AddToml;
use anyurl::{ErrorKind, Options, Profile, Registry};

const HEADER: &str = r#"
schema = 1
registry.id = "com.example"
registry.kind = "organization"
registry.title = "Families"
registry.version = "1.0.0"
registry.serial = 1
registry.contact = ["registry@example.com"]
registry.change_controller = "Example"
registry.claims = ["db+*"]
"#;

/// Two families, one within the other, and a name of its own.
fn registry() -> Registry {
    let entry = |name: &str, form: &str, port: u16| {
        format!(
            "[[scheme]]\nname = \"{name}\"\nstatus = \"private\"\ndescription = \"A thing\"\nport = {{ default = {port} }}\n\
             syntax = {{ grammar = \"rfc3986\", form = [\"{form}\"] }}\n\
             access = {{ kind = \"none\", locates = \"data-object\", operations = [], algorithm = \"none: it is an example in a test\" }}\n"
        )
    };
    let text = [
        HEADER.to_owned(),
        entry("db+*", "db+*://[<user>[:<password>]@]<host>[:<port>]/<name>", 1),
        entry("db+cloud+*", "db+cloud+*://<host>[:<port>]/<region>", 2),
        entry("db+file", "db+file:<path>", 3).replace("port = { default = 3 }\n", ""),
    ];
    Registry::builder().add_toml("families.toml", text.concat()).unwrap().build()
}

#[test]
fn a_member_is_read_by_its_family_and_keeps_its_name() {
    let registry = registry();
    for (text, name, canonical) in [
        ("db+a://me@H:1/x", "db+*", "db+a://me@h/x"),
        ("DB+Async-PG.2://h/%78", "db+*", "db+async-pg.2://h/x"),
        ("db+cloud+eu://h:2/x", "db+cloud+*", "db+cloud+eu://h/x"),
        ("db+cloud://h:2/x", "db+*", "db+cloud://h:2/x"),
        ("db+cloud+://h:2/x", "db+*", "db+cloud+://h:2/x"),
        ("db+file:///x", "db+file", "db+file:///x"),
    ] {
        for options in [Options::new(), Options::new().rfc1738(), Options::new().lenient()] {
            let url = registry.parser().options(options).parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let written = text.split(':').next().unwrap();
            assert_eq!((&*url.scheme(), url.written_scheme()), (&*written.to_lowercase(), written));
            assert_eq!((url.entry().name(), url.to_canonical()), (name, canonical.to_owned()), "{text}");
            assert!(url.warnings().iter().all(|warning| warning.id() != "unregistered-scheme"), "{text}");
        }
        let found = anyurl::extract::extract(&registry, &format!("see {text}"), Options::new().lenient());
        assert_eq!(found.iter().map(anyurl::extract::Match::as_str).collect::<Vec<_>>(), [text]);
    }
    assert!(!registry.parse("db+a://h/x").unwrap().is_equivalent(&registry.parse("db+b://h/x").unwrap()));
}

#[test]
fn only_names_of_schemes_are_members() {
    let registry = registry();
    for (text, kind) in [("db+*://h/x", ErrorKind::Unexpected), ("db+a*://h/x", ErrorKind::Unexpected)] {
        assert_eq!(registry.parse(text).unwrap_err().kind(), kind, "{text}");
    }
    for text in ["db+://h/x", "db://h/x", "xdb+a://h/x"] {
        assert!(!registry.parse(text).unwrap().is_known(), "{text}");
    }
    assert!(registry.build("db+*").is_err());
    assert!(registry.to_builder().alias("x-family+*", "db+file").is_err());
}

#[test]
fn a_member_is_looked_up_built_and_changed() {
    let registry = registry();
    for name in ["db+*", "db+a", "DB+A"] {
        assert_eq!(registry.get(name, Profile::Current).map(anyurl::Entry::name), Some("db+*"), "{name}");
        assert_eq!(registry.versions(name).count(), 1, "{name}");
    }
    let built = registry.build("db+Psycopg").unwrap().set("host", "h").set("name", "a b").build().unwrap();
    assert_eq!(built.as_str(), "db+psycopg://h/a%20b");
    assert_eq!(built.with_host("k").unwrap().as_str(), "db+psycopg://k/a%20b");
    assert!(registry.similar_names("db+fil").iter().all(|name| !name.contains('*')));
}

/// What refuses a family refuses all its members: a mask, a fault of its entry, or the application.
#[test]
fn a_refused_family_refuses_its_members() {
    let registry = registry().to_builder().refuse("db+*", "no databases").unwrap().build();
    for (text, name) in [("db+a://h/x", 0..4), ("DB+abcdefgh:x", 0..11)] {
        let error = registry.parse(text).unwrap_err();
        assert_eq!((error.kind(), error.span().range()), (ErrorKind::Forbidden, name), "{text}");
    }
    let lenient = registry.parser().lenient().parse(" db+a://h/x").unwrap_err();
    assert_eq!(lenient.span().range(), 1..5);
    assert!(registry.parse("db+cloud+eu://h/x").is_ok() && registry.parse("db+file:///x").is_ok());

    let registry = self::registry().to_builder().refuse("db+evil", "not maintained").unwrap().build();
    assert!(registry.parse("db+evil://h/x").is_err() && registry.parse("db+a://h/x").is_ok());
}
