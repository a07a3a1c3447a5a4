//! The counted code: one function per parser, called once per list of texts.
//!
//! Callgrind selects the functions by [`BEGIN`] and [`COUNTED`], so they are neither inlined nor generic.

use std::hint::black_box;

use anyurl::Registry;

/// The argument that runs only the passes.
pub(crate) const WORD: &str = "--passes";

/// A part of the names of counted functions.
pub(crate) const COUNTED: &str = "counted_parse";

/// The function called before each pass, which resets the counter.
pub(crate) const BEGIN: &str = "begin_to_count";

/// The lists of texts, each parsed by anyurl with a registry and then by fluent-uri.
pub(crate) const TEXTS: [(&str, Make, fn() -> &'static Registry); 5] = [
    ("weblinks", anyurl_bench_texts::weblinks, anyurl::registry),
    ("mixed", anyurl_bench_texts::mixed, anyurl::registry),
    ("mixed_rfc1738", anyurl_bench_texts::mixed, anyurl::rfc1738),
    ("rejected", anyurl_bench_texts::rejected, anyurl::registry),
    ("declared", anyurl_bench_texts::declared, anyurl::registry),
];

/// Generates this many texts.
type Make = fn(usize) -> Vec<String>;

/// The number of texts; callgrind needs about a second.
pub(crate) const COUNT: usize = 5_000;

/// Parses every list with both.
pub(crate) fn run() {
    for (_, make, registry) in TEXTS {
        // The registry is created on first use.
        let (texts, registry) = (make(COUNT), registry());
        // Grammars are compiled on first use.
        for text in &texts {
            let _ = black_box(registry.parse(text));
        }
        begin_to_count();
        black_box(counted_parse_by_anyurl(registry, &texts));
        begin_to_count();
        black_box(counted_parse_by_fluent_uri(&texts));
    }
}

#[inline(never)]
fn begin_to_count() {
    black_box(());
}

#[inline(never)]
fn counted_parse_by_anyurl(registry: &Registry, texts: &[String]) -> usize {
    let mut accepted = 0;
    for text in texts {
        accepted += usize::from(black_box(&registry.parse(black_box(text))).is_ok());
    }
    accepted
}

#[inline(never)]
fn counted_parse_by_fluent_uri(texts: &[String]) -> usize {
    let mut accepted = 0;
    for text in texts {
        accepted += usize::from(black_box(&fluent_uri::Uri::parse(black_box(text.as_str()))).is_ok());
    }
    accepted
}
