//! Names that are registered without being usable, or in place of another layer's: [`RegistryBuilder::refuse`] and
//! [`RegistryBuilder::shadowing`].

use alloc::sync::Arc;

use super::RegistryBuilder;
use crate::diagnostics::requirement::{Fix, Requirement};
use crate::registry::discovery::Origin;
use crate::registry::validate::RegisterError;
use crate::registry::{Entry, Handle, Implementation, Layer};
use crate::scheme::{Refused, Scheme};
use crate::syntax::split;
use crate::text::prelude::*;

impl RegistryBuilder {
    /// Replaces every version of a name by a scheme that rejects all URLs, with `reason` in the error; existing values keep
    /// their meaning. The name need not be registered.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().refuse("x-foo", "it was replaced by x-bar")?.build();
    /// let error = registry.parse("x-foo:a").unwrap_err();
    /// assert!(error.to_string().contains("`x-foo` is refused: it was replaced by x-bar"));
    /// # Ok::<(), anyurl_core::RegisterError>(())
    /// ```
    ///
    /// # Errors
    /// [`RegisterError::Name`] if no scheme can have the name.
    #[track_caller]
    pub fn refuse(self, name: &str, reason: &str) -> Result<Self, RegisterError> {
        if !split::is_registrable(name) {
            return Err(RegisterError::Name(name.to_owned()));
        }
        let origin = Origin::caller();
        let name = name.to_ascii_lowercase();
        let message = format!("`{name}` is refused: {reason}");
        let requirement = Requirement::owned("refused", "the application", message, "use another scheme", Fix::Unknown);
        Ok(self.refuse_from(Refused::new(&name, requirement), Layer::Application, Implementation::Static, origin))
    }

    /// [`RegistryBuilder::refuse`] with a scheme that says why; the caller states its layer, implementation and origin.
    /// A name that no scheme can have changes nothing, because no URL has it.
    ///
    /// ```
    /// use anyurl_core::{Implementation, Layer};
    /// use anyurl_core::authors::Origin;
    /// use anyurl_core::internal::Refused;
    /// use anyurl_core::Registry;
    /// use anyurl_core::authors::{Fix, Requirement};
    ///
    /// let why = Requirement::owned("gone", "the registry", "`x-foo` is gone", "use x-bar", Fix::Unknown);
    /// let origin = Origin::from_crate("acme", "1.0.0", "acme.toml", 7);
    /// let builder = Registry::builder();
    /// let builder = builder.refuse_from(Refused::new("x-foo", why), Layer::Team, Implementation::Declared, origin);
    /// assert!(builder.build().parse("x-foo:a").is_err());
    /// ```
    #[must_use]
    pub fn refuse_from(self, scheme: Refused, layer: Layer, implementation: Implementation, origin: Origin) -> Self {
        let name = scheme.registration().name.to_ascii_lowercase();
        if !split::is_registrable(&name) {
            return self;
        }
        let mut builder = self.remove(&name);
        builder.push(Entry::new(name.into(), Handle::Shared(Arc::new(scheme)), layer, implementation, origin));
        builder
    }

    /// Marks a registered name whose definition is in force although a lower layer, such as `public`, has another one: each of
    /// its URLs has the warning `shadows-public`.
    ///
    /// ```
    /// use anyurl_core::Layer;
    /// use anyurl_core::authors::{Fact, Origin};
    /// use anyurl_core::authors::Status;
    /// use anyurl_core::Registry;
    ///
    /// let origin = Origin::from_crate("acme", "1.0.0", "acme.toml", 7);
    /// let builder = Registry::builder().add_fact(Fact::new("acme", Status::Private), Layer::Organization, origin)?;
    /// let registry = builder.shadowing("acme", "public").build();
    /// assert!(registry.parse("acme:a").unwrap().warning_ids().any(|id| id == "shadows-public"));
    /// # Ok::<(), anyurl_core::RegisterError>(())
    /// ```
    #[must_use]
    pub fn shadowing(mut self, name: &str, layer: &str) -> Self {
        let layer: Arc<str> = layer.into();
        for entry in self.names.get_mut(&name.to_ascii_lowercase()).into_iter().flatten() {
            entry.shadows = Some(Arc::clone(&layer));
        }
        self
    }
}
