//! Plugins that are made for each test: libraries, and modules.

#[cfg(feature = "dynamic")]
mod dynamic;
#[cfg(feature = "wasm")]
mod wasm;
