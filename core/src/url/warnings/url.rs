//! Warnings about the components of a URL, computed without parsing again.

use crate::diagnostics::warning::{Severity, Warning};
use crate::diagnostics::warning_id;
use crate::registry::RESERVED_NAMES;
use crate::text::drive;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};
use crate::url::hosts::Hosts;
use crate::url::{Host, HostPort, Parsed, Url};

use super::other_host::OtherHost;
use super::{login_cut, option_like, path_as_host};

/// Ports below this are reserved (RFC 1738 §6).
const RESERVED_PORTS: u16 = 1024;

/// Ports from this on are dynamic or private: no protocol is assigned to them (RFC 6335 §6).
const PRIVATE_PORTS: u16 = 49152;

/// Whether the host is this computer or in a private network, where services are at any port: `localhost` and names
/// below it (RFC 6761 §6.3), and loopback, link-local and private addresses.
fn is_local(host: Host<'_>) -> bool {
    match host {
        Host::Ipv4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        Host::Ipv6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
        Host::Domain(name) | Host::Opaque(name) => {
            let name = name.strip_suffix('.').unwrap_or(name);
            name.rsplit('.').next().is_some_and(|label| label.eq_ignore_ascii_case("localhost"))
        }
    }
}

/// The warning about a port of a local host, which only matters before access: another protocol may listen there, too.
pub(super) fn local_port(url: &Url<'_>) -> Option<Warning> {
    let is_reported = UrlWarnings::new(&url.parsed()).iter().any(|warning| warning == UrlWarning::NondefaultPort);
    let is_other = |host: &HostPort<'_>| other_port(host).is_some() && host.default_port().is_some();
    let host = Hosts::of(&url.parsed()).find(is_other).filter(|_| !is_reported)?;
    Some(UrlWarning::NondefaultPort.about(port_message(url, &host), host.port_span()))
}

/// The port that is written after a host, unless it is the default port.
fn other_port(host: &HostPort<'_>) -> Option<u16> {
    host.port().filter(|port| Some(*port) != host.default_port())
}

/// Whether the port of a host is reserved for another protocol.
fn has_reserved_port(host: &HostPort<'_>) -> bool {
    other_port(host).is_some_and(|port| port < RESERVED_PORTS)
}

/// Whether the port of a host is one at which another protocol may listen.
fn has_nondefault_port(host: &HostPort<'_>) -> bool {
    let is_public = |port| port < RESERVED_PORTS || port < PRIVATE_PORTS && !is_local(host.host());
    host.default_port().is_some() && other_port(host).is_some_and(is_public)
}

/// A warning about the meaning of a URL, not about its syntax.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum UrlWarning {
    /// The port is not the default port (R-6-1), and neither is the host local nor the port private.
    NondefaultPort,
    /// The port is below 1024, reserved for another protocol (R-6-1).
    ReservedPort,
    /// The URL has a password (R-6-4).
    PasswordInUrl,
    /// The scheme is not registered; it may be misspelt.
    UnregisteredScheme,
    /// The scheme is deprecated.
    DeprecatedScheme,
    /// Browsers read another host: the text has a `?` before the host, or the host is another address or name to them.
    HostDiffers,
    /// The authority ends within what may be a password.
    LoginCut,
    /// A command may take a part of the URL for an option.
    OptionLike,
    /// A lower layer has another definition of the scheme.
    ShadowsPublic,
    /// A path stands where the host of a file is.
    PathAsHost,
}

/// A set of [`UrlWarning`]s, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UrlWarnings(u16);

impl UrlWarnings {
    #[inline(always)]
    pub(crate) fn new(parsed: &Parsed<'_, '_>) -> Self {
        let mut warnings = Self(0);
        if parsed.spans.get(Slot::PORT).is_some() || may_have_other_hosts(parsed) {
            warnings.add_for_ports(parsed);
        }
        if parsed.registry.entry_at(parsed.entry).is_command_line() {
            warnings.add_for_command(parsed);
        }
        // An empty password is none (RFC 3986 §3.2.1).
        if parsed.spans.get(Slot::PASSWORD).is_some_and(|span| !span.is_empty()) {
            warnings.add(UrlWarning::PasswordInUrl);
        }
        if parsed.entry.is_generic() {
            warnings.add(UrlWarning::UnregisteredScheme);
        }
        if path_as_host::may_be(parsed) {
            warnings.add_for_file(parsed);
        }
        if parsed.registry.entry_at(parsed.entry).has_warning() {
            warnings.add_for_entry(parsed);
        }
        if may_be_ambiguous(parsed) {
            warnings.add_for_host(parsed);
        } else {
            debug_assert!(OtherHost::new(parsed).is_none(), "{:?} is ambiguous", parsed.text);
        }
        warnings
    }

    /// Whether the scheme is not registered.
    #[inline]
    pub(crate) fn is_unregistered(self) -> bool {
        self.0 & 1 << UrlWarning::UnregisteredScheme as u16 != 0
    }

    /// The warnings in the set.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = UrlWarning> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let first = *UrlWarning::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(first)
        })
    }

    /// The ids of the warnings in the set.
    #[inline]
    pub(crate) fn ids(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(UrlWarning::id)
    }

    #[inline]
    fn add(&mut self, warning: UrlWarning) {
        self.0 |= 1 << warning as u16;
    }

    #[cold]
    fn add_for_entry(&mut self, parsed: &Parsed<'_, '_>) {
        let entry = parsed.registry.entry_at(parsed.entry);
        if entry.is_deprecated() {
            self.add(UrlWarning::DeprecatedScheme);
        }
        if entry.shadows().is_some() {
            self.add(UrlWarning::ShadowsPublic);
        }
    }

    #[cold]
    fn add_for_host(&mut self, parsed: &Parsed<'_, '_>) {
        if OtherHost::new(parsed).is_some() {
            self.add(UrlWarning::HostDiffers);
        }
    }

    #[cold]
    fn add_for_command(&mut self, parsed: &Parsed<'_, '_>) {
        if option_like::part(parsed).is_some() {
            self.add(UrlWarning::OptionLike);
        }
    }

    #[cold]
    fn add_for_file(&mut self, parsed: &Parsed<'_, '_>) {
        if path_as_host::host(parsed).is_some() {
            self.add(UrlWarning::PathAsHost);
        }
    }

    #[cold]
    fn add_for_ports(&mut self, parsed: &Parsed<'_, '_>) {
        if login_cut::login(parsed).is_some() {
            self.add(UrlWarning::LoginCut);
        }
        let is_any_port_its_own =
            parsed.registry.entry_at(parsed.entry).default_port().is_none() && is_reserved_name(parsed.text);
        for host in Hosts::of(parsed) {
            if has_reserved_port(&host) && !is_any_port_its_own {
                self.add(UrlWarning::ReservedPort);
            }
            if has_nondefault_port(&host) {
                self.add(UrlWarning::NondefaultPort);
            }
        }
    }
}

impl UrlWarning {
    /// All warnings, in the order of their bits.
    const ALL: [Self; 10] = [
        Self::NondefaultPort,
        Self::ReservedPort,
        Self::PasswordInUrl,
        Self::UnregisteredScheme,
        Self::DeprecatedScheme,
        Self::HostDiffers,
        Self::LoginCut,
        Self::OptionLike,
        Self::ShadowsPublic,
        Self::PathAsHost,
    ];

    /// The id of the [`Warning`].
    const fn id(self) -> &'static str {
        match self {
            Self::NondefaultPort => warning_id::NONDEFAULT_PORT,
            Self::ReservedPort => warning_id::RESERVED_PORT,
            Self::PasswordInUrl => warning_id::PASSWORD_IN_URL,
            Self::UnregisteredScheme => warning_id::UNREGISTERED_SCHEME,
            Self::DeprecatedScheme => warning_id::DEPRECATED_SCHEME,
            Self::LoginCut => warning_id::LOGIN_CUT,
            Self::OptionLike => warning_id::OPTION_LIKE,
            Self::ShadowsPublic => warning_id::SHADOWS_PUBLIC,
            Self::HostDiffers => warning_id::HOST_DIFFERS,
            Self::PathAsHost => warning_id::PATH_AS_HOST,
        }
    }

    const fn severity(self) -> Severity {
        match self {
            Self::NondefaultPort | Self::PasswordInUrl | Self::DeprecatedScheme | Self::ShadowsPublic => {
                Severity::Caution
            }
            Self::ReservedPort | Self::LoginCut | Self::OptionLike | Self::HostDiffers | Self::PathAsHost => {
                Severity::Danger
            }
            Self::UnregisteredScheme => Severity::Note,
        }
    }

    /// The [`Warning`] about a URL to which it applies.
    pub(super) fn warning(self, url: &Url<'_>) -> Warning {
        let host = |applies: fn(&HostPort<'_>) -> bool| Hosts::of(&url.parsed()).find(applies);
        let port = |host: Option<HostPort<'_>>, message: fn(&Url<'_>, &HostPort<'_>) -> String| {
            (host.as_ref().map(|host| message(url, host)).unwrap_or_default(), host.and_then(|host| host.port_span()))
        };
        let (message, span) = match self {
            Self::NondefaultPort => port(host(has_nondefault_port), port_message),
            Self::ReservedPort => port(host(has_reserved_port), reserved_port_message),
            Self::PasswordInUrl => {
                ("anyone who sees the URL can read the password (RFC 1738 §6)".to_owned(), url.span(Slot::PASSWORD))
            }
            Self::UnregisteredScheme => (unregistered_message(url), Some(url.scheme_span())),
            Self::DeprecatedScheme => (deprecated_message(url), Some(url.scheme_span())),
            Self::LoginCut => {
                let span = login_cut::login(&url.parsed());
                (login_cut::MESSAGE.to_owned(), span)
            }
            Self::OptionLike => {
                let span = option_like::part(&url.parsed());
                (option_like::MESSAGE.to_owned(), span)
            }
            Self::PathAsHost => {
                let span = path_as_host::host(&url.parsed());
                (path_as_host::MESSAGE.to_owned(), span)
            }
            Self::ShadowsPublic => (shadows_message(url), Some(url.scheme_span())),
            Self::HostDiffers => {
                let other = OtherHost::new(&url.parsed());
                (other.as_ref().map_or_else(String::new, |other| other.message(url)), other.map(|other| other.host))
            }
        };
        self.about(message, span)
    }

    /// The [`Warning`] with a message, about a part of a URL.
    fn about(self, message: String, span: Option<Span>) -> Warning {
        Warning::new(self.id(), self.severity(), span.unwrap_or(Span::at(0)), message)
    }
}

fn port_message(url: &Url<'_>, host: &HostPort<'_>) -> String {
    let (port, default) = (host.port().unwrap_or_default(), host.default_port().unwrap_or_default());
    let scheme = url.scheme();
    format!(
        "port {port} is not the default port of {scheme}, {default}: another protocol may listen there (RFC 1738 §6)"
    )
}

fn reserved_port_message(_: &Url<'_>, host: &HostPort<'_>) -> String {
    let port = host.port().unwrap_or_default();
    format!("port {port} is reserved for another protocol, whose commands the URL may contain (RFC 1738 §6)")
}

/// The scheme with its notice: `` `x-old` is deprecated: the reason; use `x-new` ``.
fn deprecated_message(url: &Url<'_>) -> String {
    let notice = url.entry().registration().deprecated.as_ref();
    let notice = notice.map(ToString::to_string).unwrap_or_default();
    format!("`{}` is {notice}", url.scheme())
}

/// Whether a component other than `host` may contain hosts.
#[inline(always)]
fn may_have_other_hosts(parsed: &Parsed<'_, '_>) -> bool {
    parsed.spans.get(Slot::HOST).is_none() && parsed.registry.entry_at(parsed.entry).has_inner_hosts()
}

/// The layer of the definition in force, and the one that has another: programs without the upper layer use that.
fn shadows_message(url: &Url<'_>) -> String {
    let (scheme, entry) = (url.scheme(), url.entry());
    let (upper, lower) = (&entry.origin().package, entry.shadows().unwrap_or_default());
    format!(
        "`{scheme}` is the scheme of {upper}, and {lower} has another one: other programs may read the URL differently"
    )
}

/// A cheap check that is false for nearly every host.
#[inline(always)]
fn may_be_ambiguous(parsed: &Parsed<'_, '_>) -> bool {
    let Some(span) = parsed.spans.get(Slot::HOST) else {
        return may_have_other_hosts(parsed);
    };
    let bytes = parsed.text.as_bytes();
    let host = &bytes[span.range()];
    let may_be_name = parsed.options.is_lenient() && !host.is_ascii();
    let has_question = |user: Span| bytes.get(user.start()..span.start()).is_some_and(|login| login.contains(&b'?'));
    may_be_number(host) || may_be_name || host.contains(&b'%') || parsed.spans.get(Slot::USER).is_some_and(has_question)
}

/// Whether browsers may read a host as an address: its last label begins with a digit, as `0x7f` does.
#[inline(always)]
fn may_be_number(host: &[u8]) -> bool {
    // Top-level domains that end with a letter after `f` are no numbers, and need no search for the last label.
    let Some(b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F' | b'.' | b'x' | b'X') = host.last() else {
        return false;
    };
    // Nor do the usual ones of two or three letters.
    if let [.., b'.', b'a'..=b'z', _] | [.., b'.', b'a'..=b'z', b'a'..=b'z', _] = host {
        return false;
    }
    let label = host.iter().rposition(|byte| *byte == b'.').map_or(0, |dot| dot + 1);
    host.get(label).is_none_or(u8::is_ascii_digit)
}

/// Whether the scheme is a reserved name without a definition, and so without a known port: `z39.50` has 210 (RFC 1738 §4).
fn is_reserved_name(url: &str) -> bool {
    let name = url.split(':').next().unwrap_or_default();
    RESERVED_NAMES.iter().any(|reserved| reserved.eq_ignore_ascii_case(name))
}

/// Whether what follows a name and a colon looks like a port: `8080`, `8080/path`.
fn is_port(schemepart: &str) -> bool {
    let digits = schemepart.bytes().take_while(u8::is_ascii_digit).count();
    (1..=5).contains(&digits) && matches!(schemepart.as_bytes().get(digits), None | Some(b'/' | b'?'))
}

/// The message about a scheme name that is not registered.
fn unregistered_message(url: &Url<'_>) -> String {
    let name = url.scheme();
    if is_reserved_name(&name) {
        return format!(
            "`{name}` is a reserved name without a definition, so only the generic syntax was checked (RFC 1738 §4)"
        );
    }
    if drive::looks_like_path(url.as_str()) {
        return format!("the scheme `{name}` is not registered; {}", drive::HELP);
    }
    if is_port(url.schemepart()) {
        // Without what follows the port, which may be a secret.
        let port = url.schemepart().split(['/', '?']).next().unwrap_or_default();
        return format!("the scheme `{name}` is not registered; a host and a port? write `http://{name}:{port}/`");
    }
    match url.registry().did_you_mean(&name) {
        None => format!("the scheme `{name}` is not registered, so only the generic syntax was checked"),
        Some(question) => format!("the scheme `{name}` is not registered; {question}"),
    }
}
