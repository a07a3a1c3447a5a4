//! Warnings about an accepted URL: deviations that lenient mode tolerated, and the cautions of RFC 1738 §6.
//!
//! Warnings are computed on demand, by parsing the text again; parsing itself collects none.

mod access;
mod login_cut;
mod option_like;
mod other_host;
mod path_as_host;
mod url;

use core::cmp::Reverse;

use crate::diagnostics::warning::Warning;
use crate::registry::Implementation;
use crate::text::order;
use crate::text::prelude::*;
use crate::url::Url;
use crate::url::parse_only::Chosen;

pub(crate) use url::UrlWarnings;

impl Url<'_> {
    /// The warnings about this URL: deviations that lenient mode tolerated, in the order of their places, then those of
    /// [`Url::warning_ids`].
    ///
    /// At most 1,000 deviations are kept, and the first of every further id, because a large text may deviate in every
    /// byte. [`Url::warnings_within`] also counts the others.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parser().lenient().parse("x-foo://h/a b")?;
    /// let warnings: Vec<_> = url.warnings().iter().map(|warning| warning.to_string()).collect();
    /// assert_eq!(warnings[0], "a space must be encoded (RFC 3986 §2) [A-43]");
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn warnings(&self) -> Vec<Warning> {
        self.warnings_within(MAX_DEVIATIONS).first
    }

    /// [`Url::warnings`], with at most `max` deviations, and the first of every further id, so that no id is lost.
    ///
    /// ```
    /// use anyurl_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parser().lenient().parse("x-foo:a b c d|e")?;
    /// let warnings = url.warnings_within(1);
    /// let ids: Vec<_> = warnings.first.iter().map(|warning| warning.id()).collect();
    /// assert_eq!(ids, ["A-43", "A-42", "unregistered-scheme"]);
    /// assert_eq!(warnings.dropped, 2);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn warnings_within(&self, max: usize) -> Warnings {
        let mut warnings = self.deviations(max);
        let others = UrlWarnings::new(&self.parsed()).iter().map(|one| one.warning(self));
        warnings.first.extend(others);
        warnings
    }

    /// The ids of the [warnings](Self::warnings) that are not deviations, such as `password-in-url`, without their
    /// messages and without parsing again: for counting them over many URLs. [`Parser::parse_with_warnings`](crate::Parser::parse_with_warnings) reports
    /// deviations while parsing.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://joe:secret@host.dom/")?;
    /// assert!(url.warning_ids().eq(["password-in-url", "unregistered-scheme"]));
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    #[inline]
    pub fn warning_ids(&self) -> impl Iterator<Item = &'static str> + use<> {
        UrlWarnings::new(&self.parsed()).ids()
    }

    /// The warnings that matter before the resource is accessed (RFC 1738 §6): all [warnings](Self::warnings), then
    /// `nondefault-port` for a local host or a private port, `misleading-user` and `encoded-delimiter`.
    ///
    /// A [`Policy`](crate::Policy) decides on them.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://www.bank.com@host.dom/")?;
    /// assert!(url.access_warnings().iter().any(|warning| warning.id() == "misleading-user"));
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn access_warnings(&self) -> Vec<Warning> {
        let mut warnings = self.warnings();
        warnings.extend(url::local_port(self));
        warnings.extend(access::misleading_user(self));
        warnings.extend(access::encoded_delimiters(self));
        warnings
    }

    /// Parses the URL again to collect the deviations.
    fn deviations(&self, max: usize) -> Warnings {
        let mut warnings = Warnings { first: Vec::new(), dropped: 0 };
        if self.options().is_lenient() || self.registration().advises {
            let entry = self.is_known().then(|| Chosen::new(self.entry()));
            let mut add = |warning: Warning| warnings.add(warning, max);
            let result = self.registry().parse_url(self.text(), self.options(), entry, Some(&mut add));
            // A plugin may answer otherwise each time.
            let is_plugin = matches!(self.entry().implementation(), Implementation::Dynamic | Implementation::Module);
            debug_assert!(result.is_ok() || is_plugin, "a URL that was parsed can be parsed again");
            order::sort_by(&mut warnings.first, |one, other| place(one).cmp(&place(other)));
        }
        warnings
    }
}

/// Deviations are in the order of their places; at one place, those of a longer text come first.
fn place(warning: &Warning) -> (usize, Reverse<usize>, &str) {
    (warning.span().start(), Reverse(warning.span().end()), warning.id())
}

/// The number of deviations that [`Url::warnings`] keeps.
const MAX_DEVIATIONS: usize = 1_000;

/// The warnings about a URL, or the first of them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Warnings {
    /// The warnings that are kept, in the order of [`Url::warnings`].
    pub first: Vec<Warning>,
    /// The number of further deviations. Each has the id of one that is kept.
    pub dropped: usize,
}

impl Warnings {
    fn add(&mut self, deviation: Warning, max: usize) {
        let is_known = || self.first.iter().any(|one| one.id() == deviation.id());
        if self.first.len() >= max && is_known() {
            self.dropped += 1;
        } else {
            self.first.push(deviation);
        }
    }
}
