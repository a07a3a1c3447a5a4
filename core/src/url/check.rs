//! The result of [`Parser::check`](crate::Parser::check): validity and counters only, for callers that process many URLs.

use crate::url::Parsed;
use crate::url::warnings::UrlWarnings;

/// The scheme and the warnings of a valid URL, without its components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    number: u32,
    warnings: UrlWarnings,
}

impl Checked {
    #[inline(always)]
    pub(super) fn new(parsed: &Parsed<'_, '_>) -> Self {
        Self { number: parsed.registry.number(parsed.entry), warnings: UrlWarnings::new(parsed) }
    }

    /// As [`Url::entry_number`](crate::Url::entry_number).
    #[inline]
    pub const fn entry_number(&self) -> usize {
        self.number as usize
    }

    /// As [`Url::warning_ids`](crate::Url::warning_ids).
    #[inline]
    pub fn warning_ids(&self) -> impl Iterator<Item = &'static str> {
        self.warnings.ids()
    }
}
