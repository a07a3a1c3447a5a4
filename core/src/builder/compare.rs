//! Comparing the parsed URL with the input, and the errors about the difference.

use super::BuildError;
use super::assemble::Assembled;
use super::draft::Draft;
use super::given::Given;
use crate::diagnostics::error::Error;
use crate::registration::Role;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};
use crate::url::Parsed;

impl Draft<'_> {
    /// The error for a text that the scheme rejects, with the component and byte it is about.
    pub(super) fn rejected(self, assembled: Assembled<'_>, error: Error) -> BuildError {
        let about = error.span();
        let touches = |span: Span| span.start() <= about.end() && about.start() <= span.end();
        let is_named = |index: usize| self.component(index).name == error.component();
        let named = assembled.written().find(|(index, span)| is_named(*index) && touches(*span));
        let Some((index, span)) = named.or_else(|| assembled.written_at(about.start())) else {
            return BuildError::Rejected { component: error.component().to_owned(), offset: None, error };
        };
        if let Some(error) = self.misplaced_delimiter(index) {
            return error;
        }
        let component = self.component(index);
        let at = about.start().saturating_sub(span.start());
        let offset = self.given(index).and_then(|given| given.byte_at(at));
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
    #[inline]
    pub(super) fn compare(self, assembled: Assembled<'_>, parsed: &Parsed<'_, '_>) -> Result<(), BuildError> {
        if self.is_as_written(assembled, parsed) { Ok(()) } else { self.find_difference(assembled, parsed) }
    }

    /// Whether all parsed spans are those that were written, and nothing that was decoded has another value.
    #[inline]
    fn is_as_written(self, assembled: Assembled<'_>, parsed: &Parsed<'_, '_>) -> bool {
        let is_same = |slot: Slot| parsed.spans.get(slot) == assembled.spans.get(slot);
        let slots = assembled.flat_template.slots;
        let wholes = self.build_table.wholes().without(slots);
        parsed.spans.present().without(wholes) == slots
            && assembled.flat_template.steps.iter().all(|step| step.component.is_none_or(|(_, slot)| is_same(slot)))
            && self.inputs.not_verbatim().iter().all(|index| {
                let text = parsed.spans.get(self.build_table.slot(index)).map(|span| span.of(parsed.text));
                self.given(index).zip(text).is_some_and(|(given, text)| given.matches(text))
            })
    }

    /// [`Draft::compare`], component by component.
    #[cold]
    fn find_difference(self, assembled: Assembled<'_>, parsed: &Parsed<'_, '_>) -> Result<(), BuildError> {
        for (index, span) in assembled.written() {
            if let Some(given) = self.given(index) {
                self.compare_one(assembled, (index, span), given, parsed)?;
            }
        }
        let is_unexpected = |index: &usize| {
            let component = self.component(*index);
            let read = parsed.spans.get(component.slot);
            !self.inputs.given().contains(*index)
                && component.role != Role::Whole
                && read.is_some_and(|read| !self.accounts_for(assembled, *index, read))
        };
        match (0..=self.build_table.fragment()).find(is_unexpected) {
            None => Ok(()),
            Some(index) => Err(BuildError::Differs { component: self.component(index).name.to_string(), offset: None }),
        }
    }

    /// Whether the parsed span of a component that was not given is expected: its default was written there, or it is
    /// another view of a given component, such as the schemepart of the generic syntax.
    fn accounts_for(self, assembled: Assembled<'_>, index: usize, read: Span) -> bool {
        let contains = |outer: Span, inner: Span| outer.start() <= inner.start() && inner.end() <= outer.end();
        assembled.written().any(|(other, span)| {
            let is_view = self.inputs.given().contains(other) && (contains(span, read) || contains(read, span));
            (other == index && span == read) || (other != index && is_view)
        })
    }

    fn compare_one(
        self,
        assembled: Assembled<'_>,
        (index, written): (usize, Span),
        given: Given<'_>,
        parsed: &Parsed<'_, '_>,
    ) -> Result<(), BuildError> {
        let read = parsed.spans.get(given.component.slot);
        let same = match read {
            Some(_) if given.is_flag() => true,
            Some(read) => read == written && (given.is_verbatim() || given.matches(read.of(parsed.text))),
            None => false,
        };
        if same {
            return Ok(());
        }
        let at = first_difference(written, read);
        // If a non-empty component is parsed beyond its end, the error is in the component after it.
        let cause = assembled.written_at(at).filter(|_| !written.is_empty());
        let (index, span) = cause.unwrap_or((index, written));
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
