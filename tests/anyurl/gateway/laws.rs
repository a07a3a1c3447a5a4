//! A property of gateways; the fuzz target `gateways` uses it as well.

use anyurl::Options;
use anyurl::gateway::{Expansion, Gateway, Gateways};

/// A template is rejected, or a gateway with it gives a valid URL or an error for a text.
pub(crate) fn assert_valid_or_rejected(template: &str, text: &str) {
    let registry = anyurl::registry();
    let Ok(url) = registry.parser().options(Options::new().lenient()).parse(text) else { return };
    for mode in [Expansion::Url, Expansion::Parts] {
        let gateway = Gateway::new("any", mode, template, [&*url.scheme()]);
        let Ok(gateways) = Gateways::new(registry, [gateway]) else { continue };
        if let Ok(sent) = gateways.locate(&url) {
            let sent = sent.expect("the gateway serves the scheme");
            assert!(registry.parse(sent.as_str()).is_ok(), "{template:?} and {text:?} give {sent}");
        }
    }
}
