//! The components of a parsed URL: their values, and the canonical form.

pub(crate) mod canonical;
mod canonical_rules;
pub(crate) mod url_ref;
pub mod value;
