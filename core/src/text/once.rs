//! `std::sync::OnceLock`, or what does the same without `std`.

#[cfg(not(feature = "std"))]
mod boxed;

#[cfg(not(feature = "std"))]
pub(crate) use boxed::OnceLock;
#[cfg(feature = "std")]
pub(crate) use std::sync::OnceLock;
