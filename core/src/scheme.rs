//! The contract of a scheme, on one page.

pub(crate) mod generic;

use std::any::Any;

use crate::components::canonical;
use crate::components::url_ref::UrlRef;
use crate::diagnostics::error::Error;
use crate::plan::{Operation, PlanBuilder, PlanError};
use crate::registration::{Registration, Relative};
use crate::syntax::cursor::Cursor;

/// One version of one scheme: what Section 4 of RFC 1738 asks of a submission, as a trait.
///
/// The ten of RFC 1738 are implemented this way, and so is yours: nothing downstream can tell them apart. See
/// `docs/adding-a-scheme.md` for one built step by step, and the scheme `nntp` of `locator-schemes` for the shape.
///
/// ```
/// use locator_core::plan::Transport;
/// use locator_core::{Cursor, Error, PlanBuilder, PlanError, Registration, Scheme};
///
/// struct Opaque(Registration);
///
/// impl Scheme for Opaque {
///     fn registration(&self) -> &Registration {
///         &self.0
///     }
///
///     fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
///         static XCHAR: locator_core::Class = locator_core::Class::xchar("xchar");
///         at.run(&XCHAR, "schemepart")?;
///         at.finish(&XCHAR, "schemepart")
///     }
///
///     fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
///         to.connect(Transport::Tcp)?;
///         to.line("HELLO").send()
///     }
/// }
/// ```
pub trait Scheme: Any + Send + Sync {
    /// The facts: name, version, status, syntax, access, examples.
    fn registration(&self) -> &Registration;

    /// Reads the schemepart, which begins at the cursor and ends where it ends, and sets the spans of the components.
    ///
    /// Must read everything ([`Cursor::finish`] says so), must not allocate, and must not panic for any text.
    ///
    /// # Errors
    /// The first place at which the text deviates from the syntax. In lenient mode, deviations that the scheme forgives
    /// are remarks instead ([`Cursor::tolerate`]).
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error>;

    /// What could have stood where `error` is, in words: ``"`?`; or a digit (number); or the end"``. Asked only when a
    /// person is told, so it may take its time; a scheme whose requirements say it has nothing to add.
    fn expected(&self, text: &str, error: &Error) -> Option<String> {
        let _ = (text, error);
        None
    }

    /// What the scheme says of `error` in words of its own, such as the message of a plugin; it need not be about what could
    /// have stood there. Asked only when a person is told.
    fn message(&self, text: &str, error: &Error) -> Option<String> {
        let _ = (text, error);
        None
    }

    /// Plans how the resource of a URL that it has read is accessed: the steps, one by one.
    ///
    /// # Errors
    /// Those of the builder, which refuses bytes that would act as protocol; and [`PlanError::NoAccessMethod`].
    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError>;

    /// Plans another operation than access, where the scheme has one (RFC 1738 §2, R-2-2).
    ///
    /// # Errors
    /// [`PlanError::Unsupported`], unless the scheme says otherwise; and those of the builder.
    fn operate(&self, operation: Operation, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        let scheme = to.url().scheme().to_ascii_lowercase();
        Err(PlanError::Unsupported { operation, scheme })
    }

    /// Writes the canonical form of a URL that it has read: by the general rules, unless the scheme has rules of its own
    /// ([`canonical::write`] takes them).
    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        canonical::general(url, to);
    }

    /// The scheme that this one stands in front of: one that changes how another is accessed, and nothing else, reads URLs
    /// as that one does, and has its views ([`Url::view`](crate::Url::view)).
    fn inner(&self) -> Option<&dyn Scheme> {
        None
    }

    /// What a partial form of the draft of 1993 may leave out: parts of the path where names are a hierarchy, and nothing
    /// where they are none, unless the draft says otherwise of this scheme (R-P-8).
    fn relative(&self) -> Relative {
        if self.registration().hierarchical { Relative::Path } else { Relative::No }
    }
}
