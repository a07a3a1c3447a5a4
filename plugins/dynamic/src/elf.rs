//! Checks the ELF file of a library before any of its code runs.
//!
//! The dynamic linker trusts such a file. It kills the process if a segment extends past the end of the file, it loads any
//! other library that the file names, and it runs the constructors of everything it loads. This module rejects such files.
//!
//! The dynamic linker reads segments and never sections, and so does this module: `segments` maps addresses to bytes of the
//! file as the system does, `dynamic` reads the dynamic table through them, and `sections` rejects files whose section
//! headers disagree with the segments, because tools such as `readelf` show sections.

#![cfg_attr(
    target_pointer_width = "64",
    expect(clippy::useless_conversion, reason = "32-bit files have other integer types")
)]

mod dynamic;
mod sections;
mod segments;

use std::env::consts::ARCH;

use object::elf;
use object::read::elf::FileHeader;
use object::{Endianness, FileKind};

pub use dynamic::C_RUNTIME;
use dynamic::DynamicTable;
use segments::Segments;

use crate::error::LoadErrorKind;
use crate::policy::LoadPolicy;

#[cfg(target_pointer_width = "64")]
type File = elf::FileHeader64<Endianness>;
#[cfg(not(target_pointer_width = "64"))]
type File = elf::FileHeader32<Endianness>;

/// The ELF class of this program, and what an error says about the other one.
#[cfg(target_pointer_width = "64")]
const CLASS: (FileKind, &str) = (FileKind::Elf64, "32 bits");
#[cfg(not(target_pointer_width = "64"))]
const CLASS: (FileKind, &str) = (FileKind::Elf32, "64 bits");

/// Checks a file.
///
/// # Errors
/// The file is no library for this machine, or would make the dynamic linker crash or load another file.
pub fn check(bytes: &[u8], policy: &LoadPolicy) -> Result<(), LoadErrorKind> {
    let file = header(bytes)?;
    let endian = file.endian().map_err(broken)?;
    let segments = Segments::read(file, endian, bytes)?;
    let table = DynamicTable::read(&segments)?;
    table.check_needed(policy)?;
    sections::check(file, endian, bytes, &segments, &table)?;
    table.check_entry()
}

fn broken(error: object::read::Error) -> LoadErrorKind {
    LoadErrorKind::NotElf(error.to_string())
}

fn not_elf(problem: &str) -> LoadErrorKind {
    LoadErrorKind::NotElf(problem.to_owned())
}

/// Returns the header if the file is a shared library for this machine.
fn header(bytes: &[u8]) -> Result<&File, LoadErrorKind> {
    let (class, other_class) = CLASS;
    match FileKind::parse(bytes) {
        Ok(kind) if kind == class => {}
        Ok(FileKind::Elf32 | FileKind::Elf64) => return Err(wrong_arch(other_class.to_owned())),
        _ => return Err(not_elf("not an ELF file")),
    }
    let file = File::parse(bytes).map_err(broken)?;
    let endian = file.endian().map_err(broken)?;
    if endian != Endianness::default() {
        return Err(wrong_arch("the other byte order".to_owned()));
    }
    let machine = file.e_machine(endian);
    if !machines(ARCH).contains(&machine) {
        return Err(wrong_arch(format!("{machine:?}")));
    }
    if file.e_type(endian) != elf::ET_DYN {
        return Err(not_elf("a program or an object file"));
    }
    Ok(file)
}

fn wrong_arch(found: String) -> LoadErrorKind {
    LoadErrorKind::WrongArch { found, host: ARCH }
}

/// Returns the machines whose libraries a program for `arch` loads; none for architectures that are not listed.
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

#[cfg(test)]
mod tests;
