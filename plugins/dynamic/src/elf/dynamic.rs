//! The dynamic table, as the dynamic linker reads it: at its address, up to the first `DT_NULL`.

use object::Endianness;
use object::StringTable;
use object::elf::{self, DynamicTag};
use object::read::elf::{Dyn, FileHeader, GnuHashTable, HashTable, Sym};

use super::segments::{Range, Segments};
use super::{File, not};
use crate::error::Fault;
use crate::loaded;
use crate::policy::LoadPolicy;

type Entry = <File as FileHeader>::Dyn;
type Symbol = <File as FileHeader>::Sym;

/// What every library may need where the process has it: the C language's own, and the loader.
pub(super) const USUAL: [&str; 21] = [
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
pub(super) struct Table<'s, 'o> {
    segments: &'s Segments<'o>,
    entries: &'o [Entry],
    strings: StringTable<'o>,
    /// The places of the strings and the symbols.
    pub(super) string_range: Range,
    pub(super) symbol_range: Range,
}

impl<'s, 'o> Table<'s, 'o> {
    /// Reads the table and what it leads to: strings, and as many symbols as can be looked up.
    pub(super) fn of(segments: &'s Segments<'o>) -> Result<Self, Fault> {
        let entries = entries(segments).ok_or_else(|| not("its dynamic section has no end"))?;
        let endian = segments.endian;
        only_known(entries, endian)?;
        let value = |tag| value(entries, endian, tag);
        let strings = value(elf::DT_STRTAB).zip(value(elf::DT_STRSZ));
        let string_range = strings.and_then(|(address, len)| segments.find(address, len));
        let string_range = string_range.ok_or_else(|| not("it has no table of strings"))?;
        let symbol_range = symbols(segments, entries);
        let symbol_range = symbol_range.ok_or_else(|| not("it has no table of symbols"))?;
        // The dynamic linker writes addresses into the dynamic table before it reads a string.
        if [string_range, symbol_range].iter().any(|range| range.overlaps(&segments.dynamic)) {
            return Err(not("its dynamic section overlaps another"));
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

    /// Whether everything that it needs is loaded already, and nothing else would be loaded or searched for.
    pub(super) fn needs(&self, policy: &LoadPolicy) -> Result<(), Fault> {
        let endian = self.segments.endian;
        for entry in self.entries {
            match entry.d_tag(endian) {
                elf::DT_NEEDED => needed(self.text(entry)?, policy)?,
                elf::DT_RPATH | elf::DT_RUNPATH => {
                    return Err(Fault::SearchPath(self.text(entry)?));
                }
                elf::DT_AUXILIARY | elf::DT_FILTER | elf::DT_AUDIT | elf::DT_DEPAUDIT => {
                    return Err(Fault::Needed(self.text(entry)?));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn text(&self, entry: &Entry) -> Result<String, Fault> {
        let value: u64 = entry.d_val(self.segments.endian).into();
        let text = u32::try_from(value).ok().and_then(|at| self.strings.get(at).ok());
        let text = text.ok_or_else(|| not("a name in it is no text"))?;
        Ok(String::from_utf8_lossy(text).into_owned())
    }

    /// Whether it defines the one function of a plugin.
    pub(super) fn entry(&self) -> Result<(), Fault> {
        let endian = self.segments.endian;
        let count = usize::try_from(self.symbol_range.len).unwrap_or(0) / size_of::<Symbol>();
        let symbols = self.segments.array::<Symbol>(self.symbol_range.address, count);
        let is_entry = |symbol: &Symbol| {
            let name = symbol.name(endian, self.strings).unwrap_or_default();
            name == locator_plugin::abi::ENTRY.as_bytes()
                && !symbol.is_undefined(endian)
                && symbol.st_type() == elf::STT_FUNC
        };
        if symbols.unwrap_or_default().iter().any(is_entry) { Ok(()) } else { Err(Fault::NoEntry) }
    }
}

/// All entries before the first `DT_NULL`, which must be in the segment.
fn entries<'o>(segments: &Segments<'o>) -> Option<&'o [Entry]> {
    let Range { address, len, .. } = segments.dynamic;
    let count = usize::try_from(len).ok()? / size_of::<Entry>();
    let all: &[Entry] = segments.array(address, count)?;
    let end = all.iter().position(|one| one.d_tag(segments.endian) == elf::DT_NULL)?;
    all.get(..end).filter(|_| address.is_multiple_of(align_of::<u32>() as u64))
}

/// Whether the system does nothing with the table but what is known here. A tag that occurs twice is read differently by
/// different systems.
fn only_known(entries: &[Entry], endian: Endianness) -> Result<(), Fault> {
    for (n, entry) in entries.iter().enumerate() {
        let tag = entry.d_tag(endian);
        if !is_known(tag) {
            return Err(Fault::Tag(format!("{tag:?}")));
        }
        let is_same = |other: &Entry| other.d_tag(endian) == tag;
        if tag != elf::DT_NEEDED && entries[..n].iter().any(is_same) {
            return Err(not("an entry of its dynamic section occurs twice"));
        }
    }
    Ok(())
}

/// Tags that have no effect beyond the library, and those that [`Table::needs`] looks at.
fn is_known(tag: DynamicTag) -> bool {
    /// What processors have of their own: procedure linkage, and how branches are protected.
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

/// The table of symbols, as far as they can be looked up: the table itself does not say how long it is.
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
        // A library that exports nothing has an empty table.
        table.symbol_table_length(endian).unwrap_or(0)
    } else {
        let table = HashTable::<File>::parse(endian, table(elf::DT_HASH)?).ok()?;
        table.symbol_table_length()
    };
    segments.find(address, size.checked_mul(count.into())?)
}

/// Whether a library that is needed is allowed, and loaded: then the system takes that one, and searches for nothing.
fn needed(name: String, policy: &LoadPolicy) -> Result<(), Fault> {
    let is_path = name.is_empty() || name.contains(['/', '$']);
    let is_allowed = USUAL.contains(&&*name) || policy.libraries.contains(&name);
    if is_path || !is_allowed {
        Err(Fault::Needed(name))
    } else if loaded::is_loaded(&name) {
        Ok(())
    } else {
        Err(Fault::NotLoaded(name))
    }
}
