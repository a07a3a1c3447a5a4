//! A counting allocator verifies that parsing does not allocate and that reloading a registry file does not leak.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use anyurl::Options;
use anyurl::declared::format::RegistryFile;
use anyurl::declared::layers::Stack;
use anyurl::reference::ReferenceRules;
use anyurl_testkit::registry_file;

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// The number of bytes that this thread has allocated and not freed.
    static LIVE: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed unchanged to the system allocator; counting does not allocate.
#[allow(unsafe_code, reason = "an allocator is an unsafe trait; this one belongs to a test")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        LIVE.set(LIVE.get().wrapping_add(layout.size()));
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.set(LIVE.get().wrapping_sub(layout.size()));
        // SAFETY: the caller upholds the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The number of allocations of `work` on this thread.
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
    let registry = anyurl::registry();
    let registrations: Vec<_> = registry.entries().map(anyurl::Entry::registration).collect();
    let mut urls: Vec<&str> = registrations.iter().flat_map(|one| one.examples.iter()).map(|row| &*row.url).collect();
    urls.extend(["x-foo://u:p@h:1/a", "X-UNKNOWN:a", "ftp://h/a%2Fb/c/d/e/f/g;type=i"]);
    let mut rejects: Vec<&str> = registrations.iter().flat_map(|one| one.rejects.iter()).map(|row| &*row.url).collect();
    rejects.extend(["", "foo", "x-foo:~"]);
    assert!(urls.len() > 40 && rejects.len() > 60);
    let strict = Options::new();
    for options in [strict, strict.rfc1738(), strict.lenient(), strict.lenient().rfc1738()] {
        for text in urls.iter().chain(&rejects) {
            // The first parse may load a lazy entry and compile its grammar.
            drop(registry.parser().options(options).parse(text));
            let count = allocations(|| drop(std::hint::black_box(registry.parser().options(options).parse(text))));
            assert_eq!(count, 0, "{text} with {options:?}");
        }
    }
}

#[test]
fn accessing_components_allocates_nothing() {
    let url = anyurl::parse("ftp://u:p@h:2121/a/b/c;type=i").unwrap();
    let count = allocations(|| {
        std::hint::black_box((url.scheme(), url.user(), url.host(), url.port(), url.effective_port()));
        for part in url.components() {
            std::hint::black_box(part.text());
        }
        let ftp: anyurl::schemes::ftp::FtpUrl<'_> = url.view().unwrap();
        std::hint::black_box(ftp.cwd().count());
    });
    assert_eq!(count, 0);
}

#[test]
fn resolving_allocates_only_the_result() {
    for base in ["http://h", "http://u@h/a/../b/c?q#f", "X-FOO://h/a/b"] {
        let url = anyurl::registry().parser().lenient().parse(base).unwrap();
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

/// Reloading a registry file frees everything that was loaded, used and dropped, including the texts of errors.
#[test]
fn reloading_a_registry_file_leaks_nothing() {
    const ENTRIES: &str = r#"[[mask]]
name = "gopher"
reason = "retired"
[[scheme]]
name = "com.example.ticket"
status = "private"
description = "tickets"
  [scheme.syntax]
  grammar = "rfc1738"
  dialect = "rfc5234"
  start = "url"
  abnf = """
url    = "com.example.ticket:" queue "/" number
queue  = 1*ALPHA
number = 1*DIGIT
"""
  component = [{ name = "queue", rule = "queue" }, { name = "number", rule = "number", type = "u16" }]
  [scheme.access]
  kind = "handler"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Look the ticket up."
"#;
    let file = registry_file("organization", "com.example", "com.example.*", ENTRIES);
    let reload = || {
        let file = RegistryFile::from_text("org.toml", file.as_str()).unwrap().load().unwrap();
        let resolved = Stack::new().push(file).resolve(anyurl::rfc1738(), None).unwrap();
        let registry = resolved.registry();
        assert!(registry.parse("com.example.ticket:web/42").is_ok());
        for text in ["com.example.ticket:web", "com.example.ticket:web/70000", "com.example.ticket:web/x", "gopher://h"]
        {
            let error = registry.parse(text).unwrap_err();
            assert!(!error.to_string().is_empty() && !error.rule().is_empty(), "{text}");
        }
    };
    // The first registry initialises the data that all of them share.
    (0..10).for_each(|_| reload());
    let before = LIVE.get();
    (0..crate::cases(500, 10_000)).for_each(|_| reload());
    assert_eq!(LIVE.get(), before, "bytes were leaked");
}

/// URLs and errors are passed by value, so their size is limited.
#[test]
fn sizes() {
    assert!(size_of::<anyurl::Url<'_>>() <= 96 + size_of::<anyurl::authors::Spans>());
    assert!(size_of::<anyurl::Error>() <= 64);
}
