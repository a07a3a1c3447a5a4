//! Other names of registered schemes.

use anyurl::semver::VersionReq;
use anyurl::{
    Conflict, ErrorKind, Options, Policy, Profile, RegisterError, Registry, RegistryBuilder, SchemeMap, Verdict,
};

/// Aliases of a scheme in code, of one with two versions, and of a declared one; one is longer than eight characters.
fn registry() -> Registry {
    let aliases = [("gopher+files", "gopher"), ("web", "http"), ("resource-name", "URN"), ("x-files", "ftp")];
    let builder = crate::rfc1738().to_builder();
    let builder = aliases.into_iter().try_fold(builder, |builder, (alias, of)| builder.alias(alias, of));
    builder.unwrap_or_else(|error| panic!("{error}")).build()
}

#[test]
fn urls_with_an_alias_are_urls_of_the_scheme() {
    let registry = registry();
    for (alias, text) in [
        ("gopher+files://H/0sel", "gopher://H/0sel"),
        ("Gopher+Files://H:70/0sel", "gopher://H:70/0sel"),
        ("x-files://u@h/a;type=a", "ftp://u@h/a;type=a"),
        ("web://h/%7Ejoe", "http://h/%7Ejoe"),
        ("resource-name:isbn:0451450523", "urn:isbn:0451450523"),
    ] {
        for options in [Options::new().rfc1738(), Options::new().rfc1738().lenient(), Options::new()] {
            let (one, other) =
                (registry.parser().options(options).parse(alias), registry.parser().options(options).parse(text));
            let (one, other) = (one.unwrap_or_else(|error| panic!("{alias}: {error}")), other.unwrap());
            let name = alias.split(':').next().unwrap();
            assert_eq!((one.as_str(), one.written_scheme()), (alias, name));
            assert_eq!(&*one.scheme(), text.split(':').next().unwrap());
            assert_eq!(one.entry_id(), other.entry_id());
            assert_eq!(one.to_canonical(), other.to_canonical(), "{alias}");
            assert!(one.is_equivalent(&other));
            // The same components, at the same distance from the end of the scheme.
            let from = |start: usize| move |span: anyurl::Span| (span.start() - start, span.end() - start);
            let spans = one.spans().map(from(name.len()));
            assert!(spans.eq(other.spans().map(from(other.written_scheme().len()))), "{alias}");
            assert_eq!(one.warnings().len(), other.warnings().len(), "{alias}");
            assert_eq!(one.into_owned().as_url().written_scheme(), name);
        }
    }
}

/// In a text, an alias is found whatever its length and its first letter.
#[test]
fn aliases_are_found_in_a_text() {
    let long = "a-name-that-is-longer-than-all-others-of-the-registry";
    let registry = crate::rfc1738().to_builder().alias(long, "http").unwrap().build();
    let found = anyurl::extract::extract(&registry, &format!("see {long}://h/a."), Options::new().lenient());
    assert_eq!(found.iter().map(anyurl::extract::Match::as_str).collect::<Vec<_>>(), [format!("{long}://h/a")]);
}

/// Errors point into the text as written.
#[test]
fn errors_of_urls_with_an_alias() {
    let registry = registry();
    for (text, span) in
        [("gopher+files://h:99999/", 17..22), ("resource-name:isbn:a b", 20..21), ("web://h/~joe", 8..9)]
    {
        let error = registry.parse(text).unwrap_err();
        assert_eq!(error.span().range(), span, "{error}");
        let report = anyurl::Report::new(&registry, text, Options::new().rfc1738(), &error).to_string();
        assert!(report.contains(text), "{report}");
    }
    let repaired =
        registry.explain("web://h/~joe", Options::new().rfc1738(), &registry.parse("web://h/~joe").unwrap_err());
    assert_eq!(repaired.repaired.as_deref(), Some("web://h/%7Ejoe"));
}

#[test]
fn names_are_looked_up_by_alias() {
    let registry = registry();
    assert_eq!(registry.get("Web", Profile::Current).unwrap().registration().version.major, 2);
    assert_eq!(registry.versions("WEB").count(), 2);
    assert!(registry.select("web", &VersionReq::parse("^1").unwrap()).is_some());
    assert!(registry.get("resource-nam", Profile::Rfc1738).is_none());
    assert_eq!(registry.similar_names("gopher+file"), ["gopher+files"]);
    assert!(!registry.names().any(|name| name == "web"));
    let aliases: Vec<_> = registry.aliases().collect();
    let mut expect = vec![("gopher+files", "gopher"), ("resource-name", "urn"), ("web", "http"), ("x-files", "ftp")];
    if cfg!(feature = "declared") {
        expect.extend([("postgres", "postgresql"), ("s3a", "s3"), ("s3n", "s3")]);
        expect.sort_unstable();
    }
    assert_eq!(aliases, expect);
    let entry = registry.get("http", Profile::Rfc1738).unwrap();
    assert_eq!(entry.aliases(), ["web".into()]);
    assert!(registry.parser().entry(entry).parse("web://h/").is_ok());
    assert!(registry.parser().parse_only(&["http"], "web://h/").is_ok());
    assert!(registry.parser().parse_only(&["web"], "http://h/").is_ok());
    assert_eq!(registry.parser().parse_only(&["web"], "ftp://h/").unwrap_err().kind(), ErrorKind::OtherScheme);
    let built = registry.build("web").unwrap().host("h").build().unwrap();
    assert_eq!(built.as_str(), "web://h");
    // A change leaves the name as it is written.
    assert_eq!(built.with_host("i").unwrap().as_str(), "web://i");
}

#[test]
fn aliases_follow_their_scheme() {
    let registry = registry();
    let copy = registry.to_builder().build();
    assert!(copy.aliases().eq(registry.aliases()));
    let without = registry.to_builder().remove("WEB").build();
    assert!(without.parse("web://h/").unwrap().is_generic() && !without.parse("http://h/").unwrap().is_generic());
    let without = registry.to_builder().remove("http").build();
    assert!(!without.parse("web://h/").unwrap().is_known() && without.aliases().all(|(_, of)| of != "http"));
}

#[test]
fn clashes_are_refused() {
    let builder = || registry().to_builder();
    for (result, expect) in [
        (builder().alias("ftp", "http"), "registers `ftp`: choose another alias"),
        (builder().alias("http", "http"), "registers `http`"),
        (builder().alias("x-foo", "x-bar"), "`x-bar` is not registered"),
        (builder().alias("x-foo", "web"), "`web` is an alias itself: name `http`"),
        (builder().alias("web", "ftp"), "`web` is an alias of `http`: remove that first"),
        (builder().alias("a b", "ftp"), "`a b` is not a scheme name"),
        (builder().alias("x-", "ftp"), "`x-` alone is not a scheme name"),
    ] {
        let error = result.unwrap_err().to_string();
        assert!(error.contains(expect), "{expect}: {error}");
    }
    assert!(anyurl::rfc1738().to_builder().alias("mid", "ftp").is_err(), "a reserved name");
    assert!(anyurl::rfc1738().to_builder().allow_reserved("mid").alias("mid", "ftp").is_ok());
    assert!(builder().alias("web", "http").is_ok(), "the same alias again");
}

/// A scheme whose name is an alias follows the conflict policy of the builder.
#[test]
fn a_scheme_with_the_name_of_an_alias() {
    let with_alias = || RegistryBuilder::new().add(anyurl::schemes::ftp::FTP).unwrap().alias("gopher", "ftp").unwrap();
    let add = |builder: RegistryBuilder| builder.add(anyurl::schemes::gopher::GOPHER);
    assert!(matches!(add(with_alias()).unwrap_err(), RegisterError::Alias { .. }));
    let name = |conflict| {
        let registry = add(with_alias().on_conflict(conflict)).unwrap().build();
        registry.get("gopher", Profile::Rfc1738).unwrap().name().to_owned()
    };
    assert_eq!((name(Conflict::Keep), name(Conflict::Replace)), ("ftp".to_owned(), "gopher".to_owned()));
}

/// A denied alias denies its scheme, and a handler for an alias handles it.
#[test]
fn policies_and_handlers_know_aliases() {
    let registry = registry();
    let policy = Policy::new().scheme("web", Verdict::Deny).unwrap();
    let bound = policy.schemes().bind(&registry);
    let mut map = SchemeMap::new();
    map.insert("x-files", VersionReq::STAR, "by alias").unwrap();
    map.insert("web", VersionReq::STAR, "by alias").unwrap();
    map.insert("http", VersionReq::parse("^1").unwrap(), "by name").unwrap();
    let handlers = map.bind(&registry);
    for (text, verdict, handler) in [
        ("web://h/", Verdict::Deny, Some("by name")),
        ("http://h/", Verdict::Deny, Some("by name")),
        ("ftp://h/", Verdict::Allow, Some("by alias")),
        ("gopher://h/", Verdict::Allow, None),
    ] {
        let url = registry.parse(text).unwrap();
        assert_eq!(policy.judge(&url).verdict(), verdict, "{text}");
        assert_eq!(bound.get(&url).copied().unwrap_or(Verdict::Allow), verdict, "{text}");
        assert_eq!(handlers.get(&url).copied(), handler, "{text}");
        let again = registry.to_builder().build();
        assert_eq!(handlers.get(&again.parse(text).unwrap()).copied(), handler, "{text} of another registry");
    }
}
