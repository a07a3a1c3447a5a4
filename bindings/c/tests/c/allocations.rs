//! A counting allocator verifies that `anyurl_parse_into` does not allocate.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::mem::MaybeUninit;

use anyurl_c::{CParts, CSpan, anyurl_parse_into, anyurl_registry_shipped};

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed unchanged to the system allocator; counting does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Parses a text, and counts the allocations.
fn parse_into(text: &str, options: u32) -> (bool, usize) {
    let registry = anyurl_registry_shipped();
    let (mut parts, mut wrong) = (MaybeUninit::<CParts>::zeroed(), MaybeUninit::<CSpan>::uninit());
    let before = COUNT.get();
    // SAFETY: the text has as many bytes as it says, and `parts` has its size in its first field.
    let accepted = unsafe {
        parts.as_mut_ptr().cast::<u32>().write(u32::try_from(size_of::<CParts>()).unwrap());
        anyurl_parse_into(registry, text.as_ptr(), text.len(), options, parts.as_mut_ptr(), wrong.as_mut_ptr())
    };
    (accepted, COUNT.get() - before)
}

#[test]
fn the_counter_counts() {
    let before = COUNT.get();
    drop(std::hint::black_box(Box::new(1)));
    assert_eq!(COUNT.get() - before, 1);
}

#[test]
fn parsing_into_allocates_nothing() {
    let registry = anyurl::registry();
    let registrations: Vec<_> = registry.entries().map(anyurl::Entry::registration).collect();
    let examples = registrations.iter().flat_map(|one| one.examples.iter()).map(|row| &*row.url);
    let rejects = registrations.iter().flat_map(|one| one.rejects.iter()).map(|row| &*row.url);
    let texts: Vec<&str> = examples.chain(rejects).chain(["", "foo", "x-foo://u:p@h:1/a", "X-UNKNOWN:a"]).collect();
    let mut accepted = 0;
    for options in 0..4 {
        for text in &texts {
            // The first parse may load a lazy entry and compile its grammar.
            parse_into(text, options);
            let (valid, count) = parse_into(text, options);
            assert_eq!(count, 0, "{text} with options {options}");
            accepted += usize::from(valid);
        }
    }
    assert!(accepted > 40 && accepted < 4 * texts.len() - 60);
}
