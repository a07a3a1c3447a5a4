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
}
