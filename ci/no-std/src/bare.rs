//! What a program without a system must have: where it begins, memory, and what happens at a panic.
#![allow(unsafe_code, reason = "an allocator and an entry point; the program is linked and not run")]

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;
use core::ptr;

/// No memory: to link needs an allocator, and no more.
struct NoMemory;

// SAFETY: null says that there is no memory.
unsafe impl GlobalAlloc for NoMemory {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static MEMORY: NoMemory = NoMemory;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let _ = super::check();
    loop {
        core::hint::spin_loop();
    }
}
