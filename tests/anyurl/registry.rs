//! The registry: the requirements of Section 4 (D), versions and profiles, reserved names, suggestions.

use std::sync::Arc;

use anyurl::authors::{
    Class, Component, Cursor, Delimiter, Fact, Grammar, InnerHosts, List, Origin, PlanBuilder, Registration, Role,
    Scheme, Status,
};
use anyurl::semver::{Version, VersionReq};
use anyurl::{Error, ErrorKind, Implementation, Layer, Options, PlanError, Profile, RegisterError, Registry, Slot};
use anyurl_core::internal::LazySource;

/// A scheme created at run time from a registration.
struct DynamicScheme(Registration);

impl Scheme for DynamicScheme {
    fn registration(&self) -> &Registration {
        &self.0
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        static XCHAR: Class = Class::xchar("xchar");
        at.run(&XCHAR, "text")?;
        at.finish(&XCHAR, "text")
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.compose_message(to.url().schemepart())
    }
}

fn facts(name: &str, status: Status) -> Registration {
    let mut registration = Registration::new(name.to_owned(), Version::new(1, 0, 0), status);
    registration.description = "a test".into();
    registration.components = List::Owned(vec![Component::text("text", Slot::own(0))]);
    registration.reserved = "/;".into();
    registration.syntax = "made = \"//\" *xchar".into();
    registration.access = List::Owned(vec!["wait".into()]);
    registration.demonstration = "this test".into();
    registration
}

fn add(registration: Registration) -> Result<Registry, RegisterError> {
    let builder = anyurl::rfc1738().to_builder().add(Arc::new(DynamicScheme(registration)))?;
    Ok(builder.build())
}

/// The error for a registration with an invalid change.
fn refusal(change: impl FnOnce(&mut Registration)) -> RegisterError {
    let mut registration = facts("x-foo", Status::Experimental);
    change(&mut registration);
    match add(registration) {
        Err(error) => error,
        Ok(_) => panic!("the registration must be refused"),
    }
}

const HOST: [Component; 2] = [Component::HOST, Component::PORT];

/// Requirements D 1 to 18 that concern schemes in code.
#[test]
fn section_4() {
    use RegisterError as E;
    // D 1, 2: accepted, and folded to lower case.
    for name in ["x-foo", "X-Foo"] {
        assert!(add(facts(name, Status::Experimental)).unwrap().get("x-foo", Profile::Current).is_some());
    }
    // D 3: `x-` is for experiments.
    assert!(matches!(add(facts("x-foo", Status::Permanent)), Err(E::NotExperimental { .. })));
    // D 4: an experiment without `x-` gives a note.
    let notes = add(facts("foo", Status::Experimental)).unwrap().notes().to_vec();
    assert!(notes.len() == 1 && notes[0].message.contains("does not begin with `x-`"), "{notes:?}");
    // D 5, 6: neither syntax nor access may be missing.
    assert!(matches!(refusal(|it| it.syntax = " ".into()), E::NoSyntax(_)));
    assert!(matches!(refusal(|it| it.access = List::Owned(vec![])), E::NoAccess(_)));
    // D 7: a permanent scheme needs a demonstration.
    let mut permanent = facts("foo", Status::Permanent);
    permanent.demonstration = "".into();
    assert!(matches!(add(permanent), Err(E::NoDemonstration(_))));
    // D 8: a scheme without a data object must describe its names.
    assert!(matches!(refusal(|it| it.data_object = false), E::NoNameProperties(_)));
    // D 9: a new scheme needs a new prefix, in any case and version.
    for name in ["http", "HTTP"] {
        let mut second = facts(name, Status::Permanent);
        second.version = Version::new(9, 0, 0);
        assert!(matches!(add(second), Err(E::Taken { .. })));
    }
    let twice = Registry::builder()
        .add(Arc::new(DynamicScheme(facts("x-foo", Status::Experimental))))
        .and_then(|builder| builder.add(Arc::new(DynamicScheme(facts("X-FOO", Status::Experimental)))));
    assert!(matches!(twice, Err(E::Taken { .. })));
    // D 12: invalid scheme names.
    for name in ["foo_bar", "", "foo bar", "f\u{f3}o", "a:", ":b", "a:b:c"] {
        assert!(matches!(add(facts(name, Status::Provisional)), Err(E::Name(_))), "{name:?}");
    }
    assert!(matches!(add(facts("x-", Status::Experimental)), Err(E::EmptyExperiment)));
    // D 13: valid in RFC 1738, with a note.
    for name in ["1abc", "+x"] {
        let notes = add(facts(name, Status::Provisional)).unwrap().notes().to_vec();
        assert!(notes.len() == 1 && notes[0].message.contains("does not begin with a letter"), "{notes:?}");
    }
    // D 14: only the seven characters can be reserved; another grammar has other delimiters.
    assert!(matches!(refusal(|it| it.reserved = ";/!".into()), E::ReservedSet { found: '!', .. }));
    let mut modern = facts("x-foo", Status::Experimental);
    (modern.grammar, modern.reserved) = (Grammar::Rfc3986, "[]!".into());
    assert!(add(modern).is_ok());
    // D 16: port 0; a `u16` holds no 65536.
    let port = |it: &mut Registration, port| {
        it.components = List::Owned(HOST.to_vec());
        it.default_port = Some(port);
    };
    assert!(matches!(refusal(|it| port(it, 0)), E::DefaultPort(_)));
    // D 17: a login or a default port without a host.
    assert!(matches!(refusal(|it| it.default_port = Some(70)), E::NoHost { .. }));
    let mut hosts = Component::new("hosts", Slot::own(0), Role::List(Delimiter::Between(b',')));
    hosts.hosts = Some(InnerHosts::List);
    let mut listed = facts("x-foo", Status::Experimental);
    (listed.components, listed.default_port) = (List::Owned(vec![hosts]), Some(70));
    assert!(add(listed).is_ok());
    let login = vec![Component::USER];
    assert!(matches!(refusal(|it| it.components = List::Owned(login)), E::NoHost { .. }));
    // D 18: a host without `//` gives a note.
    let mut odd = facts("x-foo", Status::Experimental);
    (odd.components, odd.syntax) = (List::Owned(HOST.to_vec()), "made = hostport".into());
    assert!(add(odd).unwrap().notes()[0].message.contains("`//`"));
    // Two components with one name, or in one slot.
    for second in [Component::text("text", Slot::own(1)), Component::new("other", Slot::own(0), Role::Text)] {
        let both = vec![Component::text("text", Slot::own(0)), second];
        assert!(matches!(refusal(|it| it.components = List::Owned(both)), E::TwoComponents { .. }));
    }
}

/// A template names each component once; without a template nothing can be built.
#[test]
fn templates() {
    for (template, says) in [
        ("{text", "unbalanced bracket at byte 0 of the template"),
        ("{text}]", "unbalanced bracket at byte 6 of the template"),
        ("{text}{txt}", "`txt`, which is not a component"),
        ("{text}[/{text}]", "`text` twice"),
        ("//", "does not name `text`"),
        ("{text}{user}", "`user`, which only lenient mode accepts"),
    ] {
        let refused = refusal(|it| {
            it.components.to_mut().push(Component::UNWANTED_USER);
            it.template = template.into();
        });
        let message = refused.to_string();
        assert!(matches!(refused, RegisterError::Template { .. }), "{refused:?}");
        assert!(message.contains(says), "{template}: {message}");
    }
    let registry = add(facts("x-foo", Status::Experimental)).unwrap();
    let error = registry.build("x-foo").unwrap().set("text", "a").build().unwrap_err();
    assert_eq!(error.to_string(), "`x-foo` URLs cannot be built: the registration has no template");
    assert!(registry.build("x-foo").unwrap().build().is_err());
}

/// Requirements D 10 and 11: refused without an override, and generic until then.
#[test]
fn reserved_names() {
    for name in anyurl_core::internal::RESERVED_NAMES {
        let made = || Arc::new(DynamicScheme(facts(name, Status::Provisional)));
        let refused = Registry::builder().add(made()).err().unwrap();
        assert!(matches!(refused, RegisterError::Reserved(_)) && refused.to_string().contains("allow_reserved"));
        let allowed = Registry::builder().allow_reserved(name).add(made()).unwrap().build();
        assert!(!allowed.parse(&format!("{name}:x")).unwrap().is_generic());
        let text = format!("{name}:x");
        let generic = anyurl::rfc1738().parse(&text).unwrap();
        assert!(generic.is_generic());
        assert!(generic.warnings()[0].message().contains("reserved"), "{generic:?}");
    }
}

/// D 26: a removed name is parsed with the generic syntax again.
#[test]
fn removal() {
    let without = crate::rfc1738().to_builder().remove("HTTP").build();
    assert!(without.parse("http:~").is_err());
    assert!(without.parse("http:foo").unwrap().is_generic());
    assert_eq!(without.versions("http").count(), 0);
    assert!(!crate::rfc1738().parse("http://h/").unwrap().is_generic());
}

#[test]
fn a_refused_name_is_invalid_in_every_mode() {
    let builder = crate::rfc1738().to_builder().refuse("HTTP", "use https").unwrap();
    let registry = builder.refuse("x-new", "not yet").unwrap().build();
    for (text, span) in [("http://h/", 0..4), ("Http:a", 0..4), ("x-new:a", 0..5)] {
        for options in [Options::new().rfc1738(), Options::new().rfc1738().lenient(), Options::new()] {
            let error = registry.parser().options(options).parse(text).unwrap_err();
            assert_eq!((error.kind(), error.span().range()), (ErrorKind::Forbidden, span.clone()), "{text}");
        }
    }
    assert_eq!(registry.versions("http").count(), 1);
    assert!(registry.parse("https://h/").is_ok());
    assert!(crate::rfc1738().to_builder().refuse("a b", "").is_err());
    assert!(registry.to_builder().remove("http").build().parse("http:a").unwrap().is_generic());
}

#[test]
fn versions_and_profiles() {
    let registry = crate::rfc1738();
    let versions: Vec<_> = registry.versions("HTTP").map(|entry| entry.registration().version.major).collect();
    assert_eq!(versions, [1, 2]);
    let major = |name, profile| registry.get(name, profile).map(|entry| entry.registration().version.major);
    assert_eq!((major("http", Profile::Rfc1738), major("http", Profile::Current)), (Some(1), Some(2)));
    assert_eq!((major("https", Profile::Rfc1738), major("nope", Profile::Current)), (Some(1), None));
    let one = registry.select("http", &VersionReq::parse("^1").unwrap()).unwrap();
    let two = registry.select("http", &VersionReq::parse(">=1").unwrap()).unwrap();
    assert!(registry.parser().entry(one).parse("http://h/~joe").is_err());
    assert!(registry.parser().entry(two).parse("http://h/~joe").is_ok());
    let other = registry.parser().entry(two).parse("ftp://h/").unwrap_err();
    assert_eq!(other.kind(), ErrorKind::OtherScheme);
    let elsewhere = anyurl::rfc1738().parser().entry(two).parse("http://h/").unwrap_err();
    assert_eq!(elsewhere.kind(), ErrorKind::UnknownScheme);
}

#[test]
fn this_scheme_and_no_other() {
    let registry = crate::rfc1738();
    let (strict, lenient) = (Options::new().rfc1738(), Options::new().rfc1738().lenient());
    for (name, text, options) in [
        ("http", "http://h/", strict),
        ("HTTP", "Http://h/", strict),
        ("http", " http://h/ ", lenient),
        ("aaa", "aaa://b", strict),
    ] {
        assert!(registry.parser().options(options).parse_only(&[name], text).is_ok(), "{name} {text}");
    }
    let other = |name, text, options| registry.parser().options(options).parse_only(&[name], text).unwrap_err();
    for (name, text, options, span, kind, help) in [
        ("http", "ftp://h/", strict, 0..3, ErrorKind::OtherScheme, "pass a URL that begins with `http:`"),
        // https is registered, so it is no typo.
        ("http", "https://h/", strict, 0..5, ErrorKind::OtherScheme, "pass a URL that begins with `http:`"),
        ("http", "htpp://h/", strict, 0..4, ErrorKind::OtherScheme, "write `http`"),
        ("http", "  htpp://h/", lenient, 2..6, ErrorKind::OtherScheme, "write `http`"),
        // An invalid URL of another scheme, and of this one.
        ("http", "ftp://h:99999/", strict, 0..3, ErrorKind::OtherScheme, "pass a URL that begins with `http:`"),
        ("http", "http://h:99999/", strict, 9..14, ErrorKind::OutOfRange, "write a port from 0 to 65535"),
        ("http", "h", strict, 0..0, ErrorKind::Missing, "begin with the scheme"),
        ("x-none", "x-none:a", strict, 0..0, ErrorKind::UnknownScheme, "register the scheme"),
        ("", ":a", strict, 0..0, ErrorKind::UnknownScheme, "register the scheme"),
    ] {
        let error = other(name, text, options);
        assert_eq!((error.kind(), error.span().range()), (kind, span), "{name} {text}: {error}");
        assert!(error.requirement().help().contains(help), "{name} {text}: {}", error.requirement().help());
    }
    let report = anyurl::Report::new(registry, "htpp://h/", strict, &other("http", "htpp://h/", strict)).to_string();
    assert!(report.contains("| htpp://h/") && report.contains("| ^^^^"), "{report}");
    assert!(!other("http://u:secret@h/", "http://h/", strict).to_string().contains("secret"));
}

/// The current profile and lenient mode split a fragment off; strict RFC 1738 rejects it.
#[test]
fn fragments() {
    let strict = Options::new().rfc1738();
    for (text, options, fragment) in [
        ("http://h/~joe#top", strict.profile(anyurl::Profile::Current), Some("top")),
        ("http://h/a#top", strict.lenient(), Some("top")),
        ("ftp://h/a#", strict.profile(anyurl::Profile::Current), Some("")),
        ("https://h/#a/b?c", strict, Some("a/b?c")),
        ("x-foo:a#b", strict.lenient(), Some("b")),
        ("http://h/a", strict.lenient(), None),
    ] {
        assert_eq!(crate::rfc1738().parser().options(options).parse(text).unwrap().fragment(), fragment, "{text}");
    }
    let ids = |text, options| -> Vec<String> {
        crate::rfc1738()
            .parser()
            .options(options)
            .parse(text)
            .unwrap()
            .warnings()
            .iter()
            .map(|warning| warning.id().to_owned())
            .collect()
    };
    assert_eq!(ids("http://h/a#top", strict.lenient()), ["A-40"]);
    assert!(ids("https://h/#a", strict.lenient()).is_empty(), "what strict mode accepts is no deviation");
    assert!(ids("http://h/a#top", strict.profile(anyurl::Profile::Current).lenient()).is_empty());
    for text in ["http://h/a#top", "x-foo:a#b", "ftp://h/#"] {
        assert_eq!(crate::rfc1738().parse(text).unwrap_err().requirement().id(), "A-40", "{text}");
    }
}

/// A misspelt name parses, and the warning suggests the registered name.
#[test]
fn near_names() {
    for (text, near) in [("htpp://h/", "`http`"), ("gohper://h/1", "`gopher`"), ("HTTPSS://h/", "`https`")] {
        let url = crate::rfc1738().parse(text).unwrap();
        let warnings = url.warnings();
        assert_eq!(warnings[0].id(), "unregistered-scheme");
        assert!(warnings[0].message().contains(near), "{}", warnings[0]);
    }
    assert!(!crate::rfc1738().parse("x-company:a").unwrap().warnings()[0].message().contains("did you mean"));
}

/// A registry can be shared, and a lookup of many names finds each of them.
#[test]
fn many_names() {
    let mut builder = Registry::builder();
    for n in 0..2_000 {
        builder = builder.add(Arc::new(DynamicScheme(facts(&format!("x-name-{n}"), Status::Experimental)))).unwrap();
    }
    let registry = builder.build();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for n in 0..2_000 {
                    let text = format!("X-name-{n}:a");
                    assert_eq!(registry.parse(&text).unwrap().entry().name(), format!("x-name-{n}"));
                }
            });
        }
    });
    assert!(registry.parse("x-name-2000:a").unwrap().is_generic());
}

/// A space inside must be encoded; only surrounding whitespace is trimmed.
#[test]
fn spaces_inside_a_url_are_not_trimmed() {
    for (text, id) in [("gopher://h/ 1", "A-43"), ("gopher://h/1 ", "A-44"), ("http://h/a b ", "A-43")] {
        assert_eq!(crate::rfc1738().parse(text).unwrap_err().requirement().id(), id, "{text:?}");
    }
}

/// A newer mailto, mid, and a fact.
struct Shipped;

impl LazySource for Shipped {
    fn names(&self) -> &[&'static str] {
        &["mailto", "mid", "x-known"]
    }

    fn load(&self, n: usize) -> anyurl::Entry {
        let origin = Origin::from_crate("public", "1", "registry.toml", 1);
        if n == 2 {
            let mut fact = Fact::new("x-known", Status::Historical);
            fact.description = "known by name".into();
            fact.default_port = Some(70);
            return anyurl::Entry::of_fact(fact, Layer::Public, origin);
        }
        let mut facts = facts(self.names()[n], Status::Permanent);
        facts.version = Version::new(2, 0, 0);
        facts.demonstration = "it is there".into();
        let scheme: Arc<dyn Scheme> = Arc::new(DynamicScheme(facts));
        anyurl::Entry::of_scheme(scheme, Layer::Public, Implementation::Declared, origin)
    }
}

/// Lazily loaded entries behave like others.
#[test]
fn lazy_entries_behave_like_others() {
    let builtins = || anyurl::rfc1738().to_builder();
    let lazy = builtins().lazy(&Shipped).build();
    assert_eq!(lazy.parse("mailto:a@h").unwrap().registration().version.major, 1);
    let current = Options::new();
    let url = lazy.parser().options(current).parse("mailto:a").unwrap();
    assert_eq!((url.registration().version.major, url.entry().implementation()), (2, Implementation::Declared));
    assert_eq!(lazy.parser().options(current).parse("ftp://h/").unwrap().registration().version.major, 1);
    let url = lazy.parse("MID:a@b").unwrap();
    assert_eq!((url.entry().layer(), &*url.scheme()), (Layer::Public, "mid"));
    assert_eq!(lazy.entries().count(), 13);
    assert!(lazy.entries().is_sorted_by_key(anyurl::Entry::name));
    assert_eq!(lazy.versions("mailto").count(), 2);
    // `parse_as` and `parse_owned` accept the entry.
    let entry = lazy.get("mid", Profile::Rfc1738).unwrap();
    assert!(lazy.parser().entry(entry).parse("mid:x").is_ok());
    assert_eq!(lazy.parser().parse_owned("mid:x").unwrap().as_url().registration().name, "mid");
    // Adding a scheme takes lazy entries into account.
    let loaded = lazy.to_builder().add(Arc::new(DynamicScheme(facts("x-known", Status::Experimental))));
    assert!(matches!(loaded, Err(RegisterError::Taken { .. })));
    let loaded = builtins().lazy(&Shipped).add(Arc::new(DynamicScheme(facts("x-known", Status::Experimental))));
    assert!(matches!(loaded, Err(RegisterError::Taken { .. })));
    let without = builtins().lazy(&Shipped).remove("mid").build();
    assert!(!without.parse("mid:x").unwrap().is_known());
}

/// A fact is parsed with the generic syntax, but is not unregistered.
#[test]
fn names_known_as_facts() {
    let registry = Registry::builder().lazy(&Shipped).build();
    let url = registry.parse("X-Known://joe@h/a").unwrap();
    assert!(url.is_generic() && url.is_known() && url.warnings().is_empty());
    assert_eq!((url.registration().status, url.entry().implementation().as_str()), (Status::Historical, "generic"));
    assert_eq!((url.user(), url.host(), url.effective_port()), (Some("joe"), Some("h"), Some(70)));
    assert_eq!(url.to_canonical(), "x-known://joe@h/a");
    let error = url.plan(&anyurl::Environment::new()).unwrap_err();
    assert_eq!(error.kind().as_str(), "no-access-method");
    assert!(!registry.parse("x-unknown:a").unwrap().is_known());
}

/// Only the public layer represents IANA.
#[test]
fn only_the_public_layer_has_reserved_names_and_versions_of_others() {
    let add = |name, layer| {
        let mut facts = facts(name, Status::Provisional);
        facts.version = Version::new(2, 0, 0);
        let origin = Origin::from_crate("com.example", "1", "r.toml", 1);
        anyurl::rfc1738().to_builder().add_from(Arc::new(DynamicScheme(facts)), layer, Implementation::Declared, origin)
    };
    assert!(add("mid", Layer::Public).is_ok() && add("mailto", Layer::Public).is_ok());
    assert!(matches!(add("mid", Layer::Organization), Err(RegisterError::Reserved(_))));
    assert!(matches!(add("mailto", Layer::Organization), Err(RegisterError::Taken { .. })));
}
