//! The common Internet syntax at the start of every text of a grammar, which core parses faster than any automaton.

use super::byte_set::ByteSet;

/// The rule of RFC 1738 §5 after `name://` in every text of a grammar. Its components are the rules of their names, and
/// the rest of the text begins with a byte that terminates it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuthorityPrefix {
    /// `login`
    Login,
    /// `hostport`
    HostPort,
    /// `host`
    Host,
    /// `[ host ]`; without a host the component is absent.
    OptionalHost,
    /// `server = [ host ]`, with `server` as the component: always present, possibly empty.
    EmptyHost,
}

impl AuthorityPrefix {
    /// The components of the prefix.
    pub fn components(self) -> &'static [&'static str] {
        match self {
            Self::Login => &["user", "password", "host", "port"],
            Self::HostPort => &["host", "port"],
            Self::Host | Self::OptionalHost | Self::EmptyHost => &["host"],
        }
    }

    /// The bytes that the rest of the text can begin with. A question mark is excluded where it can be part of a user
    /// name, or where the host is optional.
    #[inline]
    pub const fn ends(self) -> ByteSet {
        let slash = ByteSet::one(b'/');
        match self {
            Self::HostPort | Self::Host => slash.or(ByteSet::one(b'?')),
            Self::Login | Self::OptionalHost | Self::EmptyHost => slash,
        }
    }
}
