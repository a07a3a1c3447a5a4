//! What a program does with a URL, for plugins that do what they want. The fuzz target `module` uses it as well.

use anyurl_core::{Environment, Options, Registry};

/// Does everything with a text that a program can.
pub(crate) fn use_all(registry: &Registry, text: &str) {
    for options in [Options::new(), Options::new().lenient()] {
        match registry.parser().options(options).parse(text) {
            Ok(url) => {
                let parts: Vec<_> = url.components().map(|component| component.text().len()).collect();
                assert!(parts.iter().all(|len| *len <= text.len()), "{parts:?}");
                // A module that answers differently each time has no stable form, but the text has the same scheme.
                assert!(url.to_canonical().starts_with("x-note:"));
                assert!(
                    url.components().all(|component| component.decoded().is_none_or(|bytes| bytes.len() <= text.len()))
                );
                let _ = url.warnings();
                let _ = url.plan(&Environment::new());
                let _ = url.with("text", "a b~");
            }
            Err(error) => assert!(error.span().end() <= text.len(), "{error:?}"),
        }
    }
}
