//! What a program does with a URL of a plugin; the fuzz target `answers` uses it as well.

use anyurl_core::authors::canonical::internet_host;
use anyurl_core::{Options, Registry, Slot, Url};
use anyurl_testkit::check_plan;

/// Uses every accessor of a URL, and returns whether the text is valid.
pub(crate) fn exercise(registry: &Registry, text: &str, options: Options) -> bool {
    let url = match registry.parser().options(options).parse(text) {
        Ok(url) => url,
        Err(error) => {
            assert!(text.get(error.span().range()).is_some(), "{error:?}");
            drop(registry.explain(text, options, &error));
            drop(format!("{}", anyurl_core::Report::new(registry, text, options, &error)));
            return false;
        }
    };
    for part in url.components() {
        if let Some(span) = part.span() {
            assert!(text.get(span.range()).is_some(), "{span:?}");
            drop((part.value(), part.decoded()));
        }
    }
    drop((url.warnings(), url.access_warnings(), url.canonical_key()));
    canonical_form_is_a_fixed_point(&url);
    drop((url.to_string(), format!("{url:?}")));
    check_plan(&url).unwrap_or_else(|failure| panic!("{text:?}: {failure}"));
    drop(url.with_host("other"));
    true
}

/// Checks that the canonical form is valid, with the same login, host and port, and is its own canonical form.
fn canonical_form_is_a_fixed_point(url: &Url<'_>) {
    let canonical = url.to_canonical();
    let again = url.registry().parser().options(url.options()).parse(&canonical);
    let again = again.unwrap_or_else(|error| panic!("{url:?} has {canonical:?}: {error}"));
    let decoded = |url: &Url<'_>, slot| url.decoded(slot).map(std::borrow::Cow::into_owned);
    for slot in [Slot::USER, Slot::PASSWORD] {
        assert_eq!(decoded(&again, slot), decoded(url, slot), "{url:?} {canonical:?}");
    }
    let host = |url: &Url<'_>| url.host().map(|host| internet_host(host).into_owned());
    assert_eq!(host(&again), host(url), "{url:?} {canonical:?}");
    assert_eq!(again.effective_port(), url.effective_port(), "{url:?} {canonical:?}");
    assert_eq!(again.to_canonical(), canonical, "{url:?}");
    assert!(again.is_equivalent(url));
}
