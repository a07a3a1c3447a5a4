//! `host-differs`: browsers read another host than the one that was parsed.

use core::net::Ipv4Addr;

use crate::components::canonical;
use crate::registration::{Grammar, Registration};
use crate::syntax::escape;
use crate::syntax::idna;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};
use crate::url::hosts::Hosts;
use crate::url::{Parsed, Url};

/// A host that browsers read otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OtherHost {
    /// The host that was parsed.
    pub(super) host: Span,
    reading: Reading,
}

/// What browsers read.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Reading {
    /// The login contains a `?`, at which the host ends for browsers.
    BeforeQuestion(String),
    /// An address, because browsers read numbers in other bases and fewer groups.
    Address(Ipv4Addr),
    /// A name outside US-ASCII: its ASCII form, if it is known.
    Name(Option<String>),
    /// Nothing: it ends with a number, and is no address.
    Refused,
}

impl OtherHost {
    pub(super) fn new(parsed: &Parsed<'_, '_>) -> Option<Self> {
        let registration = parsed.registry.entry_at(parsed.entry).registration();
        let read = |host: Span| Some(Self { host, reading: Reading::of_host(host.of(parsed.text), registration)? });
        if let Some(host) = parsed.spans.get(Slot::HOST) {
            let before_question = Reading::before_question(parsed, host, registration);
            return before_question.map(|reading| Self { host, reading }).or_else(|| read(host));
        }
        Hosts::of(parsed).map(|one| one.span()).find_map(read)
    }

    pub(super) fn message(&self, url: &Url<'_>) -> String {
        // The text before the `?`, or a host of lenient mode, may contain a password.
        let secrets = url.redaction();
        self.reading.message(&secrets.slice(url.text(), self.host), secrets.is_none())
    }
}

impl Reading {
    /// The host before a `?`. Only for schemes whose resources browsers retrieve; other URLs they pass on unparsed.
    fn before_question(parsed: &Parsed<'_, '_>, host: Span, registration: &Registration) -> Option<Self> {
        let user = parsed.spans.get(Slot::USER).filter(|_| registration.data_object)?;
        let login = &parsed.text[user.start()..host.start()];
        let (before, _) = login.split_once('?')?;
        // Lenient mode may have accepted an `@` before the `?`, and a colon may follow the `@`.
        let authority = before.rsplit('@').next().unwrap_or_default();
        let name = authority.split(':').next().unwrap_or_default();
        let has_slashes = parsed.text[..user.start()].ends_with("//");
        has_slashes.then(|| Self::BeforeQuestion(idna::browser_host(name)))
    }

    /// What browsers read the host itself as.
    fn of_host(host: &str, registration: &Registration) -> Option<Self> {
        if !host.is_ascii() {
            return Some(Self::Name(idna::ascii_form(host)));
        }
        // The fast check for nearly every host: an unambiguous name or address without escapes.
        let is_clear = !idna::ends_in_number(host) || host.parse::<Ipv4Addr>().is_ok();
        if is_clear && !host.contains('%') {
            return None;
        }
        let decoded = escape::decode(host);
        if let Some(name) = core::str::from_utf8(&decoded).ok().filter(|name| !name.is_ascii()) {
            return Some(Self::Name(idna::ascii_form(name)));
        }
        let Some(address) = idna::browser_address(host) else {
            return idna::ends_in_number(host).then_some(Self::Refused);
        };
        let own = match registration.grammar {
            Grammar::Rfc1738 => canonical::internet_host(host),
            Grammar::Rfc3986 => host.into(),
        };
        let is_other = escape::decode(&own) != address.to_string().as_bytes();
        is_other.then_some(Self::Address(address))
    }

    fn message(&self, host: &str, has_no_secret: bool) -> String {
        match self {
            Self::BeforeQuestion(name) if has_no_secret => format!(
                "there is a `?` before the host `{host}`: browsers end the host there and read `{name}` (URL Standard, authority state)"
            ),
            Self::BeforeQuestion(_) => format!(
                "there is a `?` before the host `{host}`: browsers end the host there and read another one (URL Standard, authority state)"
            ),
            Self::Address(address) => format!(
                "the host `{host}` is the address {address} to browsers (URL Standard, IPv4 parser; RFC 3986 §7.4)"
            ),
            Self::Refused => format!(
                "the host `{host}` ends with a number and is no address: browsers refuse it (URL Standard, IPv4 parser)"
            ),
            Self::Name(Some(name)) if has_no_secret => format!("the host `{host}` is looked up as `{name}` (UTS #46)"),
            Self::Name(_) => format!("the host `{host}` is looked up as its ASCII form (UTS #46)"),
        }
    }
}
