//! Checks the URLs of text files: draws each error with file, line and column, and counts the different links.
//!
//! ```sh
//! cargo run --example links -- README.md
//! ```

use std::collections::HashSet;

use anyurl::extract::Extractor;
use anyurl::{LineIndex, Options, Report};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let files = if files.is_empty() { vec!["README.md".to_owned()] } else { files };
    let (registry, options) = (anyurl::registry(), Options::new());
    let (mut links, mut invalid) = (HashSet::new(), 0);
    for file in &files {
        let text = std::fs::read_to_string(file)?;
        let index = LineIndex::new(&text);
        let mut extractor = Extractor::new(registry, options).suspects(true);
        let mut found: Vec<_> = extractor.feed(text.as_bytes()).collect();
        found.extend(extractor.finish());
        for link in &found {
            let error = match link.url() {
                Ok(url) => {
                    links.insert(url.canonical_key());
                    continue;
                }
                Err(error) => error,
            };
            invalid += 1;
            let place = link.places(error.span()).next().map_or(link.span().start, |place| place.start);
            let (line, column) = index.line_column(usize::try_from(place)?);
            let source = format!("{file}:{line}:{column}");
            println!("{}", Report::new(registry, link.as_str(), options, error).with_source(&source));
        }
    }
    println!("{} different links, {invalid} invalid", links.len());
    Ok(())
}
