//! The section headers. The system ignores them, but tools show them: they may be missing, but must agree with the
//! segments.

use object::Endianness;
use object::elf::{self, SectionType};
use object::read::elf::{FileHeader, SectionHeader, SectionTable};

use super::dynamic::DynamicTable;
use super::segments::{Range, Segments};
use super::{File, broken, not_elf};
use crate::error::LoadErrorKind;

/// Checks that the sections, if there are any, show the same dynamic table, symbols and strings as the segments.
pub(super) fn check(
    file: &File,
    endian: Endianness,
    bytes: &[u8],
    segments: &Segments<'_>,
    table: &DynamicTable<'_, '_>,
) -> Result<(), LoadErrorKind> {
    let sections = file.sections(endian, bytes).map_err(broken)?;
    if sections.is_empty() {
        return Ok(());
    }
    let section = |kind| LinkedSection::find(&sections, endian, kind);
    let strings = Some(table.string_range);
    let agree = section(elf::SHT_DYNAMIC).zip(section(elf::SHT_DYNSYM)).is_some_and(|(dynamic, symbols)| {
        dynamic.range == segments.dynamic
            && dynamic.strings == strings
            && symbols.strings == strings
            && has_symbols(symbols.range, table.symbol_range)
    });
    if agree { Ok(()) } else { Err(not_elf("the sections differ from the segments")) }
}

/// Returns whether a section consists of the symbols that can be looked up. If there are none, the section may have any
/// length, because the number of symbols is unknown.
fn has_symbols(section: Range, symbols: Range) -> bool {
    let Range { address, offset, len } = symbols;
    section.address == address && section.offset == offset && (section.len == len || len == 0)
}

/// A section, and its string table.
struct LinkedSection {
    range: Range,
    strings: Option<Range>,
}

impl LinkedSection {
    /// Returns the only section of a type.
    fn find(sections: &SectionTable<'_, File>, endian: Endianness, kind: SectionType) -> Option<Self> {
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
