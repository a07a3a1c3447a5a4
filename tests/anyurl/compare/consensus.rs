//! The host of a consensus; the fuzz target `compare` uses it as well.

use anyurl::compare::ConsensusHost;

/// The host of a consensus is that which the crate `url` and a plain split name, in any notation.
pub(crate) fn assert_host_of_all(text: &str, host: &ConsensusHost) {
    let browsers = url::Url::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let name = written_host(text);
    let decoded = anyurl::authors::escape::decode(name);
    let named = url::Host::parse(&String::from_utf8_lossy(&decoded)).map(|host| host.to_string());
    let shown = url::Host::parse(host.host()).map(|host| host.to_string());
    assert_eq!(shown.as_deref().ok(), named.as_deref().ok(), "{text:?}");
    let browsers_host = browsers.host_str().map(str::to_ascii_lowercase);
    if !browsers.is_special() {
        // The host of another scheme is an address in brackets, or opaque: neither a number nor an A-label is read.
        let is_address = browsers_host.as_deref().is_some_and(|host| host.starts_with('[') && host == shown.unwrap());
        assert!(is_address || browsers_host.as_deref() == Some(host.host()), "{text:?}: {browsers}, {host}");
        return;
    }
    // The crate `url` removes a host before a drive letter; the standard no longer does.
    let is_removed = browsers.scheme() == "file" && browsers.host().is_none();
    assert!(is_removed || browsers_host == named.ok(), "{text:?}: {browsers}");
}

/// The host of a consensus is the text itself, and has a form that no program misreads.
pub(crate) fn assert_unmistakable(text: &str, host: &ConsensusHost) {
    let written = written_host(text);
    if written.starts_with('[') {
        assert!(host.lookup_name().parse::<std::net::Ipv6Addr>().is_ok(), "{text:?}: {host}");
        return;
    }
    assert!(host.host().eq_ignore_ascii_case(written), "{text:?}: {host}");
    let labels: Vec<_> = written.strip_suffix('.').unwrap_or(written).split('.').collect();
    let is_label = |label: &&str| {
        let mut bytes = label.bytes();
        (1..=63).contains(&label.len()) && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    assert!(labels.iter().all(is_label) && written.len() <= 254, "{text:?}: {host}");
    let last = labels[labels.len() - 1].to_ascii_lowercase();
    let is_hex = last.strip_prefix("0x").is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let is_number = is_hex || last.bytes().all(|byte| byte.is_ascii_digit());
    assert!(!is_number || written.parse::<std::net::Ipv4Addr>().is_ok(), "{text:?}: {host}");
}

/// The host as it is written.
fn written_host(text: &str) -> &str {
    let (_, authority) = text.split_once("//").expect("an authority");
    let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
    let name = authority.rsplit('@').next().unwrap_or_default();
    name.rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(name, |(name, _)| name)
}
