//! Errors of parsing and planning.

use crate::definition::{ErrorKind, Requirement};
use crate::span::{Slot, Span};

/// An error in a URL: its kind, its span, the component, and the violated requirement.
///
/// The methods of [`Cursor`](crate::Cursor) create most errors. The host writes the message, from the requirement if there
/// is one, and otherwise from the general requirement for the character.
#[derive(Clone, PartialEq, Debug)]
pub struct Error {
    pub(crate) kind: ErrorKind,
    pub(crate) span: Span,
    pub(crate) component: Option<Slot>,
    pub(crate) requirement: Option<&'static Requirement>,
}

impl Error {
    /// Creates an error at a span; `component` is `None` if the span belongs to no component.
    pub const fn new(kind: ErrorKind, span: Span, component: Option<Slot>) -> Self {
        Self { kind, span, component, requirement: None }
    }

    /// Sets the violated requirement.
    ///
    /// [`Definition::requirements`](crate::Definition::requirements) must list it: otherwise the call fails with a message
    /// that names it, and the host rejects the URL.
    #[must_use]
    pub const fn against(mut self, requirement: &'static Requirement) -> Self {
        self.requirement = Some(requirement);
        self
    }
}

/// The reason why a valid URL has no access plan, or no canonical form of its own.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The host refused a step or an edit, for example because a byte of the URL would act as protocol.
    Host,
    /// The scheme does not support the operation for this URL.
    Unsupported,
    /// The URL cannot be accessed, for this reason.
    Refused(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}
