//! Whatever the builder makes of decoded bytes can be planned by the default policy, but for the reasons that
//! `UrlBuilder::build` lists.

use std::sync::LazyLock;

use crate::{OwnedUrl, Url};
use anyurl::authors::{Component, Role};
use anyurl::{BuildError, Entry, Environment, PlanError, Policy, Verdict};
use proptest::prelude::*;

/// A component to set: the entry, an example that has a plan, and the component.
type Place = (&'static Entry, OwnedUrl, &'static Component);

/// The components of every shipped scheme with a plan.
static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let mut places = Vec::new();
    for entry in anyurl::registry().entries() {
        for example in entry.registration().examples.iter() {
            let Ok(url) = anyurl::registry().parser().entry(entry).parse(&example.url) else { continue };
            if !is_planned(&url) || url.to_builder().build().is_err() {
                continue;
            }
            let components = entry.registration().components.iter();
            let values =
                components.filter(|one| !one.lenient && !matches!(one.role, Role::Whole | Role::Flag | Role::Port));
            places.extend(values.map(|one| (entry, url.into_owned(), one)));
        }
    }
    places
});

/// Whether a URL has a plan that the default policy allows.
fn is_planned(url: &Url<'_>) -> bool {
    url.plan(&Environment::new()).is_ok() && Policy::new().judge(url).verdict() < Verdict::Deny
}

/// Sets a component, or adds to it.
fn build((_, url, component): &Place, bytes: &[u8]) -> Result<OwnedUrl, BuildError> {
    let builder = url.to_builder();
    let builder = match component.role {
        Role::List(_) => builder.push(&component.name, bytes),
        Role::Fields(_) => builder.push_field(&component.name, bytes, Some(bytes)),
        _ => builder.set(&component.name, bytes),
    };
    builder.build()
}

/// The reasons why a URL that was built has no plan, or the policy denies it.
fn is_listed(url: &Url<'_>) -> bool {
    let is_file = url.scheme() == "file";
    match url.plan(&Environment::new()) {
        // Data that the protocol, or the system of the file, has no way to write.
        Err(PlanError::UnsafeByte { byte, .. }) => !byte.is_ascii_control(),
        // A file of another host, and a login that the news protocol does not send.
        Err(PlanError::NoAccessMethod { .. }) if is_file => url.host().is_some_and(|host| !host.is_empty()),
        Err(PlanError::NoAccessMethod { .. }) => url.scheme() == "news" && url.user().is_some(),
        Err(_) => false,
        // Warnings about what can be planned.
        Ok(_) => {
            let ids = ["misleading-user", "option-like", "path-as-host"];
            url.access_warnings().iter().any(|one| ids.contains(&one.id()))
        }
    }
}

fn value() -> impl Strategy<Value = Vec<u8>> {
    let words = [
        "a",
        "h.example",
        "127.1",
        "0x7f.1",
        "h:80",
        "[::1",
        "evil.com/path",
        "a b",
        "b\u{fc}cher",
        "-x",
        "..",
        "~",
        "",
    ];
    let piece = prop_oneof![
        4 => prop::sample::select(words.to_vec()).prop_map(|word| word.as_bytes().to_vec()),
        2 => "[ -~]{1,3}".prop_map(String::into_bytes),
        1 => prop::sample::select(vec![b'\r', b'\n', b'\t', 0, 0x7F, b'/', b'\\', b'<']).prop_map(|byte| vec![byte]),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 1..3).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(crate::property(43))]

    #[test]
    fn what_is_built_can_be_planned(place in any::<prop::sample::Index>(), bytes in value()) {
        let place = place.get(&PLACES);
        if let Ok(url) = build(place, &bytes) {
            let url = url.as_url();
            prop_assert!(is_planned(&url) || is_listed(&url), "{} {:?}: {url}", place.2.name, bytes.escape_ascii().to_string());
        }
    }

    /// A text that is written as it is may be one that no client can access; nothing else in the URL matters then.
    #[test]
    fn what_is_written_is_only_parsed(place in any::<prop::sample::Index>(), bytes in value()) {
        let (entry, url, component) = place.get(&PLACES);
        let mut text = String::new();
        for byte in &bytes {
            anyurl::authors::escape::push_escape(*byte, &mut text);
        }
        let Ok(written) = url.to_builder().set_raw(&component.name, &text).build() else { return Ok(()) };
        prop_assert!(anyurl::registry().parser().entry(entry).parse(written.as_str()).is_ok());
        let again = written.to_builder().build();
        prop_assert_eq!(again.as_ref().map(OwnedUrl::as_str).ok(), Some(written.as_str()));
    }
}

/// The property holds for many schemes and components.
#[test]
fn many_components_are_set() {
    let mut schemes: Vec<_> = PLACES.iter().map(|(entry, ..)| entry.name()).collect();
    schemes.dedup();
    assert!(schemes.len() >= 13 && PLACES.len() > 100, "{schemes:?}");
}

/// Paths and queries in decoded bytes are checked as components are; what was in the URL stays.
#[test]
fn paths_in_decoded_bytes_are_checked() {
    let registry = anyurl::registry();
    let url = registry.parse("ftp://u%0Av@h/a").unwrap();
    let offset = |result: Result<OwnedUrl, BuildError>| match result {
        Err(BuildError::Unsafe { component, offset, byte, .. }) => Ok((component, offset, byte)),
        other => Err(other),
    };
    let plain = registry.parse("ftp://h/a").unwrap();
    let path = |offset| Ok(("path".to_owned(), offset, Some(b'\n')));
    assert_eq!(offset(plain.with_path("b\nc")), path(Some(1)));
    assert_eq!(offset(plain.with_path("/b%\n")), path(Some(3)));
    assert_eq!(offset(plain.with_path_segments(["b", "c\n"])), path(None));
    assert_eq!(offset(plain.with_path_segment("\n")), path(None));
    assert_eq!(offset(registry.build("ftp").unwrap().host("h").path_segments(["\n"]).build()), path(None));
    // The user name has no plan, but was not set.
    assert_eq!(url.with_path("/b c").unwrap().as_str(), "ftp://u%0Av@h/b%20c");
    assert_eq!(url.with("name", "b").unwrap().as_str(), "ftp://u%0Av@h/b");
    assert_eq!(plain.with_raw_path("/%0A").unwrap().as_str(), "ftp://h/%0A");
    let cut = registry.parse("ftp://h/a%0A/b").unwrap();
    assert_eq!(cut.with_path_segment("c d").unwrap().as_str(), "ftp://h/a%0A/b/c%20d");
    assert_eq!(cut.to_builder().push("cwd", "c d").build().unwrap().as_str(), "ftp://h/a%0A/c%20d/b");
}
