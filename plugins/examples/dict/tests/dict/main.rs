//! The library of x-dict.

mod conforms;
mod exports;
