//! Hiding secrets in arbitrary text, with the registered names to tell schemes from user names.

use super::Registry;
use crate::diagnostics::redact::{Redaction, mask_each};
use crate::syntax::options::Profile;

impl Registry {
    /// Finds possible passwords in a text that is not a valid URL, as [`Redaction::guess`] does; a registered name is
    /// taken for a scheme rather than a user.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let hide = |text| registry.guess_secrets(text).apply(text).into_owned();
    /// // A login without a scheme.
    /// assert_eq!(hide("joe:secret@host.dom"), "joe:***@host.dom");
    /// ```
    pub fn guess_secrets(&self, text: &str) -> Redaction {
        self.guess_secrets_in_bytes(text.as_bytes())
    }

    /// [`Registry::guess_secrets`], for bytes that may not be UTF-8.
    pub fn guess_secrets_in_bytes(&self, bytes: &[u8]) -> Redaction {
        Redaction::guess_with(bytes, &|name| self.is_scheme(name))
    }

    /// Masks, in a message about some texts, the secrets of those texts and everything that looks like a login.
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
            let secrets: Vec<&str> = redaction.spans().map(|secret| secret.of(text)).collect();
            secrets
        });
        mask_each(secrets, words, Some(&|name| self.is_scheme(name)))
    }

    /// Whether a name is registered.
    pub(crate) fn is_scheme(&self, name: &str) -> bool {
        self.get(name, Profile::Current).is_some()
    }
}
