//! The setters of URLs: each returns a new URL that differs in one component and is parsed again.

use core::net::IpAddr;

use super::draft::component_at;
use super::input::Inputs;
use super::{BuildError, UrlBuilder};
use crate::registration::Role;
use crate::registration::layout::Layout;
use crate::registry::{EntryIndex, Registry};
use crate::syntax::options::Mode;
use crate::url::{Chosen, OwnedUrl, Url};

impl<D> Url<'_, D> {
    /// Returns a builder with all components of this URL, in their original spelling.
    ///
    /// Version, profile and mode stay the same. For a URL parsed in lenient mode, the builder starts from the canonical
    /// form, in which deviations are fixed. Text outside components, such as the slash of `gopher://h/`, is written as
    /// in the template.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://joe:pw@h/%61")?;
    /// let other = url.to_builder().host("h.dom").without("password").build()?;
    /// assert_eq!(other.as_str(), "x-foo://joe@h.dom/%61");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_builder(&self) -> UrlBuilder<D> {
        UrlBuilder::from_inputs(self.as_any().to_inputs())
    }

    /// Returns this URL with another value for a text component, in decoded bytes.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/a")?;
    /// assert_eq!(url.with("path", "/a b")?.as_str(), "x-foo://h/a%20b");
    /// assert_eq!(url.with("paht", "b").unwrap_err().component(), "paht");
    ///
    /// let url = registry.parser().parse_owned("x-foo://h:70/a")?;
    /// assert_eq!(url.with_port(71)?.with_host("i")?.as_str(), "x-foo://i:71/a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl<D>, BuildError> {
        self.to_builder().set(name, bytes).build()
    }

    /// Returns this URL with another text of a component, which is written as it is: with its escapes.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_raw(&self, name: &str, text: &str) -> Result<OwnedUrl<D>, BuildError> {
        self.to_builder().set_raw(name, text).build()
    }

    /// Returns this URL with an address as its host.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_ip_host(&self, address: IpAddr) -> Result<OwnedUrl<D>, BuildError> {
        self.to_builder().ip_host(address).build()
    }

    /// Returns this URL without a component; without the user name it has no password either (R-3.1-4).
    ///
    /// # Errors
    /// As [`UrlBuilder::build`]: some components are required.
    pub fn without(&self, name: &str) -> Result<OwnedUrl<D>, BuildError> {
        self.to_builder().without(name).build()
    }

    /// Returns this URL with another user name.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_user(&self, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl<D>, BuildError> {
        self.to_builder().user(bytes).build()
    }

    /// Returns this URL with another password.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_password(&self, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl<D>, BuildError> {
        self.to_builder().password(bytes).build()
    }

    /// Returns this URL with another host.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_host(&self, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl<D>, BuildError> {
        self.to_builder().host(bytes).build()
    }

    /// Returns this URL with another port.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_port(&self, port: u16) -> Result<OwnedUrl<D>, BuildError> {
        self.to_builder().port(port).build()
    }

    /// Returns this URL with another fragment.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_fragment(&self, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl<D>, BuildError> {
        self.to_builder().fragment(bytes).build()
    }

    /// Returns this URL at the default port.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn without_port(&self) -> Result<OwnedUrl<D>, BuildError> {
        self.without("port")
    }

    /// Returns this URL without its fragment.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn without_fragment(&self) -> Result<OwnedUrl<D>, BuildError> {
        self.without("fragment")
    }
}

impl Url<'_> {
    fn to_inputs(self) -> Inputs {
        if self.mode() == Mode::Lenient {
            let canonical = self.to_canonical();
            let entry = self.is_known().then(|| Chosen::new(self.entry()));
            let again = self.registry().parse_url(&canonical, self.options(), entry, None);
            // The conformance kit checks that every canonical form is a valid URL.
            return again.map_or_else(|_| inputs_of(&self), |url| inputs_of(&url));
        }
        inputs_of(&self)
    }
}

/// The components of a URL.
fn inputs_of(url: &Url<'_>) -> Inputs {
    let registry: &Registry = url.registry();
    let id = registry.index_of(url.entry()).unwrap_or(EntryIndex::generic(url.options().profile));
    let entry = registry.entry_at(id);
    let layout = entry.build_table().map(|table| &table.layout);
    let written = layout.map(Layout::components).unwrap_or_default();
    let mut inputs = Inputs::new(registry, id, url.options(), url.written_scheme());
    for index in 0..=entry.registration().components.len() {
        let component = component_at(entry.registration(), index);
        // Other components set the parts of a composite component, unless the template names it.
        if component.role == Role::Whole && !written.contains(index) {
            continue;
        }
        if let Some(text) = url.slot(component.slot) {
            inputs.set_written(index, component.slot, component.role, text);
        }
    }
    if let Some(layout) = layout {
        inputs.keep_one_alternative(layout);
    }
    inputs
}
