//! Every host of a URL, with its port.

use core::fmt;

use crate::registration::InnerHosts;
use crate::registry::Entry;
use crate::syntax::authority;
use crate::syntax::class;
use crate::syntax::host::is_path;
use crate::text::span::{Slot, Span};
use crate::url::{Host, Parsed, Url};

/// A host of a URL, and its port: `hostport` in RFC 1738 §5. Created by [`Url::hosts`].
///
/// Two are equal if they name the same [`Host`] and have the same [effective port](HostPort::effective_port).
///
/// ```
/// use anyurl_core::Registry;
///
/// let registry = Registry::builder().build();
/// let (one, other) = (registry.parse("x-a://h.dom:81/")?, registry.parse("x-a://H.dom:081/b")?);
/// assert_eq!(one.hosts().next(), other.hosts().next());
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct HostPort<'a> {
    text: &'a str,
    /// Where the host is; before the colon of the port if there is none.
    span: Span,
    port: Option<Span>,
    default_port: Option<u16>,
}

impl<'a> HostPort<'a> {
    /// The host by its kind.
    pub fn host(&self) -> Host<'a> {
        Host::parse(self.as_str())
    }

    /// The host as written.
    pub fn as_str(&self) -> &'a str {
        self.span.of(self.text)
    }

    /// The port as written after this host.
    pub fn port(&self) -> Option<u16> {
        self.port.and_then(|port| authority::port_number(port.of(self.text)))
    }

    /// The port that is written, or else the default port of the scheme.
    pub fn effective_port(&self) -> Option<u16> {
        self.port().or(self.default_port)
    }

    /// The span of the host in [`Url::text`].
    pub fn span(&self) -> Span {
        self.span
    }

    /// The span of the port, if it is written.
    pub fn port_span(&self) -> Option<Span> {
        self.port
    }

    /// The default port of the scheme.
    pub(super) fn default_port(&self) -> Option<u16> {
        self.default_port
    }

    /// Whether it is a host to connect to: an absent host with a port is the default host of the client, and a path is
    /// a socket in a folder.
    fn is_host(&self) -> bool {
        let host = self.as_str();
        !host.is_empty() && !is_path(host)
    }
}

impl PartialEq for HostPort<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.host() == other.host() && self.effective_port() == other.effective_port()
    }
}

impl Eq for HostPort<'_> {}

/// Writes the host as written, without its port.
impl fmt::Display for HostPort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text of the URL can have secrets.
impl fmt::Debug for HostPort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut to = f.debug_struct("HostPort");
        to.field("host", &self.as_str()).field("port", &self.port()).field("default_port", &self.default_port).finish()
    }
}

/// The hosts of a URL, those that are absent or sockets included.
#[derive(Clone)]
pub(super) struct Hosts<'a> {
    text: &'a str,
    default_port: Option<u16>,
    next: Option<HostPort<'a>>,
    /// The rest of a list.
    list: Option<Span>,
}

/// A URL in a URL in a URL …: nothing uses more of them, and each is parsed.
const MAX_DEPTH: usize = 4;

impl<'a> Hosts<'a> {
    pub(super) fn of(parsed: &Parsed<'a, '_>) -> Self {
        Self::of_nested(parsed, MAX_DEPTH)
    }

    /// The hosts of a URL that contains at most `depth` others.
    fn of_nested(parsed: &Parsed<'a, '_>, depth: usize) -> Self {
        let entry = parsed.registry.entry_at(parsed.entry);
        let (text, default_port) = (parsed.text, entry.default_port());
        let mut hosts = Self { text, default_port, next: None, list: None };
        let (host, port) = (parsed.spans.get(Slot::HOST), parsed.spans.get(Slot::PORT));
        if let Some(span) = host.or_else(|| port.map(|port| Span::at(port.start()))) {
            hosts.next = Some(HostPort { text, span, port, default_port });
        } else if entry.has_inner_hosts() {
            hosts.find_inner(parsed, depth);
        }
        hosts
    }

    /// Finds the hosts in another component than `host`.
    fn find_inner(&mut self, parsed: &Parsed<'a, '_>, depth: usize) {
        let entry = parsed.registry.entry_at(parsed.entry);
        let components = entry.registration().components.iter();
        let mut inner = components.filter_map(|one| Some((one.hosts?, parsed.spans.get(one.slot)?)));
        match inner.next() {
            Some((InnerHosts::List, span)) => self.list = Some(span),
            Some((InnerHosts::OfUrl, span)) => self.find_in_url(parsed, span, depth),
            None if entry.implementation().is_generic() => {
                self.list = authority_list(parsed.text, class::trimmed(parsed.text));
            }
            None => {}
        }
    }

    /// Finds the hosts of the URL at `span`: by its scheme, or in its authority if the scheme has other rules outside this
    /// URL. There a service, such as a database, may be at several hosts, of which its own scheme has one.
    fn find_in_url(&mut self, parsed: &Parsed<'a, '_>, span: Span, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let text = span.of(parsed.text);
        if let Ok(url) = parsed.registry.parse_url(text, parsed.options, None, None) {
            let is_list = url.host().is_some_and(|host| host.contains(',')) && !url.registration().data_object;
            if !is_list {
                *self = Self::of_nested(&url.parsed(), depth).within(parsed.text, span.start());
                return;
            }
        }
        let name = text.split(':').next().unwrap_or_default();
        let entry = parsed.registry.get(name, parsed.options.profile);
        self.default_port = entry.and_then(Entry::default_port);
        self.list = authority_list(parsed.text, span);
    }

    /// The hosts of a URL that begins at `start` of a text.
    fn within(self, text: &'a str, start: usize) -> Self {
        let moved = |span: Span| Span::new(start + span.start(), start + span.end());
        let next = self.next.map(|one| HostPort { text, span: moved(one.span), port: one.port.map(moved), ..one });
        Self { text, next, list: self.list.map(moved), ..self }
    }

    /// The host and port at `span`.
    fn host_port(&self, span: Span) -> HostPort<'a> {
        let (host, port) = authority::split_port(span.of(self.text));
        let port = port.filter(|port| !port.is_empty()).map(|port| Span::new(span.end() - port.len(), span.end()));
        let host = Span::new(span.start(), span.start() + host.len());
        HostPort { text: self.text, span: host, port, default_port: self.default_port }
    }
}

impl<'a> Iterator for Hosts<'a> {
    type Item = HostPort<'a>;

    fn next(&mut self) -> Option<HostPort<'a>> {
        if let Some(one) = self.next.take() {
            return Some(one);
        }
        let list = self.list.take()?;
        let end = list.of(self.text).find(',').map(|comma| list.start() + comma);
        self.list = end.map(|comma| Span::new(comma + 1, list.end()));
        Some(self.host_port(Span::new(list.start(), end.unwrap_or(list.end()))))
    }
}

/// The hosts of the authority in a text of no known syntax: after `//`, and after the login. A path from the root has none.
fn authority_list(text: &str, within: Span) -> Option<Span> {
    let part = within.of(text);
    let (_, schemepart) = part.split_once(':')?;
    if schemepart.starts_with('/') && !schemepart.starts_with("//") {
        return None;
    }
    let slashes = part.find("://").map(|colon| colon + 1).or_else(|| part.find("@//").map(|sign| sign + 1))?;
    let authority = &part[slashes + 2..];
    let authority = &authority[..authority.find(['/', '?', '#', ';', '\\']).unwrap_or(authority.len())];
    let login = authority.rfind('@').map_or(0, |sign| sign + 1);
    let start = within.start() + slashes + 2;
    (login < authority.len()).then(|| Span::new(start + login, start + authority.len()))
}

impl<'a> Url<'a> {
    /// Every host of this URL, with its port: one for the component `host`, all for a list of hosts, and those of the URL
    /// in a `jdbc` or `view-source` URL. None if the URL names no host, or a socket. Only a scheme that has lists divides
    /// at a comma, which RFC 3986 allows in a name: `https://a,b/` has one host.
    ///
    /// Filters of hosts should ask `consensus_host` of `anyurl` as well, which refuses what programs read in different
    /// ways.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h.example:70/")?;
    /// let hosts: Vec<_> = url.hosts().map(|one| (one.as_str(), one.port())).collect();
    /// assert_eq!(hosts, [("h.example", Some(70))]);
    /// assert_eq!(registry.parse("x-foo:a")?.hosts().count(), 0);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn hosts(&self) -> impl Iterator<Item = HostPort<'a>> + Clone + use<'a> {
        Hosts::of(&self.parsed()).filter(HostPort::is_host)
    }
}
