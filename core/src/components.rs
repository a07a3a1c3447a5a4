//! The components of a parsed URL: their values, and the canonical form.

pub mod canonical;
mod canonical_rules;
pub mod url_ref;
pub mod value;
