//! [`Refused`]: a scheme that rejects every URL.

use alloc::sync::Arc;

use semver::Version;

use crate::diagnostics::error::{Error, ErrorContext, ErrorKind};
use crate::diagnostics::requirement::{Requirement, RequirementRef};
use crate::plan::{PlanBuilder, PlanError};
use crate::registration::{List, Registration, Status, Text, text};
use crate::scheme::Scheme;
use crate::syntax::cursor::Cursor;
use crate::text::prelude::*;
use crate::text::span::Span;

/// A scheme that rejects every URL, in every mode, with one requirement. It keeps a name from being parsed with the generic
/// syntax.
#[derive(Debug)]
pub struct Refused {
    registration: Registration,
    context: Arc<ErrorContext>,
}

impl Refused {
    /// Creates the scheme of a name in lower case, whose URLs break `requirement`.
    pub fn new(name: &str, requirement: Requirement) -> Self {
        let status = if name.starts_with("x-") { Status::Experimental } else { Status::Reserved };
        let mut registration = Registration::new(name.to_owned(), Version::new(1, 0, 0), status);
        registration.description = Text::Owned(requirement.text().to_owned());
        registration.syntax = text("none: no text is a URL of a refused scheme");
        registration.access = List::Borrowed(const { &[text("none: the name is refused")] });
        registration.data_object = false;
        registration.name_properties = text("none: the name is refused");
        let context = ErrorContext { rule: text("scheme"), component: text("scheme"), requirement: requirement.into() };
        Self { registration, context: Arc::new(context) }
    }

    /// Returns the requirement that each URL breaks: why the name is refused, and what to do.
    pub fn requirement(&self) -> &RequirementRef {
        &self.context.requirement
    }
}

impl Scheme for Refused {
    fn registration(&self) -> &Registration {
        &self.registration
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        let colon = at.position().saturating_sub(1);
        // The name as it is written, which may be an alias or a member of a family.
        let before = at.text(Span::new(0, colon));
        let is_of_name = |char: char| char.is_ascii_alphanumeric() || "+-.".contains(char);
        let name = Span::new(before.trim_end_matches(is_of_name).len(), colon);
        Err(Error::shared(ErrorKind::Forbidden, name, Arc::clone(&self.context)))
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        let what = self.registration.description.to_string();
        Err(PlanError::NoAccessMethod { what, help: "use another scheme", span: to.url().scheme_span() })
    }
}
