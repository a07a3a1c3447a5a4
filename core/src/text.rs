//! Text primitives: spans, digits, and suggestions for misspelt names.

pub mod did_you_mean;
pub(crate) mod digits;
pub(crate) mod drive;
#[doc(hidden)]
pub mod polyfill;
pub mod span;
