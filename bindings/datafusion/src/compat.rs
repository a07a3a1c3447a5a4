//! Functions that read by the rules of other engines, for queries that come from there.

pub mod spark;
