//! URLs that are written while their components are set: nothing is left to assemble.

use super::assemble::push_literal;
use super::input::{Inputs, is_divided_exactly};
use crate::registration::Role;
use crate::text::span::{SlotSet, Span, Spans};
use crate::url::{OwnedUrl, UrlData, UrlParts};

impl Inputs {
    /// Sets a component to the text that it has in a URL, and writes this URL so far. Returns `false` if another component
    /// was set in another way, or if this one stands before it.
    #[inline]
    pub(super) fn append(&mut self, name: &str, text: &str) -> bool {
        self.details().is_none() && self.append_after(name, text).is_some()
    }

    #[inline]
    fn append_after(&mut self, name: &str, text: &str) -> Option<()> {
        let UrlParts { text: url, registry, data, sequence } = &mut *self.url;
        let tables = registry.entry(data.entry).build_tables()?;
        let (following, last) = tables.sequence_after(*sequence, name)?;
        let text = if last.takes_any_text { text } else { checked(text, last.whole.role)? };
        data.spans.set(last.slot, append_to(url, &last.literal, text)?);
        *sequence = following;
        Some(())
    }

    /// Parses the URL that was written, and keeps where its components are. Returns `false` if there is none, if it is
    /// invalid, or if it has other components.
    #[inline]
    pub(super) fn read_appended(&mut self) -> bool {
        let Some(slots) = self.end() else { return false };
        let UrlParts { text, registry, data: UrlData { spans, entry, options }, .. } = &mut *self.url;
        let read = registry.read_as(
            text,
            *entry,
            *options,
            #[inline(always)]
            |parsed| {
                let is_same = parsed.spans.equal_except(spans, slots) || are_views(parsed.spans, spans);
                if is_same {
                    *spans = *parsed.spans;
                }
                is_same
            },
        );
        read.unwrap_or(false)
    }

    /// Writes what follows the last component. Returns the slots that others divide: parsing sets them, too.
    #[inline]
    fn end(&mut self) -> Option<SlotSet> {
        let UrlParts { text, registry, data, sequence } = &mut *self.url;
        let tables = registry.entry(data.entry).build_tables()?;
        let sequence = &tables.sequences.get(*sequence)?.whole;
        push_literal(sequence.end.as_deref()?, text);
        Some(tables.build_table.wholes().without(sequence.slots))
    }

    /// The URL that was parsed.
    #[inline]
    pub(super) fn into_url(self) -> OwnedUrl {
        OwnedUrl::from_parts(self.url)
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

/// Adds a text that is written as it is to a URL, after a literal; `None` if they are too long.
#[inline]
fn append_to(url: &mut String, literal: &str, text: &str) -> Option<Span> {
    // Nearly all URLs fit, and most of them are not much shorter.
    const USUAL: usize = 96;
    let start = url.len() + literal.len();
    let end = start.checked_add(text.len()).filter(|end| *end <= Span::LONGEST)?;
    if url.capacity() == 0 {
        *url = String::with_capacity(USUAL);
    }
    push_literal(literal, url);
    url.push_str(text);
    Some(Span::known(start, end))
}
