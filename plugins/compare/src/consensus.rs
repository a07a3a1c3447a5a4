//! The guard for applications: a host that all rulebooks agree on.

use std::fmt;
use std::net::IpAddr;

use locator_core::Host;
use locator_core::syntax::escape;

use crate::comparison::Comparer;
use crate::public_address::is_public_address;
use crate::reading::Reading;
use crate::rulebook::{Part, Rulebook};

/// A host that all rulebooks agree on: decoded, in lower case and in its ASCII form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConsensusHost(String);

/// Why a text names no host that all rulebooks agree on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConsensusError {
    /// RFC 3986 or the URL Standard rejects the text.
    #[error("{rulebook} rejects the URL: {message} ({section})")]
    Rejected {
        /// The rulebook.
        rulebook: Rulebook,
        /// The reason.
        message: String,
        /// Where that is written.
        section: String,
    },
    /// The URL Standard has no rules for the scheme.
    #[error(
        "browsers have rules only for http, https, ws, wss, ftp and file: the host of another scheme has no consensus"
    )]
    NotCovered,
    /// The URL has no host.
    #[error("the URL names no host")]
    NoHost,
    /// The host has characters outside US-ASCII, as escapes: programs convert such names by IDNA 2003 or 2008, to different
    /// ones, or not at all.
    #[error(
        "the host `{host}` has characters outside US-ASCII, which programs convert differently: write its ASCII form"
    )]
    Internationalized {
        /// The host, as the URL has it.
        host: String,
    },
    /// The rulebooks name different hosts.
    #[error("programs disagree on the host: {}", list(.hosts))]
    Differs {
        /// Each rulebook that accepts the text, with the host it names.
        hosts: Vec<(Rulebook, Option<String>)>,
    },
}

impl ConsensusError {
    /// The kind, for programs: `rejected`, `not-covered`, `no-host`, `internationalized` or `differs`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Rejected { .. } => "rejected",
            Self::NotCovered => "not-covered",
            Self::NoHost => "no-host",
            Self::Internationalized { .. } => "internationalized",
            Self::Differs { .. } => "differs",
        }
    }
}

fn list(hosts: &[(Rulebook, Option<String>)]) -> String {
    let one = |(rulebook, host): &(Rulebook, Option<String>)| match host {
        Some(host) => format!("`{host}` to {rulebook}"),
        None => format!("none to {rulebook}"),
    };
    hosts.iter().map(one).collect::<Vec<_>>().join(", ")
}

impl Comparer<'_> {
    /// Returns the host of a URL if RFC 3986 and the URL Standard accept it, and name the same one as the split of Appendix B
    /// and RFC 1738, where that accepts it, too.
    ///
    /// ```
    /// use locator_compare::Comparer;
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let comparer = Comparer::new(&registry);
    /// assert_eq!(comparer.consensus_host("https://EXAMPLE.com/")?.as_str(), "example.com");
    /// let error = comparer.consensus_host("https://0x7f.1/").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "programs disagree on the host: `0x7f.1` to RFC 3986, `127.0.0.1` to WHATWG, `0x7f.1` to Appendix B"
    /// );
    /// # Ok::<(), locator_compare::ConsensusError>(())
    /// ```
    ///
    /// # Errors
    /// [`ConsensusError`] names the disagreement.
    pub fn consensus_host(&self, text: &str) -> Result<ConsensusHost, ConsensusError> {
        let mut hosts = Vec::with_capacity(Rulebook::ALL.len());
        // What rejects most texts comes first.
        for rulebook in
            [Rulebook::Rfc3986, Rulebook::Whatwg, Rulebook::Split, Rulebook::Rfc1738, Rulebook::Rfc1738Lenient]
        {
            let must_accept = matches!(rulebook, Rulebook::Rfc3986 | Rulebook::Whatwg);
            match self.read(rulebook, text) {
                Reading::Accepted(parts) => {
                    let written = parts.get(Part::Host).unwrap_or_default();
                    if rulebook == Rulebook::Rfc3986 && !escape::decode(written).is_ascii() {
                        return Err(ConsensusError::Internationalized { host: written.to_owned() });
                    }
                    hosts.push((rulebook, parts.normalized(Part::Host)));
                }
                Reading::Rejected(rejection) if must_accept => {
                    let (message, section) = (rejection.message().to_owned(), rejection.section().to_owned());
                    return Err(ConsensusError::Rejected { rulebook, message, section });
                }
                Reading::NotCovered if must_accept => return Err(ConsensusError::NotCovered),
                Reading::Rejected(_) | Reading::NotCovered => {}
            }
        }
        let (_, first) = &hosts[0];
        if hosts.iter().any(|(_, host)| host != first) {
            hosts.sort_by_key(|(rulebook, _)| *rulebook);
            return Err(ConsensusError::Differs { hosts });
        }
        first.clone().map(ConsensusHost).ok_or(ConsensusError::NoHost)
    }
}

/// Zones that the public DNS does not have.
const INTERNAL: [&str; 8] = ["localhost", "localdomain", "local", "internal", "home.arpa", "onion", "test", "invalid"];

impl ConsensusHost {
    /// The host, as in a URL: an IPv6 address is in brackets.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The host by its kind.
    pub fn as_host(&self) -> Host<'_> {
        Host::parse(&self.0)
    }

    /// The address, if the host is one.
    pub fn address(&self) -> Option<IpAddr> {
        match self.as_host() {
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
            _ => None,
        }
    }

    /// Returns whether the host is known to be no part of the public Internet: an address that is not public
    /// ([`is_public_address`]), a name without a dot, or one below a name that the public DNS does not have: `localhost`,
    /// `test`, `invalid` (RFC 6761), `local` (RFC 6762), `home.arpa` (RFC 8375), `onion` (RFC 7686), `internal`, and
    /// `localdomain`, which is common.
    ///
    /// A name can lead to any address: check the address that was looked up, too, and connect to that one.
    ///
    /// ```
    /// use locator_compare::Comparer;
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let comparer = Comparer::new(&registry);
    /// for text in ["https://127.0.0.1/", "https://[::ffff:10.0.0.1]/", "https://localhost./", "https://a.localhost/", "https://db/",
    ///     "https://metadata.google.internal/"] {
    ///     assert!(comparer.consensus_host(text)?.is_internal(), "{text}");
    /// }
    /// assert!(!comparer.consensus_host("https://example.com./")?.is_internal());
    /// # Ok::<(), locator_compare::ConsensusError>(())
    /// ```
    pub fn is_internal(&self) -> bool {
        if let Some(address) = self.address() {
            return !is_public_address(address);
        }
        let name = self.0.strip_suffix('.').unwrap_or(&self.0);
        let is_below = |zone: &str| name.strip_suffix(zone).is_some_and(|below| below.ends_with('.'));
        !name.contains('.') || INTERNAL.iter().any(|zone| name == *zone || is_below(zone))
    }
}

/// Writes [`ConsensusHost::as_str`].
impl fmt::Display for ConsensusHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl AsRef<str> for ConsensusHost {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use locator_core::Registry;

    use super::*;

    #[test]
    fn errors_have_a_kind_and_no_secrets() {
        let registry = Registry::builder().build();
        for (text, kind, has) in [
            ("http://h", "", ""),
            ("http://joe:s\u{1F511}@h/", "rejected", "unexpected text in the password"),
            ("gopher://h/", "not-covered", "browsers have rules only for"),
            ("file:///etc", "no-host", "names no host"),
            ("http://fa%C3%9F.de/", "internationalized", "`fa%C3%9F.de` has characters outside US-ASCII"),
            ("http://0x7f.1/", "differs", "`127.0.0.1` to WHATWG"),
        ] {
            let error = Comparer::new(&registry).consensus_host(text).err();
            assert_eq!(error.as_ref().map_or("", ConsensusError::kind), kind, "{text}");
            let message = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(message.contains(has) && !message.contains('\u{1F511}'), "{text}: {message}");
        }
    }
}
