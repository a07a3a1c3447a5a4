//! Formatting a file twice changes nothing, and neither does formatting it once, except the order of its entries.

use anyurl_declared::format::{RegistryFile, SchemeEntry, format_toml};

const TWINS: &str = include_str!("../../../../testdata/twins.toml");

/// Name, version and hashes of the schemes of a file, in order of their names.
fn facets(text: &str) -> Vec<(String, String)> {
    let reading = RegistryFile::from_text("x.toml", text).unwrap();
    let of = |entry: &SchemeEntry| (entry.key(), entry.facets.whole());
    let mut all: Vec<_> = reading.layer().schemes().map(of).collect();
    all.sort();
    all
}

#[test]
fn nested_steps_stay_readable() {
    let once = format_toml("twins.toml", TWINS).unwrap();
    assert_eq!(format_toml("twins.toml", once.as_str()).unwrap(), once);
    assert_eq!(facets(&once), facets(TWINS));
    // The layout of arrays on several lines is the author's.
    for line in TWINS.lines().filter(|line| line.trim_start().starts_with('{')) {
        assert!(once.contains(line), "{line}");
    }
    assert!(!once.lines().any(|line| line.ends_with(' ')));
}
