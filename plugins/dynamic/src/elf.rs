//! What a library says about itself before any of its code runs: the facts of its ELF file.
//!
//! The system believes such a file. It ends the process where a segment lies behind the end of the file, and it runs the
//! constructors of whatever is a library at all. So these are refused here, by a reader that believes nothing.

use object::elf::{self, SymbolType};
use object::read::elf::{
    DynamicTable, FileHeader, ProgramHeader, SectionHeader, SectionTable, Sym,
};
use object::{Endianness, FileKind};

use crate::error::Fault;
use crate::policy::Policy;

#[cfg(target_pointer_width = "64")]
type File = elf::FileHeader64<Endianness>;
#[cfg(not(target_pointer_width = "64"))]
type File = elf::FileHeader32<Endianness>;

/// The class of files that this program is one of.
#[cfg(target_pointer_width = "64")]
const KIND: FileKind = FileKind::Elf64;
#[cfg(not(target_pointer_width = "64"))]
const KIND: FileKind = FileKind::Elf32;

/// What every library may need: the C language's own, and the loader. Each is in the process already.
const USUAL: [&str; 10] = [
    "libc.so.6",
    "libm.so.6",
    "libgcc_s.so.1",
    "libpthread.so.0",
    "libdl.so.2",
    "librt.so.1",
    "libc.so",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
    "ld-linux.so.2",
];

/// Looks at a file as the system would, before the system does.
pub(crate) fn check(octets: &[u8], policy: &Policy) -> Result<(), Fault> {
    let file = header(octets)?;
    let endian = file.endian().map_err(broken)?;
    segments(file, endian, octets)?;
    let sections = file.sections(endian, octets).map_err(broken)?;
    let dynamic = sections.dynamic_table(endian, octets).map_err(broken)?;
    same_table(file, endian, octets, &sections)?;
    needs(&dynamic, policy)?;
    entry(&sections, endian, octets)
}

fn broken(error: object::read::Error) -> Fault {
    Fault::NotElf(error.to_string())
}

fn not(what: &str) -> Fault {
    Fault::NotElf(what.to_owned())
}

/// The header of a shared library for this machine.
fn header(octets: &[u8]) -> Result<&File, Fault> {
    let kind = FileKind::parse(octets).map_err(|_| not("it is a file of another kind"))?;
    match kind {
        FileKind::Elf32 | FileKind::Elf64 if kind != KIND => {
            return Err(wrong_machine(if kind == FileKind::Elf32 {
                "32 bits".to_owned()
            } else {
                "64 bits".to_owned()
            }));
        }
        FileKind::Elf32 | FileKind::Elf64 => {}
        _ => return Err(not("it is a file of another kind")),
    }
    let file = File::parse(octets).map_err(broken)?;
    let endian = file.endian().map_err(broken)?;
    if endian != Endianness::default() {
        return Err(wrong_machine("the other order of octets".to_owned()));
    }
    let machine = file.e_machine(endian);
    if !machines().contains(&machine) {
        let name = format!("{machine:?}");
        return Err(wrong_machine(name));
    }
    if file.e_type(endian) != elf::ET_DYN {
        return Err(not("it is a program or an object file"));
    }
    Ok(file)
}

fn wrong_machine(found: String) -> Fault {
    let host = std::env::consts::ARCH;
    Fault::WrongArch { found, host }
}

/// The machine of this program; none where nobody has said what it is called, so that nothing is loaded there.
fn machines() -> &'static [elf::Machine] {
    match std::env::consts::ARCH {
        "x86_64" => &[elf::EM_X86_64],
        "x86" => &[elf::EM_386],
        "aarch64" => &[elf::EM_AARCH64],
        "arm" => &[elf::EM_ARM],
        "riscv64" | "riscv32" => &[elf::EM_RISCV],
        "powerpc64" => &[elf::EM_PPC64],
        "s390x" => &[elf::EM_S390],
        "loongarch64" => &[elf::EM_LOONGARCH],
        _ => &[],
    }
}

/// Whether all that will be mapped lies in the file.
fn segments(file: &File, endian: Endianness, octets: &[u8]) -> Result<(), Fault> {
    let mut has_load = false;
    for segment in file.program_headers(endian, octets).map_err(broken)? {
        if segment.p_type(endian) == elf::PT_LOAD {
            has_load = true;
            segment
                .data(endian, octets)
                .map_err(|()| not("it is truncated"))?;
        }
    }
    if has_load {
        Ok(())
    } else {
        Err(not("there is nothing to load"))
    }
}

/// Whether the table that was read is the one that the system will read.
fn same_table(
    file: &File,
    endian: Endianness,
    octets: &[u8],
    sections: &SectionTable<'_, File>,
) -> Result<(), Fault> {
    let mut segments = file.program_headers(endian, octets).map_err(broken)?.iter();
    let segment = segments.find(|one| one.p_type(endian) == elf::PT_DYNAMIC);
    let section = sections
        .iter()
        .find(|one| one.sh_type(endian) == elf::SHT_DYNAMIC);
    match (segment, section) {
        (Some(segment), Some(section)) if segment.p_offset(endian) == section.sh_offset(endian) => {
            Ok(())
        }
        _ => Err(not("it has no dynamic section, or two")),
    }
}

/// Whether everything that it needs is there already, and nothing would be searched for.
fn needs(dynamic: &DynamicTable<'_, File>, policy: &Policy) -> Result<(), Fault> {
    for entry in dynamic {
        let text = || {
            let text = dynamic.string(entry).map_err(broken)?;
            Ok::<_, Fault>(String::from_utf8_lossy(text).into_owned())
        };
        match entry.tag {
            elf::DT_NEEDED => {
                let name = text()?;
                let is_usual = USUAL.contains(&&*name) || name.starts_with("libc.musl-");
                if !is_usual && !policy.libraries.contains(&name) {
                    return Err(Fault::Needed(name));
                }
            }
            elf::DT_RPATH | elf::DT_RUNPATH => return Err(Fault::SearchPath(text()?)),
            elf::DT_AUXILIARY | elf::DT_FILTER => return Err(Fault::Needed(text()?)),
            _ => {}
        }
    }
    Ok(())
}

/// Whether it defines the one function of a plugin.
fn entry(
    sections: &SectionTable<'_, File>,
    endian: Endianness,
    octets: &[u8],
) -> Result<(), Fault> {
    let symbols = sections
        .symbols(endian, octets, elf::SHT_DYNSYM)
        .map_err(broken)?;
    let strings = symbols.strings();
    let is_entry = |symbol: &<File as FileHeader>::Sym| {
        let name = symbol.name(endian, strings).unwrap_or_default();
        name == locator_plugin::abi::ENTRY.as_bytes()
            && !symbol.is_undefined(endian)
            && symbol.st_type() == FUNCTION
    };
    if symbols.iter().any(is_entry) {
        Ok(())
    } else {
        Err(Fault::NoEntry)
    }
}

const FUNCTION: SymbolType = elf::STT_FUNC;

#[cfg(test)]
mod tests {
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
}
