//! Output of several commands: JSON for programs, tables and drawings for people, and the streams with their colours.

pub(crate) mod components;
pub(crate) mod finding;
pub(crate) mod json;
pub(crate) mod json_line;
pub(crate) mod numbers;
pub(crate) mod object;
mod palette;
pub(crate) mod plugin_error;
mod redacted;
pub(crate) mod sink;
pub(crate) mod steps;
pub(crate) mod table;
pub(crate) mod wrap;

pub(crate) use palette::Palette;
