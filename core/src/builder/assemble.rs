//! Filling the template.

use alloc::borrow::Cow;

use super::BuildError;
use super::draft::Draft;
use super::input::Inputs;
use super::input::{ComponentInput, Form};
use crate::registration::flat_template::FlatTemplate;
use crate::registration::layout::{ComponentSet, Layout, Piece};
use crate::text::prelude::*;
use crate::text::span::{Slot, Span, Spans};

/// What was written to a text, and where.
#[derive(Clone, Copy)]
pub(super) struct Assembled<'a> {
    pub(super) flat_template: &'a FlatTemplate,
    pub(super) spans: &'a Spans,
}

impl<'b> Draft<'b> {
    /// The flat template for the given components.
    #[inline]
    pub(super) fn flat_template(self) -> Result<Cow<'b, FlatTemplate>, BuildError> {
        self.build_table.flat_templates.get(self.all_given(), || self.new_flat_template())
    }

    /// Fills the template: writes the URL, and the spans of its components.
    #[inline]
    pub(super) fn write(self, flat_template: &FlatTemplate, to: &mut String, spans: &mut Spans) {
        // Enough for a short scheme and the delimiters of nearly every URL.
        const OTHERS: usize = 24;
        *to = String::with_capacity(self.inputs.texts_len() + OTHERS);
        match self.inputs.other_scheme() {
            None => to.push_str(flat_template.start()),
            Some(scheme) => to.extend([scheme, flat_template.start_after_scheme()]),
        }
        for step in &flat_template.steps {
            push_literal(&step.literal, to);
            if let Some((index, slot)) = step.component {
                let start = to.len();
                self.push_component((index, slot), to);
                // Parsing rejects longer texts, so their spans are not needed.
                if to.len() <= Span::LONGEST {
                    spans.set(slot, Span::known(start, to.len()));
                }
            }
        }
    }

    /// The flat template for the given components; an error if they cannot be written.
    #[cold]
    fn new_flat_template(self) -> Result<FlatTemplate, BuildError> {
        let given = self.all_given();
        let layout = &self.build_table.layout;
        let mut others = given.without(layout.components()).iter().map(|index| self.component(index));
        if let Some(component) = others.find(|component| component.lenient) {
            return Err(BuildError::Lenient { component: component.name.to_string() });
        }
        let flat_template = self.build_table.flat_template(given);
        flat_template.map_err(|(layout, given)| self.exclusive(layout, given))
    }

    /// The error about two components that no alternative has both.
    fn exclusive(self, layout: &Layout, given: ComponentSet) -> BuildError {
        let together = layout.with_any(given).next().map_or(given, |alternative| alternative.components);
        let first_of = |set: ComponentSet| {
            let index = layout.in_order().into_iter().find(|index| set.contains(*index));
            index.map_or_else(String::new, |index| self.component(index).name.to_string())
        };
        BuildError::Exclusive { first: first_of(given.and(together)), second: first_of(given.without(together)) }
    }

    /// Writes a component, or its default.
    #[inline]
    fn push_component(self, (index, slot): (usize, Slot), to: &mut String) {
        match self.inputs.get(index, slot) {
            Some(ComponentInput::Text(text)) if text.form == Form::Verbatim => {
                to.push_str(self.inputs.as_written(text));
            }
            _ => self.push_other(index, to),
        }
    }

    /// Writes a component that is not written as it was given, or its default.
    fn push_other(self, index: usize, to: &mut String) {
        match self.given(index) {
            Some(given) => given.write(to),
            None => to.push_str(self.component(index).default.as_deref().unwrap_or_default()),
        }
    }
}

impl Assembled<'_> {
    /// The indices and spans of the written components, in the order of the text.
    pub(super) fn written(&self) -> impl Iterator<Item = (usize, Span)> {
        let written = self.flat_template.steps.iter().filter_map(|step| step.component);
        written.filter_map(|(index, slot)| Some((index, self.spans.get(slot)?)))
    }

    /// The component that was written at an offset; an empty one only if no other contains the offset.
    pub(super) fn written_at(&self, at: usize) -> Option<(usize, Span)> {
        let holds = |span: Span| span.start() <= at && at < span.end();
        let is_here = |span: Span| span == Span::at(at);
        let holding = self.written().find(|(_, span)| holds(*span));
        holding.or_else(|| self.written().find(|(_, span)| is_here(*span)))
    }
}

/// Writes the text before a component: mostly one or two characters.
#[inline]
fn push_literal(text: &str, to: &mut String) {
    match text.as_bytes() {
        [] => {}
        [one] if one.is_ascii() => to.push(char::from(*one)),
        _ => to.push_str(text),
    }
}

impl Inputs {
    /// Keeps the last, most detailed, of several alternatives that apply to one URL, as in the generic syntax.
    pub(super) fn keep_one_alternative(&mut self, layout: &Layout) {
        let given = self.given().and(layout.components());
        let Some(kept) = layout.best(given).or_else(|| layout.with_any(given).next_back()) else {
            return;
        };
        for index in given.without(kept.components).iter() {
            self.remove(index);
        }
        for piece in &kept.pieces {
            if let Piece::Optional(inner) = piece {
                self.keep_one_alternative(inner);
            }
        }
    }
}
