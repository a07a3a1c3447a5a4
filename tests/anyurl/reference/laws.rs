//! A property of references; the fuzz target `resolve` uses it as well.

use crate::Url;
use anyurl::reference::ReferenceRules;

/// A reference resolves to a URL or to what the parser rejects with advice, or gives an error with a message.
pub(crate) fn assert_resolves(base: &Url<'_>, partial: &str) {
    for rules in [ReferenceRules::Draft1993, ReferenceRules::Rfc3986] {
        match base.resolve(partial, rules) {
            Ok(reference) => {
                assert!(reference.as_str().starts_with(reference.url()));
                match reference.parse(anyurl::registry().parser()) {
                    Ok(url) => assert_eq!(url.as_str(), reference.url()),
                    Err(error) => assert!(!error.requirement().help().is_empty()),
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
