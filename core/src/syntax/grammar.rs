//! The two generic grammars.

use crate::diagnostics::requirement::Requirement;
use crate::syntax::class;

/// The generic grammar that a scheme's syntax stays inside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Grammar {
    /// `*xchar` of RFC 1738: no `~`, no fragment.
    Rfc1738,
    /// `hier-part [ "?" query ]` of RFC 3986; a fragment may follow.
    Rfc3986,
}

impl Grammar {
    /// The requirement that a character breaks where the grammar does not allow it.
    pub fn requirement(self, found: char) -> &'static Requirement {
        class::Family::of(self == Self::Rfc3986).requirement(found)
    }
}
