//! The components of a parsed URL: their values, and the canonical form.

pub mod canonical;
pub mod url_ref;
pub mod value;
