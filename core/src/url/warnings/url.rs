//! Warnings that the components of a URL give, found without parsing again.

use crate::diagnostics::warning::{Severity, Warning};
use crate::registry::{EntryId, RESERVED_NAMES};
use crate::syntax::authority;
use crate::text::span::{Slot, Span};
use crate::url::{Parsed, Url};

use super::other_host::OtherHost;

/// Ports below this are reserved for protocols that servers trust (RFC 1738 §6).
const RESERVED_PORTS: u16 = 1024;

/// The port that is written and the scheme's own, where they differ.
fn other_port(parsed: &Parsed<'_, '_>) -> Option<(u16, u16)> {
    let port = parsed.spans.get(Slot::PORT)?;
    let port = authority::port_number(port.of(parsed.text))?;
    let own = parsed.home.entry(parsed.entry).registration().default_port?;
    (port != own).then_some((port, own))
}

/// A warning about what a URL is, not about how it is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum UrlWarning {
    /// The port is not the default port (R-6-1).
    NondefaultPort,
    /// The port is below 1024, reserved for another protocol (R-6-1).
    ReservedPort,
    /// The URL has a password (R-6-4).
    PasswordInUrl,
    /// The scheme is not registered; it may be misspelt.
    UnregisteredScheme,
    /// Browsers find another host in the text: it has a `?` before its host, or a host that they take for another address
    /// or name.
    AmbiguousHost,
}

/// A set of them, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UrlWarnings(u8);

impl UrlWarnings {
    #[inline]
    pub(crate) fn of(parsed: &Parsed<'_, '_>) -> Self {
        let mut warnings = Self(0);
        if parsed.spans.get(Slot::PORT).is_some() {
            warnings.about_port(parsed);
        }
        if parsed.spans.get(Slot::PASSWORD).is_some() {
            warnings.add(UrlWarning::PasswordInUrl);
        }
        if parsed.entry == EntryId::GENERIC {
            warnings.add(UrlWarning::UnregisteredScheme);
        }
        if may_be_ambiguous(parsed) {
            warnings.about_host(parsed);
        }
        warnings
    }

    /// Each of them.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = UrlWarning> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = *UrlWarning::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(first)
        })
    }

    /// Their ids.
    #[inline]
    pub(crate) fn ids(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(UrlWarning::id)
    }

    #[inline]
    fn add(&mut self, warning: UrlWarning) {
        self.0 |= 1 << warning as u8;
    }

    #[cold]
    fn about_host(&mut self, parsed: &Parsed<'_, '_>) {
        if OtherHost::of(parsed).is_some() {
            self.add(UrlWarning::AmbiguousHost);
        }
    }

    #[cold]
    fn about_port(&mut self, parsed: &Parsed<'_, '_>) {
        let Some((port, _)) = other_port(parsed) else {
            return;
        };
        self.add(UrlWarning::NondefaultPort);
        if port < RESERVED_PORTS {
            self.add(UrlWarning::ReservedPort);
        }
    }
}

impl UrlWarning {
    /// In the order of their bits.
    const ALL: [Self; 5] =
        [Self::NondefaultPort, Self::ReservedPort, Self::PasswordInUrl, Self::UnregisteredScheme, Self::AmbiguousHost];

    /// The id of its [`Warning`].
    const fn id(self) -> &'static str {
        match self {
            Self::NondefaultPort => "nondefault-port",
            Self::ReservedPort => "reserved-port",
            Self::PasswordInUrl => "password-in-url",
            Self::UnregisteredScheme => "unregistered-scheme",
            Self::AmbiguousHost => "ambiguous-host",
        }
    }

    const fn severity(self) -> Severity {
        match self {
            Self::NondefaultPort | Self::PasswordInUrl => Severity::Caution,
            Self::ReservedPort | Self::AmbiguousHost => Severity::Danger,
            Self::UnregisteredScheme => Severity::Note,
        }
    }

    /// The warning itself, about a URL that has it.
    pub(super) fn warning(self, url: &Url<'_>) -> Warning {
        let (message, span) = match self {
            Self::NondefaultPort | Self::ReservedPort => (self.about_port(url), url.span(Slot::PORT)),
            Self::PasswordInUrl => (
                "the password can be read by everybody who sees the URL (RFC 1738 §6)".to_owned(),
                url.span(Slot::PASSWORD),
            ),
            Self::UnregisteredScheme => (unregistered(url), Some(url.scheme_span())),
            Self::AmbiguousHost => {
                let other = OtherHost::of(&url.parsed());
                let message = other.map_or_else(String::new, |other| other.message(url));
                (message, url.span(Slot::HOST))
            }
        };
        Warning::new(self.id(), self.severity(), span.unwrap_or(Span::at(0)), message)
    }

    fn about_port(self, url: &Url<'_>) -> String {
        let (port, own) = other_port(&url.parsed()).unwrap_or_default();
        let scheme = url.scheme();
        if self == Self::ReservedPort {
            return format!(
                "port {port} is reserved for another protocol, whose commands the URL may carry (RFC 1738 §6)"
            );
        }
        format!("port {port} is not {scheme}'s own, {own}: another protocol may listen there (RFC 1738 §6)")
    }
}

/// A cheap test that most hosts fail: they are names, and end with a letter that is not a hexadecimal digit.
#[inline]
fn may_be_ambiguous(parsed: &Parsed<'_, '_>) -> bool {
    let Some(host) = parsed.spans.get(Slot::HOST) else {
        return false;
    };
    let host = host.of(parsed.text);
    let last = host.as_bytes().last();
    let may_be_number = last.is_some_and(|last| last.is_ascii_hexdigit() || b".xX".contains(last));
    let may_be_name = parsed.options.is_lenient() && !host.is_ascii();
    may_be_number || may_be_name || parsed.spans.get(Slot::USER).is_some()
}

/// What is known of a name that nothing is registered under.
fn unregistered(url: &Url<'_>) -> String {
    let name = url.scheme();
    if RESERVED_NAMES.contains(&&*name) {
        return format!(
            "`{name}` is a reserved name without a definition, so only the generic syntax was checked (RFC 1738 §4)"
        );
    }
    match url.registry().did_you_mean(&name) {
        None => {
            format!("nothing is registered under `{name}`, so only the generic syntax was checked")
        }
        Some(question) => format!("nothing is registered under `{name}`; {question}"),
    }
}
