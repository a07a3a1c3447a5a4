//! Parsing allocates nothing: a counting allocator watches every example of every scheme.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use locator::Options;
use locator::reference::ReferenceRules;

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator as it came; counting touches no memory of its own.
#[allow(unsafe_code, reason = "an allocator is an unsafe trait; this one belongs to a test")]
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

/// How many allocations `work` makes on this thread.
fn allocations(work: impl FnOnce()) -> usize {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn parsing_allocates_nothing() {
    let registry = locator::registry();
    let registrations: Vec<_> = registry.entries().map(locator::Entry::registration).collect();
    let mut urls: Vec<&str> = registrations.iter().flat_map(|one| one.examples.iter()).map(|row| &*row.url).collect();
    urls.extend(["x-foo://u:p@h:1/a", "X-UNKNOWN:a", "ftp://h/a%2Fb/c/d/e/f/g;type=i"]);
    let mut rejects: Vec<&str> = registrations.iter().flat_map(|one| one.rejects.iter()).map(|row| &*row.url).collect();
    rejects.extend(["", "foo", "x-foo:~"]);
    assert!(urls.len() > 40 && rejects.len() > 60);
    for options in [Options::new(), Options::new().current(), Options::new().lenient()] {
        for text in urls.iter().chain(&rejects) {
            // The first time, a name may be looked up and its grammar compiled.
            drop(registry.parse_with(text, options));
            let count = allocations(|| drop(std::hint::black_box(registry.parse_with(text, options))));
            assert_eq!(count, 0, "{text} with {options:?}");
        }
    }
}

#[test]
fn looking_at_components_allocates_nothing() {
    let url = locator::parse("ftp://u:p@h:2121/a/b/c;type=i").unwrap();
    let count = allocations(|| {
        std::hint::black_box((url.scheme(), url.user(), url.host(), url.port(), url.effective_port()));
        for part in url.components() {
            std::hint::black_box(part.text());
        }
        let ftp: locator::schemes::ftp::FtpUrl<'_> = url.view().unwrap();
        std::hint::black_box(ftp.cwd().count());
    });
    assert_eq!(count, 0);
}

#[test]
fn resolving_allocates_the_result_alone() {
    for base in ["http://h", "http://u@h/a/../b/c?q#f", "X-FOO://h/a/b"] {
        let url = locator::parse_with(base, Options::new().lenient()).unwrap();
        for partial in ["", "x", "../../x/./y/..", "..", "//k/x#f", "?y", "/", "G:h"] {
            for rules in [ReferenceRules::Draft1993, ReferenceRules::Rfc3986] {
                let mut resolved = Ok(());
                let count = allocations(|| resolved = url.resolve(partial, rules).map(drop));
                if resolved.is_ok() {
                    assert_eq!(count, 1, "{partial} at {base} by {rules:?}");
                }
            }
        }
    }
}

/// A URL is a value to be passed around: it may not grow without somebody noticing.
#[test]
fn sizes() {
    assert!(size_of::<locator::Url<'_>>() <= 96 + size_of::<locator::Spans>());
    assert!(size_of::<locator::Error>() <= 64);
}
