//! Text primitives: spans, digits, and suggestions for misspelt names.

pub mod did_you_mean;
pub(crate) mod digits;
pub(crate) mod drive;
pub mod span;
