//! The two generic grammars.

use crate::diagnostics::requirement::Requirement;
use crate::syntax::class;

/// The generic grammar that contains a scheme's syntax.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::exhaustive_enums, reason = "there are two generic grammars")]
pub enum Grammar {
    /// `*xchar` of RFC 1738: neither `~` nor a fragment.
    Rfc1738,
    /// `hier-part [ "?" query ]` of RFC 3986; a fragment may follow.
    Rfc3986,
}

impl Grammar {
    /// The requirement that a character breaks where the grammar does not allow it.
    pub fn requirement(self, found: char) -> &'static Requirement {
        match self {
            Self::Rfc1738 => class::RFC1738.for_char(found),
            Self::Rfc3986 => class::RFC3986.for_char(found),
        }
    }

    /// The requirement that a `%` without two hexadecimal digits breaks.
    pub fn bad_escape(self) -> &'static Requirement {
        match self {
            Self::Rfc1738 => class::RFC1738.bad_escape,
            Self::Rfc3986 => class::RFC3986.bad_escape,
        }
    }

    /// The requirement that an `@` in a user name or password breaks.
    pub fn login_at(self) -> &'static Requirement {
        match self {
            Self::Rfc1738 => class::RFC1738.login_at,
            Self::Rfc3986 => class::RFC3986.login_at,
        }
    }
}
