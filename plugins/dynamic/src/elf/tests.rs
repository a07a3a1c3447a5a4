use std::fs;
use std::path::Path;

use super::*;

fn library() -> Option<Vec<u8>> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/plugin.c");
    let path = locator_testkit::plugin::compile("pigeon-elf", &[Path::new(source)], &[])?;
    Some(fs::read(path).expect("what was compiled"))
}

#[test]
fn a_plugin_passes() {
    if let Some(octets) = library() {
        check(&octets, &Policy::new()).unwrap();
    }
}

/// Whatever stands in the file, it is an answer and no panic.
#[test]
fn every_truncation_is_refused() {
    let Some(octets) = library() else { return };
    for len in 0..octets.len() {
        let found = check(&octets[..len], &Policy::new());
        assert!(matches!(found, Err(Fault::NotElf(_))), "{len}: {found:?}");
    }
}

/// A segment that ends behind the file, and a table that is not the one the system reads.
#[cfg(target_pointer_width = "64")]
#[test]
fn segments_and_sections_agree_with_the_file() {
    let Some(octets) = library() else { return };
    let number = |at: usize| u64::from_ne_bytes(octets[at..at + 8].try_into().unwrap());
    let table = usize::try_from(number(32)).unwrap();
    let count = usize::from(octets[56]);
    // The types of the entries, and the fields `p_offset` and `p_filesz` in them.
    for (kind, field, wrong, says) in [
        (elf::PT_LOAD, 32, octets.len() as u64 + 1, "truncated"),
        (elf::PT_DYNAMIC, 8, 64, "dynamic section"),
    ] {
        let mut entries = (0..count).map(|n| table + n * 56);
        let entry = entries.find(|at| u32::from(octets[*at]) == kind.0).unwrap();
        let mut octets = octets.clone();
        octets[entry + field..entry + field + 8].copy_from_slice(&wrong.to_ne_bytes());
        let found = check(&octets, &Policy::new()).unwrap_err();
        assert!(
            matches!(&found, Fault::NotElf(what) if what.contains(says)),
            "{found}"
        );
    }
}

#[test]
fn no_corruption_makes_it_panic() {
    let Some(octets) = library() else { return };
    let mut rng = locator_testkit::Rng::new(1738);
    let mut refused = 0;
    for n in 0..100_000 {
        let mut octets = octets.clone();
        // The tables are at both ends of the file.
        for _ in 0..=rng.below(8) {
            let at = match n % 3 {
                0 => rng.below(1024),
                1 => octets.len() - 1 - rng.below(4096),
                _ => rng.below(octets.len()),
            };
            octets[at] = u8::try_from(rng.below(256)).unwrap();
        }
        refused += usize::from(check(&octets, &Policy::new()).is_err());
    }
    assert!(refused > 10_000, "only {refused} corruptions are seen");
}

#[test]
fn random_octets_are_no_library() {
    let mut rng = locator_testkit::Rng::new(3986);
    for _ in 0..10_000 {
        let mut octets = b"\x7FELF\x02\x01\x01".to_vec();
        octets.extend((0..rng.below(400)).map(|_| u8::try_from(rng.below(256)).unwrap()));
        assert!(check(&octets, &Policy::new()).is_err());
    }
}
