//! The generic syntax and the common Internet syntax (RFC 1738 §2, §3.1; RFC 3986 §2, §3), with which schemes parse.

pub mod authority;
pub(crate) mod class;
pub(crate) mod cursor;
pub(crate) mod dot_segments;
pub mod escape;
pub(crate) mod grammar;
pub mod host;
pub(crate) mod idna;
pub(crate) mod options;
pub(crate) mod shape;
pub(crate) mod split;
pub mod uri;
