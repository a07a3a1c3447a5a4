//! URLs that are built again from their own components, in any order.

use crate::{OwnedUrl, Url, UrlBuilder};
use anyurl::components::value::ComponentValue;
use anyurl::{BuildError, Layer, Registry};
use anyurl_testkit::{Rng, mutate};

/// The names and texts of the components that no other components divide.
fn parts<'u>(url: &Url<'u>) -> Vec<(&'u str, &'u str)> {
    let all: Vec<_> = url.components().filter(|part| part.span().is_some()).collect();
    let is_within = |inner: &ComponentValue<'_>, outer: &ComponentValue<'_>| {
        let spans = inner.span().zip(outer.span());
        spans.is_some_and(|(inner, outer)| {
            !inner.is_empty() && outer.start() <= inner.start() && inner.end() <= outer.end()
        })
    };
    let is_divided = |n: &usize| all[n + 1..].iter().any(|other| is_within(other, &all[*n]));
    (0..all.len()).filter(|n| !is_divided(n)).map(|n| (all[n].name(), all[n].text())).collect()
}

/// Sets components in a random order, some of them twice.
fn shuffled<'p, T: Copy>(
    registry: &Registry,
    scheme: &str,
    parts: &[(&'p str, T)],
    rng: &mut Rng,
    set: impl Fn(UrlBuilder, &'p str, T) -> UrlBuilder,
) -> Result<OwnedUrl, BuildError> {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    for n in (1..order.len()).rev() {
        order.swap(n, rng.below(n + 1));
    }
    let mut builder = registry.build(scheme)?;
    for n in order {
        let (name, value) = parts[n];
        if rng.below(4) == 0 {
            builder = builder.set_raw(name, "another");
        }
        builder = set(builder, name, value);
    }
    builder.build()
}

fn texts(registry: &Registry, rng: &mut Rng) -> Vec<String> {
    let builtin = registry.entries().filter(|entry| entry.layer() == Layer::Builtin);
    let examples: Vec<&str> =
        builtin.flat_map(|entry| entry.registration().examples.iter().map(|example| &*example.url)).collect();
    let mutants = (0..crate::cases(20_000, 400_000)).map(|_| mutate(examples[rng.below(examples.len())], rng));
    let mutants: Vec<String> = mutants.collect();
    examples.iter().map(|text| (*text).to_owned()).chain(mutants).collect()
}

/// Components that are set in the order of the template are written at once. What is built, and each error, is the same
/// as if they are assembled, which happens if the scheme is in upper case.
#[test]
fn components_written_at_once() {
    let registry = anyurl::registry();
    let mut rng = Rng::new(29);
    let mut built = 0;
    for text in &texts(registry, &mut rng) {
        let Ok(url) = registry.parse(text) else { continue };
        let mut parts = parts(&url);
        if !parts.is_empty() && rng.below(2) == 0 {
            let n = rng.below(parts.len());
            parts[n].1 = ["", "a", "a/b", "a@b:c", "%41", "%", "1", "\u{e9} #?"][rng.below(8)];
        }
        let outcome = |scheme: &str| {
            let builder = registry.build(scheme).unwrap();
            let built = parts.iter().fold(builder, |to, (name, text)| to.set_raw(name, text)).build();
            let places = |url: &OwnedUrl| url.components().map(|part| part.span()).collect::<Vec<_>>();
            built.map(|url| (url.to_string(), places(&url))).map_err(|error| format!("{error:?}"))
        };
        let at_once = outcome(&url.scheme());
        assert_eq!(at_once, outcome(&url.scheme().to_ascii_uppercase()), "{text:?} {parts:?}");
        built += usize::from(at_once.is_ok());
    }
    assert!(built > 1_000, "{built} built");
}

/// The order in which components are set does not matter, and what is built has them all. It is the same URL again, unless
/// the template writes a delimiter that may be absent.
#[test]
fn components_as_written() {
    let registry = anyurl::registry();
    let mut rng = Rng::new(17);
    let mut same = 0;
    let texts = texts(registry, &mut rng);
    for text in &texts {
        let Ok(url) = registry.parse(text) else { continue };
        let parts = parts(&url);
        let in_order =
            parts.iter().fold(registry.build(&url.scheme()).unwrap(), |to, (name, text)| to.set_raw(name, text));
        let in_order = in_order.build();
        let shuffled = shuffled(registry, &url.scheme(), &parts, &mut rng, UrlBuilder::set_raw);
        assert_eq!(
            in_order.as_ref().map(ToString::to_string).ok(),
            shuffled.as_ref().map(ToString::to_string).ok(),
            "{text}"
        );
        let Ok(built) = in_order else { continue };
        let built = built.as_url();
        for (name, text) in parts {
            assert_eq!(built.component(name).map(|part| part.text()), Some(text), "{name} of {url}");
        }
        let scheme = url.scheme();
        same += usize::from(*built.text() == format!("{scheme}{}", &text[scheme.len()..]));
    }
    assert!(same > texts.len() / 4, "{same} of {}", texts.len());
}

/// Decoded components are decoded to the same bytes again.
#[test]
fn components_decoded() {
    let registry = anyurl::registry();
    let mut rng = Rng::new(1738);
    let mut built = 0;
    for text in texts(registry, &mut rng) {
        let Ok(url) = registry.parse(&text) else { continue };
        let decoded: Vec<_> = url.components().filter(|part| part.span().is_some()).collect();
        let decoded: Vec<_> = decoded.iter().filter_map(|part| Some((part.name(), part.decoded()?))).collect();
        let set: Vec<_> = decoded.iter().map(|(name, bytes)| (*name, &**bytes)).collect();
        let Ok(other) = shuffled(registry, &url.scheme(), &set, &mut rng, UrlBuilder::set) else { continue };
        built += 1;
        // With the feature `idna`, a name beyond US-ASCII becomes its A-label.
        for (name, bytes) in decoded.into_iter().filter(|(name, bytes)| *name != "host" || bytes.is_ascii()) {
            let read = other.component(name);
            assert_eq!(read.and_then(|part| part.decoded()), Some(bytes), "{name} of {url} in {other}");
        }
    }
    assert!(built > 5_000, "{built}");
}
