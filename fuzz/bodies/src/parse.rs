//! A URL in both modes and both profiles: the properties of the conformance kit.
//!
//! Spans are within the text and on character boundaries; the canonical form is a fixed point and equivalent; a plan has the
//! bytes of the URL, none of which ends a line; the components build the URL again.

use anyurl::{Options, Report};
use anyurl_testkit::check_properties;

use crate::{input, seeds};

/// Checks a text.
///
/// # Panics
/// If a property fails.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let registry = anyurl::registry();
    check_properties(registry, text).unwrap_or_else(|failure| panic!("{failure}"));
    if let Err(error) = registry.parse(text) {
        let report = Report::new(registry, text, Options::new(), &error);
        assert!(report.to_string().contains(error.requirement().section()), "{text:?}");
        if let Some(repaired) = &report.explanation().repaired {
            assert!(registry.parse(repaired).is_ok(), "{text:?} is repaired to {repaired:?}");
        }
    }
}

/// Examples and rejects of all schemes.
pub fn seeds() -> Vec<Vec<u8>> {
    seeds::urls()
}
