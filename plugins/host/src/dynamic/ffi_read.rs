//! Bounded reads of a plugin's memory. Everything is copied once.

#![expect(unsafe_code, reason = "reads memory of a plugin")]

use std::mem::MaybeUninit;

use anyurl_plugin::abi::{LocHeader, LocPlugin, LocScheme, LocStr};

/// The largest struct of the ABI, in any minor version.
const MAX_STRUCT: usize = 1 << 16;

/// The longest text of a plugin.
const MAX_TEXT: usize = 1 << 20;

/// Invalid data of a plugin. The message completes the sentence "the name is …".
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("a null pointer")]
    Null,
    #[error("a misaligned pointer")]
    Misaligned,
    #[error("a struct of {0} bytes")]
    StructSize(usize),
    #[error("a text of {0} bytes")]
    TextLength(usize),
    #[error("not UTF-8")]
    Utf8,
    #[error("a list of {0} elements")]
    ListLength(usize),
}

/// A struct that begins with its size, and to which later versions append fields.
///
/// # Safety
/// All-zero bytes are a valid value.
pub(crate) unsafe trait SizedStruct: Copy {
    /// The size up to the last required field of version 1.0.
    const SMALLEST: usize;
}

// SAFETY: numbers, pointers and optional functions.
unsafe impl SizedStruct for LocPlugin {
    const SMALLEST: usize = anyurl_plugin::abi::PLUGIN_SMALLEST;
}

// SAFETY: as for `LocPlugin`.
unsafe impl SizedStruct for LocScheme {
    const SMALLEST: usize = anyurl_plugin::abi::SCHEME_SMALLEST;
}

/// The right to dereference pointers of a plugin.
#[derive(Clone, Copy)]
pub(crate) struct PluginMemory(());

#[expect(clippy::unused_self, reason = "only the owner of a token may read")]
impl PluginMemory {
    /// # Safety
    /// Everything read by this token comes from a plugin that follows the ABI: each pointer that is neither null nor
    /// misaligned points to as many bytes or elements as the accompanying length says, and they never change.
    pub(crate) const unsafe fn new() -> Self {
        Self(())
    }

    /// Reads the header of a plugin.
    pub(crate) fn header(self, pointer: *const LocHeader) -> Result<LocHeader, ReadError> {
        // The header begins a `LocPlugin`, which has a stricter alignment.
        check::<LocPlugin>(pointer.cast())?;
        // SAFETY: checked above; otherwise by the contract of `new`.
        Ok(unsafe { pointer.read() })
    }

    /// Reads the size of a scheme, its first field.
    pub(crate) fn size(self, pointer: *const LocScheme) -> Result<u32, ReadError> {
        check::<LocScheme>(pointer.cast())?;
        // SAFETY: checked above; otherwise by the contract of `new`.
        Ok(unsafe { pointer.cast::<u32>().read() })
    }

    /// Reads a struct of `size` bytes: fields unknown to this version are ignored, missing fields are zero.
    pub(crate) fn sized<T: SizedStruct>(self, pointer: *const T, size: u32) -> Result<T, ReadError> {
        check::<T>(pointer.cast())?;
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        if !(T::SMALLEST..=MAX_STRUCT).contains(&size) {
            return Err(ReadError::StructSize(size));
        }
        let mut copy = MaybeUninit::<T>::zeroed();
        let known = size.min(size_of::<T>());
        let (from, to) = (pointer.cast::<u8>(), copy.as_mut_ptr().cast::<u8>());
        // SAFETY: `known` bytes are readable by the contract of `new`, and fit into `copy`.
        unsafe { from.copy_to_nonoverlapping(to, known) };
        // SAFETY: zero is valid by the contract of `SizedStruct`, and the plugin has set the other bytes.
        Ok(unsafe { copy.assume_init() })
    }

    /// Reads an array.
    pub(crate) fn list<T: Copy>(self, pointer: *const T, len: u32, limit: usize) -> Result<Vec<T>, ReadError> {
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        if len == 0 {
            return Ok(Vec::new());
        }
        if len > limit {
            return Err(ReadError::ListLength(len));
        }
        check::<T>(pointer.cast())?;
        // SAFETY: checked above; otherwise by the contract of `new`.
        Ok(unsafe { std::slice::from_raw_parts(pointer, len) }.to_vec())
    }

    /// Reads a text, which must be UTF-8.
    pub(crate) fn text(self, text: LocStr) -> Result<String, ReadError> {
        String::from_utf8(self.bytes(text)?).map_err(|_| ReadError::Utf8)
    }

    /// Reads bytes.
    pub(crate) fn bytes(self, text: LocStr) -> Result<Vec<u8>, ReadError> {
        if text.len == 0 {
            return Ok(Vec::new());
        }
        if text.ptr.is_null() {
            return Err(ReadError::Null);
        }
        if text.len > MAX_TEXT {
            return Err(ReadError::TextLength(text.len));
        }
        // SAFETY: checked above; otherwise by the contract of `new`.
        Ok(unsafe { std::slice::from_raw_parts(text.ptr, text.len) }.to_vec())
    }
}

/// Checks that a pointer can point to a `T`.
fn check<T>(pointer: *const u8) -> Result<(), ReadError> {
    if pointer.is_null() {
        Err(ReadError::Null)
    } else if pointer.addr().is_multiple_of(align_of::<T>()) {
        Ok(())
    } else {
        Err(ReadError::Misaligned)
    }
}
