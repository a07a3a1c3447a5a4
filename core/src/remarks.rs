//! What a URL that was accepted still gives reason to say: departures, and the remarks of RFC 1738 §6.
//!
//! Nothing of this is collected while parsing. Who asks for remarks pays for them, by a second reading.

use std::borrow::Cow;
use std::net::Ipv4Addr;

use crate::canonical;
use crate::error::{Departure, Error, Remark, Severity};
use crate::escape;
use crate::internet;
use crate::lookup;
use crate::options::Options;
use crate::plan::{Environment, SentBytes, Plan, PlanError};
use crate::registration::{Grammar, Registration};
use crate::registry::{Entry, EntryId, RESERVED_NAMES, Registry};
use crate::span::{Slot, Span};
use crate::url::{Found, Url};

/// Ports below this are reserved for protocols that servers trust (RFC 1738 §6).
const RESERVED_PORTS: u16 = 1024;

impl Url<'_> {
    /// What reading it gives reason to say: departures that lenient mode let pass, then its [cautions](Self::cautions).
    ///
    /// A text of a few megabytes may depart from the syntax in every byte, so not all departures are kept: the first 1,000
    /// are, and the first of every further id. [`Url::warnings_within`] says how many there are besides.
    pub fn warnings(&self) -> Vec<Remark> {
        self.warnings_within(MOST_DEPARTURES).first
    }

    /// The same, of which at most so many departures are kept, and the first of every further id: so whoever asks whether
    /// there is a warning of some id is not misled.
    ///
    /// ```
    /// use locator_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse_with("x-foo:a b c d|e", Options::new().lenient())?;
    /// let warnings = url.warnings_within(1);
    /// let ids: Vec<_> = warnings.first.iter().map(|warning| warning.id).collect();
    /// assert_eq!(ids, ["A-43", "A-42", "unregistered-scheme"]);
    /// assert_eq!(warnings.dropped, 2);
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    pub fn warnings_within(&self, most: usize) -> Warnings {
        let mut warnings = departures(self, most);
        let cautions = self.cautions().map(|caution| caution.remark(self));
        warnings.first.extend(cautions);
        warnings
    }

    /// Those of its [warnings](Self::warnings) that the URL itself tells, without their words and without another reading:
    /// for who counts those of many URLs. What departs from the syntax, [`Registry::parse_noting`] tells while reading.
    ///
    /// ```
    /// use locator_core::{Caution, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://joe:secret@host.dom/")?;
    /// assert!(url.cautions().eq([Caution::PasswordInUrl, Caution::UnregisteredScheme]));
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    #[inline]
    pub fn cautions(&self) -> impl Iterator<Item = Caution> {
        Cautions::of(&self.found()).iter()
    }

    /// What there is to know before its resource is accessed (RFC 1738 §6): the [warnings](Self::warnings), and what only
    /// matters then: `misleading-user` and `encoded-delimiter`.
    ///
    /// A [`WarningPolicy`](crate::WarningPolicy) decides on them.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://www.bank.com@host.dom/")?;
    /// assert!(url.remarks().iter().any(|remark| remark.id == "misleading-user"));
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = self.warnings();
        remarks.extend(misleading_user(self));
        remarks.extend(encoded_delimiters(self));
        remarks
    }
}

impl Registry {
    /// Reads a URL as [`Registry::parse_with`] does, and tells `note` each departure that lenient mode lets pass: one
    /// reading for what else takes two.
    ///
    /// # Errors
    /// As [`Registry::parse_with`]; what was told before counts for nothing.
    pub fn parse_noting<'a>(
        &'a self,
        text: &'a str,
        options: Options,
        note: &mut dyn FnMut(Departure),
    ) -> Result<Url<'a>, Error> {
        self.read(text, options, None, Some(note))
    }
}

/// How many departures of one URL [`Url::warnings`] keeps.
const MOST_DEPARTURES: usize = 1_000;

/// The warnings of a URL, or the first of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warnings {
    /// Those that are kept, in the order of [`Url::warnings`].
    pub first: Vec<Remark>,
    /// How many departures more there are, each with the id of one that is kept.
    pub dropped: usize,
}

impl Warnings {
    fn add(&mut self, departure: Departure, most: usize) {
        let is_known = || self.first.iter().any(|one| one.id == departure.requirement.id);
        if self.first.len() >= most && is_known() {
            self.dropped += 1;
        } else {
            self.first.push(departure.into());
        }
    }
}

/// Reads the URL once more, listening.
fn departures(url: &Url<'_>, most: usize) -> Warnings {
    let mut warnings = Warnings { first: Vec::new(), dropped: 0 };
    if url.options().is_lenient() {
        let mut note = |departure: Departure| warnings.add(departure, most);
        let again = url.registry().read(url.text(), url.options(), entry(url), Some(&mut note));
        debug_assert!(again.is_ok(), "what was read once can be read again");
    }
    warnings
}

fn entry<'a>(url: &Url<'a>) -> Option<&'a Entry> {
    url.is_known().then(|| url.entry())
}

/// The port that is written and the scheme's own, where they differ.
fn other_port(found: &Found<'_, '_>) -> Option<(u16, u16)> {
    let port = found.spans.get(Slot::PORT)?;
    let port = internet::port_number(port.of(found.text))?;
    let own = found.home.entry(found.entry).registration().default_port?;
    (port != own).then_some((port, own))
}

/// A warning that a URL gives reason for by what it is, not by how it is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Caution {
    /// A port other than the default asks for caution (R-6-1).
    NondefaultPort,
    /// Above all one in the reserved space (R-6-1).
    ReservedPort,
    /// A URL is no place for a secret (R-6-4).
    PasswordInUrl,
    /// Nothing is registered under the name: perhaps it is a slip of the pen.
    UnregisteredScheme,
    /// Browsers find another host in the text: it has a `?` before its host, or a host that they take for another address
    /// or name.
    AmbiguousHost,
}

/// Some of them, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cautions(u8);

impl Cautions {
    #[inline]
    pub(crate) fn of(found: &Found<'_, '_>) -> Self {
        let mut cautions = Self(0);
        if found.spans.get(Slot::PORT).is_some() {
            cautions.about_port(found);
        }
        if found.spans.get(Slot::PASSWORD).is_some() {
            cautions.add(Caution::PasswordInUrl);
        }
        if found.entry == EntryId::GENERIC {
            cautions.add(Caution::UnregisteredScheme);
        }
        if may_be_ambiguous(found) {
            cautions.about_host(found);
        }
        cautions
    }

    /// Each of them.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Caution> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = *Caution::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(first)
        })
    }

    #[inline]
    fn add(&mut self, caution: Caution) {
        self.0 |= 1 << caution as u8;
    }

    #[cold]
    fn about_host(&mut self, found: &Found<'_, '_>) {
        if OtherHost::of(found).is_some() {
            self.add(Caution::AmbiguousHost);
        }
    }

    #[cold]
    fn about_port(&mut self, found: &Found<'_, '_>) {
        let Some((port, _)) = other_port(found) else {
            return;
        };
        self.add(Caution::NondefaultPort);
        if port < RESERVED_PORTS {
            self.add(Caution::ReservedPort);
        }
    }
}

impl Caution {
    /// In the order in which they are told.
    const ALL: [Self; 5] =
        [Self::NondefaultPort, Self::ReservedPort, Self::PasswordInUrl, Self::UnregisteredScheme, Self::AmbiguousHost];

    /// What it can be looked up by: the id of its [`Remark`].
    pub const fn id(self) -> &'static str {
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

    /// In words, about a URL that gives reason for it.
    fn remark(self, url: &Url<'_>) -> Remark {
        let (message, span) = match self {
            Self::NondefaultPort | Self::ReservedPort => (self.about_port(url), url.span(Slot::PORT)),
            Self::PasswordInUrl => (
                "the password can be read by everybody who sees the URL (RFC 1738 §6)".to_owned(),
                url.span(Slot::PASSWORD),
            ),
            Self::UnregisteredScheme => (unregistered(url), Some(url.scheme_span())),
            Self::AmbiguousHost => {
                let other = OtherHost::of(&url.found());
                let message = other.map_or_else(String::new, |other| other.message(url));
                (message, url.span(Slot::HOST))
            }
        };
        Remark { id: self.id(), severity: self.severity(), message, span: span.unwrap_or(Span::at(0)) }
    }

    fn about_port(self, url: &Url<'_>) -> String {
        let (port, own) = other_port(&url.found()).unwrap_or_default();
        let scheme = url.scheme();
        if self == Self::ReservedPort {
            return format!(
                "port {port} is reserved for another protocol, whose commands the URL may carry (RFC 1738 §6)"
            );
        }
        format!("port {port} is not {scheme}'s own, {own}: another protocol may listen there (RFC 1738 §6)")
    }
}

/// The host that browsers find, where it is another one.
#[derive(Clone, PartialEq, Eq, Debug)]
enum OtherHost {
    /// A `?` stands before the host: to browsers the host has ended there.
    BeforeQuestion(String),
    /// A number that they read in another base, or with fewer groups.
    Address(Ipv4Addr),
    /// A name outside US-ASCII: its ASCII form, if it is known.
    Name(Option<String>),
}

/// Whether it is worth to look closely: most hosts are names, and end with a letter that is no hexadecimal digit.
#[inline]
fn may_be_ambiguous(found: &Found<'_, '_>) -> bool {
    let Some(host) = found.spans.get(Slot::HOST) else {
        return false;
    };
    let host = host.of(found.text);
    let last = host.as_bytes().last();
    let may_be_number = last.is_some_and(|last| last.is_ascii_hexdigit() || b".xX".contains(last));
    let may_be_name = found.options.is_lenient() && !host.is_ascii();
    may_be_number || may_be_name || found.spans.get(Slot::USER).is_some()
}

impl OtherHost {
    fn of(found: &Found<'_, '_>) -> Option<Self> {
        let host = found.spans.get(Slot::HOST)?;
        let facts = found.home.entry(found.entry).registration();
        Self::before_question(found, host, facts).or_else(|| Self::behind(host.of(found.text), facts))
    }

    /// In schemes whose resources browsers retrieve; the others they hand on as a whole.
    fn before_question(found: &Found<'_, '_>, host: Span, facts: &Registration) -> Option<Self> {
        let user = found.spans.get(Slot::USER).filter(|_| facts.data_object)?;
        let login = &found.text[user.start()..host.start()];
        let (before, _) = login.split_once('?')?;
        // An `@` of lenient mode may stand before the `?`, and a colon and a port behind that.
        let authority = before.rsplit('@').next().unwrap_or_default();
        let name = authority.split(':').next().unwrap_or_default();
        let is_behind_slashes = found.text[..user.start()].ends_with("//");
        is_behind_slashes.then(|| Self::BeforeQuestion(lookup::to_browsers(name)))
    }

    /// What the host itself is to them.
    fn behind(host: &str, facts: &Registration) -> Option<Self> {
        if !host.is_ascii() {
            return Some(Self::Name(lookup::ascii_form(host)));
        }
        // Nearly every host is a name or an address that nobody doubts: without an escape that shows at a glance.
        let is_clear = !lookup::ends_in_number(host) || host.parse::<Ipv4Addr>().is_ok();
        if is_clear && !host.contains('%') {
            return None;
        }
        let address = lookup::address_to_browsers(host)?;
        let own = match facts.grammar {
            Grammar::Rfc1738 => canonical::internet_host(host),
            Grammar::Rfc3986 => host.strip_suffix('.').unwrap_or(host).to_owned(),
        };
        let is_other = escape::decode(&own) != address.to_string().as_bytes();
        is_other.then_some(Self::Address(address))
    }

    fn message(&self, url: &Url<'_>) -> String {
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

/// A user name that looks like a host, before the `@` that hides the true one.
fn misleading_user(url: &Url<'_>) -> Option<Remark> {
    let span = url.span(Slot::USER)?;
    let user = escape::decode(span.of(url.text())).to_ascii_lowercase();
    let top = user.rsplit(|byte| *byte == b'.').next()?;
    let is_label =
        |label: &[u8]| !label.is_empty() && label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    let is_name = user.split(|byte| *byte == b'.').all(is_label);
    let looks_like_a_host =
        is_name && top.len() < user.len() && top.len() > 1 && top.iter().all(u8::is_ascii_alphabetic);
    looks_like_a_host.then(|| Remark {
        id: "misleading-user",
        severity: Severity::Danger,
        message: format!(
            "`{}` looks like the host, and is the user name: the host is `{}` (RFC 1738 §6)",
            String::from_utf8_lossy(&user),
            host_shown(url)
        ),
        span,
    })
}

/// The host as written, without what may be a password in it.
fn host_shown<'u>(url: &Url<'u>) -> Cow<'u, str> {
    match url.span(Slot::HOST) {
        Some(span) => url.redaction().slice(url.text(), span),
        None => Cow::Borrowed(""),
    }
}

/// CR, LF and the like behind an escape, which some client may decode and some server obey (R-6-2).
fn encoded_delimiters(url: &Url<'_>) -> Vec<Remark> {
    // Where files of another host are found is the client's affair; what is written in their names is not.
    let environment = Environment::new().own_name(url.host().unwrap_or_default());
    match url.plan(&environment) {
        Err(PlanError::UnsafeByte { byte, span, .. }) => {
            vec![refused_delimiter(byte, span)]
        }
        Ok(plan) => kept_delimiters(url, &plan),
        Err(_) => Vec::new(),
    }
}

/// The first byte for which no plan is made.
fn refused_delimiter(byte: u8, span: Span) -> Remark {
    Remark {
        id: "encoded-delimiter",
        severity: Severity::Danger,
        message: format!(
            "the byte {byte:02X} delimits in the protocol of the scheme, and the URL is refused access (RFC 1738 §6)"
        ),
        span,
    }
}

/// What is sent as written delimits nothing, as long as nobody decodes it.
fn kept_delimiters(url: &Url<'_>, plan: &Plan) -> Vec<Remark> {
    let of = |bytes: &SentBytes| {
        let written = bytes.span().of(url.text());
        let is_decoded = escape::decode(written) == bytes.bytes();
        let found = escape::bytes(written).find(|(_, byte)| matches!(byte, b'\r' | b'\n' | 0));
        let (offset, byte) = found.filter(|_| !is_decoded)?;
        let start = bytes.span().start() + offset;
        Some(Remark {
            id: "encoded-delimiter",
            severity: Severity::Caution,
            message: format!(
                "the byte {byte:02X} stays encoded on the way: whoever decodes it earlier lets the URL speak (RFC 1738 §6)"
            ),
            span: Span::new(start, start + 3),
        })
    };
    plan.bytes().into_iter().filter_map(of).collect()
}
