//! The generic syntax and the common Internet syntax (RFC 1738 §2, §3.1; RFC 3986 §2, §3), with which schemes parse.

pub mod authority;
pub mod class;
pub mod cursor;
pub(crate) mod dot_segments;
pub mod escape;
pub mod grammar;
pub mod host;
pub(crate) mod idna;
pub mod options;
pub mod shape;
pub mod split;
pub mod uri;
