//! URLs that are written while their components are set: nothing is left to assemble.

use super::assemble::push_literal;
use super::input::{Inputs, Texts, is_divided_exactly};
use crate::registration::Role;
use crate::registration::sequence::SequenceIndex;
use crate::text::span::{SlotSet, Span, Spans};
use crate::url::{OwnedUrl, UrlData};

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
        let text = if last.takes_any_text { text } else { checked(text, last.whole.role)? };
        self.places.set(last.slot, self.texts.append(&last.literal, text)?);
        self.given = self.given.with(last.last);
        self.verbatim = self.verbatim.with(last.last);
        Some(sequence)
    }

    /// Parses the URL that was written, and keeps where its components are. Returns `false` if there is none, if it is
    /// invalid, or if it has other components.
    #[inline]
    pub(super) fn read_appended(&mut self) -> bool {
        let Some(slots) = self.end() else { return false };
        let places = &mut self.places;
        let read = self.registry.read_as(
            &self.texts.verbatim,
            self.entry,
            self.options,
            #[inline(always)]
            |parsed| {
                let is_same = parsed.spans.equal_except(places, slots) || are_views(parsed.spans, places);
                if is_same {
                    *places = *parsed.spans;
                }
                is_same
            },
        );
        read.unwrap_or(false)
    }

    /// Writes what follows the last component. Returns the slots that others divide: parsing sets them, too.
    #[inline]
    fn end(&mut self) -> Option<SlotSet> {
        let tables = self.registry.entry(self.entry).build_tables()?;
        let sequence = &tables.sequences.get(self.sequence?)?.whole;
        push_literal(sequence.end.as_deref()?, &mut self.texts.verbatim);
        Some(tables.build_table.wholes().without(sequence.slots))
    }

    /// The URL that was parsed.
    #[inline]
    pub(super) fn into_url(self) -> OwnedUrl {
        let data = UrlData { spans: self.places, entry: self.entry, options: self.options };
        OwnedUrl::from_text(self.texts.verbatim, self.registry, data)
    }
}

/// Whether all components are where they were written, and those that were not written are views of others, such as the
/// empty fields after a path.
#[inline(never)]
fn are_views(read: &Spans, written: &Spans) -> bool {
    let contains = |outer: Span, inner: Span| outer.start() <= inner.start() && inner.end() <= outer.end();
    let is_view = |read: Span| written.iter().any(|span| contains(span, read) || contains(read, span));
    let mut pairs = read.each().zip(written.each());
    pairs.all(|(read, written)| read == written || written.is_none() && read.is_some_and(is_view))
}

/// The text that is written for a component; `None` if it cannot be written as it is.
fn checked(text: &str, role: Role) -> Option<&str> {
    match role {
        Role::Flag => Some(""),
        role => Some(text).filter(|text| is_divided_exactly(text, role)),
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
        push_literal(literal, &mut self.verbatim);
        self.verbatim.push_str(text);
        Some(Span::known(start, end))
    }
}
