//! Requirements, errors and warnings, and the redaction of passwords and other secrets.

pub(crate) mod error;
#[cfg(feature = "std")]
pub(crate) mod error_contexts;
pub(crate) mod names;
pub(crate) mod redact;
pub(crate) mod requirement;
pub(crate) mod secrets;
pub(crate) mod warning;
pub mod warning_id;
