//! Hiding secrets in arbitrary text, with the registered names to tell schemes from user names.

use alloc::sync::Arc;

use super::Registry;
use crate::diagnostics::redact::{Redaction, mask_each};
use crate::diagnostics::secrets::{DEFAULT, Rules, Schemes, Search, Secrets};
use crate::registration::{Component, Role};
use crate::syntax::options::{Options, Profile};
use crate::text::prelude::*;
use crate::text::span::Span;

impl Secrets {
    /// The secrets of a registry: its [settings](Registry::with_secrets), and what its schemes declare.
    ///
    /// ```
    /// use anyurl_core::{Registry, Secrets};
    ///
    /// let registry = Registry::builder().build();
    /// let secrets = Secrets::of(&registry).fields(["order"]).keep_fields(["code"]);
    /// assert_eq!(secrets.mask("https://h/?order=17&code=8"), "https://h/?order=***&code=8");
    /// ```
    pub fn of(registry: &Registry) -> Self {
        Self::with(registry.rules().clone(), Some(Arc::new(registry.clone())))
    }
}

impl Schemes for Registry {
    fn is_scheme(&self, name: &str) -> bool {
        self.get(name, Profile::Current).is_some()
    }

    fn declared(&self, text: &str, found: &mut dyn FnMut(Span)) -> Result<(), usize> {
        let options = Options::new().lenient();
        match self.parse_url(text, options, None, None) {
            Ok(url) if url.is_generic() => Err(0),
            Ok(url) => {
                url.declared_secrets().chain(url.as_accepted().own_secrets()).for_each(found);
                Ok(())
            }
            Err(error) => Err(error.span().start()),
        }
    }

    fn declares(&self, name: &str) -> bool {
        let Some(entry) = self.get(name, Profile::Current) else { return false };
        let components = &entry.registration().components;
        // A password after `//` needs no scheme to be found.
        let has_login = entry.registration().template.starts_with("//");
        let is_known = |component: &Component| matches!(component.role, Role::Password) && has_login;
        components.iter().any(|one| one.is_secret() && !is_known(one) || !one.secret_fields.is_empty())
    }
}

impl Registry {
    /// This registry with other settings for secrets: the fields that count, and lone user names. Everything that hides
    /// the secrets of its URLs follows them.
    ///
    /// ```
    /// use anyurl_core::{Registry, Secrets};
    ///
    /// let registry = Registry::builder().build().with_secrets(&Secrets::new().fields(["order"]));
    /// assert_eq!(format!("{:?}", registry.parse("x-foo://h/?order=17")?), r#"Url("x-foo://h/?order=***")"#);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_secrets(&self, secrets: &Secrets) -> Self {
        let mut registry = self.clone();
        registry.settings.secrets = Some(Arc::new(secrets.rules().clone()));
        registry
    }

    /// What counts as a secret in this registry; the same as [`Secrets::of`].
    pub fn secrets(&self) -> Secrets {
        Secrets::of(self)
    }

    pub(crate) fn rules(&self) -> &Rules {
        self.settings.secrets.as_deref().unwrap_or(&DEFAULT)
    }

    /// The search by [`Registry::secrets`].
    pub(crate) fn search(&self) -> Search<'_> {
        Search { rules: self.rules(), schemes: Some(self) }
    }

    /// Finds possible passwords in a text that is not a valid URL, as [`Secrets::guess`] does; a registered name is
    /// taken for a scheme rather than a user.
    ///
    /// ```
    /// use anyurl_core::Registry;
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
        Redaction::new(self.search().guess_in_bytes(bytes))
    }

    /// Masks, in a message about some texts, the secrets of those texts and everything that looks like a login.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let shown = registry.mask_words("no file 'http://u:p@h/'; see S3CRET", ["x://u:S3CRET@h/"]);
    /// assert_eq!(shown, "no file 'http://u:***@h/'; see ***");
    /// ```
    pub fn mask_words<'t>(&self, words: &str, about: impl IntoIterator<Item = &'t str>) -> String {
        let mut secrets = about.into_iter().flat_map(|text| {
            let redaction = self.guess_secrets(text);
            let secrets: Vec<&str> = redaction.spans().map(|secret| secret.of(text)).collect();
            secrets
        });
        mask_each(&mut secrets, words, self.search())
    }
}
