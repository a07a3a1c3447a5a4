//! Checks that a plugin hides nothing around the host.
//!
//! A host that is cut off, the end of another host, or a port that is left out would lead a program to another server
//! than the one that the URL names. So the text between `//` and the end of the authority consists of components and the
//! delimiters between them, and a host without `//` has delimiters on both sides.

use anyurl_core::authors::Grammar;
use anyurl_plugin::abi;

use super::super::PluginScheme;
use super::super::plugin_url::PluginText;
use super::spans::Components;
use crate::registration;
use crate::violation::Violation;

impl Components {
    /// Checks the text around user, password, host and port of a URL that the plugin accepts.
    #[inline]
    pub(in super::super) fn check_authority(
        &self,
        scheme: &PluginScheme,
        url: PluginText<'_>,
        spans: &[abi::LocSpan],
    ) -> Result<(), Violation> {
        let Some((host, port)) = self.host_port() else {
            return Surroundings { scheme, url, spans }.check_without_host();
        };
        let (start, end) = (host.0 as usize, port.unwrap_or(host).1 as usize);
        let is_plain = start == url.begin + 2 && url.part().starts_with(b"//") && url.ends_authority(end);
        if is_plain { Ok(()) } else { self.check_surroundings(&Surroundings { scheme, url, spans }, start, end) }
    }

    /// Checks a host that has a login before it, or another delimiter beside it than `/`, `;` and `?`.
    #[inline(never)]
    fn check_surroundings(&self, around: &Surroundings<'_>, start: usize, end: usize) -> Result<(), Violation> {
        let user = self.get(Self::USER).map_or(0..0, |(start, end)| start as usize..end as usize);
        // A password in the user name would not be masked.
        let is_login = !around.url.text.as_bytes()[user].contains(&b':');
        let may_have_port = around.scheme.lenient_kinds.has(Self::PORT) && self.get(Self::PORT).is_none();
        let is_whole = is_login && around.is_start(start) && around.is_end(end, may_have_port);
        if is_whole { Ok(()) } else { Err(Violation::Authority) }
    }
}

/// The text around a host.
struct Surroundings<'a> {
    scheme: &'a PluginScheme,
    url: PluginText<'a>,
    spans: &'a [abi::LocSpan],
}

impl Surroundings<'_> {
    /// Checks an answer without a host: in a scheme with hosts, the authority consists of other components.
    fn check_without_host(&self) -> Result<(), Violation> {
        if !self.scheme.lenient_kinds.has(Components::HOST) || !self.url.part().starts_with(b"//") {
            return Ok(());
        }
        let start = self.url.begin + 2;
        let end = self.url.text.len();
        let end = (start..end).find(|at| self.url.ends_authority(*at)).unwrap_or(end);
        if self.is_covered(start, end) { Ok(()) } else { Err(Violation::Authority) }
    }

    /// Returns whether a host can begin at an offset: after `//`, after a login, or in a URL without `//` after a
    /// delimiter.
    fn is_start(&self, at: usize) -> bool {
        let before = &self.url.text.as_bytes()[self.url.begin..at];
        let Some(login) = before.strip_prefix(b"//") else {
            return before.last().is_none_or(|byte| b"/?:;@=&,".contains(byte));
        };
        let Some((b'@', login)) = login.split_last() else {
            return login.is_empty();
        };
        let ends: &[u8] = match self.scheme.registration.grammar {
            Grammar::Rfc1738 => b"/",
            Grammar::Rfc3986 => b"/?",
        };
        !login.iter().any(|byte| ends.contains(byte)) && self.is_covered(self.url.begin + 2, at - 1)
    }

    /// Returns whether a host, with its port, can end at an offset. An empty port may be left out; otherwise, what
    /// follows `:` is the port, in a scheme that has one.
    fn is_end(&self, at: usize, may_have_port: bool) -> bool {
        let begins_component = || self.spans.iter().any(|span| is_other(span) && span.start as usize == at + 1);
        match self.url.text.as_bytes().get(at) {
            Some(b':') => self.url.ends_authority(at + 1) || !may_have_port && begins_component(),
            Some(b',') => begins_component(),
            _ => self.url.ends_authority(at),
        }
    }

    /// Returns whether a range consists of components other than host and port, with at most one delimiter between two.
    fn is_covered(&self, start: usize, end: usize) -> bool {
        let is_part = |span: &&abi::LocSpan| is_other(span) && start <= span.start as usize && span.end as usize <= end;
        let (mut at, mut is_after_delimiter) = (start, false);
        while at < end {
            let inside = |span: &&abi::LocSpan| (span.start as usize..span.end as usize).contains(&at);
            match self.spans.iter().filter(is_part).filter(inside).map(|span| span.end as usize).max() {
                Some(component) => (at, is_after_delimiter) = (component, false),
                None if is_after_delimiter || !b":;@=&,!".contains(&self.url.text.as_bytes()[at]) => return false,
                None => (at, is_after_delimiter) = (at + 1, true),
            }
        }
        true
    }
}

/// Returns whether a span is a component other than host and port.
fn is_other(span: &abi::LocSpan) -> bool {
    registration::index(span.kind).is_some() && span.kind != abi::C_HOST && span.kind != abi::C_PORT
}
