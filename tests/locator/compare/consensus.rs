//! The host of a consensus; the fuzz target `compare` uses it as well.

use locator::compare::ConsensusHost;

/// The host of a consensus is that which the crate `url` and a plain split name, in any notation.
pub(crate) fn assert_host_of_all(text: &str, host: &ConsensusHost) {
    let browsers = url::Url::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let (_, authority) = text.split_once("//").expect("an authority");
    let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
    let name = authority.rsplit('@').next().unwrap_or_default();
    let name = name
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(name, |(name, _)| name);
    let decoded = locator::syntax::escape::decode(name);
    let named = url::Host::parse(&String::from_utf8_lossy(&decoded)).map(|host| host.to_string());
    let shown = url::Host::parse(host.as_str()).map(|host| host.to_string());
    assert_eq!(shown.as_deref().ok(), named.as_deref().ok(), "{text:?}");
    // The crate `url` removes a host before a drive letter; the standard no longer does.
    let is_removed = browsers.scheme() == "file" && browsers.host().is_none();
    assert!(is_removed || browsers.host_str() == named.as_deref().ok(), "{text:?}: {browsers}");
}
