//! What is wrong with a text, and what to hide of it: requirements, errors, warnings, and the one place that hides
//! passwords.

pub mod error;
pub mod redact;
pub mod requirement;
pub mod warning;
