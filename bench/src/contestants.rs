//! The contestants: Locator and its peers, each with its usual function to parse a URL.

use std::hint::black_box;

use crate::rounds::{self, Times, Work};

/// A parser.
#[derive(Clone, Copy)]
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    /// How it parses.
    pub(crate) what: &'static str,
    /// Parses all texts; returns the number of accepted ones.
    pub(crate) pass: fn(&[&str]) -> usize,
}

/// The name of Locator.
pub(crate) const LOCATOR: &str = "Locator";

/// All contestants, Locator first.
pub(crate) const ALL: [Contestant; 7] = [
    Contestant {
        name: LOCATOR,
        what: "strict, each scheme by its own rules, components as spans, through the shipped registry",
        pass: |urls| accepted(urls, |url| black_box(&locator::parse(url)).is_ok()),
    },
    Contestant {
        name: "fluent-uri",
        what: "RFC 3986, generic, without a copy (`Uri<&str>`)",
        pass: |urls| accepted(urls, |url| black_box(&fluent_uri::Uri::parse(url)).is_ok()),
    },
    Contestant {
        name: "iri-string",
        what: "RFC 3986, generic, without a copy (`UriStr`)",
        pass: |urls| accepted(urls, |url| black_box(&iri_string::types::UriStr::new(url)).is_ok()),
    },
    Contestant {
        name: "uriparse",
        what: "RFC 3986, generic",
        pass: |urls| accepted(urls, |url| black_box(&uriparse::URI::try_from(url)).is_ok()),
    },
    Contestant {
        name: "http",
        what: "what HTTP needs (`Uri`)",
        pass: |urls| accepted(urls, |url| black_box(&url.parse::<http::Uri>()).is_ok()),
    },
    Contestant {
        name: "ada-url",
        what: "WHATWG, normalizes; C++",
        pass: |urls| accepted(urls, |url| black_box(&ada_url::Url::parse(url, None)).is_ok()),
    },
    Contestant {
        name: "url",
        what: "WHATWG, normalizes",
        pass: |urls| accepted(urls, |url| black_box(&url::Url::parse(url)).is_ok()),
    },
];

/// Returns the contestant of this name.
///
/// # Panics
/// If no contestant has the name.
pub(crate) fn named(name: &str) -> Contestant {
    let found = ALL.iter().find(|contestant| contestant.name == name);
    *found.expect("a contestant of that name")
}

/// Counts the accepted texts.
#[inline]
fn accepted(urls: &[&str], parse: impl Fn(&str) -> bool) -> usize {
    urls.iter().filter(|url| parse(black_box(url))).count()
}

/// The result of a contestant.
pub(crate) struct Lap {
    pub(crate) name: &'static str,
    pub(crate) accepted: usize,
    pub(crate) times: Times,
}

/// Runs contestants on the same texts in rounds.
pub(crate) fn race(contestants: &[Contestant], urls: &[&str], rounds: usize) -> Vec<Lap> {
    let work = |contestant: &Contestant| -> Work<'_> {
        let pass = contestant.pass;
        Box::new(move || {
            black_box(pass(urls));
        })
    };
    let mut works: Vec<_> = contestants.iter().map(work).collect();
    let times = rounds::interleave(rounds, &mut works);
    let lap = |(contestant, times): (&Contestant, Times)| Lap {
        name: contestant.name,
        accepted: (contestant.pass)(urls),
        times,
    };
    contestants.iter().zip(times).map(lap).collect()
}
