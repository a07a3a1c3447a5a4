//! The functions in DataFusion.

mod codec;
mod functions;
mod secrets;
mod support;
