//! The generic syntax of the profile `current`, compared with fluent-uri, an independent parser of RFC 3986.

use std::fmt::Write as _;

use crate::Url;
use anyurl::Registry;
use anyurl_testkit::{Rng, mutate};
use fluent_uri::Uri;
use fluent_uri::pct_enc::EStr;

/// One name that is not registered, and some of which only metadata is.
const NAMES: [&str; 5] = ["x-foo", "cvs", "iax", "mms", "SC"];

/// Texts to mutate.
const SEEDS: [&str; 16] = [
    "//u:p@[::1]:5432/db?sslmode=require#f",
    "//host/~user/x",
    "///a",
    "//",
    "//h:099999/",
    "//@h:/?",
    "//a%40b:c:d@h%7E.%C3%A9/a;b=c,d/./../e%2f%2e%2E/?x=/?:@#/?",
    "//[2001:DB8:0:0:0:0:0:1]/a/b/../..//c/.",
    "//[v1.a:b]:1/",
    "//1.2.3.4",
    "a/b/../c",
    "/a/../..//b",
    "/..//b",
    "user@host:path?q",
    "?",
    "",
];

fn texts(rng: &mut Rng, count: usize) -> impl Iterator<Item = String> + '_ {
    (0..count).map(|n| {
        let mut text = format!("{}:{}", NAMES[rng.below(NAMES.len())], SEEDS[n % SEEDS.len()]);
        for _ in 0..rng.below(4) {
            text = mutate(&text, rng);
        }
        text
    })
}

/// The components of both, in one form.
fn ours(url: &Url<'_>) -> String {
    let mut all = String::new();
    let userinfo =
        url.user().map(|user| url.password().map_or(user.to_owned(), |password| format!("{user}:{password}")));
    let port = url.component("port").map(|port| port.text().to_owned());
    write!(all, "{:?} {:?} {port:?} {} {:?} {:?}", userinfo, url.host(), url.path(), url.query(), url.fragment())
        .unwrap();
    all
}

fn theirs(uri: &Uri<&str>) -> String {
    let mut all = String::new();
    let authority = uri.authority();
    let userinfo = authority.and_then(|one| Some(one.userinfo()?.as_str().to_owned()));
    let host = authority.map(|one| one.host());
    let port =
        authority.and_then(|one| one.port()).map(|port| port.as_str().to_owned()).filter(|port| !port.is_empty());
    let (query, fragment) = (uri.query().map(EStr::as_str), uri.fragment().map(EStr::as_str));
    write!(all, "{userinfo:?} {host:?} {port:?} {} {query:?} {fragment:?}", uri.path()).unwrap();
    all
}

/// Names that some layer registers with a syntax are not compared.
fn is_generic(registry: &Registry, text: &str) -> bool {
    let name = text.split(':').next().unwrap_or_default();
    registry.get(name, anyurl::Profile::Current).is_none_or(|entry| entry.implementation().as_str() == "generic")
}

#[test]
fn verdicts_components_and_canonical_forms_are_those_of_another_parser() {
    let registry = anyurl::registry();
    let mut rng = Rng::new(3986);
    let (mut valid, mut invalid) = (0, 0);
    let count = if crate::is_thorough() { 500_000 } else { 10_000 };
    for text in texts(&mut rng, count) {
        if !is_generic(registry, &text) {
            continue;
        }
        let (ours_read, theirs_read) = (registry.parse(&text), Uri::parse(text.as_str()));
        let (Ok(url), Ok(uri)) = (&ours_read, &theirs_read) else {
            assert_eq!(ours_read.is_ok(), theirs_read.is_ok(), "{text:?}: {ours_read:?}, {theirs_read:?}");
            let section = ours_read.unwrap_err().requirement().section().to_owned();
            let is_split = text.trim() == text && anyurl::split(&text).is_ok();
            assert!(section.starts_with("RFC 3986") || section == "RFC 9844" || !is_split, "{text:?}: {section}");
            invalid += 1;
            continue;
        };
        valid += 1;
        assert_eq!(ours(url), theirs(uri), "{text:?}");
        if url.registration().default_port.is_none() {
            assert_eq!(url.to_canonical(), normal(uri), "{text:?}");
        }
    }
    assert!(valid > count / 4 && invalid > count / 8, "{valid} valid, {invalid} invalid");
}

/// The normal form of fluent-uri. It keeps leading zeros of a port, which count for nothing.
fn normal(uri: &Uri<&str>) -> String {
    let normal = uri.normalize();
    let port = normal.authority().and_then(|one| one.port()).map_or("", |port| port.as_str());
    let host = normal.authority().map_or("", |one| one.host());
    let digits = port.trim_start_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    if port.is_empty() {
        return normal.as_str().to_owned();
    }
    normal.as_str().replacen(&format!("{host}:{port}"), &format!("{host}:{digits}"), 1)
}
