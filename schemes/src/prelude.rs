//! What the prelude of `std` has beyond that of `core`.

pub(crate) use alloc::borrow::ToOwned;
pub(crate) use alloc::string::String;
pub(crate) use alloc::vec::Vec;
