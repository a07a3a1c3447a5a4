//! The edits of a canonical form as bytes: `{ u32 start; u32 end; u32 len; u8 text[len] }`, little-endian, not padded.

use core::ffi::c_void;

use crate::abi::{self, LocEdits, LocStatus, LocStr};

/// The length of a record without its text.
const HEAD: usize = 12;

/// Writes edits to a buffer of the host. What does not fit is only counted.
pub(super) struct Records {
    out: *mut u8,
    cap: usize,
    len: usize,
}

impl Records {
    /// # Safety
    /// `out` has a capacity of `cap` bytes for as long as this exists.
    pub(super) const unsafe fn new(out: *mut u8, cap: usize) -> Self {
        Self { out, cap, len: 0 }
    }

    /// Returns the number of bytes needed so far.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the callback that adds an edit. It is used while these records are neither moved nor borrowed.
    pub(super) const fn edits(&mut self) -> LocEdits {
        LocEdits { ctx: (&raw mut *self).cast(), replace: Some(replace) }
    }

    fn add(&mut self, start: u32, end: u32, text: &[u8]) -> LocStatus {
        let Ok(text_len) = u32::try_from(text.len()) else {
            return abi::F_NOMEM;
        };
        // A length that does not fit into `usize` fits into no buffer, either.
        if self.len.checked_add(HEAD).and_then(|len| len.checked_add(text.len())).is_none() {
            return abi::F_NOMEM;
        }
        for number in [start, end, text_len] {
            self.append(&number.to_le_bytes());
        }
        self.append(text);
        abi::OK
    }

    fn append(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if end <= self.cap {
            // SAFETY: `out` has a capacity of `cap` bytes, and the plugin's texts are not in it.
            unsafe { self.out.add(self.len).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        }
        self.len = end;
    }
}

/// `aup_edits.replace`
///
/// # Safety
/// `ctx` is that of [`Records::edits`], and the text is valid for the call.
unsafe extern "C" fn replace(ctx: *mut c_void, start: u32, end: u32, text: LocStr) -> LocStatus {
    // SAFETY: the records live as long as the callback, and are borrowed by it alone.
    let records = unsafe { &mut *ctx.cast::<Records>() };
    // SAFETY: the plugin lends the text for the call.
    records.add(start, end, unsafe { text.bytes() })
}
