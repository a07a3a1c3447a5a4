//! Secrets in texts about which a registry knows one thing: which names are those of schemes, and no users.

use super::Registry;
use crate::diagnostics::redact::{Redaction, mask_each};
use crate::syntax::options::Profile;

impl Registry {
    /// Hides what may be a password in a text that could not be read, as [`Redaction::guess`] does; where a name is
    /// registered, it is a scheme and no user.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let hide = |text| registry.guess_secrets(text).apply(text).into_owned();
    /// // What a person types who omits the scheme.
    /// assert_eq!(hide("joe:secret@host.dom"), "joe:***@host.dom");
    /// ```
    pub fn guess_secrets(&self, text: &str) -> Redaction {
        self.guess_secrets_in_bytes(text.as_bytes())
    }

    /// The same for bytes that are no text.
    pub fn guess_secrets_in_bytes(&self, bytes: &[u8]) -> Redaction {
        Redaction::guess_with(bytes, &|name| self.is_scheme(name))
    }

    /// Words about texts, such as a message of somebody else's: the secrets of those texts, and whatever else in the words
    /// looks like a login, are masked.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let shown = registry.mask_words("no file 'http://u:p@h/'; see S3CRET", ["x://u:S3CRET@h/"]);
    /// assert_eq!(shown, "no file 'http://u:***@h/'; see ***");
    /// ```
    pub fn mask_words<'t>(&self, words: &str, about: impl IntoIterator<Item = &'t str>) -> String {
        let secrets = about.into_iter().flat_map(|text| {
            let redaction = self.guess_secrets(text);
            let secrets: Vec<&str> = redaction.secrets().map(|secret| secret.of(text)).collect();
            secrets
        });
        mask_each(secrets, words, Some(&|name| self.is_scheme(name)))
    }

    /// Whether something is known of a name, be it only that it is registered.
    pub(crate) fn is_scheme(&self, name: &str) -> bool {
        self.get(name, Profile::Current).is_some()
    }
}
