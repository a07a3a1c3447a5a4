//! The library for web pages.

mod package;
mod page;
mod secrets;
