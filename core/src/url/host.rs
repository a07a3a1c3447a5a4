//! The host of a URL as a domain name or an address.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use crate::syntax::host;
use crate::url::Url;

/// The host of a URL, by its kind.
///
/// ```
/// use locator_core::url::Host;
///
/// assert_eq!(Host::parse("h.example"), Host::Domain("h.example"));
/// assert!(matches!(Host::parse("192.0.2.1"), Host::Ipv4(_)));
/// assert!(matches!(Host::parse("[::1]"), Host::Ipv6(ip) if ip.is_loopback()));
/// assert_eq!(Host::parse("my_bucket"), Host::Opaque("my_bucket"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Host<'a> {
    /// A domain name, as written, by RFC 1738 §3.1.
    Domain(&'a str),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address, which a URL has in brackets (RFC 3986 §3.2.2).
    Ipv6(Ipv6Addr),
    /// Any other name, as written: with escapes or underscores, a service, or an address of a future version.
    Opaque(&'a str),
}

impl<'a> Host<'a> {
    /// The kind of a host, as it is written in a URL.
    pub fn parse(text: &'a str) -> Self {
        if let Some(ip) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')?.parse().ok()) {
            return Self::Ipv6(ip);
        }
        match text.parse() {
            Ok(ip) => Self::Ipv4(ip),
            Err(_) if host::is_hostname(text) => Self::Domain(text),
            Err(_) => Self::Opaque(text),
        }
    }
}

/// Writes the host as in a URL: an IPv6 address in brackets.
impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain(name) | Self::Opaque(name) => f.pad(name),
            Self::Ipv4(ip) => ip.fmt(f),
            Self::Ipv6(ip) => write!(f, "[{ip}]"),
        }
    }
}

impl<'a> Url<'a> {
    /// The host as a domain name or an address; `None` without a host, or with an empty one.
    pub fn host_parsed(&self) -> Option<Host<'a>> {
        self.host().filter(|host| !host.is_empty()).map(Host::parse)
    }
}
