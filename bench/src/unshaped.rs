//! The ten built-in schemes without their shapes, so that a grammar is compared with the general way to parse.

use std::sync::Arc;

use anyurl::authors::{Cursor, PlanBuilder, Registration, Relative, Scheme, UrlRef};
use anyurl::plan::Operation;
use anyurl::schemes::{file, ftp, gopher, http, mailto, news, nntp, prospero, telnet, wais};
use anyurl::{Error, PlanError, RegisterError, Registry};

/// A scheme that delegates everything except [`Scheme::shape`].
///
/// That adds a second virtual call to a parse.
struct Unshaped(&'static dyn Scheme);

/// The registry of the ten schemes without their shapes.
pub(crate) fn rfc1738() -> Result<Registry, RegisterError> {
    Ok(Registry::builder()
        .add(Arc::new(Unshaped(file::FILE)))?
        .add(Arc::new(Unshaped(ftp::FTP)))?
        .add(Arc::new(Unshaped(gopher::GOPHER)))?
        .add(Arc::new(Unshaped(http::HTTP)))?
        .add(Arc::new(Unshaped(mailto::MAILTO)))?
        .add(Arc::new(Unshaped(news::NEWS)))?
        .add(Arc::new(Unshaped(nntp::NNTP)))?
        .add(Arc::new(Unshaped(prospero::PROSPERO)))?
        .add(Arc::new(Unshaped(telnet::TELNET)))?
        .add(Arc::new(Unshaped(wais::WAIS)))?
        .build())
}

impl Scheme for Unshaped {
    fn registration(&self) -> &Registration {
        self.0.registration()
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        self.0.parse(at)
    }

    fn expected(&self, text: &str, error: &Error) -> Option<String> {
        self.0.expected(text, error)
    }

    fn message(&self, text: &str, error: &Error) -> Option<String> {
        self.0.message(text, error)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        self.0.plan(to)
    }

    fn operate(&self, operation: Operation, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        self.0.operate(operation, to)
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        self.0.canonicalize(url, to);
    }

    fn equality_key(&self, url: &UrlRef<'_>) -> Option<String> {
        self.0.equality_key(url)
    }

    fn inner(&self) -> Option<&dyn Scheme> {
        self.0.inner()
    }

    fn relative(&self) -> Relative {
        self.0.relative()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ten_without_shapes() {
        let unshaped = rfc1738().unwrap();
        assert!(unshaped.names().eq(anyurl::rfc1738().names()));
        assert!(anyurl::rfc1738().entries().any(|entry| entry.scheme().shape().is_some()));
        assert!(unshaped.entries().all(|entry| entry.scheme().shape().is_none()));
    }
}
