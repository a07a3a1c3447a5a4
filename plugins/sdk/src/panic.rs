//! No panic leaves a plugin: the host could not catch it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::{self, Status};

/// Calls a function of the plugin. A panic becomes [`abi::F_PANIC`], and its text the message.
pub(crate) fn guard(
    error: &mut Option<&mut abi::Error>,
    call: impl FnOnce(&mut Option<&mut abi::Error>) -> Status,
) -> Status {
    match catch_unwind(AssertUnwindSafe(|| call(error))) {
        Ok(status) => status,
        Err(payload) => {
            message(error, text(&*payload).as_bytes());
            discard(payload);
            abi::F_PANIC
        }
    }
}

/// What the panic says; most say a text.
fn text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without words")
}

/// Drops what a panic carried. That may panic as well: then what the second one carries is never dropped.
fn discard(payload: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
}

/// Writes a message, as much of it as the host has room for.
pub(crate) fn message(error: &mut Option<&mut abi::Error>, text: &[u8]) {
    let Some(error) = error else { return };
    let room = usize::try_from(error.message_cap).unwrap_or(0);
    let len = text.len().min(room);
    if error.message.is_null() || len == 0 {
        return;
    }
    // SAFETY: the host has room for `message_cap` bytes at `message`, and lends it for the call.
    unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), error.message, len) };
    error.message_len = u32::try_from(len).unwrap_or(0);
}
