//! Why a URL is bad, and why it is not accessed.

use crate::abi;
use crate::definition::Requirement;
use crate::span::{Slot, Span};

/// What kind of fault it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Something stands where the grammar has no place for it.
    Unexpected,
    /// Something that must be there is not.
    Missing,
    /// A number or a length beyond its bounds.
    OutOfRange,
    /// A `%` without two hexadecimal digits.
    BadEscape,
    /// Derivable from the grammar, and forbidden by the prose.
    Forbidden,
}

impl ErrorKind {
    pub(crate) const fn status(self) -> abi::Status {
        match self {
            Self::Unexpected => abi::E_UNEXPECTED,
            Self::Missing => abi::E_MISSING,
            Self::OutOfRange => abi::E_RANGE,
            Self::BadEscape => abi::E_ESCAPE,
            Self::Forbidden => abi::E_FORBIDDEN,
        }
    }
}

/// Why a URL is bad: the kind of fault, where, in which component, and against which requirement.
///
/// The [`Cursor`](crate::Cursor) makes them. The host writes the sentence: what it says of the character where there is no
/// requirement, what the requirement says where there is one.
#[derive(Clone, PartialEq, Debug)]
pub struct Error {
    pub(crate) kind: ErrorKind,
    pub(crate) span: Span,
    pub(crate) component: Option<Slot>,
    pub(crate) requirement: Option<&'static Requirement>,
}

impl Error {
    /// A fault of a component at a span; `None` for one that is of no component.
    pub const fn new(kind: ErrorKind, span: Span, component: Option<Slot>) -> Self {
        Self { kind, span, component, requirement: None }
    }

    /// The same, against a requirement, which the [`Definition`](crate::Definition) lists.
    #[must_use]
    pub const fn against(mut self, requirement: &'static Requirement) -> Self {
        self.requirement = Some(requirement);
        self
    }
}

/// Why a URL that is read is not planned, or has no canonical form.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The host has refused a step, and knows why: a byte of the URL that would act as protocol, for one.
    Host,
    /// There is no such operation for this URL.
    Unsupported,
    /// The URL is not accessed, for this reason.
    Refused(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}
