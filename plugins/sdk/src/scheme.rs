//! The traits of a scheme: [`Scheme`], and optionally [`Plan`] and [`Canonicalize`].

use crate::cursor::Cursor;
use crate::definition::Definition;
use crate::error::{Error, Failure};
use crate::host::{Edits, Steps};
use crate::url::Url;

/// One version of one scheme. It has no state of its own; a scheme that needs some uses a `static`.
pub trait Scheme: 'static {
    /// The definition: name, version, syntax, access, examples.
    const DEFINITION: Definition;

    /// Parses the schemepart, which begins at the cursor, and sets the spans of the components.
    ///
    /// Must consume the whole text; [`Cursor::finish`] checks that. Called from several threads at once.
    ///
    /// # Errors
    /// The first deviation from the syntax. In lenient mode, [`Cursor::tolerate`] turns deviations that the scheme
    /// tolerates into warnings.
    fn parse(at: &mut Cursor<'_>) -> Result<(), Error>;
}

/// A scheme whose access steps depend on the URL. Other schemes list them in [`Definition::steps`].
///
/// [`export_plugin!`](crate::export_plugin) detects the implementation.
pub trait Plan: Scheme {
    /// Adds the access steps of a URL to `to`.
    ///
    /// # Errors
    /// Errors of `to`, or the reason why the URL cannot be accessed.
    fn plan(url: &Url<'_>, to: &mut Steps<'_>) -> Result<(), Failure>;
}

/// A scheme whose canonical form goes beyond the general rules.
///
/// [`export_plugin!`](crate::export_plugin) detects the implementation.
pub trait Canonicalize: Scheme {
    /// Adds edits of the general canonical form to `to`, in order. The host has already applied the general rules: case of
    /// scheme and host, leading zeros of the port, the default port, escapes.
    ///
    /// # Errors
    /// Errors of `to`.
    fn canonicalize(url: &Url<'_>, to: &mut Edits<'_>) -> Result<(), Failure>;
}
