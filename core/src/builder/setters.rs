//! The setters of a URL: each gives another URL, which differs in one component and is read anew.

use super::input::ComponentInput;
use super::{BuildError, UrlBuilder};
use crate::registration::Role;
use crate::registry::{EntryId, Registry};
use crate::syntax::options::Mode;
use crate::url::{OwnedUrl, Url};

impl Url<'_> {
    /// A builder that has all components of this URL, each spelled as it is written.
    ///
    /// What the URL will be read by is the same too: version, profile and mode. One that was read leniently is taken
    /// in its canonical form, in which deviations are fixed. Text that belongs to no component, such as the slash of
    /// `gopher://h/`, is written as the template has it.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://joe:pw@h/%61")?;
    /// let other = url.to_builder().host("h.dom").without("password").build()?;
    /// assert_eq!(other.as_str(), "x-foo://joe@h.dom/%61");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_builder(&self) -> UrlBuilder {
        if self.mode() == Mode::Lenient {
            let canonical = self.to_canonical();
            let entry = self.is_known().then(|| self.entry());
            let again = self.registry().read(&canonical, self.options(), entry, None);
            // What is its own canonical form is read again by a law that the conformance kit checks.
            return again.map_or_else(|_| builder_from(self), |url| builder_from(&url));
        }
        builder_from(self)
    }

    /// The same URL with another text component, given in decoded bytes.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/a")?;
    /// assert_eq!(url.with("url-path", "a b")?.as_str(), "x-foo://h/a%20b");
    /// assert_eq!(url.with("path", "b").unwrap_err().component(), "path");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl, BuildError> {
        self.to_builder().set(name, bytes).build()
    }

    /// The same URL without a component; without its user name it has no password either (R-3.1-4).
    ///
    /// # Errors
    /// As [`UrlBuilder::build`]: some components may not be absent.
    pub fn without(&self, name: &str) -> Result<OwnedUrl, BuildError> {
        self.to_builder().without(name).build()
    }

    /// The same URL with another user name.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_user(&self, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl, BuildError> {
        self.to_builder().user(bytes).build()
    }

    /// The same URL with another password.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_password(&self, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl, BuildError> {
        self.to_builder().password(bytes).build()
    }

    /// The same URL with another host.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_host(&self, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl, BuildError> {
        self.to_builder().host(bytes).build()
    }

    /// The same URL with another port.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_port(&self, port: u16) -> Result<OwnedUrl, BuildError> {
        self.to_builder().port(port).build()
    }

    /// The same URL with another fragment.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_fragment(&self, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl, BuildError> {
        self.to_builder().fragment(bytes).build()
    }

    /// The same URL at the default port.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn without_port(&self) -> Result<OwnedUrl, BuildError> {
        self.without("port")
    }

    /// The same URL without a fragment.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn without_fragment(&self) -> Result<OwnedUrl, BuildError> {
        self.without("fragment")
    }
}

/// A builder that has what a URL has.
fn builder_from(url: &Url<'_>) -> UrlBuilder {
    let registry: &Registry = url.registry();
    let entry = registry.id_of(url.entry()).unwrap_or(EntryId::GENERIC);
    let mut builder = registry.start(entry, url.scheme().into_owned(), url.options());
    let names: Vec<String> = builder
        .template()
        .map(|template| template.names().into_iter().map(str::to_owned).collect())
        .unwrap_or_default();
    for place in 0..builder.given.len() {
        let component = builder.component(place);
        // A whole that other components divide is given by them; the template names one that they do not.
        if component.role == Role::Whole && !names.iter().any(|name| *name == component.name) {
            continue;
        }
        let text = url.slot(component.slot);
        builder.given[place] = text.map(|text| ComponentInput::from_written(component, text));
    }
    builder.keep_one_alternative();
    builder
}

/// The same setters for a URL that owns its text.
///
/// ```
/// use locator_core::Registry;
///
/// let url = Registry::builder().build().parse_owned("x-foo://h:70/a")?;
/// assert_eq!(url.with_port(71)?.with_host("i")?.as_str(), "x-foo://i:71/a");
/// assert_eq!(url.with_host("a/b").unwrap_err().component(), "host");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl OwnedUrl {
    /// As [`Url::to_builder`].
    pub fn to_builder(&self) -> UrlBuilder {
        self.as_url().to_builder()
    }

    /// As [`Url::with`].
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<Self, BuildError> {
        self.as_url().with(name, bytes)
    }

    /// As [`Url::without`].
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn without(&self, name: &str) -> Result<Self, BuildError> {
        self.as_url().without(name)
    }

    /// As [`Url::with_user`].
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_user(&self, bytes: impl AsRef<[u8]>) -> Result<Self, BuildError> {
        self.as_url().with_user(bytes)
    }

    /// As [`Url::with_password`].
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_password(&self, bytes: impl AsRef<[u8]>) -> Result<Self, BuildError> {
        self.as_url().with_password(bytes)
    }

    /// As [`Url::with_host`].
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_host(&self, bytes: impl AsRef<[u8]>) -> Result<Self, BuildError> {
        self.as_url().with_host(bytes)
    }

    /// As [`Url::with_port`].
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_port(&self, port: u16) -> Result<Self, BuildError> {
        self.as_url().with_port(port)
    }

    /// As [`Url::with_fragment`].
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_fragment(&self, bytes: impl AsRef<[u8]>) -> Result<Self, BuildError> {
        self.as_url().with_fragment(bytes)
    }

    /// As [`Url::without_port`].
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn without_port(&self) -> Result<Self, BuildError> {
        self.as_url().without_port()
    }

    /// As [`Url::without_fragment`].
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn without_fragment(&self) -> Result<Self, BuildError> {
        self.as_url().without_fragment()
    }
}
