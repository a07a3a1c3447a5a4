//! The URL Standard of the WHATWG, which browsers follow.
//!
//! The crate `url` parses. It names eleven of the standard's [validation errors][list], without a place, and fails with
//! ten errors of its own; this module reports all of them under the standard's names, and finds itself what is wrong with
//! a host or a port, and where. What it cannot report: `domain-to-Unicode`, which is no error of parsing, and
//! `host-invalid-code-point`, which no scheme of this module can have.
//!
//! [list]: https://url.spec.whatwg.org/#validation-error

use std::cell::RefCell;
use std::fmt;

use url::{ParseError, SyntaxViolation, Url};

use crate::parts::Parts;

mod authority;
mod host;
mod ipv4;
mod ipv6;
mod violation;

use authority::Authority;
pub use violation::{Violation, ViolationName};

/// The schemes that the standard calls special: it has rules for their URLs, and passes all others on nearly unparsed.
pub const SPECIAL: [&str; 6] = ["http", "https", "ws", "wss", "ftp", "file"];

/// A URL as browsers read it.
///
/// ```
/// use locator_compare::whatwg::WhatwgUrl;
///
/// let url = WhatwgUrl::parse("https://EXAMPLE.com\\@evil.com/")?;
/// assert_eq!(url.href(), "https://example.com/@evil.com/");
/// assert_eq!(url.violations()[0].name().as_str(), "invalid-reverse-solidus");
///
/// let error = WhatwgUrl::parse("http://1.2.3.256/").unwrap_err();
/// assert_eq!(error.to_string(), "a part of an IPv4 address is too large (URL Standard, IPv4-out-of-range-part)");
/// # Ok::<(), locator_compare::whatwg::WhatwgError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhatwgUrl {
    url: Url,
    violations: Vec<Violation>,
}

/// Why browsers do not read a text as a URL of a special scheme.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WhatwgError {
    /// The scheme is not special.
    #[error("the URL Standard has no rules for `{scheme}`, only for http, https, ws, wss, ftp and file")]
    NotCovered {
        /// The scheme, in lower case.
        scheme: String,
    },
    /// Parsing fails.
    #[error("{0}")]
    Invalid(Violation),
}

impl WhatwgUrl {
    /// Parses a text.
    ///
    /// # Errors
    /// [`WhatwgError`] if the scheme is not special, or parsing fails.
    pub fn parse(text: &str) -> Result<Self, WhatwgError> {
        Self::parse_with(None, text)
    }

    /// Parses a text, which may be relative to this URL.
    ///
    /// ```
    /// use locator_compare::whatwg::WhatwgUrl;
    ///
    /// let base = WhatwgUrl::parse("http://h/a/b")?;
    /// assert_eq!(base.join("\t//k\\c")?.href(), "http://k/c");
    /// # Ok::<(), locator_compare::whatwg::WhatwgError>(())
    /// ```
    ///
    /// # Errors
    /// As [`WhatwgUrl::parse`].
    pub fn join(&self, text: &str) -> Result<Self, WhatwgError> {
        Self::parse_with(Some(&self.url), text)
    }

    fn parse_with(base: Option<&Url>, text: &str) -> Result<Self, WhatwgError> {
        let not_covered = |scheme: &str| WhatwgError::NotCovered { scheme: scheme.to_owned() };
        if let Some(scheme) = scheme(text).filter(|scheme| !SPECIAL.contains(&scheme.as_str())) {
            return Err(not_covered(&scheme));
        }
        let seen = RefCell::new(Vec::new());
        let note = |violation: SyntaxViolation| seen.borrow_mut().push(violation);
        let read = Url::options().base_url(base).syntax_violation_callback(Some(&note)).parse(text);
        let authority = Authority::find(text, base.map(Url::scheme));
        match read {
            // A reference to a base whose scheme is not special.
            Ok(url) if !SPECIAL.contains(&url.scheme()) => Err(not_covered(url.scheme())),
            Ok(url) => Ok(Self { violations: violation::of_parser(&seen.take(), text, authority.as_ref()), url }),
            Err(error) => Err(WhatwgError::Invalid(fatal(error, text, authority.as_ref()))),
        }
    }

    /// The URL as browsers write it, which is what they send.
    pub fn href(&self) -> &str {
        self.url.as_str()
    }

    /// The components.
    pub fn parts(&self) -> Parts {
        let own = |text: &str| text.to_owned();
        let login = match self.url.password() {
            Some(password) => format!("{}:{password}", self.url.username()),
            None => own(self.url.username()),
        };
        Parts {
            scheme: Some(own(self.url.scheme())),
            userinfo: Some(login).filter(|login| !login.is_empty()),
            host: self.url.host_str().map(own),
            port: self.url.port_or_known_default().map(|port| port.to_string()),
            path: own(self.url.path()),
            query: self.url.query().map(own),
            fragment: self.url.fragment().map(own),
        }
    }

    /// The port, or that of the scheme; none for file.
    pub fn port(&self) -> Option<u16> {
        self.url.port_or_known_default()
    }

    /// The host, as browsers write it; none for a local file.
    pub fn host(&self) -> Option<&str> {
        self.url.host_str()
    }

    /// The validation errors that do not prevent parsing.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }
}

/// Writes [`WhatwgUrl::href`].
impl fmt::Display for WhatwgUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.href())
    }
}

/// The scheme of a text, in lower case, without the characters that the standard removes (URL Standard, scheme state).
pub(crate) fn scheme(text: &str) -> Option<String> {
    let text = text.trim_start_matches(|c: char| c <= ' ');
    let mut scheme = String::new();
    for c in text.chars().filter(|c| !authority::is_removed(*c)) {
        match c {
            ':' if !scheme.is_empty() => return Some(scheme),
            'a'..='z' | 'A'..='Z' => scheme.push(c.to_ascii_lowercase()),
            '0'..='9' | '+' | '-' | '.' if !scheme.is_empty() => scheme.push(c),
            _ => return None,
        }
    }
    None
}

/// The error under the standard's name, with its place.
fn fatal(error: ParseError, text: &str, authority: Option<&Authority>) -> Violation {
    use ViolationName as Name;
    let in_host = |name| Violation::new(name, authority.map(|authority| authority.host));
    match (error, authority) {
        (ParseError::EmptyHost, _) => in_host(Name::HostMissing),
        (ParseError::InvalidPort, Some(authority)) => authority.port_violation(text),
        (ParseError::InvalidIpv4Address, Some(authority)) => ipv4::violations(text, authority.host)
            .into_iter()
            .find(|one| one.name().is_failure())
            .unwrap_or_else(|| in_host(Name::Ipv4NonNumericPart)),
        (ParseError::InvalidIpv6Address, Some(authority)) => ipv6::violation(text, authority.host),
        (ParseError::IdnaError | ParseError::InvalidDomainCharacter, Some(authority)) => {
            host::violation(text, authority.host)
        }
        (ParseError::InvalidPort, None) => Violation::new(Name::PortInvalid, None),
        (ParseError::RelativeUrlWithoutBase | ParseError::RelativeUrlWithCannotBeABaseBase, _) => {
            Violation::new(Name::MissingSchemeNonRelativeUrl, None)
        }
        (ParseError::Overflow, _) => Violation::new(Name::TooLong, None),
        (_, None | Some(_)) => in_host(Name::DomainToAscii),
    }
}
