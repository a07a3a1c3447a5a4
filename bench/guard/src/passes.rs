//! What is counted: one function for each parser, called once for each list of texts.
//!
//! Callgrind knows the functions by [`BEGIN`] and [`COUNTED`], so they are neither inlined nor generic, and call no closure.

use std::hint::black_box;

/// The argument that asks for the passes alone.
pub(crate) const WORD: &str = "--passes";

/// Part of the name of each function that is counted.
pub(crate) const COUNTED: &str = "counted_parse";

/// The function that is called before each: what happened until then does not count.
pub(crate) const BEGIN: &str = "begin_to_count";

/// The lists of texts, in the order in which they are parsed: by Locator, then by fluent-uri.
pub(crate) const TEXTS: [(&str, Make); 2] =
    [("weblinks", locator_bench_texts::weblinks), ("mixed", locator_bench_texts::mixed)];

/// Makes so many texts.
type Make = fn(usize) -> Vec<String>;

/// So many texts cost callgrind a second.
pub(crate) const COUNT: usize = 5_000;

/// Parses every list with both.
pub(crate) fn run() {
    // The registry is made when it is first asked for.
    black_box(locator::registry());
    for (_, make) in TEXTS {
        let texts = make(COUNT);
        begin_to_count();
        black_box(counted_parse_by_locator(&texts));
        begin_to_count();
        black_box(counted_parse_by_fluent_uri(&texts));
    }
}

#[inline(never)]
fn begin_to_count() {
    black_box(());
}

#[inline(never)]
fn counted_parse_by_locator(texts: &[String]) -> usize {
    let mut accepted = 0;
    for text in texts {
        accepted += usize::from(black_box(&locator::parse(black_box(text))).is_ok());
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
