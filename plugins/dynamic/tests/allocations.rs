//! Reading a URL by a plugin allocates nothing on the side of the host, strictly and for US-ASCII: a counting allocator
//! watches.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use locator_core::Options;
use support::{Folder, registry};

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator as it came; counting touches no memory of its own.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn reading_allocates_nothing() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let registry = registry(&path);
    let count = |text: &str, options| {
        let before = COUNT.get();
        let _ = std::hint::black_box(registry.parse_with(text, options));
        COUNT.get() - before
    };
    for text in [
        "x-pigeon://h/roof",
        "x-pigeon://host.example:7070/a%20b/7",
        "x-pigeon://h/a~b",
        "x-pigeon://h_/a",
        "x-pigeon:h",
        "x-pigeon://h/roof/x",
        "x-pigeon://h/bad-range",
        "x-pigeon://h/bad-panic",
    ] {
        // What an error names is made when it is first given.
        let _ = count(text, Options::new());
        assert_eq!(count(text, Options::new()), 0, "{text}");
    }
    assert_eq!(count("x-pigeon://h/roof", Options::new().lenient()), 0);
    // What is forgiven is written anew for the plugin.
    assert!(count("x-pigeon://h/a b", Options::new().lenient()) > 0);
}
