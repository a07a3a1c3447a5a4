//! The file of a library: what the loader accepts makes the dynamic linker load nothing else.

#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
#[path = "../../../plugins/dynamic/src/elf/tests/linker.rs"]
mod linker;

/// Checks a file, and compares the verdict with a model of the dynamic linker.
///
/// # Panics
/// If the linker would crash, load a library that is no part of the C runtime, or search for one.
pub fn run(data: &[u8]) {
    #[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
    if locator_dynamic::check_elf(data, &locator_dynamic::LoadPolicy::new()).is_ok() {
        let view = linker::read(data).expect("the linker can read what is accepted");
        assert!(!view.tags.iter().any(|tag| linker::FORBIDDEN.contains(tag)), "{view:?}");
        let is_runtime = |name: &Vec<u8>| locator_dynamic::C_RUNTIME.iter().any(|known| known.as_bytes() == name);
        assert!(view.needed.iter().all(is_runtime), "{view:?}");
    }
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64", target_endian = "little")))]
    let _ = data;
}

/// Small libraries: a good one, and others with an entry that is refused.
pub fn seeds() -> Vec<Vec<u8>> {
    const NEEDED: u64 = 1;
    const RPATH: u64 = 15;
    const SYMBOLIC: u64 = 16;
    const AUXILIARY: u64 = 0x7FFF_FFFD;
    [SYMBOLIC, NEEDED, RPATH, AUXILIARY, 0].map(library).to_vec()
}

/// A library that exports the entry point of a plugin and needs the C library, with one more entry in its dynamic table.
fn library(tag: u64) -> Vec<u8> {
    const STRINGS: &[u8] = b"\0libc.so.6\0locator_plugin_entry\0";
    let machine: u16 = match std::env::consts::ARCH {
        "x86_64" => 62,
        "aarch64" => 183,
        _ => 0,
    };
    // The offsets of the tables, which are also their addresses.
    let (dynamic, symbols, hash, strings) = (176_u64, 304_u64, 352_u64, 376_u64);
    let end = strings + STRINGS.len() as u64;
    let mut file = b"\x7FELF\x02\x01\x01".to_vec();
    file.resize(16, 0);
    let put = |file: &mut Vec<u8>, numbers: &[(u64, usize)]| {
        for (number, len) in numbers {
            file.extend(&number.to_le_bytes()[..*len]);
        }
    };
    // Type, machine, version; entry, program headers, section headers, flags; sizes and counts.
    put(&mut file, &[(3, 2), (machine.into(), 2), (1, 4), (0, 8), (64, 8), (0, 8), (0, 4)]);
    put(&mut file, &[(64, 2), (56, 2), (2, 2), (64, 2), (0, 2), (0, 2)]);
    // A segment of the whole file, and the dynamic table: type, flags, offset, addresses, sizes, alignment.
    put(&mut file, &[(1, 4), (5, 4), (0, 8), (0, 8), (0, 8), (end, 8), (end, 8), (4096, 8)]);
    let len = symbols - dynamic;
    put(&mut file, &[(2, 4), (4, 4), (dynamic, 8), (dynamic, 8), (dynamic, 8), (len, 8), (len, 8), (8, 8)]);
    for (tag, value) in
        [(1, 1), (5, strings), (10, STRINGS.len() as u64), (6, symbols), (11, 24), (4, hash), (tag, 1), (0, 0)]
    {
        put(&mut file, &[(tag, 8), (value, 8)]);
    }
    // No symbol, and a global function: name, kind, visibility, section, address, size.
    file.resize(file.len() + 24, 0);
    put(&mut file, &[(11, 4), (0x12, 1), (0, 1), (1, 2), (64, 8), (1, 8)]);
    // One bucket, two symbols.
    put(&mut file, &[(1, 4), (2, 4), (1, 4), (0, 4), (0, 4), (0, 4)]);
    file.extend(STRINGS);
    file
}

#[cfg(test)]
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_accepted_and_refused() {
        let check = |tag| locator_dynamic::check_elf(&library(tag), &locator_dynamic::LoadPolicy::new());
        assert!(check(16).is_ok() && check(1).is_ok(), "{:?}", check(16));
        assert!(check(15).is_err() && check(0x7FFF_FFFD).is_err());
    }
}
