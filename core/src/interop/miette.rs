//! Errors as diagnostics of `miette`.

use std::fmt::Display;

use miette::{Diagnostic, LabeledSpan};

use crate::diagnostics::error::Error;
use crate::reference::JoinError;
use crate::text::prelude::*;

/// The code is the id of the requirement, such as `A-42`; the label is at the span. The text is attached by
/// `Report::with_source_code`: it may contain a password, which miette would print.
///
/// ```
/// use anyurl_core::Registry;
/// use miette::Diagnostic;
///
/// let error = Registry::builder().build().parse("x-foo://h/<joe").unwrap_err();
/// assert_eq!(error.help().unwrap().to_string(), "encode it");
/// let label = error.labels().unwrap().next().unwrap();
/// assert_eq!((label.offset(), label.len()), (10, 1));
/// ```
impl Diagnostic for Error {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.requirement().id()))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.requirement().help()))
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(Some(self.component().to_owned()), self.span().range());
        Some(Box::new(std::iter::once(label)))
    }
}

impl Diagnostic for JoinError {
    fn diagnostic_source(&self) -> Option<&dyn Diagnostic> {
        match self {
            Self::Parse { error, .. } => Some(error),
            Self::Reference(_) => None,
        }
    }
}
