//! [`OwnedHost`]: a host that owns its text.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::{common, modern};
use crate::syntax::cursor::Cursor;
use crate::syntax::options::Mode;
use crate::syntax::uri;
use crate::text::prelude::*;
use crate::text::span::Span;
use crate::url::Host;

/// A [`Host`] that owns its text, as the key of a map or a field of a configuration. It is equal, ordered and hashed as the
/// host is: by its meaning.
///
/// ```
/// use anyurl_core::{Host, OwnedHost};
///
/// let host: OwnedHost = "Example.com".parse()?;
/// assert_eq!(host, Host::parse("example.COM").into_owned());
/// assert_eq!((host.as_host(), host.to_string()), (Host::Domain("example.com"), "Example.com".to_owned()));
/// assert!("[::1]".parse::<OwnedHost>()?.as_host().ip().is_some_and(|ip| ip.is_loopback()));
/// assert!("a b".parse::<OwnedHost>().is_err());
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone)]
pub struct OwnedHost {
    text: Box<str>,
}

impl OwnedHost {
    /// The host.
    pub fn as_host(&self) -> Host<'_> {
        Host::parse(&self.text)
    }

    /// The host as written: an IPv6 address in brackets.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl From<Host<'_>> for OwnedHost {
    fn from(host: Host<'_>) -> Self {
        Self { text: host.to_string().into() }
    }
}

/// Reads a host as a URL has it, by RFC 3986 §3.2.2.
impl FromStr for OwnedHost {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.len() > Span::LONGEST {
            return Err(Error::too_long());
        }
        let at = &mut Cursor::new(text, Span::new(0, text.len()), Mode::Strict, None);
        let host = uri::host(at)?;
        if host.is_empty() {
            return Err(at.error(ErrorKind::Missing, "host", "host", host, &common::HOST_MISSING).found(None));
        }
        if host.len() < text.len() {
            return Err(at.mismatch("host", "host", &modern::HOST));
        }
        Ok(Self { text: text.into() })
    }
}

impl PartialEq for OwnedHost {
    fn eq(&self, other: &Self) -> bool {
        self.as_host() == other.as_host()
    }
}

impl Eq for OwnedHost {}

impl PartialOrd for OwnedHost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OwnedHost {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_host().cmp(&other.as_host())
    }
}

impl Hash for OwnedHost {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_host().hash(state);
    }
}

/// Writes the host as in a URL.
impl fmt::Display for OwnedHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for OwnedHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_host(), f)
    }
}
