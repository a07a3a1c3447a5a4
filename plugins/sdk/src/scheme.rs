//! The contract of a scheme: a definition and a reader; and, where data does not say it, a plan and a canonical form.

use crate::cursor::Cursor;
use crate::definition::Definition;
use crate::error::{Error, Failure};
use crate::host::{Edits, Steps};
use crate::url::Url;

/// One version of one scheme. It has no state: what a scheme remembers stands in a `static` of its own.
pub trait Scheme: 'static {
    /// The facts: name, version, syntax, access, examples.
    const DEFINITION: Definition;

    /// Reads the schemepart, which begins at the cursor, and sets the spans of the components.
    ///
    /// Must read everything ([`Cursor::finish`] says so). It is called from several threads at once.
    ///
    /// # Errors
    /// The first place at which the text deviates from the syntax. In lenient mode, deviations that the scheme forgives
    /// are remarks instead ([`Cursor::deviate`]).
    fn parse(at: &mut Cursor<'_>) -> Result<(), Error>;
}

/// A scheme whose steps of access depend on the URL; the others write them into [`Definition::steps`].
///
/// To implement it is enough: [`export_plugin!`](crate::export_plugin) finds it.
pub trait Plan: Scheme {
    /// Tells the steps of access of a URL that `parse` has read.
    ///
    /// # Errors
    /// What the steps answer, and why a URL is not accessed.
    fn plan(url: &Url<'_>, to: &mut Steps<'_>) -> Result<(), Failure>;
}

/// A scheme whose canonical form goes beyond the general rules.
///
/// To implement it is enough: [`export_plugin!`](crate::export_plugin) finds it.
pub trait Canonicalize: Scheme {
    /// Tells what stands in the place of which bytes, in their order. The general rules are applied by the host: the
    /// case of scheme and host, zeros of a port, the default port, escapes.
    ///
    /// # Errors
    /// What the edits answer.
    fn canonicalize(url: &Url<'_>, to: &mut Edits<'_>) -> Result<(), Failure>;
}
