//! In strict mode, parsing a US-ASCII URL with a plugin allocates nothing in the host.

#![expect(unsafe_code, reason = "implements an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use crate::dynamic::support::{Folder, registry};
use anyurl_core::Options;

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: forwards every call to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's contract.
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
        let _ = std::hint::black_box(registry.parser().options(options).parse(text));
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
        // The context of an error is allocated at its first use.
        let _ = count(text, Options::new());
        assert_eq!(count(text, Options::new()), 0, "{text}");
    }
    assert_eq!(count("x-pigeon://h/roof", Options::new().lenient()), 0);
    // Tolerated characters are escaped for the plugin.
    assert!(count("x-pigeon://h/a b", Options::new().lenient()) > 0);
}
