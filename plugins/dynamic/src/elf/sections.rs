//! The section headers, which the system never reads: a person's tools do, so they may be missing, and may not lie.

use object::Endianness;
use object::elf::{self, SectionType};
use object::read::elf::{FileHeader, SectionHeader, SectionTable};

use super::dynamic::Table;
use super::segments::{Range, Segments};
use super::{File, broken, not};
use crate::error::Fault;

/// Whether the sections show the same dynamic table, symbols and strings as the segments, if there are sections.
pub(super) fn agree(
    file: &File,
    endian: Endianness,
    bytes: &[u8],
    segments: &Segments<'_>,
    table: &Table<'_, '_>,
) -> Result<(), Fault> {
    let sections = file.sections(endian, bytes).map_err(broken)?;
    if sections.is_empty() {
        return Ok(());
    }
    let seen = |kind| Seen::of(&sections, endian, kind);
    let (dynamic, symbols) = (seen(elf::SHT_DYNAMIC), seen(elf::SHT_DYNSYM));
    let [Some(dynamic), Some(symbols)] = [dynamic, symbols] else {
        return Err(different());
    };
    let strings = table.string_range;
    let is_same = dynamic.range == segments.dynamic
        && dynamic.strings == Some(strings)
        && symbols.strings == Some(strings)
        && begins(symbols.range, table.symbol_range);
    if is_same { Ok(()) } else { Err(different()) }
}

fn different() -> Fault {
    not("its sections are not what the system reads: its segments")
}

/// The symbols that can be looked up come first, and others may follow only where none can be: then nobody knows how many
/// there are.
fn begins(section: Range, found: Range) -> bool {
    let Range { address, offset, len } = found;
    section.address == address && section.offset == offset && (section.len == len || len == 0)
}

/// A section, and the strings that it refers to.
struct Seen {
    range: Range,
    strings: Option<Range>,
}

impl Seen {
    /// The only section of a type.
    fn of(sections: &SectionTable<'_, File>, endian: Endianness, kind: SectionType) -> Option<Self> {
        let mut all = sections.iter().filter(|one| one.sh_type(endian) == kind);
        let (section, None) = (all.next()?, all.next()) else {
            return None;
        };
        let strings = sections.section(section.link(endian)).ok();
        Some(Self { range: range(section, endian), strings: strings.map(|strings| range(strings, endian)) })
    }
}

fn range(section: &<File as FileHeader>::SectionHeader, endian: Endianness) -> Range {
    Range {
        address: section.sh_addr(endian).into(),
        offset: section.sh_offset(endian).into(),
        len: section.sh_size(endian).into(),
    }
}
