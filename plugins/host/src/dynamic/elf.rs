//! Checks the ELF file of a library before any of its code runs.
//!
//! The check is against accidents: a copy that is not complete, for which the system kills the process, a file for another
//! machine, a library that is no plugin, and one that needs files which the process has not loaded. It is no defence against
//! a library that means harm, whose code has all rights of the process.

use crate::PluginErrorKind;
use std::env::consts::ARCH;

use object::read::elf::{ElfFile, FileHeader, ProgramHeader};
use object::{Endianness, FileKind, Object, ObjectSymbol, SymbolKind, elf};

use crate::dynamic::dlopen;

#[cfg(target_pointer_width = "64")]
type Header = elf::FileHeader64<Endianness>;
#[cfg(not(target_pointer_width = "64"))]
type Header = elf::FileHeader32<Endianness>;

/// The ELF class of this program, and what an error says about the other one.
#[cfg(target_pointer_width = "64")]
const CLASS: (FileKind, &str) = (FileKind::Elf64, "32 bits");
#[cfg(not(target_pointer_width = "64"))]
const CLASS: (FileKind, &str) = (FileKind::Elf32, "64 bits");

/// The name of the entry point under the former name of this project.
const FORMER_ENTRY: &str = "locator_plugin_entry";

type Library<'d> = ElfFile<'d, Header>;

/// Checks the bytes of a file.
pub(crate) fn check(bytes: &[u8]) -> Result<(), PluginErrorKind> {
    check_header(bytes)?;
    let library = Library::parse(bytes).map_err(broken)?;
    check_segments(&library)?;
    check_needed(&library)?;
    check_entry(&library)
}

fn broken(error: object::read::Error) -> PluginErrorKind {
    PluginErrorKind::NotElf(error.to_string())
}

fn not_elf(problem: &str) -> PluginErrorKind {
    PluginErrorKind::NotElf(problem.to_owned())
}

/// Checks that the file is a shared library for this machine.
fn check_header(bytes: &[u8]) -> Result<(), PluginErrorKind> {
    let wrong = |found: String| Err(PluginErrorKind::WrongArch { found, host: ARCH });
    let (class, other_class) = CLASS;
    match FileKind::parse(bytes) {
        Ok(kind) if kind == class => {}
        Ok(FileKind::Elf32 | FileKind::Elf64) => return wrong(other_class.to_owned()),
        _ => return Err(not_elf("not an ELF file")),
    }
    let header = Header::parse(bytes).map_err(broken)?;
    let endian = header.endian().map_err(broken)?;
    let machine = header.e_machine(endian);
    if endian != Endianness::default() {
        return wrong("the other byte order".to_owned());
    }
    if !machines(ARCH).contains(&machine) {
        return wrong(format!("{machine:?}"));
    }
    if header.e_type(endian) == elf::ET_DYN { Ok(()) } else { Err(not_elf("a program or an object file")) }
}

/// The machines whose libraries a program for `arch` loads; none for architectures that are not listed.
fn machines(arch: &str) -> &'static [elf::Machine] {
    match arch {
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

/// Checks that the file has all bytes of its segments, and is no program.
fn check_segments(library: &Library<'_>) -> Result<(), PluginErrorKind> {
    let (endian, bytes) = (library.endian(), library.data());
    for segment in library.elf_program_headers() {
        match segment.p_type(endian) {
            elf::PT_INTERP => return Err(not_elf("a program")),
            elf::PT_LOAD if segment.data(endian, bytes).is_err() => return Err(not_elf("the file is truncated")),
            _ => {}
        }
    }
    Ok(())
}

/// What unwinds the stack after a panic: every library in Rust needs it, and a program can contain it instead. The system's
/// own is found, since a library has no search path.
const UNWINDER: &str = "libgcc_s.so.1";

/// Checks that the process has loaded all libraries that this one needs, but for the unwinder, and that it searches for none.
fn check_needed(library: &Library<'_>) -> Result<(), PluginErrorKind> {
    let table = library.elf_dynamic_table().map_err(broken)?;
    for entry in &table {
        let text = || table.string(entry).map(|text| String::from_utf8_lossy(text).into_owned()).map_err(broken);
        match entry.tag {
            elf::DT_RPATH | elf::DT_RUNPATH => return Err(PluginErrorKind::SearchPath(text()?)),
            elf::DT_NEEDED => {
                let name = text()?;
                if name != UNWINDER && !dlopen::is_loaded(&name) {
                    return Err(PluginErrorKind::NotLoaded(name));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Checks that the library defines the entry point of a plugin.
fn check_entry(library: &Library<'_>) -> Result<(), PluginErrorKind> {
    let has = |name| {
        library
            .dynamic_symbols()
            .any(|symbol| symbol.name() == Ok(name) && symbol.is_definition() && symbol.kind() == SymbolKind::Text)
    };
    match (has(anyurl_plugin::abi::ENTRY), has(FORMER_ENTRY)) {
        (true, _) => Ok(()),
        (false, true) => Err(PluginErrorKind::FormerName),
        (false, false) => Err(PluginErrorKind::NoEntry),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn library() -> Option<Vec<u8>> {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/plugin.c");
        let path = anyurl_testkit::plugin::compile("pigeon-elf", &[Path::new(source)], &[])?;
        Some(fs::read(path).expect("the compiled library"))
    }

    #[test]
    fn every_truncation_is_refused() {
        let Some(bytes) = library() else { return };
        check(&bytes).unwrap();
        for len in 0..bytes.len() {
            let found = check(&bytes[..len]);
            assert!(matches!(found, Err(PluginErrorKind::NotElf(_))), "{len}: {found:?}");
        }
    }

    #[test]
    fn no_corruption_makes_it_panic() {
        let Some(bytes) = library() else { return };
        let mut rng = anyurl_testkit::Rng::new(1738);
        for n in 0..anyurl_testkit::iterations(20_000) {
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
            let _ = check(&bytes);
        }
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
}
