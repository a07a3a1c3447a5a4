//! What is printed: JSON for programs, tables for people, and the colours of both streams.

pub(crate) mod json;
pub(crate) mod object;
mod palette;
pub(crate) mod parts;
pub(crate) mod steps;
pub(crate) mod table;

pub(crate) use palette::Palette;
