//! The result of [`Registry::check`]: validity and counters only, for callers that process many URLs.

use crate::diagnostics::error::Error;
use crate::diagnostics::warning::Warning;
use crate::registry::{EntryId, Registry};
use crate::syntax::options::Options;
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
    fn new(parsed: &Parsed<'_, '_>) -> Self {
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

impl Registry {
    /// Parses a URL as [`Registry::parse_with`] does, but does not keep its components.
    ///
    /// ```
    /// use locator_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let checked = registry.check("x-foo://joe:secret@host.dom/", Options::new())?;
    /// assert_eq!(checked.entry_id(), registry.generic().id());
    /// assert!(checked.warning_ids().eq(["password-in-url", "unregistered-scheme"]));
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Registry::parse_with`].
    #[inline]
    pub fn check(&self, text: &str, options: Options) -> Result<Checked, Error> {
        if options == Options::new() {
            return self.parse_strict(text, Checked::new);
        }
        self.check_with_warnings(text, options, &mut |_| {})
    }

    /// [`Registry::check`], which also reports each deviation that lenient mode tolerates.
    ///
    /// # Errors
    /// As [`Registry::parse_with`]; warnings already reported must be discarded.
    pub fn check_with_warnings(
        &self,
        text: &str,
        options: Options,
        on_warning: &mut dyn FnMut(Warning),
    ) -> Result<Checked, Error> {
        self.parse_reporting(text, options, None, Some(on_warning), Checked::new)
    }
}
