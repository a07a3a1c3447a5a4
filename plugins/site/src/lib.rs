//! Writes a web site of a registry: a page for each scheme, and an index that can be searched.

#![forbid(unsafe_code)]
