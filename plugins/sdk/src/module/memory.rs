//! The allocator of a module without the standard library. Memory that has been grown is kept and reused.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::{memory_grow, memory_size};
use core::cell::UnsafeCell;
use core::ptr;

use super::arena::Arena;

/// The unit in which memory grows.
const PAGE: usize = 0x1_0000;

struct Memory(UnsafeCell<Arena>);

// SAFETY: a module has one thread.
unsafe impl Sync for Memory {}

#[global_allocator]
static MEMORY: Memory = Memory(UnsafeCell::new(Arena::new()));

unsafe extern "C" {
    /// Defined by the linker: its address is the end of the data and of the stack.
    static __heap_base: u8;
}

impl Memory {
    /// Calls a function with the arena.
    fn with<T>(&self, call: impl FnOnce(&mut Arena) -> T) -> T {
        // SAFETY: there is one thread, and no function that is called here allocates.
        let arena = unsafe { &mut *self.0.get() };
        arena.start_at((&raw const __heap_base).expose_provenance());
        call(arena)
    }
}

// SAFETY: a piece lies behind the data and the stack, within the memory, and overlaps no other piece that is in use. Only
// this allocator grows the memory.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = self.with(|arena| arena.take(layout.size(), layout.align(), grow_to));
        start.map_or(ptr::null_mut(), ptr::with_exposed_provenance_mut)
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        self.with(|arena| arena.give_back(piece.addr(), layout.size()));
    }
}

/// Grows the memory to at least `end` bytes, and returns whether it has them.
fn grow_to(end: usize) -> bool {
    let missing = end.div_ceil(PAGE).saturating_sub(memory_size::<0>());
    missing == 0 || memory_grow::<0>(missing) != usize::MAX
}

/// Frees what earlier calls have allocated, and what they do not use any more.
pub(super) fn begin_call() {
    MEMORY.with(Arena::begin_call);
}
