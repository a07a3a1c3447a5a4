//! `anyurl_span`: a place in a text.

use anyurl::Span;

/// `anyurl_span`
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CSpan {
    start: u32,
    end: u32,
}

impl CSpan {
    pub(crate) const NONE: Self = Self { start: u32::MAX, end: u32::MAX };
}

impl From<Option<Span>> for CSpan {
    #[expect(clippy::cast_possible_truncation, reason = "a span holds 32 bits")]
    fn from(span: Option<Span>) -> Self {
        span.map_or(Self::NONE, |span| Self { start: span.start() as u32, end: span.end() as u32 })
    }
}
