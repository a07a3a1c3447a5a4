//! A scheme whose simple URLs are read by code.

use anyurl_core::authors::{Cursor, PlanBuilder, Registration, Scheme};
use anyurl_core::{Error, PlanError};

/// A scheme whose simple URLs, of letters, digits and the other bytes that nearly all URLs consist of, are read by code.
pub(crate) struct Simple<S, R> {
    pub(crate) scheme: S,
    /// Reads a schemepart in strict mode. Returns false, with the cursor anywhere, if the grammar must read the text.
    ///
    /// Its type is that of one function, so each reader has a `parse` of its own: where schemes are mixed, the processor
    /// predicts one jump instead of two.
    pub(crate) read: R,
}

impl<S: Scheme, R: Fn(&mut Cursor<'_>) -> bool + Send + Sync + 'static> Scheme for Simple<S, R> {
    fn registration(&self) -> &Registration {
        self.scheme.registration()
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        if at.allows_fast_path() {
            let begin = at.position();
            if (self.read)(at) {
                return Ok(());
            }
            at.restart(begin);
        }
        self.scheme.parse(at)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        self.scheme.plan(to)
    }

    fn inner(&self) -> Option<&dyn Scheme> {
        Some(self.scheme.inner().unwrap_or(&self.scheme))
    }
}
