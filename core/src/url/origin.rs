//! The origin of a URL (RFC 6454): what a browser keeps apart.

use alloc::borrow::Cow;
use core::fmt;

use crate::components::canonical;
use crate::text::prelude::*;
use crate::url::Url;

/// Scheme, host and port of a URL whose scheme defines an origin (RFC 6454 §4).
///
/// `Display` is its serialization (RFC 6454 §6.2), without the default port of the scheme.
///
/// ```
/// use anyurl_core::Registry;
///
/// let registry = Registry::builder().add(anyurl_schemes::web::HTTPS)?.build();
/// let origin = registry.parse("https://WWW.h.dom:443/a")?.origin().unwrap();
/// assert_eq!((origin.scheme(), origin.host(), origin.port()), ("https", "www.h.dom", 443));
/// assert_eq!(origin.to_string(), "https://www.h.dom");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WebOrigin<'a> {
    scheme: Cow<'a, str>,
    host: String,
    port: u16,
    is_default_port: bool,
}

impl WebOrigin<'_> {
    /// The name of the scheme, in lower case.
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The host, in canonical form: lower case, an IPv6 address in brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port, which may be the default of the scheme.
    pub fn port(&self) -> u16 {
        self.port
    }
}

impl fmt::Display for WebOrigin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)?;
        if self.is_default_port { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

impl<'a> Url<'a> {
    /// The origin, if the scheme defines one: http, https, ws, wss, ftp, and others that
    /// [register](crate::registration::RegistrationBuilder::origin) it. Allocates the host.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::web::HTTPS)?.build();
    /// assert_eq!(registry.parse("https://h/a")?.origin(), registry.parse("https://h/b")?.origin());
    /// assert_eq!(registry.parse("x-foo://h/a")?.origin(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn origin(&self) -> Option<WebOrigin<'a>> {
        let registration = self.registration();
        let host = canonical::host_of(&self.as_url_ref()).filter(|host| !host.is_empty() && registration.has_origin)?;
        let port = self.effective_port()?;
        let is_default_port = registration.default_port == Some(port);
        Some(WebOrigin { scheme: self.scheme(), host: host.into_owned(), port, is_default_port })
    }
}
