//! What a library says about itself before any of its code runs: the facts of its ELF file.
//!
//! The system believes such a file. It ends the process where a segment lies behind the end of the file, it loads whatever
//! else the file names, and it runs the constructors of whatever is a library at all. So these are refused here, by a
//! reader that believes nothing.
//!
//! The dynamic linker reads segments and never sections, and so does this: `segments` maps addresses to bytes of the file
//! as the system maps them to memory, `dynamic` reads the dynamic table through them, and `sections` rejects files whose
//! section headers show a person something else.

#![cfg_attr(
    target_pointer_width = "64",
    expect(clippy::useless_conversion, reason = "a file of 32 bits has other numbers")
)]

mod dynamic;
mod sections;
mod segments;

use object::elf;
use object::read::elf::FileHeader;
use object::{Endianness, FileKind};

use dynamic::Table;
use segments::Segments;

use crate::error::Fault;
use crate::policy::LoadPolicy;

#[cfg(target_pointer_width = "64")]
type File = elf::FileHeader64<Endianness>;
#[cfg(not(target_pointer_width = "64"))]
type File = elf::FileHeader32<Endianness>;

/// The class of files that this program is one of.
#[cfg(target_pointer_width = "64")]
const KIND: FileKind = FileKind::Elf64;
#[cfg(not(target_pointer_width = "64"))]
const KIND: FileKind = FileKind::Elf32;

/// Looks at a file as the system would, before the system does.
pub(crate) fn check(bytes: &[u8], policy: &LoadPolicy) -> Result<(), Fault> {
    let file = header(bytes)?;
    let endian = file.endian().map_err(broken)?;
    let segments = Segments::of(file, endian, bytes)?;
    let table = Table::of(&segments)?;
    table.needs(policy)?;
    sections::agree(file, endian, bytes, &segments, &table)?;
    table.entry()
}

fn broken(error: object::read::Error) -> Fault {
    Fault::NotElf(error.to_string())
}

fn not(what: &str) -> Fault {
    Fault::NotElf(what.to_owned())
}

/// The header of a shared library for this machine.
fn header(bytes: &[u8]) -> Result<&File, Fault> {
    let kind = FileKind::parse(bytes).map_err(|_| not("it is a file of another kind"))?;
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
    let file = File::parse(bytes).map_err(broken)?;
    let endian = file.endian().map_err(broken)?;
    if endian != Endianness::default() {
        return Err(wrong_machine("the other order of bytes".to_owned()));
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

#[cfg(test)]
mod tests;
