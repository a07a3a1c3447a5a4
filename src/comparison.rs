//! [`compare`](crate::compare()) and [`consensus_host`] with the default registry.

use anyurl_compare::{Comparer, Comparison, ConsensusError, ConsensusHost};

use crate::registry;

/// Reads a text by RFC 1738, RFC 3986, the URL Standard of browsers and the split of RFC 3986 Appendix B, and says where they
/// differ. [`Comparer`](crate::compare::Comparer) takes another registry, or a base.
///
/// ```
/// use anyurl::compare::ComparisonVerdict;
///
/// let comparison = anyurl::compare("http://127.1/");
/// assert_eq!(comparison.verdict(), ComparisonVerdict::HostDiffers);
/// assert!(comparison.differences()[0].to_string().contains("`127.0.0.1` to WHATWG"));
/// assert_eq!(anyurl::compare("https://example.com/").verdict(), ComparisonVerdict::Same);
/// ```
pub fn compare(text: &str) -> Comparison {
    Comparer::new(registry()).compare(text)
}

/// Returns the host of a URL if all rulebooks name the same one: a guard before a request.
///
/// RFC 3986 and the URL Standard must accept the text; the split of Appendix B, and RFC 1738 where that accepts it, must
/// name the same host, port and scheme. The host must be an IP address or a plain name, which no program can misread:
/// letters, digits, `-` and `_`, without an escape. What this cannot protect against: the server may redirect to another
/// URL, which must be checked like the first, and a name may lead to another address each time it is looked up (DNS
/// rebinding), so that the address of the connection must be checked, too.
///
/// ```
/// use anyurl::compare::{ConsensusError, is_public_address};
///
/// /// Allows requests to the public Internet only.
/// fn check(text: &str) -> Result<String, String> {
///     let host = anyurl::consensus_host(text).map_err(|error| error.to_string())?;
///     if host.is_internal() {
///         return Err(format!("{host} is not part of the public Internet"));
///     }
///     Ok(host.to_string()) // Look it up, check each address with `is_public_address`, and connect to that address.
/// }
///
/// assert_eq!(check("https://example.com/a?b").as_deref(), Ok("example.com"));
/// for text in ["https://example.com\\@evil.com/", "http://0x7f.1/", "http://010.0.0.1/", "http://2130706433/"] {
///     assert!(check(text).is_err());
/// }
/// for text in ["http://127.0.0.1/", "http://[::ffff:10.0.0.1]/", "http://localhost./", "http://169.254.169.254/latest"] {
///     assert!(check(text).unwrap_err().ends_with("is not part of the public Internet"));
/// }
/// assert!(!is_public_address("fd00::1".parse().unwrap()));
/// ```
///
/// In front of a client of HTTP, with the addresses checked, and no redirect taken:
///
/// ```no_run
/// use std::io::{Error, Read, Write};
/// use std::net::{TcpStream, ToSocketAddrs};
///
/// use anyurl::compare::is_public_address;
///
/// fn get(text: &str) -> Result<String, Error> {
///     let host = anyurl::consensus_host(text).map_err(Error::other)?;
///     if host.is_internal() || host.scheme() != "http" {
///         return Err(Error::other("not a resource of the public Internet"));
///     }
///     let mut addresses = (host.lookup_name(), host.port().unwrap_or(80)).to_socket_addrs()?;
///     let address = addresses.find(|address| is_public_address(address.ip()));
///     // The address that was checked is the one that is used.
///     let mut stream = TcpStream::connect(address.ok_or_else(|| Error::other("no public address"))?)?;
///     let url = anyurl::registry().parse(text).map_err(Error::other)?;
///     let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
///     let path = if url.path().is_empty() { "/" } else { url.path() };
///     write!(stream, "GET {path}{query} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
///     let mut answer = String::new();
///     stream.read_to_string(&mut answer)?;
///     Ok(answer) // A `Location` in it is another URL, for `get` to check.
/// }
/// ```
///
/// # Errors
/// [`ConsensusError`] names the disagreement.
pub fn consensus_host(text: &str) -> Result<ConsensusHost, ConsensusError> {
    Comparer::new(registry()).consensus_host(text)
}
