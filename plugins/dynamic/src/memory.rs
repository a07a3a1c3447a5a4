//! Reads what a plugin shows of its memory: with every length bounded, and copied once.

#![expect(unsafe_code, reason = "memory of a plugin is read")]

use std::mem::MaybeUninit;

use locator_plugin::abi::{Header, Plugin, Scheme, Str};

/// No struct of the ABI is longer, in whatever minor version.
const LARGEST: usize = 1 << 16;

/// No text of a plugin is longer.
const LONGEST: usize = 1 << 20;

/// What a pointer is refused for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Wrong {
    #[error("a null pointer")]
    Null,
    #[error("a pointer that is not aligned")]
    Misaligned,
    #[error("a size of {0} bytes")]
    Size(usize),
    #[error("a text of {0} bytes")]
    Length(usize),
    #[error("a text that is not UTF-8")]
    Utf8,
    #[error("a list of {0}")]
    Many(usize),
}

/// A struct that later versions append to.
///
/// # Safety
/// All bytes zero are a value of it.
pub(crate) unsafe trait Growing: Copy {
    /// The size of version 1.0 up to the last field that must be there.
    const SMALLEST: usize;
}

// SAFETY: numbers, pointers and optional functions.
unsafe impl Growing for Plugin {
    const SMALLEST: usize = locator_plugin::abi::PLUGIN_SMALLEST;
}

// SAFETY: the same.
unsafe impl Growing for Scheme {
    const SMALLEST: usize = locator_plugin::abi::SCHEME_SMALLEST;
}

/// Leave to follow the pointers of a plugin.
#[derive(Clone, Copy)]
pub(crate) struct Memory(());

#[expect(clippy::unused_self, reason = "who has no leave to read cannot call them")]
impl Memory {
    /// # Safety
    /// Whatever is read by it has been shown by a plugin that keeps the ABI: each pointer that is neither null nor
    /// misaligned leads to as much as is said beside it, which stays as it is.
    pub(crate) const unsafe fn of_a_plugin() -> Self {
        Self(())
    }

    /// The beginning of a plugin.
    pub(crate) fn header(self, pointer: *const Header) -> Result<Header, Wrong> {
        // It begins a `Plugin`, which is aligned more strictly.
        check::<Plugin>(pointer.cast())?;
        // SAFETY: checked, and otherwise the contract of a `Memory`.
        Ok(unsafe { pointer.read() })
    }

    /// The number that a scheme begins with: its size.
    pub(crate) fn size(self, pointer: *const Scheme) -> Result<u32, Wrong> {
        check::<Scheme>(pointer.cast())?;
        // SAFETY: checked, and otherwise the contract of a `Memory`.
        Ok(unsafe { pointer.cast::<u32>().read() })
    }

    /// A struct of `size` bytes: as much of it as is known here, and zero where it has less.
    pub(crate) fn growing<T: Growing>(self, pointer: *const T, size: u32) -> Result<T, Wrong> {
        check::<T>(pointer.cast())?;
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        if !(T::SMALLEST..=LARGEST).contains(&size) {
            return Err(Wrong::Size(size));
        }
        let mut copy = MaybeUninit::<T>::zeroed();
        let known = size.min(size_of::<T>());
        let (from, to) = (pointer.cast::<u8>(), copy.as_mut_ptr().cast::<u8>());
        // SAFETY: `known` bytes can be read by the contract of a `Memory`, and written because they fit.
        unsafe { from.copy_to_nonoverlapping(to, known) };
        // SAFETY: `Growing` says that zero is a value, and what is not zero the plugin has filled in.
        Ok(unsafe { copy.assume_init() })
    }

    /// The elements of an array.
    pub(crate) fn list<T: Copy>(self, pointer: *const T, len: u32, most: usize) -> Result<Vec<T>, Wrong> {
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        if len == 0 {
            return Ok(Vec::new());
        }
        if len > most {
            return Err(Wrong::Many(len));
        }
        check::<T>(pointer.cast())?;
        // SAFETY: checked, and otherwise the contract of a `Memory`.
        Ok(unsafe { std::slice::from_raw_parts(pointer, len) }.to_vec())
    }

    /// A text: UTF-8.
    pub(crate) fn text(self, text: Str) -> Result<String, Wrong> {
        if text.len == 0 {
            return Ok(String::new());
        }
        if text.ptr.is_null() {
            return Err(Wrong::Null);
        }
        if text.len > LONGEST {
            return Err(Wrong::Length(text.len));
        }
        // SAFETY: checked, and otherwise the contract of a `Memory`.
        let bytes = unsafe { std::slice::from_raw_parts(text.ptr, text.len) };
        String::from_utf8(bytes.to_vec()).map_err(|_| Wrong::Utf8)
    }
}

/// Whether a pointer can lead to a `T`.
fn check<T>(pointer: *const u8) -> Result<(), Wrong> {
    if pointer.is_null() {
        Err(Wrong::Null)
    } else if pointer.addr().is_multiple_of(align_of::<T>()) {
        Ok(())
    } else {
        Err(Wrong::Misaligned)
    }
}
