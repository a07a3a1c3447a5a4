//! Spans of bytes in the text of a URL, and the slots that hold the span of each component.

use core::ops::Range;

/// The bytes `start..end` of the caller's text.
///
/// Both ends are byte offsets in the text and on character boundaries.
///
/// ```
/// use anyurl_core::Span;
///
/// let span = Span::new(6, 8);
/// assert_eq!((span.of("x-foo:ab"), span.len(), span.range()), ("ab", 2, 6..8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The content of a slot whose component is absent; never returned.
    const ABSENT: Self = Self { start: u32::MAX, end: u32::MAX };

    /// The length, in bytes, of the longest text that a span can point into.
    pub const LONGEST: usize = u32::MAX as usize - 1;

    /// The bytes `start..end`.
    ///
    /// # Panics
    /// If `start > end`, or if `end` is beyond [`Span::LONGEST`], which `split` has rejected before.
    #[inline]
    pub const fn new(start: usize, end: usize) -> Self {
        if start > end || end > Self::LONGEST {
            disordered();
        }
        #[expect(clippy::cast_possible_truncation, reason = "checked in the line above")]
        Self { start: start as u32, end: end as u32 }
    }

    /// [`Span::new`] for offsets that are known to be in order and within a text that `split` accepts.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "checked in debug builds")]
    pub(crate) const fn known(start: usize, end: usize) -> Self {
        debug_assert!(start <= end && end <= Self::LONGEST);
        Self { start: start as u32, end: end as u32 }
    }

    /// The empty span before the byte at `offset`.
    #[inline]
    pub const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The offset of the first byte.
    #[inline]
    pub const fn start(self) -> usize {
        self.start as usize
    }

    /// The offset after the last byte.
    #[inline]
    pub const fn end(self) -> usize {
        self.end as usize
    }

    /// The number of bytes in the span.
    #[inline]
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span has no bytes. An empty component is still present.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the spans have a byte in common, or one is empty and lies within the other, not at an end of it.
    ///
    /// ```
    /// use anyurl_core::Span;
    ///
    /// assert!(Span::new(3, 5).overlaps(Span::new(4, 6)));
    /// assert!(!Span::new(3, 5).overlaps(Span::new(5, 7)));
    /// assert!(Span::new(3, 5).overlaps(Span::at(4)) && !Span::new(3, 5).overlaps(Span::at(5)));
    /// ```
    #[inline]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The span after `edit` has been replaced by `len` bytes. One that begins or ends within `edit` contains them.
    pub(crate) fn after_edit(self, edit: Self, len: usize) -> Self {
        let moved = |at| at - edit.len() + len;
        let start = match self.start() {
            at if at <= edit.start() => at,
            at if at < edit.end() => edit.start(),
            at => moved(at),
        };
        let end = match self.end() {
            at if at <= edit.start() => at,
            at if at < edit.end() => edit.start() + len,
            at => moved(at),
        };
        Self::new(start, end)
    }

    /// The span as a range, for slicing.
    #[inline]
    pub const fn range(self) -> Range<usize> {
        self.start()..self.end()
    }

    /// The part of `text` that the span covers.
    ///
    /// # Panics
    /// If the span belongs to another text and is out of bounds in this one.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_else(|| outside(self, text.len()))
    }
}

// Of their own, since each copy of an inlined panic has its message, its place and its arguments.
#[cold]
const fn disordered() -> ! {
    panic!("the ends of a span are in order and within a text that `split` accepts")
}

#[cold]
fn outside(span: Span, len: usize) -> ! {
    panic!("the span {span:?} is not of this text of {len} bytes")
}

impl core::fmt::Debug for Span {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// The index of a component in the [`Spans`] of a URL.
///
/// The components of the common Internet syntax have the same slots in every scheme, so that `host()` does not depend
/// on the scheme. A scheme numbers its own components from [`Slot::own`]`(0)`.
///
/// ```
/// use anyurl_core::{Registry, Slot};
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://h:70")?;
/// assert_eq!((url.slot(Slot::HOST), url.slot(Slot::USER)), (Some("h"), None));
/// assert_eq!(url.slot(Slot::own(0)), Some("")); // the `path` of the generic syntax
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot(u8);

impl Slot {
    /// The user name (RFC 1738 §3.1).
    pub const USER: Self = Self(0);
    /// The password (RFC 1738 §3.1).
    pub const PASSWORD: Self = Self(1);
    /// The host (RFC 1738 §3.1).
    pub const HOST: Self = Self(2);
    /// The port number (RFC 1738 §3.1).
    pub const PORT: Self = Self(3);
    /// The fragment identifier: not part of a URL, but often written after one (RFC 1738 §2.2, Appendix).
    pub const FRAGMENT: Self = Self(4);

    /// All slots, by their numbers.
    #[doc(hidden)]
    #[rustfmt::skip]
    pub const ALL: [Self; Self::COUNT] = [
        Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8), Self(9), Self(10), Self(11),
    ];

    const COMMON: u8 = 5;

    /// The number of slots of a URL.
    pub(crate) const COUNT: usize = 12;

    /// The maximum number of components of a scheme's own.
    pub const OWN: usize = Self::COUNT - Self::COMMON as usize;

    /// The `n`-th of a scheme's own components, from 0.
    ///
    /// # Panics
    /// If `n` is not less than [`Slot::OWN`]; in a `const` that is a compile error.
    #[inline]
    pub const fn own(n: u8) -> Self {
        assert!((n as usize) < Self::OWN, "a scheme has at most Slot::OWN components of its own");
        Self(Self::COMMON + n)
    }

    #[inline]
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of slots.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct SlotSet(u16);

impl SlotSet {
    pub(crate) const fn insert(&mut self, slot: Slot) {
        self.0 |= 1 << slot.index();
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The spans of all components of a URL, each absent or present. Stored inline, so that parsing does not allocate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Spans([Span; Slot::COUNT]);

impl Spans {
    /// All components absent.
    pub const NONE: Self = Self([Span::ABSENT; Slot::COUNT]);

    /// The span in a slot; `None` if the component is absent.
    #[inline]
    pub fn get(&self, slot: Slot) -> Option<Span> {
        let span = self.0[slot.index()];
        (span.start != Span::ABSENT.start).then_some(span)
    }

    /// Sets the span of a component, which makes it present.
    #[inline]
    pub fn set(&mut self, slot: Slot, span: Span) {
        self.0[slot.index()] = span;
    }

    /// Makes a component absent again.
    #[inline]
    pub fn clear(&mut self, slot: Slot) {
        self.0[slot.index()] = Span::ABSENT;
    }

    /// The slots of all components that are present.
    #[inline]
    pub(crate) fn present(&self) -> SlotSet {
        let bit = |n: usize| u16::from(self.0[n].start != Span::ABSENT.start) << n;
        SlotSet((0..Slot::COUNT).fold(0, |bits, n| bits | bit(n)))
    }

    /// The spans of all components that are present, in slot order.
    pub fn iter(&self) -> impl Iterator<Item = Span> + use<> {
        self.each().flatten()
    }

    /// What each slot has, in their order.
    pub(crate) fn each(&self) -> impl Iterator<Item = Option<Span>> + use<> {
        self.0.into_iter().map(|span| (span.start != Span::ABSENT.start).then_some(span))
    }
}

impl Default for Spans {
    fn default() -> Self {
        Self::NONE
    }
}

impl core::fmt::Debug for Spans {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_is_not_absent() {
        let mut spans = Spans::NONE;
        assert_eq!(spans.get(Slot::USER), None);
        spans.set(Slot::USER, Span::at(7));
        assert_eq!(spans.get(Slot::USER), Some(Span::at(7)));
        spans.clear(Slot::USER);
        assert_eq!(spans.get(Slot::USER), None);
    }

    /// Spans before, after, within and around an edit of the bytes 4 to 6.
    #[test]
    fn spans_follow_an_edit() {
        let edit = Span::new(4, 6);
        for (before, after) in [
            (0..2, 0..2),
            (2..4, 2..4),
            (3..5, 3..9),
            (4..6, 4..9),
            (5..5, 4..9),
            (5..8, 4..11),
            (6..8, 9..11),
            (3..8, 3..11),
        ] {
            let moved = Span::new(before.start, before.end).after_edit(edit, 5);
            assert_eq!(moved.range(), after, "{before:?}");
        }
        assert_eq!(Span::new(2, 8).after_edit(edit, 0).range(), 2..6);
        assert_eq!(Span::at(4).after_edit(Span::at(4), 3).range(), 4..4);
    }

    #[test]
    fn own_slots_follow_the_common_ones() {
        assert_ne!(Slot::own(0), Slot::FRAGMENT);
        assert_eq!(usize::from(Slot::own(6).0), Slot::COUNT - 1);
    }
}
