//! [`Base`]: what a reference is relative to.

use anyurl_core::Parser;

use crate::parts::Parts;
use crate::reading::Reading;

/// A base, and how references are resolved against it. They are functions of the value, so that a program that sets no base,
/// such as the module of a web page, has no code for them.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    pub(crate) text: String,
    pub(crate) resolve: fn(Parser<'_>, &str, &str) -> Reading,
    pub(crate) resolve_split: fn(&Parts, Parts) -> Parts,
}
