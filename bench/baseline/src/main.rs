//! Times anyurl and `fluent-uri` over files with one URL per line: `anyurl-bench-baseline ROUNDS FILE...`
//!
//! Prints a line per file and contestant: its accepted URLs, its min-sum and its median, in seconds. The bench builds
//! this program with `--cfg anyurl_backend="…"`, which chooses the SIMD backend of anyurl, and reads the lines.

use std::error::Error;
use std::hint::black_box;
use std::{env, fs};

use anyurl_bench_rounds::{Pass, over};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [rounds, files @ ..] = &*arguments else {
        return Err("usage: anyurl-bench-baseline ROUNDS FILE...".into());
    };
    for file in files {
        race(&fs::read_to_string(file)?, rounds.parse()?);
    }
    Ok(())
}

fn race(text: &str, rounds: usize) {
    let urls: Vec<&str> = text.lines().collect();
    let mut passes: [Pass<'_, &str>; 2] = [
        Box::new(|urls| _ = black_box(count(urls, by_anyurl))),
        Box::new(|urls| _ = black_box(count(urls, by_fluent_uri))),
    ];
    let times = over(&urls, rounds, &mut passes);
    for (accepted, times) in [count(&urls, by_anyurl), count(&urls, by_fluent_uri)].into_iter().zip(times) {
        println!("{accepted} {} {}", times.min_sum(), times.median());
    }
}

/// Counts the accepted texts.
#[inline]
fn count(urls: &[&str], accepts: impl Fn(&str) -> bool) -> usize {
    urls.iter().filter(|url| accepts(black_box(url))).count()
}

#[inline]
fn by_anyurl(url: &str) -> bool {
    black_box(&anyurl::parse(url)).is_ok()
}

#[inline]
fn by_fluent_uri(url: &str) -> bool {
    black_box(&fluent_uri::Uri::parse(url)).is_ok()
}
