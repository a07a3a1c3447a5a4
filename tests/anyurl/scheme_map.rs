//! Values by scheme and version: precedence, aliases, and URLs of other registries than the bound one.

use std::collections::HashSet;

use anyurl::semver::{Version, VersionReq};
use anyurl::{EntryMap, Options, Profile, Registry, SchemeMap, SchemeMapError};
use proptest::prelude::*;

fn req(text: &str) -> VersionReq {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A map from rules `(name, requirement, value)`.
fn map<'v>(rules: &[(&str, &str, &'v str)]) -> SchemeMap<&'v str> {
    let mut map = SchemeMap::new();
    for (name, versions, value) in rules {
        map.insert(name, req(versions), *value).unwrap();
    }
    map
}

#[test]
fn exact_precedes_range_precedes_any() {
    type Rules = &'static [(&'static str, &'static str, &'static str)];
    let rows: &[(Rules, &str, Option<&str>)] = &[
        (&[("http", "*", "any"), ("http", "^1", "range"), ("http", "=1.0.0", "exact")], "1.0.0", Some("exact")),
        (&[("http", "=1.0.0", "exact"), ("http", "^1", "range"), ("http", "*", "any")], "1.0.0", Some("exact")),
        (&[("http", "=1.0.0", "exact"), ("http", "^1", "range"), ("http", "*", "any")], "1.1.0", Some("range")),
        (&[("http", "^1", "range"), ("http", "*", "any")], "2.0.0", Some("any")),
        (&[("http", "^1", "first"), ("http", ">=1", "second")], "1.0.0", Some("second")),
        (&[("http", ">=1", "first"), ("http", "^1", "second")], "1.0.0", Some("second")),
        (&[("http", "^1", "first"), ("HTTP", "^1", "second")], "1.0.0", Some("second")),
        // `=1` and `=1.2` are ranges.
        (&[("http", "=1.2.3", "exact"), ("http", "=1", "range")], "1.2.3", Some("exact")),
        (&[("http", "^1", "range")], "2.0.0", None),
        (&[("http", "^1", "range")], "1.1.0-rc.1", None),
        (&[("http", "*", "any")], "1.1.0-rc.1", Some("any")),
        (&[("ftp", "*", "other")], "1.0.0", None),
    ];
    for (rules, version, expect) in rows {
        let version = Version::parse(version).unwrap();
        assert_eq!(map(rules).get("Http", Some(&version)).copied(), *expect, "{rules:?} {version}");
    }
}

#[test]
fn what_has_no_version_matches_any_version_only() {
    let mut map = map(&[("x-foo", "*", "any"), ("x-bar", ">=0", "range"), ("aaa", "^1", "range"), ("aaa", "*", "any")]);
    map.set_default("default");
    let bound = map.bind(crate::rfc1738());
    // `aaa` is registered as a fact, and the others are not.
    for (text, expect) in [("x-foo:a", "any"), ("X-BAR:a", "default"), ("aaa://b/k", "any"), ("x-none:a", "default")] {
        let url = crate::rfc1738().parse(text).unwrap();
        assert!(url.is_generic(), "{text}");
        assert_eq!(bound.get(&url), Some(&expect), "{text}");
    }
}

#[test]
fn versions_of_profiles() {
    let bound = map(&[("http", "^1", "old"), ("http", "^2", "new")]).bind(crate::rfc1738());
    let get = |options| *bound.get(&crate::rfc1738().parser().options(options).parse("http://h/").unwrap()).unwrap();
    assert_eq!((get(Options::new().rfc1738()), get(Options::new())), ("old", "new"));
}

#[test]
fn aliases() {
    let mut map = map(&[("http", "^2", "http"), ("wss", "^1", "own"), ("s3", "*", "s3")]);
    for (alias, of) in [("https", "http"), ("ws", "http"), ("wss", "http"), ("cos", "s3"), ("gopher", "nowhere")] {
        map.alias(alias, of).unwrap();
    }
    let bound = map.bind(crate::rfc1738());
    let rows = [("https://h/", None), ("wss://h/", Some("own")), ("COS://b/", Some("s3")), ("gopher://h/", None)];
    for (text, expect) in rows {
        let version = crate::rfc1738().parse(text).unwrap().registration().version.clone();
        assert_eq!(bound.get(&crate::rfc1738().parse(text).unwrap()).copied(), expect, "{text} {version}");
    }
    map.insert("http", req(">=1"), "any http").unwrap();
    assert_eq!(map.bind(crate::rfc1738()).get(&crate::rfc1738().parse("https://h/").unwrap()), Some(&"any http"));
    assert_eq!(bound.get(&crate::rfc1738().parse("https://h/").unwrap()), None, "bound before the change");
}

#[test]
fn mistakes_are_refused() {
    let mut map = map(&[("http", "*", "")]);
    map.alias("https", "http").unwrap();
    for (result, expect) in [
        (map.clone().insert("ht tp", req("*"), ""), "`ht tp` is not a scheme name"),
        (map.clone().insert("", req("*"), ""), "`` is not a scheme name"),
        (map.clone().insert("ftp://u:secret@h/", req("*"), ""), "`ftp://u:***@h/` is not a scheme name"),
        (map.clone().alias("http", "HTTP"), "both are the same name"),
        (map.clone().alias("ws", "https"), "`https` is an alias itself: name `http`"),
        (map.clone().alias("http", "ftp"), "`https` is an alias of `http`: make it an alias of `ftp` first"),
    ] {
        let error = result.unwrap_err().to_string();
        assert!(error.contains(expect), "{error}");
    }
    assert!(matches!(map.alias("ws", "https"), Err(SchemeMapError::Alias { .. })));
    assert_eq!(map.names().collect::<Vec<_>>(), ["http", "https"]);
    assert_eq!(map.similar_names("htpp"), ["http"]);
}

/// A member precedes its family, the longest beginning the others, and a subscheme its scheme.
#[test]
fn families_and_subschemes() {
    let rules = [("git+*", "*", "git"), ("git+HTTPS", "*", "https"), ("urn", "*", "urn"), ("URN:uuid", "*", "uuid")];
    let registry = crate::rfc1738();
    let mut map = map(&rules);
    let rows = [
        ("git+https://h/r", Some("https")),
        ("GIT+x://h/r", Some("git")),
        ("git+ssh://h/r", Some("git")),
        ("urn:isbn:0451450523", Some("urn")),
        ("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", Some("uuid")),
        ("urn:example:a", Some("urn")),
        ("postgresql+psycopg://h/d", None),
        ("x-a+b+c:d", None),
    ];
    let all = |map: &SchemeMap<&'static str>| {
        let bound = map.bind(registry);
        rows.map(|(text, _)| bound.get(&registry.parse(text).unwrap()).copied())
    };
    assert_eq!(all(&map), rows.map(|(_, expect)| expect));
    assert_eq!(map.unused(registry), []);

    for (name, value) in [("postgresql+psycopg", "psycopg"), ("x-a+*", "short"), ("x-a+b+*", "long")] {
        map.insert(name, VersionReq::STAR, value).unwrap();
    }
    assert_eq!(all(&map)[6..], [Some("psycopg"), Some("long")]);
    let names: Vec<_> = map.unused(registry).iter().map(ToString::to_string).collect();
    assert_eq!(names, ["the scheme `x-a+*` is not registered", "the scheme `x-a+b+*` is not registered"]);
    for name in ["*", "git*", "git+*x", "urn:", "urn:a:b", "a b"] {
        assert!(matches!(map.insert(name, VersionReq::STAR, ""), Err(SchemeMapError::Name(_))), "{name}");
    }
}

/// After a removal, ids of the older registry select nothing in the newer one: values are found by name instead.
#[test]
fn urls_of_an_older_registry() {
    let old = crate::rfc1738();
    let new = old.to_builder().remove("file").build();
    let mut handlers = SchemeMap::new();
    // Of each URL, the name of its scheme is compared.
    for name in old.names().filter(|name| !name.contains(['*', ':'])) {
        handlers.insert(name, VersionReq::STAR, name).unwrap();
    }
    let (by_old, by_new) = (handlers.bind(old), handlers.bind(&new));
    let mut count = 0;
    for entry in old.entries().chain(new.entries()).filter(|entry| !entry.name().ends_with('*')) {
        for example in entry.registration().examples.iter() {
            let url = old.parser().profile(anyurl::Profile::Current).lenient().parse(&example.url);
            let Ok(url) = url else { continue };
            let url = url.into_owned();
            let name = url.as_url().scheme().into_owned();
            assert_eq!(by_old.get(&url.as_url()).copied(), Some(&*name), "{}", example.url);
            assert_eq!(by_new.get(&url.as_url()).copied(), Some(&*name), "{}", example.url);
            let again = new.parser().profile(anyurl::Profile::Current).lenient().parse(&example.url).unwrap();
            assert_eq!(by_new.get(&again).copied(), Some(&*name), "{}", example.url);
            assert_eq!(by_old.get(&again).copied(), Some(&*name), "{}", example.url);
            assert_ne!(again.entry_id(), url.as_url().entry_id(), "{}", example.url);
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn ids_are_of_one_entry_of_one_registry() {
    let registry = crate::rfc1738();
    let ids: HashSet<_> = registry.entries().map(anyurl::Entry::id).collect();
    assert_eq!(ids.len(), registry.entries().count());
    for entry in registry.entries() {
        assert_eq!(
            registry.clone().select(entry.name(), &req(&format!("={}", entry.registration().version))).unwrap().id(),
            entry.id()
        );
    }
    let copy = registry.to_builder().build();
    assert!(copy.entries().all(|entry| !ids.contains(&entry.id())));
    let entry = copy.get("ftp", anyurl::Profile::Rfc1738).unwrap();
    assert!(registry.parser().entry(entry).parse("ftp://h/").is_err(), "an entry of another registry");
    assert_eq!(copy.parse("ftp://h/").unwrap().entry_id(), entry.id());
    assert_eq!(copy.parser().check("ftp://h/").unwrap().entry_id(), entry.id());
}

#[test]
fn an_entry_map_keeps_registries_apart() {
    let (one, other) = (anyurl::rfc1738(), anyurl::rfc1738().to_builder().build());
    let mut map = EntryMap::new();
    for (registry, value) in [(one, 1), (&other, 2)] {
        for entry in registry.entries() {
            assert_eq!(map.insert(entry.id(), value), None);
        }
    }
    assert!(one.entries().all(|entry| map.get(entry.id()) == Some(&1)));
    assert_eq!(map.iter().filter(|(_, value)| **value == 2).count(), 10);
    let ids: Vec<_> = map.iter().map(|(id, _)| id).collect();
    assert!(one.entries().chain(other.entries()).map(anyurl::Entry::id).eq(ids));
    assert_eq!(map.get(one.generic(Profile::Rfc1738).id()), None);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    /// A bound map finds what the map finds by name and version, whatever the registry of the URL.
    #[test]
    fn binding_changes_no_result(
        rules in prop::collection::vec((0..10_usize, 0..5_usize), 0..12),
        aliases in prop::collection::vec((0..6_usize, 0..6_usize), 0..3),
        has_default: bool,
    ) {
        const NAMES: [&str; 10] =
            ["http", "https", "ftp", "urn", "r2", "x-foo", "urn:uuid", "git+*", "git+https", "x-a+*"];
        const VERSIONS: [&str; 5] = ["*", "^1", ">=2", "=1.0.0", "1.0"];
        let mut map = SchemeMap::new();
        for (n, (name, versions)) in rules.iter().enumerate() {
            map.insert(NAMES[*name], req(VERSIONS[*versions]), n).unwrap();
        }
        for (alias, of) in aliases {
            let _ = map.alias(NAMES[alias], NAMES[of]);
        }
        if has_default {
            map.set_default(usize::MAX);
        }
        let registries: [Registry; 3] =
            [crate::rfc1738().clone(), anyurl::rfc1738().clone(), crate::rfc1738().to_builder().remove("ftp").build()];
        for bound in registries.iter().map(|registry| map.bind(registry)) {
            for registry in &registries {
                for text in [
                    "http://h/", "https://h/", "ftp://h/", "urn:isbn:0451450523", "r2://b/", "x-foo:a", "git+https://h/r",
                    "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                    "git+x://h/r", "X-A+b:c",
                ] {
                    let url = registry.parse(text).unwrap();
                    let version = (!url.is_generic()).then(|| &url.registration().version);
                    let name = if url.entry().name().contains(':') { url.entry().name() } else { &*url.scheme() };
                    prop_assert_eq!(bound.get(&url), map.get(name, version), "{}", text);
                }
            }
        }
    }
}
