//! Catches panics, because a host cannot catch the panic of a plugin.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::{self, LocStatus};
use crate::message::write_message;

/// Calls a function of the plugin, and turns a panic into [`abi::F_PANIC`] with the panic's text as the message.
pub(crate) fn catch(
    error: &mut Option<&mut abi::LocError>,
    call: impl FnOnce(&mut Option<&mut abi::LocError>) -> LocStatus,
) -> LocStatus {
    match catch_unwind(AssertUnwindSafe(|| call(error))) {
        Ok(status) => status,
        Err(payload) => {
            write_message(error, panic_text(&*payload).as_bytes());
            discard(payload);
            abi::F_PANIC
        }
    }
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}

/// Drops the payload of a panic. If that panics as well, leaks the second payload.
fn discard(payload: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
}
