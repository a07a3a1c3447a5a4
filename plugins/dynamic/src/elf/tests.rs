use std::fs;
use std::path::Path;

use super::*;

#[cfg(all(target_pointer_width = "64", target_endian = "little"))]
mod linker;
#[cfg(all(target_pointer_width = "64", target_endian = "little"))]
mod mutants;

fn library() -> Option<Vec<u8>> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/plugin.c");
    let path = locator_testkit::plugin::compile("pigeon-elf", &[Path::new(source)], &[])?;
    Some(fs::read(path).expect("what was compiled"))
}

#[test]
fn a_plugin_passes() {
    if let Some(bytes) = library() {
        check(&bytes, &LoadPolicy::new()).unwrap();
    }
}

/// Whatever stands in the file, it is an answer and no panic.
#[test]
fn every_truncation_is_refused() {
    let Some(bytes) = library() else { return };
    for len in 0..bytes.len() {
        let found = check(&bytes[..len], &LoadPolicy::new());
        assert!(matches!(found, Err(Fault::NotElf(_))), "{len}: {found:?}");
    }
}

/// A segment that ends behind the file, and a table that is not the one the system reads.
#[cfg(target_pointer_width = "64")]
#[test]
fn segments_and_sections_agree_with_the_file() {
    let Some(bytes) = library() else { return };
    let number = |at: usize| u64::from_ne_bytes(bytes[at..at + 8].try_into().unwrap());
    let table = usize::try_from(number(32)).unwrap();
    let count = usize::from(bytes[56]);
    // The types of the entries, and the fields `p_offset` and `p_filesz` in them.
    for (kind, field, wrong, says) in
        [(elf::PT_LOAD, 32, bytes.len() as u64 + 1, "truncated"), (elf::PT_DYNAMIC, 8, 64, "dynamic section")]
    {
        let mut entries = (0..count).map(|n| table + n * 56);
        let entry = entries.find(|at| u32::from(bytes[*at]) == kind.0).unwrap();
        let mut bytes = bytes.clone();
        bytes[entry + field..entry + field + 8].copy_from_slice(&wrong.to_ne_bytes());
        let found = check(&bytes, &LoadPolicy::new()).unwrap_err();
        assert!(matches!(&found, Fault::NotElf(what) if what.contains(says)), "{found}");
    }
}

#[test]
fn no_corruption_makes_it_panic() {
    let Some(bytes) = library() else { return };
    let mut rng = locator_testkit::Rng::new(1738);
    let mut refused = 0;
    for n in 0..100_000 {
        let mut bytes = bytes.clone();
        // The tables are at both ends of the file.
        for _ in 0..=rng.below(8) {
            let at = match n % 3 {
                0 => rng.below(1024),
                1 => bytes.len() - 1 - rng.below(4096),
                _ => rng.below(bytes.len()),
            };
            bytes[at] = u8::try_from(rng.below(256)).unwrap();
        }
        refused += usize::from(check(&bytes, &LoadPolicy::new()).is_err());
    }
    assert!(refused > 10_000, "only {refused} corruptions are seen");
}

#[test]
fn random_bytes_are_no_library() {
    let mut rng = locator_testkit::Rng::new(3986);
    for _ in 0..10_000 {
        let mut bytes = b"\x7FELF\x02\x01\x01".to_vec();
        bytes.extend((0..rng.below(400)).map(|_| u8::try_from(rng.below(256)).unwrap()));
        assert!(check(&bytes, &LoadPolicy::new()).is_err());
    }
}

/// Whatever a file says, and wherever: what is accepted has the linker load nothing but what is loaded already.
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
#[test]
fn what_is_accepted_has_the_linker_load_nothing_more() {
    use crate::loaded::is_loaded;

    let Some(bytes) = library() else { return };
    let count = std::env::var("LOCATOR_ELF_MUTANTS").ok();
    let count: u64 = count.and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let seed = mutants::Seed::new(bytes);
    let original = linker::look(&seed.bytes).unwrap();
    assert!(original.needed.contains(&b"libc.so.6".to_vec()), "{original:?}");
    let (mut accepted, mut differing, mut dangerous) = (0, 0, 0);
    for n in 0..count {
        let mut rng = locator_testkit::Rng::new(n);
        let mutant = seed.mutant(&mut rng);
        let found = linker::look(&mutant);
        let is_harmless = found.as_ref().is_some_and(|seen| {
            let is_there = |name: &Vec<u8>| {
                let name = str::from_utf8(name).unwrap_or_default();
                dynamic::USUAL.contains(&name) && is_loaded(name)
            };
            let is_forbidden = |tag| linker::FORBIDDEN.contains(tag);
            seen.needed.iter().all(is_there) && !seen.tags.iter().any(is_forbidden)
        });
        dangerous += u32::from(!is_harmless);
        if check(&mutant, &LoadPolicy::new()).is_ok() {
            assert!(is_harmless, "mutant {n}: {found:?}");
            accepted += 1;
            differing += u32::from(found != Some(linker::look(&seed.bytes).unwrap()));
        }
    }
    // The generator makes both sorts, or it would test little.
    assert!(accepted > count / 100 && u64::from(dangerous) > count / 10, "{accepted} {dangerous}");
    assert!(differing > 0, "no mutant that is accepted differs");
}
