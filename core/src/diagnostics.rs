//! Requirements, errors and warnings, and the redaction of passwords and other secrets.

pub mod error;
pub mod names;
pub mod redact;
pub mod requirement;
pub mod secrets;
pub mod warning;
pub mod warning_id;
