//! Spans of text, and the slots of components.

use crate::abi;

/// The bytes `start..end` of the URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Returns the empty span at `offset`.
    pub const fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// Returns whether the span is empty. A component with an empty span is present nevertheless.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Returns the text of the span in `url`; the empty text if the span is out of bounds.
    pub fn of(self, url: &str) -> &str {
        url.get(self.start..self.end).unwrap_or_default()
    }

    /// Converts to the ABI struct. The host rejects a saturated offset.
    #[inline]
    pub(crate) fn to_abi(self, kind: u32) -> abi::LocSpan {
        Packed::new(self).to_abi(kind)
    }
}

/// The slot of a component: one of the common Internet syntax, or the `n`-th of the scheme's own components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot(u8);

impl Slot {
    /// The user name (RFC 1738 §3.1).
    pub const USER: Self = Self(0);
    /// The password (RFC 1738 §3.1).
    pub const PASSWORD: Self = Self(1);
    /// The host (RFC 1738 §3.1).
    pub const HOST: Self = Self(2);
    /// The port (RFC 1738 §3.1).
    pub const PORT: Self = Self(3);

    const COMMON: u8 = 4;

    /// The number of slots for a scheme's own components.
    pub const OWN: usize = 7;
    /// The number of all slots.
    const COUNT: usize = Self::COMMON as usize + Self::OWN;

    /// Returns the slot of the scheme's own component `n`, counted from 0.
    ///
    /// # Panics
    /// If `n` is not below [`Slot::OWN`]; in a `const` that is a compile error.
    pub const fn own(n: u8) -> Self {
        assert!((n as usize) < Self::OWN, "a scheme has at most Slot::OWN components of its own");
        Self(Self::COMMON + n)
    }

    pub(crate) const fn kind(self) -> u32 {
        if self.0 < Self::COMMON { self.0 as u32 + abi::C_USER } else { (self.0 - Self::COMMON) as u32 + abi::C_OWN }
    }

    fn from_kind(kind: u32) -> Option<Self> {
        (0..Self::COUNT).filter_map(|n| u8::try_from(n).ok()).map(Self).find(|slot| slot.kind() == kind)
    }
}

/// The offsets of a [`Span`] in one register: stored and loaded as a whole, which is faster than storing two halves and
/// loading them together.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    #[inline]
    fn new(span: Span) -> Self {
        let number = |offset| u64::from(u32::try_from(offset).unwrap_or(u32::MAX));
        Self(number(span.end) << 32 | number(span.start))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower and the upper half")]
    const fn ends(self) -> (u32, u32) {
        (self.0 as u32, (self.0 >> 32) as u32)
    }

    #[inline]
    const fn to_abi(self, kind: u32) -> abi::LocSpan {
        let (start, end) = self.ends();
        abi::LocSpan { kind, start, end }
    }
}

/// The spans of one URL, each absent or present.
#[derive(Clone, Copy)]
pub(crate) struct Spans {
    /// Bit n: slot n is present.
    present: u32,
    all: [Packed; Slot::COUNT],
}

impl Spans {
    pub(crate) const NONE: Self = Self { present: 0, all: [Packed(0); Slot::COUNT] };

    /// Converts from ABI structs, without the deviations among them.
    pub(crate) fn from_abi(spans: &[abi::LocSpan]) -> Self {
        let mut all = Self::NONE;
        for span in spans {
            if let Some(slot) = Slot::from_kind(span.kind) {
                all.set(slot, Span { start: span.start as usize, end: span.end as usize });
            }
        }
        all
    }

    #[inline]
    pub(crate) fn get(&self, slot: Slot) -> Option<Span> {
        let (start, end) = self.all[usize::from(slot.0)].ends();
        let is_present = self.present >> slot.0 & 1 != 0;
        is_present.then_some(Span { start: start as usize, end: end as usize })
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, span: Span) {
        self.all[usize::from(slot.0)] = Packed::new(span);
        self.present |= 1 << slot.0;
    }

    /// Converts the spans that are present to ABI structs.
    #[inline]
    pub(crate) fn abi_spans(&self) -> impl Iterator<Item = abi::LocSpan> + '_ {
        let mut left = self.present;
        core::iter::from_fn(move || {
            let slot = Slot(u8::try_from(left.trailing_zeros()).ok()?);
            let span = self.all.get(usize::from(slot.0))?;
            left &= left - 1;
            Some(span.to_abi(slot.kind()))
        })
    }
}
