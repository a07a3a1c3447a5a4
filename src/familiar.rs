//! The names that other URL crates have for what [`AnyUrl`](crate::AnyUrl) and [`AnyOwnedUrl`] do, for code that moves here.
//!
//! Each method says which one of this crate it is; new code uses those. In place of `Url` of the crate `url`, which is
//! changed in place, there is an [`OwnedUrl`](crate::OwnedUrl).
//!
//! ```
//! use anyurl::OwnedUrl;
//! use anyurl::familiar::{Getters, Setters};
//!
//! let mut url = OwnedUrl::parse("https://joe@h.example/a?q=1")?;
//! assert_eq!((url.host_str(), url.username(), url.port_or_known_default()), (Some("h.example"), "joe", Some(443)));
//! url.set_path("/b c")?;
//! url.set_query(None)?;
//! assert_eq!(url, "https://joe@h.example/b%20c");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::PathBuf;

use anyurl_core::Host;

use crate::schemes::file_path::FilePathError;
use crate::{AnyOwnedUrl, AsUrl, BuildError};

/// The getters, of every URL.
pub trait Getters: AsUrl {
    /// [`AnyUrl::host`](crate::AnyUrl::host), as `url` names it.
    fn host_str(&self) -> Option<&str> {
        self.as_any().host()
    }

    /// [`AnyUrl::user`](crate::AnyUrl::user), as `url` names it: empty without a user.
    fn username(&self) -> &str {
        self.as_any().user().unwrap_or_default()
    }

    /// The host, if it is a domain name, as in `url`.
    fn domain(&self) -> Option<&str> {
        match self.as_any().host_parsed()? {
            Host::Domain(name) => Some(name),
            _ => None,
        }
    }

    /// Whether the URL has a host, as `url` asks.
    fn has_host(&self) -> bool {
        self.as_any().hosts().next().is_some()
    }

    /// Whether the URL has an authority, as `url` and `fluent-uri` ask.
    fn has_authority(&self) -> bool {
        self.as_any().authority().is_some()
    }

    /// Whether the URL has a query, as `fluent-uri` asks.
    fn has_query(&self) -> bool {
        self.as_any().query().is_some()
    }

    /// Whether the URL has a fragment, as `fluent-uri` asks.
    fn has_fragment(&self) -> bool {
        self.as_any().fragment().is_some()
    }

    /// Whether the path has no segments, as `url` asks.
    fn cannot_be_a_base(&self) -> bool {
        self.as_any().path_segments().is_none()
    }

    /// [`AnyUrl::effective_port`](crate::AnyUrl::effective_port), as `url` names it.
    fn port_or_known_default(&self) -> Option<u16> {
        self.as_any().effective_port()
    }

    /// [`AnyUrl::port`](crate::AnyUrl::port), as `http` names it.
    fn port_u16(&self) -> Option<u16> {
        self.as_any().port()
    }

    /// The name of the scheme as written, as `http` names it.
    fn scheme_str(&self) -> Option<&str> {
        Some(self.as_any().written_scheme())
    }

    /// The path and the query with its question mark, as in `http`.
    fn path_and_query(&self) -> String {
        let url = self.as_any();
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        format!("{}{query}", url.path())
    }

    /// The text, as `url` and `fluent-uri` return it.
    fn into_string(self) -> String
    where
        Self: Sized,
    {
        self.as_any().as_str().to_owned()
    }

    /// [`AnyUrl::to_canonical`](crate::AnyUrl::to_canonical), as `fluent-uri` and `iri-string` name it.
    fn normalize(&self) -> String {
        self.as_any().to_canonical()
    }

    /// [`AnyUrl::relativize`](crate::AnyUrl::relativize), as `url` names it.
    fn make_relative(&self, target: &impl AsUrl) -> Option<String>
    where
        Self: Sized,
    {
        self.as_any().relativize(target).map(|reference| reference.to_string())
    }

    /// [`to_file_path`](crate::to_file_path()), a method of `url`.
    ///
    /// # Errors
    /// As there.
    fn to_file_path(&self) -> Result<PathBuf, FilePathError>
    where
        Self: Sized,
    {
        crate::to_file_path(self)
    }
}

impl<T: AsUrl> Getters for T {}

/// The setters of `url`, which change an owned URL in place. If one fails, the URL is as before.
pub trait Setters {
    /// [`AnyUrl::with_scheme`](crate::AnyUrl::with_scheme), in place.
    ///
    /// # Errors
    /// As there.
    fn set_scheme(&mut self, name: &str) -> Result<(), BuildError>;

    /// [`AnyUrl::with_user`](crate::AnyUrl::with_user), in place.
    ///
    /// # Errors
    /// As there.
    fn set_username(&mut self, name: &str) -> Result<(), BuildError>;

    /// [`AnyUrl::with_password`](crate::AnyUrl::with_password), in place.
    ///
    /// # Errors
    /// As there.
    fn set_password(&mut self, password: Option<&str>) -> Result<(), BuildError>;

    /// [`AnyUrl::with_host`](crate::AnyUrl::with_host), in place.
    ///
    /// # Errors
    /// As there.
    fn set_host(&mut self, host: Option<&str>) -> Result<(), BuildError>;

    /// [`AnyUrl::with_port`](crate::AnyUrl::with_port), in place.
    ///
    /// # Errors
    /// As there.
    fn set_port(&mut self, port: Option<u16>) -> Result<(), BuildError>;

    /// [`AnyUrl::with_path`](crate::AnyUrl::with_path), in place.
    ///
    /// # Errors
    /// As there.
    fn set_path(&mut self, path: &str) -> Result<(), BuildError>;

    /// [`AnyUrl::with_query`](crate::AnyUrl::with_query), in place.
    ///
    /// # Errors
    /// As there.
    fn set_query(&mut self, query: Option<&str>) -> Result<(), BuildError>;

    /// [`AnyUrl::with_fragment`](crate::AnyUrl::with_fragment), in place.
    ///
    /// # Errors
    /// As there.
    fn set_fragment(&mut self, fragment: Option<&str>) -> Result<(), BuildError>;
}

impl<D> Setters for AnyOwnedUrl<D> {
    fn set_scheme(&mut self, name: &str) -> Result<(), BuildError> {
        replace(self, |url| url.with_scheme(name))
    }

    fn set_username(&mut self, name: &str) -> Result<(), BuildError> {
        replace(self, |url| if name.is_empty() { url.without("user") } else { url.with_user(name) })
    }

    fn set_password(&mut self, password: Option<&str>) -> Result<(), BuildError> {
        replace(self, |url| password.map_or_else(|| url.without("password"), |password| url.with_password(password)))
    }

    fn set_host(&mut self, host: Option<&str>) -> Result<(), BuildError> {
        replace(self, |url| host.map_or_else(|| url.without("host"), |host| url.with_host(host)))
    }

    fn set_port(&mut self, port: Option<u16>) -> Result<(), BuildError> {
        replace(self, |url| port.map_or_else(|| url.without_port(), |port| url.with_port(port)))
    }

    fn set_path(&mut self, path: &str) -> Result<(), BuildError> {
        replace(self, |url| url.with_path(path))
    }

    fn set_query(&mut self, query: Option<&str>) -> Result<(), BuildError> {
        replace(self, |url| query.map_or_else(|| url.without_query(), |query| url.with_query(query)))
    }

    fn set_fragment(&mut self, fragment: Option<&str>) -> Result<(), BuildError> {
        replace(self, |url| fragment.map_or_else(|| url.without_fragment(), |fragment| url.with_fragment(fragment)))
    }
}

fn replace<D>(
    url: &mut AnyOwnedUrl<D>,
    change: impl FnOnce(&AnyOwnedUrl<D>) -> Result<AnyOwnedUrl<D>, BuildError>,
) -> Result<(), BuildError> {
    *url = change(url)?;
    Ok(())
}
