//! The functions over Arrow columns.

mod columns;
mod secrets;
