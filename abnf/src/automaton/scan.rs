//! Matching texts with an automaton.

use anyurl_core::Span;

use super::dfa::Dfa;
use super::matcher::{Matcher, Mismatch, Start, StateId};

impl Dfa {
    /// The start of a text.
    pub fn start(&self) -> Start {
        Start::new(self)
    }

    /// The position after a prefix such as `http:`, letters of which match in either case (RFC 1738 §2.1). `None` if no
    /// text begins with the prefix.
    pub fn start_after(&self, prefix: &[u8]) -> Option<Start> {
        self.start_after_both(prefix, b"")
    }

    /// The position after a prefix and `//h`. In a grammar with an [`AuthorityPrefix`](super::AuthorityPrefix), the
    /// state after `//h` is that after any authority; the captures of the authority itself are meaningless.
    pub fn start_after_authority(&self, prefix: &[u8]) -> Option<Start> {
        self.start_after_both(prefix, b"//h")
    }

    fn start_after_both(&self, prefix: &[u8], authority: &[u8]) -> Option<Start> {
        let mut matcher: Matcher<'_> = self.matcher(&self.start(), 0);
        for (byte, at) in prefix.iter().chain(authority).zip(0..) {
            let is_next = matcher.step(byte.to_ascii_lowercase(), at) || matcher.step(byte.to_ascii_uppercase(), at);
            is_next.then_some(())?;
        }
        Some(matcher.to_start(prefix.len()))
    }

    /// Whether a capture begins in the prefix that `start` follows.
    pub fn has_capture_before(&self, start: &Start) -> bool {
        start.registers().any(|register| self.live(start.row()) >> register & 1 != 0)
    }

    /// A matcher that begins at `start` and reads its first byte at offset `at`.
    #[inline]
    pub fn matcher(&self, start: &Start, at: usize) -> Matcher<'_> {
        Matcher::new(self, start, at)
    }

    /// A matcher at the start of a text, with `N` registers only. For many short texts, create it once per text and
    /// [enter](Matcher::enter) the state after the prefix: moving a matcher costs as much as reading several bytes.
    ///
    /// # Panics
    /// If the automaton needs more than `N` [registers](Dfa::registers).
    #[inline(always)]
    pub fn matcher_with_registers<const N: usize>(&self) -> Matcher<'_, N> {
        Matcher::in_row(self, self.first())
    }

    /// A matcher that looks ahead from a state, without components.
    ///
    /// # Panics
    /// On the first byte, if the state belongs to another grammar.
    pub fn matcher_in_state(&self, state: StateId) -> Matcher<'_> {
        Matcher::in_state(self, state)
    }

    /// Matches the rest of a text, whose first byte is at offset `at`, and stores the spans of the captures in their
    /// order, as many as `spans` holds.
    ///
    /// # Errors
    /// [`Mismatch`] at the first byte that cannot follow, or at the end of an incomplete text.
    #[inline]
    pub fn scan(&self, start: &Start, bytes: &[u8], at: usize, spans: &mut [Option<Span>]) -> Result<(), Mismatch> {
        let mut matcher = self.matcher(start, at);
        let len = matcher.run(bytes, at);
        if len == bytes.len() && matcher.finish(at + len, spans) { Ok(()) } else { Err(matcher.mismatch(at + len)) }
    }

    /// Whether the grammar derives a text.
    pub fn derives(&self, text: &[u8]) -> bool {
        self.scan(&self.start(), text, 0, &mut []).is_ok()
    }
}
