//! The library for web pages.

mod page;
mod secrets;
