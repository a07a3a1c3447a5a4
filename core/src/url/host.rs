//! The host of a URL as a domain name or an address.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::syntax::{escape, host};
use crate::url::{OwnedHost, Url};

/// The host of a URL, by its kind. Names are equal, and hash and compare the same, without regard to case and to escapes
/// (RFC 3986 §3.2.2 and §6.2.2.2).
///
/// ```
/// use anyurl_core::Host;
///
/// assert_eq!(Host::parse("h.example"), Host::Domain("h.example"));
/// assert!(matches!(Host::parse("192.0.2.1"), Host::Ipv4(_)));
/// assert!(matches!(Host::parse("[::1]"), Host::Ipv6(ip) if ip.is_loopback()));
/// assert_eq!(Host::parse("my_bucket"), Host::Opaque("my_bucket"));
/// assert_eq!(Host::parse("127.0.0.%31"), Host::parse("127.0.0.1"));
/// assert_eq!(Host::parse("ex%61mple.COM"), Host::parse("example.com"));
/// ```
#[derive(Clone, Copy, Debug)]
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
        match ipv4(text) {
            Some(ip) => Self::Ipv4(ip),
            None if host::is_hostname(text) => Self::Domain(text),
            None => Self::Opaque(text),
        }
    }

    /// The bytes of a name, decoded and in lower case; of an address none.
    fn name(&self) -> impl Iterator<Item = u8> + use<'a> {
        let text = match *self {
            Self::Domain(name) | Self::Opaque(name) => name,
            Self::Ipv4(_) | Self::Ipv6(_) => "",
        };
        escape::bytes(text).map(|(_, byte)| byte.to_ascii_lowercase())
    }

    /// A copy that owns its text.
    pub fn into_owned(self) -> OwnedHost {
        self.into()
    }

    /// The address, if the host is one.
    pub const fn ip(&self) -> Option<IpAddr> {
        match *self {
            Self::Ipv4(ip) => Some(IpAddr::V4(ip)),
            Self::Ipv6(ip) => Some(IpAddr::V6(ip)),
            Self::Domain(_) | Self::Opaque(_) => None,
        }
    }
}

/// An address of four decimal numbers, which may have escapes.
fn ipv4(text: &str) -> Option<Ipv4Addr> {
    const LONGEST: usize = "255.255.255.255".len();
    let mut decoded = [0; LONGEST];
    let mut len = 0;
    for (_, byte) in escape::bytes(text) {
        *decoded.get_mut(len)? = byte;
        len += 1;
    }
    core::str::from_utf8(&decoded[..len]).ok()?.parse().ok()
}

impl PartialEq for Host<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Host<'_> {}

impl PartialOrd for Host<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Host<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        // Names before addresses, and IPv4 before IPv6.
        self.ip().cmp(&other.ip()).then_with(|| self.name().cmp(other.name()))
    }
}

impl Hash for Host<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ip().hash(state);
        self.name().for_each(|byte| state.write_u8(byte));
        state.write_u8(u8::MAX);
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
    /// The host as a domain name or an address; `None` without a host, with an empty one, or with several, which
    /// [`Url::hosts`] has.
    pub fn host_parsed(&self) -> Option<Host<'a>> {
        self.host().filter(|host| !host.is_empty()).map(Host::parse)
    }
}
