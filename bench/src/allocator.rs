//! The allocator of this program: the system's, which counts while somebody wants to know.
//!
//! Otherwise it asks one flag and no more, so that those who allocate do not pay for being watched.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicUsize, Ordering::Relaxed};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static IS_ON: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
/// Held now, beyond what was held when counting began.
static HELD: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

struct Counting;

/// What some work asked of the heap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heap {
    /// How often it asked.
    pub(crate) calls: usize,
    /// For how many bytes in all.
    pub(crate) bytes: usize,
    /// How many it held at most.
    pub(crate) peak: usize,
}

/// Does some work and watches the heap, of all threads.
pub(crate) fn watch<T>(work: impl FnOnce() -> T) -> (T, Heap) {
    CALLS.store(0, Relaxed);
    BYTES.store(0, Relaxed);
    HELD.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    IS_ON.store(true, Relaxed);
    let done = work();
    IS_ON.store(false, Relaxed);
    let heap = Heap { calls: CALLS.load(Relaxed), bytes: BYTES.load(Relaxed), peak: PEAK.load(Relaxed).unsigned_abs() };
    (done, heap)
}

#[cold]
fn taken(bytes: usize) {
    CALLS.fetch_add(1, Relaxed);
    BYTES.fetch_add(bytes, Relaxed);
    let held = HELD.fetch_add(bytes.cast_signed(), Relaxed) + bytes.cast_signed();
    PEAK.fetch_max(held, Relaxed);
}

#[cold]
fn given_back(bytes: usize) {
    HELD.fetch_sub(bytes.cast_signed(), Relaxed);
}

// SAFETY: every call is handed on to the system's allocator as it came; counting touches no memory of its own.
#[allow(unsafe_code, reason = "an allocator is an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if IS_ON.load(Relaxed) {
            taken(layout.size());
        }
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if IS_ON.load(Relaxed) {
            taken(layout.size());
        }
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if IS_ON.load(Relaxed) {
            given_back(layout.size());
            taken(size);
        }
        // SAFETY: the caller's promises are handed on.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if IS_ON.load(Relaxed) {
            given_back(layout.size());
        }
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}
