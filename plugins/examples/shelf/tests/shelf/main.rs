//! The implementations of x-shelf: libraries and modules, in Rust and in C.

mod conforms;
mod equal;
mod module;
