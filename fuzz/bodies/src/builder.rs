//! A builder: the first line is a scheme, each other line sets a component by its first character.
//!
//! `=name=text` sets a text with its escapes, `:name=bytes` sets bytes, `+name=bytes` adds an element, `-name` removes a
//! component.

use std::borrow::Cow;

use anyurl::components::value::ComponentValue;
use anyurl::{BuildError, Span};

use crate::{OwnedUrl, UrlBuilder};

use crate::{input, seeds};

/// Builds a URL in both modes and both profiles.
///
/// # Panics
/// If what is built is no URL, lacks what was set, or depends on the case of the scheme.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let (scheme, rest) = input::line(text);
    let changes: Vec<Change<'_>> = rest.lines().take(20).filter_map(Change::new).collect();
    for options in input::OPTIONS {
        let Ok(builder) = anyurl::registry().build_with(scheme, options) else { return };
        let built = changes.iter().fold(builder, Change::apply).build();
        let upper = anyurl::registry().build_with(&scheme.to_ascii_uppercase(), options);
        let upper = upper.map(|builder| changes.iter().fold(builder, Change::apply).build());
        if let Ok(upper) = upper {
            assert_eq!(outcome(&built), outcome(&upper), "{text:?} {options:?}");
        }
        let Ok(url) = built else { continue };
        let parsed = anyurl::registry().parser().options(options).parse(url.as_str());
        let parsed = parsed.unwrap_or_else(|error| panic!("{text:?} {options:?}: {url}: {error}"));
        for (n, change) in changes.iter().enumerate() {
            let is_last = changes[n + 1..].iter().all(|later| later.name != change.name);
            if change.kind == ':' && is_last && changes[..n].iter().all(|earlier| earlier.name != change.name) {
                let part = parsed.component(change.name);
                // A name beyond US-ASCII is written as its A-label.
                let is_a_label = change.name == "host" && !change.value.is_ascii();
                let is_set = if is_a_label { part.is_some() } else { is_set(part.as_ref(), change.value) };
                assert!(is_set, "{text:?} {options:?}: {url} has {part:?} for {change:?}");
            }
        }
    }
}

/// Returns whether a component has a value, as bytes or, for a number, as text. Where it is absent, it is empty.
fn is_set(part: Option<&ComponentValue<'_>>, value: &str) -> bool {
    match part.map(|part| part.decoded().unwrap_or(Cow::Borrowed(part.text().as_bytes()))) {
        Some(found) => *found == *value.as_bytes(),
        None => value.is_empty(),
    }
}

type Outcome = Result<(String, Vec<Option<Span>>), String>;

fn outcome(built: &Result<OwnedUrl, BuildError>) -> Outcome {
    let spans = |url: &OwnedUrl| url.components().map(|part| part.span()).collect();
    let built = built.as_ref().map(|url| (url.to_string(), spans(url)));
    built.map_err(|error| format!("{error:?}"))
}

/// A line.
#[derive(Debug)]
struct Change<'t> {
    kind: char,
    name: &'t str,
    value: &'t str,
}

impl<'t> Change<'t> {
    fn new(line: &'t str) -> Option<Self> {
        let kind = line.chars().next().filter(|kind| "=:+-".contains(*kind))?;
        let (name, value) = line[1..].split_once('=').unwrap_or((&line[1..], ""));
        Some(Self { kind, name, value })
    }

    fn apply(to: UrlBuilder, change: &Self) -> UrlBuilder {
        let Self { kind, name, value } = change;
        match kind {
            '=' => to.set_raw(name, value),
            ':' => to.set(name, value),
            '+' => to.push(name, value),
            _ => to.without(name),
        }
    }
}

/// The components of the examples, as they are written and decoded.
pub fn seeds() -> Vec<Vec<u8>> {
    let texts = seeds::texts();
    let urls = texts.iter().filter_map(|text| anyurl::parse(text).ok());
    let both = urls.flat_map(|url| {
        ['=', ':'].map(|kind| {
            let parts = url.components().filter(|part| part.span().is_some());
            let lines = parts.map(|part| format!("\n{kind}{}={}", part.name(), part.text()));
            format!("{}{}", url.scheme(), lines.collect::<String>()).into_bytes()
        })
    });
    both.collect()
}
