//! The size of the repository: what `ci/tidy/ceilings.toml` says it may have at most.
//!
//! A change that needs more raises a ceiling in the same commit, with the reason in its message. One that needs less lowers
//! it, so that the next one cannot fill the gap unseen.

use std::collections::BTreeMap;

use super::{code, crates, read, root, sources};

/// The code of a crate without tests, comments and empty lines.
fn lines(crate_folder: &str) -> usize {
    let is_test = |file: &std::path::Path| {
        let mut parts = file.strip_prefix(root()).unwrap_or(file).iter();
        file.ends_with("tests.rs") || parts.any(|part| part == "tests")
    };
    let files = sources(crate_folder).into_iter().filter(|file| !is_test(file));
    files.map(|file| code(&read(file)).lines().filter(|line| !line.trim().is_empty()).count()).sum()
}

/// The numbers of the listing of the public API, by part: `users: 438 items, 1647 members`.
fn public_items() -> Vec<(String, usize)> {
    let listing = read("docs/public-api.txt");
    let part = |part: &'static str| {
        let counts = listing.lines().find_map(|line| line.strip_prefix(part)).expect("the sum").split(", ");
        counts
            .filter_map(move |count| count.trim_start_matches(": ").split_once(' '))
            .map(move |(count, what)| (format!("public {what} for {part}"), count.parse().expect("a number")))
    };
    part("users").chain(part("authors")).collect()
}

/// The files named `Cargo.lock` beside a manifest that has a workspace.
fn lock_files() -> usize {
    let folders = crates().into_iter().flat_map(|code| {
        let parents = root().join(code).ancestors().skip(1).map(ToOwned::to_owned).collect::<Vec<_>>();
        parents.into_iter().take_while(|folder| folder.starts_with(root()))
    });
    let folders: std::collections::BTreeSet<_> = folders.collect();
    folders.iter().filter(|folder| folder.join("Cargo.lock").is_file()).count()
}

#[test]
fn the_repository_is_as_small_as_it_was() {
    let ceilings: toml::Table = read("ci/tidy/ceilings.toml").parse().unwrap();
    let mut found: BTreeMap<String, usize> = crates().into_iter().map(|code| (code.clone(), lines(&code))).collect();
    found.insert("all".to_owned(), found.values().sum());
    found.extend(public_items());
    found.insert("lock files".to_owned(), lock_files());
    let written: Vec<_> = found.iter().map(|(what, count)| format!("{what:?} = {count}")).collect();
    let written = written.join("\n");
    for (what, count) in &found {
        let ceiling = ceilings.get(what).and_then(toml::Value::as_integer).map(|most| usize::try_from(most).unwrap());
        let ceiling = ceiling.unwrap_or_else(|| panic!("{what} has no ceiling in ci/tidy/ceilings.toml:\n{written}"));
        assert!(*count <= ceiling, "{what}: {count} is more than {ceiling}:\n{written}");
        // Small changes need no new number.
        let slack = 100 + ceiling / 20;
        assert!(ceiling <= count + slack, "{what}: lower the ceiling {ceiling} to {count}:\n{written}");
    }
    // The minutes are counted by `ci/run` itself (ci/lib/steps.sh).
    let is_minutes = |what: &str| what.starts_with("processor minutes of ");
    let unknown: Vec<_> = ceilings.keys().filter(|what| !found.contains_key(*what) && !is_minutes(what)).collect();
    assert!(unknown.is_empty(), "no such crates: {unknown:?}");
}
