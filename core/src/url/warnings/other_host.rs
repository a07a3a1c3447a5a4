//! `ambiguous-host`: browsers find another host than the one that was parsed.

use std::net::Ipv4Addr;

use crate::components::canonical;
use crate::registration::{Grammar, Registration};
use crate::syntax::escape;
use crate::syntax::idna;
use crate::text::span::{Slot, Span};
use crate::url::{Parsed, Url};

/// The host that browsers find, where it is another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OtherHost {
    /// A `?` stands before the host: to browsers the host has ended there.
    BeforeQuestion(String),
    /// A number that they read in another base, or with fewer groups.
    Address(Ipv4Addr),
    /// A name outside US-ASCII: its ASCII form, if it is known.
    Name(Option<String>),
}

impl OtherHost {
    pub(super) fn of(parsed: &Parsed<'_, '_>) -> Option<Self> {
        let host = parsed.spans.get(Slot::HOST)?;
        let facts = parsed.home.entry(parsed.entry).registration();
        Self::before_question(parsed, host, facts).or_else(|| Self::by_itself(host.of(parsed.text), facts))
    }

    /// In schemes whose resources browsers retrieve; the others they hand on as a whole.
    fn before_question(parsed: &Parsed<'_, '_>, host: Span, facts: &Registration) -> Option<Self> {
        let user = parsed.spans.get(Slot::USER).filter(|_| facts.data_object)?;
        let login = &parsed.text[user.start()..host.start()];
        let (before, _) = login.split_once('?')?;
        // An `@` of lenient mode may stand before the `?`, and a colon and a port behind that.
        let authority = before.rsplit('@').next().unwrap_or_default();
        let name = authority.split(':').next().unwrap_or_default();
        let is_behind_slashes = parsed.text[..user.start()].ends_with("//");
        is_behind_slashes.then(|| Self::BeforeQuestion(idna::to_browsers(name)))
    }

    /// What the host itself is to them.
    fn by_itself(host: &str, facts: &Registration) -> Option<Self> {
        if !host.is_ascii() {
            return Some(Self::Name(idna::ascii_form(host)));
        }
        // Nearly every host is a name or an address that nobody doubts: without an escape that shows at a glance.
        let is_clear = !idna::ends_in_number(host) || host.parse::<Ipv4Addr>().is_ok();
        if is_clear && !host.contains('%') {
            return None;
        }
        let address = idna::address_to_browsers(host)?;
        let own = match facts.grammar {
            Grammar::Rfc1738 => canonical::internet_host(host),
            Grammar::Rfc3986 => host.strip_suffix('.').unwrap_or(host).to_owned(),
        };
        let is_other = escape::decode(&own) != address.to_string().as_bytes();
        is_other.then_some(Self::Address(address))
    }

    pub(super) fn message(&self, url: &Url<'_>) -> String {
        // What stands before the `?`, or what lenient mode takes for a host, may be or hold a password.
        let secrets = url.redaction();
        let host = url.span(Slot::HOST).unwrap_or(Span::at(0));
        let host = secrets.slice(url.text(), host);
        let is_open = secrets.is_none();
        match self {
            Self::BeforeQuestion(name) if is_open => format!(
                "a `?` stands before the host `{host}`: browsers end the host there, and find `{name}` (URL Standard, authority state)"
            ),
            Self::BeforeQuestion(_) => format!(
                "a `?` stands before the host `{host}`: browsers end the host there, and find another one (URL Standard, authority state)"
            ),
            Self::Address(address) => format!(
                "the host `{host}` is the address {address} to browsers (URL Standard, IPv4 parser; RFC 3986 §7.4)"
            ),
            Self::Name(Some(name)) if is_open => {
                format!("the host `{host}` is looked up as `{name}` (UTS #46)")
            }
            Self::Name(_) => {
                format!("the host `{host}` is looked up by another name, its ASCII form (UTS #46)")
            }
        }
    }
}
