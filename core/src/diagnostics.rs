//! Requirements, errors and warnings, and the redaction of passwords.

pub mod error;
pub mod redact;
pub mod requirement;
pub mod warning;
