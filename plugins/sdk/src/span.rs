//! Where a component stands, and the places for them.

use crate::abi;

/// A run of bytes `start..end` of the URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset behind the last one.
    pub end: usize,
}

impl Span {
    /// The empty span before the byte at `offset`.
    pub const fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// Whether it covers nothing; an empty component is present all the same.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The text it covers; the empty text where it lies in no URL.
    pub fn of(self, url: &str) -> &str {
        url.get(self.start..self.end).unwrap_or_default()
    }

    /// As the ABI has it. An end beyond its numbers is one that the host refuses.
    pub(crate) fn abi(self, kind: u32) -> abi::Span {
        let number = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        abi::Span { kind, start: number(self.start), end: number(self.end) }
    }
}

/// The place of one component: those of the common Internet syntax are the same in every scheme, a scheme's own are
/// numbered.
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

    /// How many components of its own a scheme may have.
    pub const OWN: usize = 7;
    /// How many slots there are in all.
    const COUNT: usize = Self::COMMON as usize + Self::OWN;

    /// The `n`-th of a scheme's own components, from 0.
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

    fn of_kind(kind: u32) -> Option<Self> {
        (0..Self::COUNT).filter_map(|n| u8::try_from(n).ok()).map(Self).find(|slot| slot.kind() == kind)
    }
}

/// The spans of one URL, each absent or present.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spans([Option<Span>; Slot::COUNT]);

impl Spans {
    /// Those that the host hands back. What is no component is a deviation, and of no use here.
    pub(crate) fn of(spans: &[abi::Span]) -> Self {
        let mut all = Self::default();
        for span in spans {
            if let Some(slot) = Slot::of_kind(span.kind) {
                all.set(slot, Span { start: span.start as usize, end: span.end as usize });
            }
        }
        all
    }

    pub(crate) fn get(&self, slot: Slot) -> Option<Span> {
        self.0[usize::from(slot.0)]
    }

    pub(crate) fn set(&mut self, slot: Slot, span: Span) {
        self.0[usize::from(slot.0)] = Some(span);
    }

    /// Those that are present, as the ABI has them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = abi::Span> + '_ {
        let slots = (0..).map(Slot);
        slots.zip(self.0).filter_map(|(slot, span)| Some(span?.abi(slot.kind())))
    }
}
