//! The public API of the published libraries with all features: compared with `docs/public-api.txt`, and whether each
//! documented item of `anyurl` has an example or is obvious from one line.
//!
//! rustdoc describes a crate in JSON only on nightly, in a format that changes, so the test is ignored by default:
//!
//! ```sh
//! cargo test --test anyurl -- --ignored public_api --nocapture            # compares, and prints the numbers of items
//! SNAPSHOTS=overwrite cargo test --test anyurl -- --ignored public_api    # writes docs/public-api.txt
//! ```

mod crates;
mod examples;
mod listing;
mod signature;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crates::Crates;
use listing::Listing;

const FILE: &str = "docs/public-api.txt";

#[test]
#[ignore = "needs a nightly toolchain, and compiles the library with it"]
fn the_public_api_is_listed_and_has_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = match Crates::document(root) {
        Ok(crates) => crates,
        Err(reason) => return println!("skipped: the public API: {reason}"),
    };
    let listing = Listing::of(&crates, &crates::CRATES);
    println!("{}", listing.summary());
    compare(&listing.to_string(), &root.join(FILE));
    let missing = examples::missing(&listing);
    assert!(missing.is_empty(), "{} items need an example:\n{}\n{}", missing.len(), missing.join("\n"), examples::HELP);
}

/// Compares a listing with that of the file, or writes it.
fn compare(found: &str, path: &Path) {
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        return fs::write(path, found).unwrap();
    }
    let listed = fs::read_to_string(path).unwrap_or_default();
    let differences = differences(&listed, found);
    assert!(
        differences.is_empty(),
        "the public API differs from {FILE}:\n{}\nif that is intended: \
         SNAPSHOTS=overwrite cargo test --test anyurl -- --ignored public_api",
        differences.join("\n")
    );
}

/// The lines that one text has and the other has not, each after the item it belongs to.
fn differences(listed: &str, found: &str) -> Vec<String> {
    let (listed, found) = (with_items(listed), with_items(found));
    let removed = listed.difference(&found).map(|line| format!("- {line}"));
    let added = found.difference(&listed).map(|line| format!("+ {line}"));
    removed.chain(added).collect()
}

/// The lines of a listing; that of a member begins with its item.
fn with_items(listing: &str) -> BTreeSet<String> {
    let mut item = "";
    let mut lines = BTreeSet::new();
    for line in listing.lines() {
        let member = line.strip_prefix("    ");
        if member.is_none() {
            item = line;
        }
        lines.insert(member.map_or(line.to_owned(), |member| format!("{item}: {member}")));
    }
    lines
}
