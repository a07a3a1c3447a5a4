//! URLs of schemes that a registry file declares.

use anyurl_testkit::Rng;

use crate::words::{host, host_port, path, word, words};

/// A URL of a declared scheme, valid also by RFC 3986.
pub(crate) fn url(rng: &mut Rng) -> String {
    let makers = [coap, dict, git, ldap, redis, rtsp, tag, turn, urn, xmpp];
    rng.pick(&makers)(rng)
}

fn coap(rng: &mut Rng) -> String {
    format!("coap://{}/{}?{}={}", host_port(rng), path(rng, 4), word(rng), word(rng))
}

fn dict(rng: &mut Rng) -> String {
    format!("dict://{}/d:{}", host(rng), word(rng))
}

fn git(rng: &mut Rng) -> String {
    format!("git://{}/{}", host_port(rng), path(rng, 3))
}

fn ldap(rng: &mut Rng) -> String {
    format!("ldap://{}/o={},c={}", host(rng), word(rng), word(rng))
}

fn redis(rng: &mut Rng) -> String {
    format!("redis://:{}@{}/{}", word(rng), host_port(rng), rng.below(16))
}

fn rtsp(rng: &mut Rng) -> String {
    format!("rtsp://{}/{}", host_port(rng), path(rng, 4))
}

fn tag(rng: &mut Rng) -> String {
    format!("tag:{},{}:{}", host(rng), 2000 + rng.below(20), words(rng, 3, "/"))
}

fn turn(rng: &mut Rng) -> String {
    format!("turn:{}", host(rng))
}

fn urn(rng: &mut Rng) -> String {
    format!("urn:example:{}", words(rng, 3, ":"))
}

fn xmpp(rng: &mut Rng) -> String {
    format!("xmpp:{}@{}", word(rng), host(rng))
}
