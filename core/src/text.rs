//! Text primitives: spans, digits, escape sequences of terminals, what is visible, and suggestions for misspelt names.

pub(crate) mod did_you_mean;
pub(crate) mod digits;
pub(crate) mod drive;
#[allow(dead_code, reason = "extract and scrub follow")]
pub(crate) mod escape_sequence;
pub(crate) mod name_map;
#[doc(hidden)]
pub(crate) mod once;
pub(crate) mod order;
pub mod polyfill;
pub(crate) mod prelude;
pub(crate) mod span;
pub(crate) mod visible;
