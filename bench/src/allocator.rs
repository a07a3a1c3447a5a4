//! The allocator of this program: the system allocator with counters that can be enabled.
//!
//! While disabled, it costs one read of a flag.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicUsize, Ordering::Relaxed};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static IS_ON: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
/// Bytes in use, relative to the start of counting.
static HELD: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

struct Counting;

/// The heap usage of some work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heap {
    /// The number of allocations.
    pub(crate) calls: usize,
    /// The total number of bytes.
    pub(crate) bytes: usize,
    /// The peak number of bytes.
    pub(crate) peak: usize,
}

/// Runs `work` and counts the allocations of all threads.
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

// SAFETY: every call is passed unchanged to the system allocator; counting does not allocate.
#[allow(unsafe_code, reason = "an allocator is an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if IS_ON.load(Relaxed) {
            taken(layout.size());
        }
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if IS_ON.load(Relaxed) {
            taken(layout.size());
        }
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if IS_ON.load(Relaxed) {
            given_back(layout.size());
            taken(size);
        }
        // SAFETY: the caller upholds the contract.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if IS_ON.load(Relaxed) {
            given_back(layout.size());
        }
        // SAFETY: the caller upholds the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}
