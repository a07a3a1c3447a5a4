//! The contestants: anyurl and its peers, each with its usual function to parse a URL.

mod curl;
mod python;

use std::hint::black_box;

use anyurl_bench_rounds::{Pass, Times, over};

pub(crate) use python::{Python, urlsplit};

/// A parser.
#[derive(Clone, Copy)]
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    /// The crate that it comes with.
    pub(crate) package: &'static str,
    /// How it parses.
    pub(crate) what: &'static str,
    /// Whether it is written in C or C++, and allocates where this program does not see it.
    pub(crate) is_foreign: bool,
    /// Parses all texts; returns the number of accepted ones.
    pub(crate) pass: fn(&[&str]) -> usize,
}

/// The name of anyurl.
pub(crate) const ANYURL: &str = "anyurl";

/// All contestants, anyurl first.
pub(crate) const ALL: [Contestant; 8] = [
    rust(ANYURL, "strict, each scheme by its own rules, components as spans, through the shipped registry", |urls| {
        accepted(urls, |url| black_box(&anyurl::parse(url)).is_ok())
    }),
    rust("fluent-uri", "RFC 3986, generic, without a copy (`Uri<&str>`)", |urls| {
        accepted(urls, |url| black_box(&fluent_uri::Uri::parse(url)).is_ok())
    }),
    rust("iri-string", "RFC 3986, generic, without a copy (`UriStr`)", |urls| {
        accepted(urls, |url| black_box(&iri_string::types::UriStr::new(url)).is_ok())
    }),
    rust("uriparse", "RFC 3986, generic", |urls| {
        accepted(urls, |url| black_box(&uriparse::URI::try_from(url)).is_ok())
    }),
    rust("http", "what HTTP needs (`Uri`)", |urls| accepted(urls, |url| black_box(&url.parse::<http::Uri>()).is_ok())),
    Contestant {
        is_foreign: true,
        ..rust("ada-url", "WHATWG, normalizes; C++", |urls| {
            accepted(urls, |url| black_box(&ada_url::Url::parse(url, None)).is_ok())
        })
    },
    Contestant {
        package: "curl-sys",
        is_foreign: true,
        ..rust("curl", "what curl needs, any scheme (`curl_url`); C", |urls| {
            let mut curl = curl::Parser::default();
            accepted(urls, |url| curl.accepts(black_box(url)))
        })
    },
    rust("url", "WHATWG, normalizes", |urls| accepted(urls, |url| black_box(&url::Url::parse(url)).is_ok())),
];

/// A contestant in Rust, named like its crate.
const fn rust(name: &'static str, what: &'static str, pass: fn(&[&str]) -> usize) -> Contestant {
    Contestant { name, package: name, what, is_foreign: false, pass }
}

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
fn accepted(urls: &[&str], mut parse: impl FnMut(&str) -> bool) -> usize {
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
    let pass = |contestant: &Contestant| -> Pass<'_, &str> {
        let pass = contestant.pass;
        Box::new(move |urls| {
            black_box(pass(urls));
        })
    };
    let mut passes: Vec<_> = contestants.iter().map(pass).collect();
    let times = over(urls, rounds, &mut passes);
    let lap = |(contestant, times): (&Contestant, Times)| Lap {
        name: contestant.name,
        accepted: (contestant.pass)(urls),
        times,
    };
    contestants.iter().zip(times).map(lap).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contestant_accepts_a_link_and_rejects_a_space() {
        for contestant in ALL {
            let accepted = (contestant.pass)(&["https://host.dom/path?query", "https://ho st.dom/"]);
            assert_eq!(accepted, 1, "{}", contestant.name);
        }
    }
}
