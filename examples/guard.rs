//! A guard before a request to a URL that someone else wrote: only https, to a host that every program reads alike, and that
//! is not in the own network.
//!
//! ```sh
//! cargo run --example guard --features whatwg -- 'https://example.com\@internal/' https://example.com/
//! ```

use std::net::IpAddr;

use anyurl::compare::is_public_address;
use anyurl::{Host, Policy, Url, Verdict, consensus_host};

/// The host and port to connect to.
///
/// The address of a name must be checked as well, at the time of the connection: a name can have the address of another
/// network.
fn allowed(text: &str) -> Result<(String, u16), Box<dyn std::error::Error>> {
    let url = Url::parse(text)?;
    let policy = Policy::new().other_schemes(Verdict::Deny).scheme("https", Verdict::Allow)?;
    let judgement = policy.judge(&url);
    if judgement.verdict() != Verdict::Allow {
        return Err(judgement.to_string().into());
    }
    let host = consensus_host(text)?;
    let is_public = match Host::parse(host.host()) {
        Host::Ipv4(ip) => is_public_address(IpAddr::V4(ip)),
        Host::Ipv6(ip) => is_public_address(IpAddr::V6(ip)),
        Host::Domain(name) => !matches!(name.rsplit('.').next(), Some("localhost" | "internal" | "local")),
        _ => false,
    };
    let port = url.effective_port().ok_or("no port")?;
    if is_public { Ok((host.host().to_owned(), port)) } else { Err("the host is in a private network".into()) }
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    for text in &given {
        match allowed(text) {
            Ok((host, port)) => println!("{text}: connect to {host}:{port}"),
            Err(error) => println!("{text}: refused: {error}"),
        }
    }
    if given.is_empty() {
        guards();
    }
}

#[test]
fn the_guard_refuses_what_programs_read_differently() {
    guards();
}

fn guards() {
    assert_eq!(allowed("https://example.com:8443/a?b").unwrap_err().to_string().split(':').next(), Some("ask"));
    assert_eq!(allowed("https://example.com/a?b").unwrap(), ("example.com".to_owned(), 443));
    for text in [
        "http://example.com/",
        r"https://example.com\@internal/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://0x7f000001/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://169.254.169.254/",
        "https://127.0.0.%31/",
        "https://metadata.internal/",
        "https://a@b@c/",
        "https://user:pw@example.com/",
        "https://example.com:22/",
        "//example.com/",
    ] {
        assert!(allowed(text).is_err(), "{text}");
    }
}
