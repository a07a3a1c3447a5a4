use std::fs;
use std::path::Path;

use super::*;

#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
mod fields;
#[cfg(all(target_pointer_width = "64", target_endian = "little"))]
mod linker;
#[cfg(all(target_pointer_width = "64", target_endian = "little"))]
mod mutants;

fn library() -> Option<Vec<u8>> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/plugin.c");
    let path = locator_testkit::plugin::compile("pigeon-elf", &[Path::new(source)], &[])?;
    Some(fs::read(path).expect("the compiled library"))
}

#[test]
fn a_plugin_passes() {
    if let Some(bytes) = library() {
        check(&bytes, &LoadPolicy::new()).unwrap();
    }
}

#[test]
fn every_truncation_is_refused() {
    let Some(bytes) = library() else { return };
    for len in 0..bytes.len() {
        let found = check(&bytes[..len], &LoadPolicy::new());
        assert!(matches!(found, Err(LoadErrorKind::NotElf(_))), "{len}: {found:?}");
    }
}

/// A segment that ends after the file, and a dynamic table that is not the one that the system reads.
#[cfg(target_pointer_width = "64")]
#[test]
fn segments_and_sections_agree_with_the_file() {
    let Some(bytes) = library() else { return };
    let number = |at: usize| u64::from_ne_bytes(bytes[at..at + 8].try_into().unwrap());
    let table = usize::try_from(number(32)).unwrap();
    let count = usize::from(bytes[56]);
    // The type of a segment, the offset of `p_filesz` or `p_offset` in its header, an invalid value, and the error.
    for (kind, field, invalid, message) in
        [(elf::PT_LOAD, 32, bytes.len() as u64 + 1, "truncated"), (elf::PT_DYNAMIC, 8, 64, "dynamic section")]
    {
        let mut entries = (0..count).map(|n| table + n * 56);
        let entry = entries.find(|at| u32::from(bytes[*at]) == kind.0).unwrap();
        let mut bytes = bytes.clone();
        bytes[entry + field..entry + field + 8].copy_from_slice(&invalid.to_ne_bytes());
        let error = check(&bytes, &LoadPolicy::new()).unwrap_err();
        assert!(matches!(&error, LoadErrorKind::NotElf(problem) if problem.contains(message)), "{error}");
    }
}

#[test]
fn no_corruption_makes_it_panic() {
    let Some(bytes) = library() else { return };
    let mut rng = locator_testkit::Rng::new(1738);
    let (count, mut refused) = (locator_testkit::iterations(100_000), 0);
    for n in 0..count {
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
    assert!(refused > count / 10, "only {refused} corruptions are detected");
}

/// The numbers are those of the ELF specifications of the processors.
#[test]
fn each_architecture_has_its_machine() {
    for (arch, machine) in [
        ("x86_64", 62),
        ("x86", 3),
        ("aarch64", 183),
        ("arm", 40),
        ("riscv64", 243),
        ("riscv32", 243),
        ("powerpc64", 21),
        ("s390x", 22),
        ("loongarch64", 258),
    ] {
        assert_eq!(machines(arch), [elf::Machine(machine)], "{arch}");
    }
    assert_eq!(machines("wasm32"), []);
}

#[test]
fn random_bytes_are_rejected() {
    let mut rng = locator_testkit::Rng::new(3986);
    for _ in 0..locator_testkit::iterations(10_000) {
        let mut bytes = b"\x7FELF\x02\x01\x01".to_vec();
        bytes.extend((0..rng.below(400)).map(|_| u8::try_from(rng.below(256)).unwrap()));
        assert!(check(&bytes, &LoadPolicy::new()).is_err());
    }
}

/// Compares the check with an independent model of the dynamic linker: no accepted file makes the linker load a library
/// that is not loaded already. `LOCATOR_ELF_MUTANTS` sets the number of mutants.
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
#[test]
fn accepted_files_load_no_other_library() {
    use crate::loaded_libraries::is_loaded;

    let Some(bytes) = library() else { return };
    let count = std::env::var("LOCATOR_ELF_MUTANTS").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or_else(|| locator_testkit::iterations(10_000));
    let count = count as u64;
    let seed = mutants::Seed::new(bytes);
    let original = linker::read(&seed.bytes).unwrap();
    assert!(original.needed.contains(&b"libc.so.6".to_vec()), "{original:?}");
    let (mut accepted, mut differing, mut dangerous) = (0, 0, 0);
    for n in 0..count {
        let mut rng = locator_testkit::Rng::new(n);
        let mutant = seed.mutant(&mut rng);
        let found = linker::read(&mutant);
        let is_harmless = found.as_ref().is_some_and(|view| {
            let is_loaded = |name: &Vec<u8>| {
                let name = str::from_utf8(name).unwrap_or_default();
                dynamic::C_RUNTIME.contains(&name) && is_loaded(name)
            };
            let is_forbidden = |tag| linker::FORBIDDEN.contains(tag);
            view.needed.iter().all(is_loaded) && !view.tags.iter().any(is_forbidden)
        });
        dangerous += u32::from(!is_harmless);
        if check(&mutant, &LoadPolicy::new()).is_ok() {
            assert!(is_harmless, "mutant {n}: {found:?}");
            accepted += 1;
            differing += u32::from(found.as_ref() != Some(&original));
        }
    }
    // The mutants include both kinds, or the test would show little.
    assert!(accepted > count / 100 && u64::from(dangerous) > count / 10, "{accepted} {dangerous}");
    assert!(differing > 0, "no accepted mutant differs from the original");
}
