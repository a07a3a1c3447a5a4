//! The URL Standard of the WHATWG, which browsers follow.
//!
//! The crate `url` parses, all but paths and files, which it reads as an older edition did. It names eleven of the standard's
//! [validation errors][list], without a place, and fails with ten errors of its own; this module reports all of them under
//! the standard's names, and finds itself what is wrong with a host or a port, and where. What it cannot report:
//! `domain-to-Unicode`, which is no error of parsing, and `file-invalid-Windows-drive-letter`.
//!
//! [list]: https://url.spec.whatwg.org/#validation-error

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use anyurl_core::Span;
use url::{ParseError, SyntaxViolation, Url};

use crate::parts::Parts;
use crate::reading::{Reading, Rejection};
use crate::special::{self, is_removed, scheme};
use crate::standard::UrlStandard;

mod authority;
mod file;
mod host;
mod ipv4;
mod ipv6;
mod path;
mod seen;
mod violation;

use authority::Authority;
pub use violation::{ViolationName, WhatwgViolation};

/// The schemes that the standard calls special: those with rules of their own for slashes, hosts and ports.
pub const SPECIAL: [&str; 6] = special::SPECIAL;

/// The parser of this module, for a [`Comparer`](crate::Comparer).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct WhatwgStandard;

impl UrlStandard for WhatwgStandard {
    fn read(&self, base: Option<&str>, text: &str) -> Reading {
        let read = match base.map(WhatwgUrl::parse) {
            None => WhatwgUrl::parse(text),
            Some(Ok(base)) => base.join(text),
            // The base matters only to a relative text.
            Some(Err(_)) if scheme(text).is_some() => WhatwgUrl::parse(text),
            Some(Err(violation)) => {
                return reject(violation, &format!("the base is not valid: {}", violation.name().message()), None);
            }
        };
        match read {
            Ok(url) => Reading::Accepted(url.parts),
            Err(violation) => reject(violation, violation.name().message(), violation.span()),
        }
    }

    fn to_ascii(&self, name: &str) -> Option<String> {
        let ascii = idna::domain_to_ascii_cow(name.as_bytes(), idna::AsciiDenyList::URL).ok()?;
        (!ascii.is_empty()).then(|| ascii.into_owned())
    }
}

fn reject(violation: WhatwgViolation, message: &str, span: Option<Span>) -> Reading {
    Reading::Rejected(Rejection::new(&format!("URL Standard, {}", violation.name().as_str()), message, span))
}

/// A URL as browsers read it.
///
/// ```
/// use anyurl_compare::whatwg::WhatwgUrl;
///
/// let url = WhatwgUrl::parse("https://EXAMPLE.com\\@evil.com/")?;
/// assert_eq!(url.href(), "https://example.com/@evil.com/");
/// assert_eq!(url.violations()[0].name().as_str(), "invalid-reverse-solidus");
///
/// let error = WhatwgUrl::parse("http://1.2.3.256/").unwrap_err();
/// assert_eq!(error.to_string(), "a part of an IPv4 address is too large (URL Standard, IPv4-out-of-range-part)");
/// # Ok::<(), anyurl_compare::whatwg::WhatwgViolation>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct WhatwgUrl {
    href: String,
    parts: Parts,
    violations: Vec<WhatwgViolation>,
}

impl WhatwgUrl {
    /// Parses a text.
    ///
    /// # Errors
    /// [`WhatwgViolation`] if parsing fails.
    pub fn parse(text: &str) -> Result<Self, WhatwgViolation> {
        Self::parse_with(None, text)
    }

    /// Parses a text, which may be relative to this URL.
    ///
    /// ```
    /// use anyurl_compare::whatwg::WhatwgUrl;
    ///
    /// let base = WhatwgUrl::parse("http://h/a/b")?;
    /// assert_eq!(base.join("\t//k\\c")?.href(), "http://k/c");
    /// # Ok::<(), anyurl_compare::whatwg::WhatwgViolation>(())
    /// ```
    ///
    /// # Errors
    /// As [`WhatwgUrl::parse`].
    pub fn join(&self, text: &str) -> Result<Self, WhatwgViolation> {
        Self::parse_with(Some(self), text)
    }

    fn parse_with(base: Option<&Self>, text: &str) -> Result<Self, WhatwgViolation> {
        let base_scheme = base.and_then(|base| base.parts.scheme.as_deref());
        let authority = Authority::find(text, base_scheme);
        let seen = RefCell::new(Vec::new());
        let note = |violation: SyntaxViolation| seen.borrow_mut().push(violation);
        let base_url = base.and_then(|base| Url::parse(&base.href).ok());
        let options = Url::options().base_url(base_url.as_ref()).syntax_violation_callback(Some(&note));
        let is_file = scheme(text).as_deref().or(base_scheme) == Some("file");
        let base_parts = base.map(|base| &base.parts);
        let authority = authority.as_ref();
        let read = options.parse(&adjusted(text, base_scheme, authority)).and_then(|url| {
            if let Some(error) = authority.and_then(|authority| authority.overlooked(text)) {
                Err(error)
            } else if is_file {
                file::parse(base_parts.filter(|base| base.is_file()), text)
            } else {
                Ok(parts(&url, path::of(base_parts, text)))
            }
        });
        match read {
            Ok(parts) => {
                let violations = seen::violations(&seen.take(), text, authority);
                Ok(Self { href: parts.href(), parts, violations })
            }
            Err(error) => Err(fatal(error, text, authority)),
        }
    }

    /// The URL as browsers write it, which is what they send.
    pub fn href(&self) -> &str {
        &self.href
    }

    /// The components.
    pub const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The validation errors that do not prevent parsing.
    pub fn violations(&self) -> &[WhatwgViolation] {
        &self.violations
    }
}

/// The components that the crate finds, with another path unless that is opaque.
fn parts(url: &Url, path: Option<String>) -> Parts {
    let own = |text: &str| text.to_owned();
    let login = match url.password() {
        Some(password) => format!("{}:{password}", url.username()),
        None => own(url.username()),
    };
    let host = url.has_authority().then(|| url.host_str().unwrap_or_default());
    let written_port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    Parts {
        scheme: Some(own(url.scheme())),
        userinfo: Some(login).filter(|login| !login.is_empty()),
        host: host.map(own),
        authority: host.map(|host| format!("{host}{written_port}")),
        port: url.port_or_known_default().map(|port| port.to_string()),
        path: path.unwrap_or_else(|| path::opaque(url.path())),
        query: url.query().map(own),
        fragment: url.fragment().map(own),
        ..Parts::default()
    }
}

/// Writes [`WhatwgUrl::href`].
impl fmt::Display for WhatwgUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.href())
    }
}

/// Shows no password, and no secret that the name of a field tells.
impl fmt::Debug for WhatwgUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WhatwgUrl")
            .field("parts", &self.parts)
            .field("violations", &self.violations)
            .finish_non_exhaustive()
    }
}

/// A reference that the crate reads otherwise: one with more than two slashes before its host, which it rejects, and in a
/// scheme that is not special one with a `\` at its start or after a slash there, which it takes for a slash (URL Standard,
/// relative state and relative slash state).
fn adjusted<'t>(text: &'t str, base: Option<&str>, authority: Option<&Authority>) -> Cow<'t, str> {
    if scheme(text).is_some() {
        return text.into();
    }
    if !base.is_some_and(|base| SPECIAL.contains(&base)) {
        let reference = text.trim_start_matches(|c: char| c <= ' ');
        let mut kept = reference.chars().filter(|c| !is_removed(*c));
        return match (kept.next(), kept.next()) {
            (Some('\\'), _) => format!("./{reference}").into(),
            (Some('/'), Some('\\')) => format!("/.{reference}").into(),
            _ => text.into(),
        };
    }
    let Some(authority) = authority else { return text.into() };
    let start = authority.userinfo.unwrap_or(authority.host).start();
    let slashes = text[..start].chars().filter(|c| matches!(c, '/' | '\\')).count();
    if slashes > 2 { format!("//{}", &text[start..]).into() } else { text.into() }
}

/// The error under the standard's name, with its place.
fn fatal(error: ParseError, text: &str, authority: Option<&Authority>) -> WhatwgViolation {
    use ViolationName as Name;
    let in_host = |name| WhatwgViolation::new(name, authority.map(|authority| authority.host));
    match (error, authority) {
        (ParseError::EmptyHost, _) => in_host(Name::HostMissing),
        (ParseError::InvalidPort, Some(authority)) => authority.port_violation(text),
        (ParseError::InvalidIpv4Address, Some(authority)) => ipv4::violations(text, authority.host)
            .into_iter()
            .find(|one| one.name().is_failure())
            .unwrap_or_else(|| in_host(Name::Ipv4NonNumericPart)),
        (ParseError::InvalidIpv6Address, Some(authority)) => ipv6::violation(text, authority.host),
        (ParseError::IdnaError | ParseError::InvalidDomainCharacter, Some(authority)) if authority.is_special => {
            host::violation(text, authority.host)
        }
        (ParseError::InvalidDomainCharacter, Some(authority)) => host::opaque_violation(text, authority.host),
        (ParseError::InvalidPort, None) => WhatwgViolation::new(Name::PortInvalid, None),
        (ParseError::RelativeUrlWithoutBase | ParseError::RelativeUrlWithCannotBeABaseBase, _) => {
            WhatwgViolation::new(Name::MissingSchemeNonRelativeUrl, None)
        }
        (ParseError::Overflow, _) => WhatwgViolation::new(Name::TooLong, None),
        _ => in_host(Name::DomainToAscii),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A base or none, a reference, and its URL or the name of its error.
    type Row = (&'static str, &'static str, &'static str);

    fn check(rows: &[Row]) {
        for (base, text, expected) in rows {
            let read = match *base {
                "" => WhatwgUrl::parse(text),
                base => WhatwgUrl::parse(base).unwrap().join(text),
            };
            let read = read.as_ref().map_or_else(|error| error.name().as_str(), WhatwgUrl::href);
            assert_eq!(read, *expected, "{text:?} at {base:?}");
        }
    }

    /// In a scheme that is not special, a `\` is data wherever it is in a reference.
    #[test]
    fn a_backslash_begins_no_host_in_other_schemes() {
        check(&[
            ("sc://good.example/a/b", "/\\evil.example/x", "sc://good.example/\\evil.example/x"),
            ("sc://u@good.example:8/a", "/\t\\\nevil.example?q#f", "sc://u@good.example:8/\\evil.example?q#f"),
            ("sc://h/a/b", " /\\/c/../d", "sc://h/\\/d"),
            ("sc://h/a/b", "/\\", "sc://h/\\"),
            ("sc://h/a/b", "\\/k", "sc://h/a/\\/k"),
            ("sc://h/a/b", "\\\\k", "sc://h/a/\\\\k"),
            ("sc://h/a/b", "\t/\t/k\\", "host-invalid-code-point"),
            ("sc:///a", "/\\k", "sc:///\\k"),
            ("sc:/a/b", "/\\k", "sc:/\\k"),
            ("sc:a", "/\\k", "missing-scheme-non-relative-URL"),
            ("http://h/a/b", "/\\k/x", "http://k/x"),
            ("", "sc:/\\k", "sc:/\\k"),
        ]);
    }

    /// A login without text and a `\` after a port are no reason for the crate `url` to fail.
    #[test]
    fn ports_and_empty_hosts_in_other_schemes() {
        check(&[
            ("", "sc://h:5432\\x/../y/z", "port-invalid"),
            ("", "sc://h:\\x", "port-invalid"),
            ("", "sc://h:8\t\\", "port-invalid"),
            ("", "sc://h:65536\\", "port-invalid"),
            ("", "sc://h:65536/", "port-out-of-range"),
            ("", "sc://<:80\\", "host-invalid-code-point"),
            ("", "sc://[::1]:80\\", "port-invalid"),
            ("", "sc://h\\:80", "host-invalid-code-point"),
            ("", "sc://h:80/\\x", "sc://h:80/\\x"),
            ("", "sc://h:80?\\x", "sc://h:80?\\x"),
            ("sc://h/a", "//h:80\\", "port-invalid"),
            ("", "http://h:80\\x", "http://h/x"),
            ("", "sc://@", "host-missing"),
            ("", "sc://:@", "host-missing"),
            ("", "sc://:@/x", "host-missing"),
            ("", "sc://:@\t?x", "host-missing"),
            ("", "sc://@#x", "host-missing"),
            ("", "sc://u@/x", "host-missing"),
            ("", "sc://u@:80/x", "host-missing"),
            ("", "sc://:80/x", "host-missing"),
            ("sc://h/a", "//@", "host-missing"),
            ("", "sc://:@h/x", "sc://h/x"),
            ("", "sc://:p@h/x", "sc://:p@h/x"),
            ("", "sc:///@", "sc:///@"),
            ("", "sc://", "sc://"),
            ("", "sc:@", "sc:@"),
        ]);
    }

    #[test]
    fn an_empty_host_is_no_error_in_other_schemes() {
        for (base, text, expected) in
            [("sc://h/a", "///b", vec![]), ("sc://h/a", "http:///b", vec!["special-scheme-missing-following-solidus"])]
        {
            let url = WhatwgUrl::parse(base).unwrap().join(text).unwrap();
            let names: Vec<_> = url.violations().iter().map(|one| one.name().as_str()).collect();
            assert_eq!(names, expected, "{text:?} at {base:?}");
        }
    }
}
