//! The result of [`Parser::check`](crate::Parser::check): validity and counters only, for callers that process many URLs.

use crate::registry::EntryId;
use crate::url::Parsed;
use crate::url::warnings::UrlWarnings;

/// The scheme and the warnings of a valid URL, without its components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    entry: EntryId,
    warnings: UrlWarnings,
}

impl Checked {
    #[inline(always)]
    pub(crate) fn new(parsed: &Parsed<'_, '_>) -> Self {
        let entry = EntryId::new(parsed.registry.snapshot(), parsed.entry);
        Self { entry, warnings: UrlWarnings::new(parsed) }
    }

    /// As [`Url::entry_id`](crate::Url::entry_id).
    #[inline]
    pub const fn entry_id(&self) -> EntryId {
        self.entry
    }

    /// Whether the scheme is not registered; the opposite of [`Url::is_known`](crate::Url::is_known).
    #[inline]
    pub fn is_unregistered(&self) -> bool {
        self.warnings.is_unregistered()
    }

    /// As [`Url::warning_ids`](crate::Url::warning_ids).
    #[inline]
    pub fn warning_ids(&self) -> impl Iterator<Item = &'static str> {
        self.warnings.ids()
    }
}
