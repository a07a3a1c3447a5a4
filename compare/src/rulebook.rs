//! The rulebooks, and the components that they name.

use std::fmt;

/// A document by which programs read URLs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rulebook {
    /// RFC 1738, strictly: its ten schemes.
    Rfc1738,
    /// RFC 1738 with the deviations that lenient mode accepts.
    Rfc1738Lenient,
    /// RFC 3986 with the current document of the scheme.
    Rfc3986,
    /// The URL Standard of the WHATWG, which browsers follow.
    Whatwg,
    /// The regular expression of RFC 3986 Appendix B, which divides every text and checks nothing.
    Split,
}

impl Rulebook {
    /// All rulebooks, in the order of the columns of a comparison.
    pub const ALL: [Self; 5] = [Self::Rfc1738, Self::Rfc1738Lenient, Self::Rfc3986, Self::Whatwg, Self::Split];

    /// The id: lower case, words joined by hyphens.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Rfc1738 => "rfc1738",
            Self::Rfc1738Lenient => "rfc1738-lenient",
            Self::Rfc3986 => "rfc3986",
            Self::Whatwg => "whatwg",
            Self::Split => "split",
        }
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rfc1738 => "RFC 1738",
            Self::Rfc1738Lenient => "RFC 1738 lenient",
            Self::Rfc3986 => "RFC 3986",
            Self::Whatwg => "WHATWG",
            Self::Split => "Appendix B",
        }
    }
}

/// Writes the name.
impl fmt::Display for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A component that every rulebook knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The scheme, in lower case.
    Scheme,
    /// User and password.
    Userinfo,
    /// The host.
    Host,
    /// The port, or that of the scheme.
    Port,
    /// Everything between the authority and the query.
    Path,
    /// The query.
    Query,
    /// The fragment.
    Fragment,
}

impl Part {
    /// All components, in the order of a URL.
    pub const ALL: [Self; 7] =
        [Self::Scheme, Self::Userinfo, Self::Host, Self::Port, Self::Path, Self::Query, Self::Fragment];

    /// The name, in lower case.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Userinfo => "userinfo",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
        }
    }
}

/// Writes the name.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}
