//! The dynamic table, as the dynamic linker reads it: at its address, up to the first `DT_NULL`.
//!
//! Only tags known to have no effect outside the library are accepted, and only libraries that are already loaded may be
//! needed.

use object::Endianness;
use object::StringTable;
use object::elf::{self, DynamicTag};
use object::read::elf::{Dyn, FileHeader, GnuHashTable, HashTable, Sym};

use super::segments::{Range, Segments};
use super::{File, not_elf};
use crate::error::LoadErrorKind;
use crate::loaded_libraries;
use crate::policy::LoadPolicy;

type Entry = <File as FileHeader>::Dyn;
type Symbol = <File as FileHeader>::Sym;

/// Libraries that every plugin may need if the process has loaded them: the C runtime and the dynamic linker.
pub const C_RUNTIME: [&str; 21] = [
    // glibc
    "libc.so.6",
    "libm.so.6",
    "libgcc_s.so.1",
    "libpthread.so.0",
    "libdl.so.2",
    "librt.so.1",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
    "ld-linux-armhf.so.3",
    "ld-linux-riscv64-lp64d.so.1",
    "ld-linux-loongarch-lp64d.so.1",
    "ld-linux.so.2",
    "ld64.so.1",
    "ld64.so.2",
    // musl
    "libc.so",
    "libc.musl-x86_64.so.1",
    "libc.musl-aarch64.so.1",
    // FreeBSD
    "libc.so.7",
    "libm.so.5",
    "libsys.so.7",
    "libthr.so.3",
];

/// The dynamic table of a library.
pub(super) struct DynamicTable<'s, 'o> {
    segments: &'s Segments<'o>,
    entries: &'o [Entry],
    strings: StringTable<'o>,
    pub(super) string_range: Range,
    pub(super) symbol_range: Range,
}

impl<'s, 'o> DynamicTable<'s, 'o> {
    /// Reads the table, the string table, and the symbols that can be looked up.
    pub(super) fn read(segments: &'s Segments<'o>) -> Result<Self, LoadErrorKind> {
        let entries = entries(segments).ok_or_else(|| not_elf("the dynamic section is not terminated"))?;
        let endian = segments.endian;
        check_tags(entries, endian)?;
        let value = |tag| value(entries, endian, tag);
        let strings = value(elf::DT_STRTAB).zip(value(elf::DT_STRSZ));
        let string_range = strings.and_then(|(address, len)| segments.find(address, len));
        let string_range = string_range.ok_or_else(|| not_elf("no string table"))?;
        let symbol_range = symbols(segments, entries);
        let symbol_range = symbol_range.ok_or_else(|| not_elf("no symbol table"))?;
        // The dynamic linker writes addresses into the dynamic table before it reads a string.
        if [string_range, symbol_range].iter().any(|range| range.overlaps(&segments.dynamic)) {
            return Err(not_elf("the dynamic section overlaps another one"));
        }
        let Range { offset, len, .. } = string_range;
        Ok(Self {
            segments,
            entries,
            strings: StringTable::new(segments.bytes, offset, offset + len),
            string_range,
            symbol_range,
        })
    }

    /// Checks that all needed libraries are allowed and loaded, and that no other entry makes the linker load or search for
    /// a library.
    pub(super) fn check_needed(&self, policy: &LoadPolicy) -> Result<(), LoadErrorKind> {
        let endian = self.segments.endian;
        for entry in self.entries {
            match entry.d_tag(endian) {
                elf::DT_NEEDED => check_library(self.text(entry)?, policy)?,
                elf::DT_RPATH | elf::DT_RUNPATH => {
                    return Err(LoadErrorKind::SearchPath(self.text(entry)?));
                }
                elf::DT_AUXILIARY | elf::DT_FILTER | elf::DT_AUDIT | elf::DT_DEPAUDIT => {
                    return Err(LoadErrorKind::Needed(self.text(entry)?));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn text(&self, entry: &Entry) -> Result<String, LoadErrorKind> {
        let value: u64 = entry.d_val(self.segments.endian).into();
        let text = u32::try_from(value).ok().and_then(|at| self.strings.get(at).ok());
        let text = text.ok_or_else(|| not_elf("a name is outside the string table"))?;
        Ok(String::from_utf8_lossy(text).into_owned())
    }

    /// Checks that the library defines the entry point of a plugin.
    pub(super) fn check_entry(&self) -> Result<(), LoadErrorKind> {
        let endian = self.segments.endian;
        let count = usize::try_from(self.symbol_range.len).unwrap_or(0) / size_of::<Symbol>();
        let symbols = self.segments.array::<Symbol>(self.symbol_range.address, count);
        let is_entry = |symbol: &Symbol| {
            let name = symbol.name(endian, self.strings).unwrap_or_default();
            name == locator_plugin::abi::ENTRY.as_bytes()
                && !symbol.is_undefined(endian)
                && symbol.st_type() == elf::STT_FUNC
        };
        if symbols.unwrap_or_default().iter().any(is_entry) { Ok(()) } else { Err(LoadErrorKind::NoEntry) }
    }
}

/// Returns all entries before the first `DT_NULL`, which must be in the segment.
fn entries<'o>(segments: &Segments<'o>) -> Option<&'o [Entry]> {
    let Range { address, len, .. } = segments.dynamic;
    let count = usize::try_from(len).ok()? / size_of::<Entry>();
    let all: &[Entry] = segments.array(address, count)?;
    let end = all.iter().position(|one| one.d_tag(segments.endian) == elf::DT_NULL)?;
    all.get(..end).filter(|_| address.is_multiple_of(align_of::<u32>() as u64))
}

/// Checks that all tags are known, and that none but `DT_NEEDED` occurs twice: systems differ in which one counts.
fn check_tags(entries: &[Entry], endian: Endianness) -> Result<(), LoadErrorKind> {
    for (n, entry) in entries.iter().enumerate() {
        let tag = entry.d_tag(endian);
        if !is_known(tag) {
            return Err(LoadErrorKind::Tag(format!("{tag:?}")));
        }
        let is_same = |other: &Entry| other.d_tag(endian) == tag;
        if tag != elf::DT_NEEDED && entries[..n].iter().any(is_same) {
            return Err(not_elf("an entry of the dynamic section occurs twice"));
        }
    }
    Ok(())
}

/// Returns whether a tag has no effect outside the library, or is checked by [`DynamicTable::check_needed`].
fn is_known(tag: DynamicTag) -> bool {
    /// Processor-specific tags: procedure linkage and branch protection.
    const PROCESSOR: std::ops::RangeInclusive<i64> = elf::DT_LOPROC..=elf::DT_LOPROC + 0xFF;
    matches!(
        tag,
        elf::DT_NEEDED
            | elf::DT_SONAME
            | elf::DT_RPATH
            | elf::DT_RUNPATH
            | elf::DT_AUXILIARY
            | elf::DT_FILTER
            | elf::DT_AUDIT
            | elf::DT_DEPAUDIT
            | elf::DT_STRTAB
            | elf::DT_STRSZ
            | elf::DT_SYMTAB
            | elf::DT_SYMENT
            | elf::DT_HASH
            | elf::DT_GNU_HASH
            | elf::DT_PLTGOT
            | elf::DT_PLTREL
            | elf::DT_PLTRELSZ
            | elf::DT_JMPREL
            | elf::DT_REL
            | elf::DT_RELSZ
            | elf::DT_RELENT
            | elf::DT_RELCOUNT
            | elf::DT_RELA
            | elf::DT_RELASZ
            | elf::DT_RELAENT
            | elf::DT_RELACOUNT
            | elf::DT_RELR
            | elf::DT_RELRSZ
            | elf::DT_RELRENT
            | elf::DT_ANDROID_REL
            | elf::DT_ANDROID_RELSZ
            | elf::DT_ANDROID_RELA
            | elf::DT_ANDROID_RELASZ
            | elf::DT_ANDROID_RELR
            | elf::DT_ANDROID_RELRSZ
            | elf::DT_ANDROID_RELRENT
            | elf::DT_TLSDESC_PLT
            | elf::DT_TLSDESC_GOT
            | elf::DT_INIT
            | elf::DT_INIT_ARRAY
            | elf::DT_INIT_ARRAYSZ
            | elf::DT_FINI
            | elf::DT_FINI_ARRAY
            | elf::DT_FINI_ARRAYSZ
            | elf::DT_VERSYM
            | elf::DT_VERDEF
            | elf::DT_VERDEFNUM
            | elf::DT_VERNEED
            | elf::DT_VERNEEDNUM
            | elf::DT_SYMBOLIC
            | elf::DT_TEXTREL
            | elf::DT_BIND_NOW
            | elf::DT_FLAGS
            | elf::DT_FLAGS_1
            | elf::DT_DEBUG
    ) || PROCESSOR.contains(&tag.0)
}

fn value(entries: &[Entry], endian: Endianness, tag: DynamicTag) -> Option<u64> {
    let mut entries = entries.iter();
    let entry = entries.find(|one| one.d_tag(endian) == tag)?;
    Some(entry.d_val(endian).into())
}

/// Returns the range of the symbols that can be looked up. Their number comes from the hash table, because the symbol table
/// does not contain it.
fn symbols(segments: &Segments<'_>, entries: &[Entry]) -> Option<Range> {
    let endian = segments.endian;
    let address = value(entries, endian, elf::DT_SYMTAB)?;
    let size = size_of::<Symbol>() as u64;
    if value(entries, endian, elf::DT_SYMENT) != Some(size) {
        return None;
    }
    let table = |tag| {
        let address = value(entries, endian, tag)?;
        segments.bytes(segments.rest(address)?)
    };
    let count = if let Some(table) = table(elf::DT_GNU_HASH) {
        let table = GnuHashTable::<File>::parse(endian, table).ok()?;
        // A library that exports nothing has an empty hash table.
        table.symbol_table_length(endian).unwrap_or(0)
    } else {
        let table = HashTable::<File>::parse(endian, table(elf::DT_HASH)?).ok()?;
        table.symbol_table_length()
    };
    segments.find(address, size.checked_mul(count.into())?)
}

/// Checks that a needed library is allowed and loaded, so that the linker does not search for it.
fn check_library(name: String, policy: &LoadPolicy) -> Result<(), LoadErrorKind> {
    let is_path = name.is_empty() || name.contains(['/', '$']);
    let is_allowed = C_RUNTIME.contains(&&*name) || policy.libraries.contains(&name);
    if is_path || !is_allowed {
        Err(LoadErrorKind::Needed(name))
    } else if loaded_libraries::is_loaded(&name) {
        Ok(())
    } else {
        Err(LoadErrorKind::NotLoaded(name))
    }
}
