//! Texts without meaning: spans, digits, and names that resemble each other.

pub mod did_you_mean;
pub(crate) mod digits;
pub mod span;
