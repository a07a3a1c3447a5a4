//! The trait that every scheme implements.

pub(crate) mod generic;
pub(crate) mod generic_uri;
mod refused;

use core::any::Any;

pub use refused::Refused;

use crate::components::canonical;
use crate::components::url_ref::UrlRef;
use crate::diagnostics::error::Error;
use crate::plan::{Operation, PlanBuilder, PlanError};
use crate::registration::{Registration, Relative};
use crate::syntax::cursor::Cursor;
use crate::syntax::shape::Shape;
use crate::text::polyfill::AsAny;
use crate::text::prelude::*;

/// A version of a scheme: what RFC 1738 §4 requires of the definition of a new scheme, as a trait.
///
/// The built-in schemes of RFC 1738 implement it like any other. See `docs/adding-a-scheme.md` for a scheme built step
/// by step, and `nntp` in `anyurl-schemes` for a complete example.
///
/// ```
/// use anyurl_core::plan::Transport;
/// use anyurl_core::{Error, PlanError};
/// use anyurl_core::authors::{Cursor, PlanBuilder, Registration, Scheme};
///
/// struct Opaque(Registration);
///
/// impl Scheme for Opaque {
///     fn registration(&self) -> &Registration {
///         &self.0
///     }
///
///     fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
///         static XCHAR: anyurl_core::authors::Class = anyurl_core::authors::Class::xchar("xchar");
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
pub trait Scheme: AsAny + Any + Send + Sync {
    /// The registration: name, version, status, syntax, access, examples.
    fn registration(&self) -> &Registration;

    /// Parses the schemepart, from the position of the cursor to its limit, and sets the spans of the components.
    ///
    /// Must read everything ([`Cursor::finish`] checks it), must not allocate, and must not panic for any text.
    ///
    /// ```
    /// use anyurl_core::{Mode, Slot, Span};
    /// use anyurl_core::authors::{Cursor, Scheme};
    ///
    /// let mut at = Cursor::new("nntp://h/comp.lang/7", Span::new(5, 20), Mode::Strict, None);
    /// anyurl_schemes::nntp::NNTP.parse(&mut at)?;
    /// assert_eq!(at.get(Slot::HOST).map(|span| at.text(span)), Some("h"));
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first deviation from the syntax. In lenient mode, deviations that the scheme tolerates are warnings instead
    /// ([`Cursor::tolerate`]).
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error>;

    /// The shape that nearly all URLs of the scheme have, if there is one. Strict mode reads URLs of this shape without
    /// calling [`Scheme::parse`], which must find the same components in them. A registry asks for it once, when it has
    /// parsed a URL of the scheme.
    ///
    /// ```
    /// use anyurl_core::authors::{Scheme, Shape};
    ///
    /// assert_eq!(anyurl_schemes::http::HTTP.shape(), Some(Shape::RFC1738));
    /// assert_eq!(anyurl_schemes::ftp::FTP.shape(), None); // a user, a password, a port, …
    /// ```
    fn shape(&self) -> Option<Shape> {
        self.inner()?.shape()
    }

    /// What is allowed at the error: ``"`?`; or the end"``; `None` if the requirement says it. Only called to show an
    /// error.
    fn expected(&self, text: &str, error: &Error) -> Option<String> {
        self.inner()?.expected(text, error)
    }

    /// The scheme's own message about `error`, such as that of a plugin. Called only to show an error to a person.
    fn message(&self, text: &str, error: &Error) -> Option<String> {
        self.inner()?.message(text, error)
    }

    /// Plans the steps that access the resource of a URL of this scheme.
    ///
    /// # Errors
    /// Those of the builder, which rejects bytes that would act as protocol, and [`PlanError::NoAccessMethod`].
    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError>;

    /// Plans an operation other than access, if the scheme defines it (RFC 1738 §2, R-2-2).
    ///
    /// # Errors
    /// [`PlanError::Unsupported`] if the scheme does not define the operation, and those of the builder.
    fn operate(&self, operation: Operation, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        match self.inner() {
            Some(inner) => inner.operate(operation, to),
            None => Err(unsupported(operation, to)),
        }
    }

    /// Writes the canonical form: by the general rules, unless the scheme adds rules of its own with
    /// [`canonical::write`].
    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        match self.inner() {
            Some(inner) => inner.canonicalize(url, to),
            None => canonical::general(url, to),
        }
    }

    /// The text by which a URL in its canonical form is compared, if parts of it do not count: a query of a urn.
    fn equality_key(&self, url: &UrlRef<'_>) -> Option<String> {
        self.inner()?.equality_key(url)
    }

    /// The scheme that this one wraps: both have the same views, and what this one does not define is that of the wrapped one.
    fn inner(&self) -> Option<&dyn Scheme> {
        None
    }

    /// What a partial form (R-P-8) may omit: by default parts of the path if names are hierarchical, otherwise nothing.
    fn relative(&self) -> Relative {
        match self.inner() {
            Some(inner) => inner.relative(),
            None if self.registration().hierarchical => Relative::Path,
            None => Relative::No,
        }
    }
}

/// Once, rather than in every scheme.
#[cold]
fn unsupported(operation: Operation, to: &PlanBuilder<'_>) -> PlanError {
    PlanError::Unsupported { operation, scheme: to.url().scheme().to_ascii_lowercase() }
}
