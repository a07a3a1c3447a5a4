//! The time of each function for a URL: `cargo run --release --example speed -- FILE`, with one URL on each line.

use std::hint::black_box;
use std::time::Instant;

use anyurl_arrow::Kernels;
use arrow_array::{Array, ArrayRef, StringArray, StringViewArray};
use arrow_schema::ArrowError;

/// The rows of a column, as many as engines process together.
const ROWS: usize = 8192;

/// The least time of so many passes counts.
const PASSES: usize = 20;

type Function<'f> = Box<dyn Fn(&dyn Array) -> Result<ArrayRef, ArrowError> + 'f>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("name a file with one URL on each line")?;
    let text = std::fs::read_to_string(file)?;
    let lines: Vec<&str> = text.lines().collect();
    let parser = anyurl::registry().parser();
    let kernels = Kernels::new(parser);
    let functions: [(&str, Function<'_>); 8] = [
        ("valid", Box::new(|urls| Ok(std::sync::Arc::new(kernels.valid(urls)?)))),
        ("scheme", Box::new(|urls| Ok(std::sync::Arc::new(kernels.scheme(urls)?)))),
        ("host", Box::new(|urls| Ok(std::sync::Arc::new(kernels.host(urls)?)))),
        ("path", Box::new(|urls| Ok(std::sync::Arc::new(kernels.path(urls)?)))),
        ("port", Box::new(|urls| Ok(std::sync::Arc::new(kernels.port(urls)?)))),
        ("canonical", Box::new(|urls| Ok(std::sync::Arc::new(kernels.canonical(urls)?)))),
        ("components", Box::new(|urls| Ok(std::sync::Arc::new(kernels.components(urls)?)))),
        ("parse", Box::new(|urls| Ok(std::sync::Arc::new(kernels.parse(urls)?)))),
    ];
    let texts: Vec<ArrayRef> = chunks(&lines, |chunk| std::sync::Arc::new(StringArray::from_iter_values(chunk)));
    let views: Vec<ArrayRef> = chunks(&lines, |chunk| std::sync::Arc::new(StringViewArray::from_iter_values(chunk)));
    println!("{} URLs, ns each\n{:12}{:>8}{:>10}", lines.len(), "", "Utf8", "Utf8View");
    let alone = least(|| lines.iter().for_each(|line| _ = black_box(parser.parse(line))));
    println!("{:12}{:8.1}", "`parse` alone", alone / lines.len() as f64);
    for (name, function) in functions {
        let time = |columns: &[ArrayRef]| {
            least(|| columns.iter().for_each(|column| _ = black_box(function(column)))) / lines.len() as f64
        };
        println!("{name:12}{:8.1}{:10.1}", time(&texts), time(&views));
    }
    Ok(())
}

fn chunks(lines: &[&str], column: impl Fn(Vec<&str>) -> ArrayRef) -> Vec<ArrayRef> {
    lines.chunks(ROWS).map(|chunk| column(chunk.to_vec())).collect()
}

/// The least time of some passes, in nanoseconds.
fn least(mut pass: impl FnMut()) -> f64 {
    let time = |()| {
        let start = Instant::now();
        pass();
        start.elapsed().as_secs_f64() * 1e9
    };
    std::iter::repeat_n((), PASSES).map(time).fold(f64::INFINITY, f64::min)
}
