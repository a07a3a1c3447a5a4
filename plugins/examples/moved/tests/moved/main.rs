//! Compares schemes in a program with the same schemes in a library, which `export_schemes!` exports without change: for
//! examples, rejects and mutations of them, in both modes, both have the same components, plan, canonical form and warnings,
//! or the same error with the same help.
//!
//! `limits.rs` lists what the ABI does not pass.

mod limits;

use std::collections::BTreeSet;

use locator_core::{Options, Registry, Scheme, Span};
use locator_dynamic::{LoadPolicy, LoadedPlugin};
use locator_schemes::{gopher::GOPHER, http::HTTP, nntp::NNTP};
use locator_testkit::{Rng, describe, iterations, mutate, plugin};
use x_whois::WHOIS;

fn library() -> &'static LoadedPlugin {
    let policy = LoadPolicy::new().allow_dynamic(true).require_sha256(false).check_permissions(false);
    let policy = policy.allow_name("nntp").allow_name("gopher").allow_name("http");
    let path = plugin::build("moved-schemes-plugin");
    locator_dynamic::load(&path, &policy).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns a registry with a scheme in this program, and one with the same scheme in the library.
fn registries(scheme: &'static dyn Scheme) -> [Registry; 2] {
    let name = &scheme.registration().name;
    let mut schemes = library().schemes().iter();
    let moved = schemes.find(|moved| moved.registration().name == *name).expect("an exported scheme");
    [locator_testkit::registry(scheme), locator_testkit::registry(moved)]
}

/// Returns the examples and rejects of a scheme, and mutations of them.
fn texts(scheme: &dyn Scheme) -> Vec<String> {
    let registration = scheme.registration();
    let examples = registration.examples.iter().map(|example| &*example.url);
    let seeds = examples.chain(registration.rejects.iter().map(|reject| &*reject.url));
    let mut rng = Rng::new(1738);
    let count = iterations(20_000) / 4;
    seeds
        .flat_map(|seed| {
            (0..count).map(|n| if n == 0 { seed.to_owned() } else { mutate(seed, &mut rng) }).collect::<Vec<_>>()
        })
        .collect()
}

/// Compares a scheme with what it is in the library. Returns the limits of the ABI that texts have met.
fn compare(scheme: &'static dyn Scheme, options: Options) -> BTreeSet<&'static str> {
    let [own, moved] = registries(scheme);
    let (mut met, mut valid) = (BTreeSet::new(), 0);
    let texts = texts(scheme);
    for text in &texts {
        let [own, moved] = [&own, &moved].map(|registry| describe(registry, text, options));
        valid += usize::from(own.starts_with("host"));
        if own != moved {
            let limit = limits::find(&own, &moved).unwrap_or_else(|| panic!("{text:?}\n  {own}\n  {moved}"));
            met.insert(limit);
        }
    }
    assert!((texts.len() / 20..texts.len() * 9 / 10).contains(&valid), "{valid} of {}", texts.len());
    met
}

const STRICT: Options = Options::new();
const LENIENT: Options = Options::new().lenient();

#[test]
fn the_library_conforms() {
    for scheme in library().schemes() {
        locator_testkit::check(scheme);
        assert_eq!(scheme.violation().map(|one| one.requirement().text()), None, "{scheme:?}");
    }
}

#[test]
fn x_whois_is_the_same_in_both_modes() {
    assert_eq!(compare(&WHOIS, STRICT), BTreeSet::new());
    assert_eq!(compare(&WHOIS, LENIENT), BTreeSet::new());
}

#[test]
fn nntp_is_the_same_within_the_limits() {
    assert_eq!(compare(&NNTP, STRICT), BTreeSet::new());
    assert!(compare(&NNTP, LENIENT).is_subset(&BTreeSet::from([limits::HOST, limits::ESCAPED])));
}

#[test]
fn gopher_is_the_same_within_the_limits() {
    let mut known = BTreeSet::from([limits::RULE, limits::CHARACTER, limits::COPIED, limits::LINE, limits::TEXT]);
    assert!(compare(&GOPHER, STRICT).is_subset(&known));
    known.extend([limits::HOST, limits::MERGED]);
    assert!(compare(&GOPHER, LENIENT).is_subset(&known));
}

/// The host reads URLs of the shape itself.
#[test]
fn http_keeps_its_shape() {
    let [own, moved] = registries(&HTTP);
    let shape = moved.entries().next().and_then(|entry| entry.scheme().shape());
    assert!(shape.is_some());
    assert_eq!(shape, HTTP.shape());
    for text in &texts(&HTTP) {
        let [own, moved] = [&own, &moved].map(|registry| {
            let url = registry.parse(text).ok()?;
            Some(url.components().map(|part| part.span()).collect::<Vec<_>>())
        });
        assert_eq!(own.map(sorted), moved.map(sorted), "{text:?}");
    }
}

/// The components in an order that does not depend on the registration.
fn sorted(mut spans: Vec<Option<Span>>) -> Vec<Option<Span>> {
    spans.sort_by_key(|span| span.map(|span| (span.start(), span.end())));
    spans
}

/// In lenient mode a plugin gets an escape for each of these characters; the error is nevertheless that of the character.
#[test]
fn errors_at_escaped_characters_are_those_of_the_scheme() {
    let [own, moved] = registries(&NNTP);
    for text in ["nntp://h/a~b", "nntp://h/a\u{e9}/1", "nntp://h/a/1 2"] {
        let [own, moved] = [&own, &moved].map(|registry| describe(registry, text, LENIENT));
        assert_eq!(own, moved, "{text:?}");
        assert!(own.contains("Unexpected"), "{own}");
    }
}

#[test]
fn the_registrations_are_the_same() {
    for scheme in [&WHOIS as &'static dyn Scheme, &NNTP, &GOPHER] {
        let [own, moved] = registries(scheme).map(|registry| {
            let entry = registry.entries().next().expect("a scheme");
            let mut registration = entry.registration().clone();
            // The library does not say who defines a scheme, and the host adds the unwanted login at the end.
            registration.rfc1738 = false;
            registration.components.to_mut().sort_by(|one, other| one.name.cmp(&other.name));
            format!("{registration:?}")
        });
        assert_eq!(own, moved);
    }
}
