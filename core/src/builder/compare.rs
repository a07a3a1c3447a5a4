//! Comparing the parsed URL with the input, and the errors about the difference.

use super::BuildError;
use super::assemble::Assembled;
use super::draft::Draft;
use super::input::Given;
use crate::diagnostics::error::Error;
use crate::registration::Role;
use crate::text::span::Span;
use crate::url::Url;

impl Draft<'_> {
    /// The error for a text that the scheme rejects, with the component and byte it is about.
    pub(super) fn rejected(self, assembled: &Assembled, error: Error) -> BuildError {
        let about = error.span();
        let touches = |span: Span| span.start() <= about.end() && about.start() <= span.end();
        let named = assembled
            .written()
            .iter()
            .find(|(index, span)| self.component(*index).name == error.component() && touches(*span));
        let Some((index, span)) = named.or_else(|| assembled.written_at(about.start())) else {
            return BuildError::Rejected { component: error.component().to_owned(), offset: None, error };
        };
        if let Some(error) = self.misplaced_delimiter(*index) {
            return error;
        }
        let component = self.component(*index);
        let at = about.start().saturating_sub(span.start());
        let offset = self.given(*index).and_then(|given| given.byte_at(at));
        let error = match component.role {
            Role::Password => error.found(None),
            _ => error,
        };
        BuildError::Rejected { component: component.name.to_string(), offset, error }
    }

    /// The error about an unescaped delimiter in a host or port that caused the error in the component at `index`: the
    /// port `1@2`, for example, turns the host into a user name.
    fn misplaced_delimiter(self, index: usize) -> Option<BuildError> {
        let others = self.all_given().iter().filter(|other| *other != index);
        let mut others = others.filter_map(|other| self.given(other));
        others.find_map(|given| {
            let is_limited = matches!(given.component.role, Role::Host | Role::Port);
            let offset = given.unescaped_delimiter(b":/?@").filter(|_| is_limited)?;
            Some(BuildError::Differs { component: given.component.name.to_string(), offset: Some(offset) })
        })
    }

    /// Checks that each component is parsed where it was written, with the given value, and that there are no others.
    pub(super) fn compare(self, assembled: &Assembled, url: &Url<'_>) -> Result<(), BuildError> {
        for (index, span) in assembled.written() {
            if let Some(given) = self.given(*index) {
                self.compare_one(assembled, (*index, *span), given, url)?;
            }
        }
        let is_unexpected = |index: &usize| {
            let component = self.component(*index);
            let read = url.span(component.slot);
            self.inputs[*index].is_none()
                && component.role != Role::Whole
                && read.is_some_and(|read| !self.accounts_for(assembled, *index, read))
        };
        match (0..self.inputs.len()).find(is_unexpected) {
            None => Ok(()),
            Some(index) => Err(BuildError::Differs { component: self.component(index).name.to_string(), offset: None }),
        }
    }

    /// Whether the parsed span of a component that was not given is expected: its default was written there, or it is
    /// another view of a given component, such as the schemepart of the generic syntax.
    fn accounts_for(self, assembled: &Assembled, index: usize, read: Span) -> bool {
        let contains = |outer: Span, inner: Span| outer.start() <= inner.start() && inner.end() <= outer.end();
        assembled.written().iter().any(|(other, span)| {
            let is_view = self.inputs[*other].is_some() && (contains(*span, read) || contains(read, *span));
            (*other == index && *span == read) || (*other != index && is_view)
        })
    }

    fn compare_one(
        self,
        assembled: &Assembled,
        (index, written): (usize, Span),
        given: Given<'_>,
        url: &Url<'_>,
    ) -> Result<(), BuildError> {
        let read = url.span(given.component.slot);
        let same = match read {
            Some(_) if given.is_flag() => true,
            Some(read) => read == written && (given.is_verbatim() || given.matches(read.of(url.text()))),
            None => false,
        };
        if same {
            return Ok(());
        }
        let at = first_difference(written, read);
        // If a non-empty component is parsed beyond its end, the error is in the component after it.
        let cause = assembled.written_at(at).filter(|_| !written.is_empty());
        let (index, span) = *cause.unwrap_or(&(index, written));
        if let Some(error) = self.misplaced_delimiter(index) {
            return Err(error);
        }
        let given = self.given(index).filter(|_| read.is_some() && at >= span.start());
        let offset = given.and_then(|given| given.byte_at(at - span.start()));
        Err(BuildError::Differs { component: self.component(index).name.to_string(), offset })
    }
}

/// The first offset at which the parsed span differs from the written one.
fn first_difference(written: Span, read: Option<Span>) -> usize {
    match read {
        Some(read) if read.start() == written.start() => read.end().min(written.end()),
        Some(read) => read.start().min(written.start()),
        None => written.start(),
    }
}
