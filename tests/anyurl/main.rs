//! Tests of the library as a whole, one module per subject, in one binary.

mod aliases;
mod allocations;
mod bnf;
mod browsers;
mod builder;
mod canonical;
mod changes;
#[cfg(feature = "whatwg")]
mod compare;
mod decoded;
mod default_parser;
#[cfg(feature = "declared")]
mod derived_registries;
mod downstream;
mod equality;
mod extract;
mod facts;
mod familiar;
#[cfg(feature = "declared")]
mod families;
mod fast_path;
mod gateway;
mod generic_uri;
mod getters;
mod hosts;
mod kit;
mod lenient;
mod logins;
mod mistakes;
mod oracle;
mod plans;
#[cfg(feature = "declared")]
mod portable;
mod profiles;
#[cfg(feature = "declared")]
mod proof;
mod properties;
mod public_api;
mod reference;
mod registry;
#[cfg(feature = "declared")]
mod registry_data;
mod scheme_map;
#[cfg(feature = "declared")]
mod schemes_page;
mod secrets;
mod servers;
#[cfg(feature = "declared")]
mod shipped;
#[cfg(feature = "declared")]
mod twins;
#[cfg(feature = "declared")]
mod typed;
mod warnings;

/// URLs of the registries that the tests make.
pub(crate) use anyurl::{AnyOwnedUrl as OwnedUrl, AnyUrl as Url, AnyUrlBuilder as UrlBuilder};

use std::sync::LazyLock;

use anyurl::{Options, Registry};
use proptest::test_runner::{Config, RngSeed};

/// The default registry, whose schemes of RFC 1738 are read by that document.
fn rfc1738() -> &'static Registry {
    static RFC1738: LazyLock<Registry> = LazyLock::new(|| anyurl::registry().with_options(Options::new().rfc1738()));
    &RFC1738
}

/// Whether the long tests run all their cases, as in `ci/thorough`: `ANYURL_THOROUGH=1`.
fn is_thorough() -> bool {
    std::env::var_os("ANYURL_THOROUGH").is_some_and(|value| value == "1")
}

/// The number of cases of a long test.
fn cases(sample: usize, thorough: usize) -> usize {
    if is_thorough() { thorough } else { sample }
}

/// The step through the cases of a long loop: 1 if all are tried. A prime takes every option and every form in turn.
fn step(sample: usize) -> usize {
    cases(sample, 1)
}

/// The configuration of a property test: the same cases in every run, as many as `ANYURL_CASES` says.
fn property(seed: u64) -> Config {
    let asked = std::env::var("ANYURL_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = asked.unwrap_or(if is_thorough() { 4_000 } else { 1_000 });
    Config { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() }
}

/// The schemes of the shipped registry file, with what an entry has of another one; dates are texts.
#[cfg(feature = "declared")]
pub(crate) fn shipped_schemes() -> Vec<toml::Table> {
    let file = anyurl::declared::format::RegistryFile::from_text("registry.toml", anyurl::REGISTRY_FILE).unwrap();
    let file = file.load().unwrap_or_else(|error| panic!("{error}"));
    file.schemes().map(|entry| serde_json::from_str(&entry.facets.whole()).unwrap()).collect()
}
