//! A text by several rulebooks.

#[path = "../../../tests/anyurl/compare/consensus.rs"]
mod consensus;

use anyurl::compare::{Comparer, ComparisonVerdict};

use crate::{input, seeds};

/// Compares a text.
///
/// # Panics
/// If the fast verdict is another one, a host of a consensus is not that of all or can be misread, or hosts differ in spite
/// of a consensus.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let comparer = Comparer::new(anyurl::registry());
    let comparison = comparer.compare(text);
    let verdict = comparison.verdict();
    assert_eq!(comparer.verdict(text), verdict, "{text:?}");
    assert_eq!(
        verdict <= ComparisonVerdict::ValidityDiffers,
        comparison.differences().is_empty(),
        "{text:?}: {verdict}"
    );
    for difference in comparison.differences() {
        assert!(!difference.to_string().is_empty());
    }
    match comparer.consensus_host(text) {
        Ok(host) => {
            assert_ne!(verdict, ComparisonVerdict::HostDiffers, "{text:?} has the host {host}");
            consensus::assert_host_of_all(text, &host);
            consensus::assert_unmistakable(text, &host);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The corpus of texts that rulebooks read differently, and the web URLs of the registry.
pub fn seeds() -> Vec<Vec<u8>> {
    let rows = include_str!("../../../testdata/confusion.jsonl").lines();
    let texts = rows.filter_map(|row| Some(row.split_once("\"text\": \"")?.1.split_once('"')?.0));
    let web = seeds::texts().into_iter().filter(|text| text.starts_with("http") || text.starts_with("ftp"));
    texts.map(|text| text.replace("\\\\", "\\")).chain(web).map(String::into_bytes).collect()
}
