//! Panics without the standard library: the module traps, and the host reports that.

use crate::abi::{self, LocStatus};

/// Calls a function of the plugin. A panic does not return.
pub(crate) fn catch(
    error: &mut Option<&mut abi::LocError>,
    call: impl FnOnce(&mut Option<&mut abi::LocError>) -> LocStatus,
) -> LocStatus {
    call(error)
}

/// Without the text of the panic: to write it would take more code than most schemes.
#[panic_handler]
fn trap(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
