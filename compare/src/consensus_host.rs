//! A host that all rulebooks agree on.

use std::fmt;
use std::net::IpAddr;

use anyurl_core::Host;

use crate::public_address::is_public_address;

/// A host that all rulebooks agree on, with its scheme and port.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConsensusHost {
    pub(crate) host: String,
    pub(crate) port: Option<u16>,
    pub(crate) scheme: String,
}

/// Zones whose names lead to no host of the public Internet, those of one label first by where they are from.
const INTERNAL: [&str; 21] = [
    // RFC 6761, and RFC 7686, RFC 9476.
    "localhost",
    "test",
    "invalid",
    "example",
    "onion",
    "alt",
    // RFC 3172: addresses and services, and `home.arpa` (RFC 8375).
    "arpa",
    // RFC 6762: multicast DNS, and what private networks use (Appendix G).
    "local",
    "intranet",
    "internal",
    "private",
    "corp",
    "home",
    "lan",
    // In use without a document: names that ICANN does not delegate, and those within clusters.
    "localdomain",
    "mail",
    "cluster",
    "svc",
    "pod",
    "consul",
    "docker",
];

impl ConsensusHost {
    /// The host, as in a URL: in lower case, an IPv6 address in brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The host, as it is looked up and connected to: an IPv6 address without brackets.
    ///
    /// ```
    /// use anyurl_compare::Comparer;
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let host = Comparer::new(&registry).consensus_host("https://[::1]:8443/")?;
    /// assert_eq!((host.scheme(), host.lookup_name(), host.port()), ("https", "::1", Some(8443)));
    /// # Ok::<(), anyurl_compare::ConsensusError>(())
    /// ```
    pub fn lookup_name(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// The port, or that of the scheme; `None` if the scheme has none that is known.
    pub const fn port(&self) -> Option<u16> {
        self.port
    }

    /// The scheme, in lower case.
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The host by its kind.
    pub fn as_host(&self) -> Host<'_> {
        Host::parse(&self.host)
    }

    /// The address, if the host is one.
    pub fn address(&self) -> Option<IpAddr> {
        match self.as_host() {
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
            _ => None,
        }
    }

    /// Returns whether the host is known to be no part of the public Internet.
    ///
    /// These are at least: an address that is not public ([`is_public_address`]); a name without a dot; and a name in one of
    /// these zones:
    ///
    /// | zones | source |
    /// |---|---|
    /// | `localhost`, `test`, `invalid`, `example` | RFC 6761 |
    /// | `onion`, `alt` | RFC 7686, RFC 9476 |
    /// | `arpa`, with `in-addr.arpa`, `ip6.arpa` and `home.arpa` | RFC 3172, RFC 8375 |
    /// | `local`, `intranet`, `internal`, `private`, `corp`, `home`, `lan` | RFC 6762, and its Appendix G |
    /// | `localdomain`, `mail`, `cluster`, `svc`, `pod`, `consul`, `docker` | in common use, none delegated in the public DNS |
    ///
    /// A network may have further names of its own, and a name can lead to any address: check the address that was looked up,
    /// too, and connect to that one.
    ///
    /// ```
    /// use anyurl_compare::Comparer;
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let comparer = Comparer::new(&registry);
    /// for text in ["https://127.0.0.1/", "https://[::ffff:10.0.0.1]/", "https://localhost./", "https://a.localhost/", "https://db/",
    ///     "https://metadata.google.internal/", "https://router.lan/", "https://kubernetes.default.svc/"] {
    ///     assert!(comparer.consensus_host(text)?.is_internal(), "{text}");
    /// }
    /// assert!(!comparer.consensus_host("https://example.com./")?.is_internal());
    /// # Ok::<(), anyurl_compare::ConsensusError>(())
    /// ```
    pub fn is_internal(&self) -> bool {
        if let Some(address) = self.address() {
            return !is_public_address(address);
        }
        let name = self.host.strip_suffix('.').unwrap_or(&self.host);
        name.rsplit_once('.').is_none_or(|(_, zone)| INTERNAL.contains(&zone))
    }
}

/// Writes [`ConsensusHost::host`].
impl fmt::Display for ConsensusHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.host)
    }
}

impl AsRef<str> for ConsensusHost {
    fn as_ref(&self) -> &str {
        &self.host
    }
}
