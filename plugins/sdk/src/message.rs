//! Messages in the host's buffer.

use crate::abi;

/// Writes a message to the host's buffer, truncated to its capacity.
pub(crate) fn write_message(error: &mut Option<&mut abi::LocError>, text: &[u8]) {
    let Some(error) = error else { return };
    let capacity = usize::try_from(error.message_cap).unwrap_or(0);
    let len = text.len().min(capacity);
    if error.message.is_null() || len == 0 {
        return;
    }
    // SAFETY: `message` points to a buffer of `message_cap` bytes that the host lends for the call.
    unsafe { core::ptr::copy_nonoverlapping(text.as_ptr(), error.message, len) };
    error.message_len = u32::try_from(len).unwrap_or(0);
}
