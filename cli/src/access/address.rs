//! Looks up hosts.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use locator::compare::is_public_address;

use super::AccessError;

/// Looks up a host once; returns its first address that is allowed.
///
/// The system's resolver has no time limit, so it runs on a thread, which may outlive the wait.
pub(super) fn resolve(
    host: &str,
    port: u16,
    allow_private: bool,
    timeout: Duration,
) -> Result<SocketAddr, AccessError> {
    let name = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host).to_owned();
    let failed = |why: String| AccessError::Lookup(host.to_owned(), why);
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let found = (name.as_str(), port).to_socket_addrs().map(Iterator::collect::<Vec<_>>);
        // The receiver is gone if the time is over.
        let _ = sender.send(found);
    });
    let found = receiver.recv_timeout(timeout).map_err(|_| failed("no answer in time".to_owned()))?;
    let found = found.map_err(|error| failed(error.to_string()))?;
    let first = found.first().copied().ok_or_else(|| failed("no address".to_owned()))?;
    let allowed = found.into_iter().find(|address| allow_private || is_public_address(address.ip()));
    allowed.ok_or_else(|| {
        let what =
            if host.parse::<IpAddr>().is_ok() { first.ip().to_string() } else { format!("{host} ({})", first.ip()) };
        AccessError::Private(what)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The address is that which was checked, in any notation.
    #[test]
    fn private_hosts_are_refused() {
        let minute = Duration::from_mins(1);
        for host in ["127.0.0.1", "[::1]", "::1", "localhost", "[::ffff:127.0.0.1]", "0"] {
            let error = resolve(host, 1, false, minute).expect_err(host).to_string();
            assert!(error.contains("is not a public address") || error.contains("cannot be looked up"), "{error}");
            assert!(!error.contains("cannot be looked up") || host == "0", "{error}");
        }
        assert_eq!(resolve("[::1]", 1, true, minute).expect("an address").to_string(), "[::1]:1");
    }
}
