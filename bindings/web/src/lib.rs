//! The library for JavaScript: the module of the npm package `anyurl`, and of the tester of a registry's web site.
//!
//! Texts are passed in the memory of the module: the caller asks for room with [`allocate`], writes UTF-8 there, and passes
//! the place; an answer is at [`answer`], and stays there until the next call. All questions are those of [`ask`].
//!
//! | module | content |
//! |---|---|
//! | `package` | what is asked |
//! | `schemes` | the built-in schemes |
//! | `files` | registry files |
//! | `rulebooks` | how other rulebooks read a text |
//!
//! Without features there are the built-in schemes and the generic syntax only: no registry files, comparison, policies, plans,
//! building and masking of other texts. The feature `full` adds them, and `modules` schemes that are WebAssembly modules.

#[cfg(feature = "full")]
mod files;
mod package;
#[cfg(feature = "full")]
mod rulebooks;
mod schemes;

use std::cell::RefCell;

pub use package::Package;
#[cfg(feature = "full")]
pub use {
    files::with_files,
    package::Report,
    rulebooks::{Answer, Compared, Rulebooks},
};

/// The version, which the command compares with its own: the schemes that a page loads are written by it.
#[cfg(target_family = "wasm")]
#[used]
#[unsafe(link_section = "anyurl-version")]
static VERSION: [u8; env!("CARGO_PKG_VERSION").len()] = {
    let mut version = [0; env!("CARGO_PKG_VERSION").len()];
    version.copy_from_slice(env!("CARGO_PKG_VERSION").as_bytes());
    version
};

thread_local! {
    static PACKAGE: Package = Package::default();
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Room for a text of `len` bytes, which the next call takes.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(len: usize) -> *mut u8 {
    Box::leak(vec![0; len].into_boxed_slice()).as_mut_ptr()
}

/// Answers a call, in JSON. Returns the length of the answer.
///
/// # Safety
/// The text is at a place that [`allocate`] returned for this length, and is passed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(text: *mut u8, len: usize) -> usize {
    // SAFETY: the caller upholds the contract.
    let text = unsafe { taken(text, len) };
    let text = PACKAGE.with(|package| package.answer(&text));
    let len = text.len();
    ANSWER.set(text);
    len
}

/// The answer of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// # Safety
/// The text is at a place that [`allocate`] returned for this length, and is passed once.
unsafe fn taken(text: *mut u8, len: usize) -> String {
    // SAFETY: `allocate` leaked a boxed slice of this length, and the caller passes it once.
    let bytes = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(text, len)) };
    String::from_utf8_lossy(&bytes).into_owned()
}
