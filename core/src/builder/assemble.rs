//! Filling the template.

use super::draft::{Draft, given_among};
use super::{BuildError, UrlBuilder};
use crate::registration::layout::{ComponentSet, Layout, Piece};
use crate::text::span::{Slot, Span};

/// The text of a URL, and the spans at which components were written.
pub(super) struct Assembled {
    pub(super) text: String,
    written: Written,
}

/// The indices and spans of the written components, in the order of the text. Each component has a slot, and is written
/// once.
struct Written {
    items: [(usize, Span); Slot::COUNT + 1],
    len: usize,
}

impl Draft<'_> {
    /// Fills the template.
    pub(super) fn assemble(self) -> Result<Assembled, BuildError> {
        let layout = self.layout;
        let given = self.all_given();
        let mut others = given.without(layout.components()).iter().map(|index| self.component(index));
        if let Some(component) = others.find(|component| component.lenient) {
            return Err(BuildError::Lenient { component: component.name.to_string() });
        }
        let mut assembled = Assembled::new(self.texts.scheme(), self.texts.len());
        self.fill(layout, given, false, &mut assembled)?;
        let fragment = self.inputs.len() - 1;
        if given.contains(fragment) {
            assembled.text.push('#');
            self.push_component(fragment, &mut assembled);
        }
        Ok(assembled)
    }

    /// Writes the alternative that has all given components; without any, the first one unless the part is optional.
    fn fill(
        self,
        layout: &Layout,
        given: ComponentSet,
        optional: bool,
        assembled: &mut Assembled,
    ) -> Result<(), BuildError> {
        let given = given.and(layout.components());
        let chosen = match layout.best(given) {
            _ if given.is_empty() && optional => return Ok(()),
            _ if given.is_empty() => layout.first(),
            Some(alternative) => alternative,
            None => return Err(self.exclusive(layout, given)),
        };
        for piece in &chosen.pieces {
            match piece {
                Piece::Literal(text) => assembled.text.push_str(text),
                Piece::Component(index) => self.push_component(*index, assembled),
                Piece::Optional(layout) => self.fill(layout, given, true, assembled)?,
            }
        }
        Ok(())
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
    fn push_component(self, index: usize, assembled: &mut Assembled) {
        let start = assembled.text.len();
        match self.given(index) {
            Some(given) => given.write(&mut assembled.text),
            None => assembled.text.push_str(self.component(index).default.as_deref().unwrap_or_default()),
        }
        let end = assembled.text.len();
        // Parsing rejects longer texts, so their spans are not needed.
        if end <= Span::LONGEST {
            assembled.written.push(index, Span::new(start, end));
        }
    }
}

impl UrlBuilder {
    /// Keeps the last, most detailed, of several alternatives that apply to one URL, as in the generic syntax.
    pub(super) fn keep_one_alternative(&mut self, layout: &Layout) {
        let given = given_among(self.inputs.all()).and(layout.components());
        let Some(kept) = layout.best(given).or_else(|| layout.with_any(given).next_back()) else {
            return;
        };
        for index in given.without(kept.components).iter() {
            self.inputs.remove(index);
        }
        for piece in &kept.pieces {
            if let Piece::Optional(inner) = piece {
                self.keep_one_alternative(inner);
            }
        }
    }
}

impl Written {
    fn push(&mut self, index: usize, span: Span) {
        self.items[self.len] = (index, span);
        self.len += 1;
    }
}

impl Assembled {
    /// The scheme and the colon, with room for inputs of this length.
    fn new(scheme: &str, len: usize) -> Self {
        // Enough for the delimiters of nearly every URL.
        const DELIMITERS: usize = 16;
        let mut text = String::with_capacity(len + DELIMITERS);
        text.push_str(scheme);
        text.push(':');
        Self { text, written: Written { items: [(0, Span::at(0)); Slot::COUNT + 1], len: 0 } }
    }

    /// The indices and spans of the written components, in the order of the text.
    pub(super) fn written(&self) -> &[(usize, Span)] {
        &self.written.items[..self.written.len]
    }

    /// The component that was written at an offset; an empty one only if no other contains the offset.
    pub(super) fn written_at(&self, at: usize) -> Option<&(usize, Span)> {
        let holds = |span: Span| span.start() <= at && at < span.end();
        let is_here = |span: Span| span == Span::at(at);
        let holding = self.written().iter().find(|(_, span)| holds(*span));
        holding.or_else(|| self.written().iter().find(|(_, span)| is_here(*span)))
    }
}
