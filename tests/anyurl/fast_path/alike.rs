//! Compares the fast path with the general one, which
//! [`Parser::parse_with_warnings`](anyurl::Parser::parse_with_warnings) always takes.

use crate::Url;
use anyurl::{Options, Registry, Warning};

/// What is found in a text: the entry, the components and the ids of the warnings, or the error.
fn found(outcome: Result<Url<'_>, anyurl::Error>) -> Result<String, String> {
    let url = outcome.map_err(|error| format!("{error:?}"))?;
    let spans: Vec<_> = url.components().map(|part| (part.name().to_owned(), part.span())).collect();
    let ids: Vec<_> = url.warning_ids().collect();
    Ok(format!("{:?} {:?} {spans:?} {:?} {ids:?}", url.entry_id(), url.options(), url.span(anyurl::Slot::FRAGMENT)))
}

/// The fast and the general path find the same, in both modes and both profiles.
pub(crate) fn assert_alike(registry: &Registry, text: &str) {
    let strict = Options::new();
    for options in [strict, strict.rfc1738(), strict.lenient(), strict.lenient().rfc1738()] {
        let parser = registry.parser().options(options);
        let general = found(parser.parse_with_warnings(text, &mut |_: Warning| {}));
        assert_eq!(found(parser.parse(text)), general, "{text:?} {options:?}");
        if options.is_lenient() {
            // Everything else is read with warnings.
            continue;
        }
        assert_eq!(found(registry.with_options(options).parse(text)), general, "{text:?} {options:?}");

        let general = parser.check_with_warnings(text, &mut |_| {}).map_err(|error| format!("{error:?}"));
        let checked = parser.check(text).map_err(|error| format!("{error:?}"));
        assert_eq!(checked, general, "{text:?} {options:?} checked");
    }
}
