//! URLs that are written while their components are set: nothing is left to assemble.

use super::input::{Inputs, Texts, is_divided_exactly};
use crate::registration::Role;
use crate::registration::sequences::SequenceIndex;
use crate::text::span::Span;
use crate::url::{Parsed, UrlData};

impl Inputs {
    /// Sets a component to the text that it has in a URL, and writes this URL so far. Returns `false` if another component
    /// was set in another way, or if this one stands before it.
    #[inline]
    pub(super) fn append(&mut self, name: &str, text: &str) -> bool {
        self.sequence = self.append_after(name, text);
        self.sequence.is_some()
    }

    #[inline]
    fn append_after(&mut self, name: &str, text: &str) -> Option<SequenceIndex> {
        let tables = self.registry.entry(self.entry).build_tables()?;
        let (sequence, last) = tables.sequence_after(self.sequence?, name)?;
        let text = match last.role {
            Role::Flag => "",
            role => Some(text).filter(|text| is_divided_exactly(text, role))?,
        };
        self.places.set(last.slot, self.texts.append(&last.literal, text)?);
        self.given.insert(last.index);
        self.verbatim.insert(last.index);
        Some(sequence)
    }

    /// Parses the URL that was written; `None` if there is none, if it is invalid, or if it has other components.
    #[inline]
    pub(super) fn read_appended(&mut self) -> Option<UrlData> {
        let tables = self.registry.entry(self.entry).build_tables()?;
        let sequence = tables.sequences.get(self.sequence?)?;
        self.texts.verbatim.push_str(sequence.end.as_deref()?);
        let others = tables.build_table.wholes().without(sequence.slots);
        let is_as_written = |parsed: &Parsed<'_, '_>| parsed.spans.equal_except(&self.places, others);
        let keep = |parsed: &Parsed<'_, '_>| is_as_written(parsed).then(|| parsed.data());
        self.registry.read_as(&self.texts.verbatim, self.entry, self.options, keep).ok()?
    }
}

impl Texts {
    /// Adds a text that is written as it is, after a literal; `None` if they are too long.
    #[inline]
    fn append(&mut self, literal: &str, text: &str) -> Option<Span> {
        // Nearly all URLs fit, and most of them are not much shorter.
        const USUAL: usize = 96;
        let start = self.verbatim.len() + literal.len();
        let end = start.checked_add(text.len()).filter(|end| *end <= Span::LONGEST)?;
        if self.verbatim.capacity() == 0 {
            self.verbatim = String::with_capacity(USUAL);
        }
        self.verbatim.push_str(literal);
        self.verbatim.push_str(text);
        Some(Span::known(start, end))
    }
}
