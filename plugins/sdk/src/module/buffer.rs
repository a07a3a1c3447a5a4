//! The buffer that a host writes its arguments to, and that a module writes its answers to.

use alloc::vec::Vec;
use core::cell::UnsafeCell;
use core::ptr;

/// The buffer, aligned to 8 bytes. It is not initialized: the host writes before the module reads.
struct Buffer(UnsafeCell<Vec<u64>>);

// SAFETY: a module has one thread.
unsafe impl Sync for Buffer {}

static BUFFER: Buffer = Buffer(UnsafeCell::new(Vec::new()));

/// `anyurl_buffer`: returns the start of a buffer of at least `len` bytes, or null if there is no memory for it.
///
/// It is valid until the next call of this function.
pub fn buffer(len: usize) -> *mut u8 {
    super::begin_call();
    let words = len.div_ceil(size_of::<u64>()).max(1);
    // SAFETY: this function is the only one that refers to it, and does not call itself.
    let buffer = unsafe { &mut *BUFFER.0.get() };
    if buffer.capacity() < words {
        // The old one is freed first, so that the new one can take its place.
        *buffer = Vec::new();
        if buffer.try_reserve_exact(words).is_err() {
            return ptr::null_mut();
        }
    }
    buffer.as_mut_ptr().cast()
}
