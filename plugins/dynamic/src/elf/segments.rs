//! The segments of a library, which map addresses to bytes of the file.

use object::elf;
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Endianness, Pod, ReadRef};

use super::{File, broken, not_elf};
use crate::error::LoadErrorKind;
use crate::process;

type Header = <File as FileHeader>::ProgramHeader;

/// The largest address range of a library; the system would reserve any range that a file asks for.
const MAX_MAPPED: u64 = 1 << 30;

/// The mapped segments, which do not overlap.
pub(super) struct Segments<'o> {
    pub(super) bytes: &'o [u8],
    pub(super) endian: Endianness,
    loads: Vec<Load>,
    /// The dynamic table.
    pub(super) dynamic: Range,
}

/// A range of addresses, and the offset of its bytes in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) address: u64,
    pub(super) offset: u64,
    pub(super) len: u64,
}

impl Range {
    /// Returns whether the address ranges overlap.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.address < other.address.saturating_add(other.len) && other.address < self.address.saturating_add(self.len)
    }
}

/// A mapped segment.
struct Load {
    /// The part with bytes of the file.
    range: Range,
    /// The mapped addresses: whole pages.
    pages: (u64, u64),
}

impl<'o> Segments<'o> {
    /// Reads the program headers.
    pub(super) fn read(file: &'o File, endian: Endianness, bytes: &'o [u8]) -> Result<Self, LoadErrorKind> {
        if file.e_phnum(endian) == elf::PN_XNUM {
            // The number would be in a section, which the system does not read.
            return Err(not_elf("too many segments"));
        }
        let headers = file.program_headers(endian, bytes).map_err(broken)?;
        let mut segments = Self {
            bytes,
            endian,
            loads: loads(headers, endian, bytes)?,
            dynamic: Range { address: 0, offset: 0, len: 0 },
        };
        if of_type(headers, endian, elf::PT_INTERP).next().is_some() {
            return Err(not_elf("a program"));
        }
        segments.dynamic = segments.only(headers, elf::PT_DYNAMIC)?.ok_or_else(invalid_dynamic)?;
        segments.check_phdr(file, headers)?;
        Ok(segments)
    }

    /// Returns the only segment of a type. It must be part of a mapped one, with the same mapping of addresses to the file.
    fn only(&self, headers: &[Header], kind: elf::ProgramType) -> Result<Option<Range>, LoadErrorKind> {
        let mut all = of_type(headers, self.endian, kind);
        let Some(header) = all.next() else {
            return Ok(None);
        };
        let range = range(header, self.endian);
        let found = self.find(range.address, range.len);
        if all.next().is_some() || found != Some(range) {
            return Err(invalid_dynamic());
        }
        Ok(Some(range))
    }

    /// Checks that `PT_PHDR` is the program header table, because the system may read it again there.
    fn check_phdr(&self, file: &File, headers: &[Header]) -> Result<(), LoadErrorKind> {
        let offset: u64 = file.e_phoff(self.endian).into();
        match self.only(headers, elf::PT_PHDR)? {
            Some(range) if range.offset != offset => Err(invalid_dynamic()),
            _ => Ok(()),
        }
    }

    /// Returns the range of the file for an address range, if it is within one segment.
    pub(super) fn find(&self, address: u64, len: u64) -> Option<Range> {
        let load = self.segment_at(address)?;
        let within = address - load.range.address;
        (len <= load.range.len - within).then_some(Range { address, offset: load.range.offset + within, len })
    }

    /// Returns the range from an address to the end of its segment.
    pub(super) fn rest(&self, address: u64) -> Option<Range> {
        let load = self.segment_at(address)?;
        self.find(address, load.range.len - (address - load.range.address))
    }

    fn segment_at(&self, address: u64) -> Option<&Load> {
        self.loads.iter().find(|load| {
            let Range { address: start, len, .. } = load.range;
            start <= address && address - start < len
        })
    }

    pub(super) fn bytes(&self, range: Range) -> Option<&'o [u8]> {
        self.bytes.read_bytes_at(range.offset, range.len).ok()
    }

    /// Returns the array at an address.
    pub(super) fn array<T: Pod>(&self, address: u64, count: usize) -> Option<&'o [T]> {
        let len = u64::try_from(count.checked_mul(size_of::<T>())?).ok()?;
        let range = self.find(address, len)?;
        self.bytes.read_slice_at(range.offset, count).ok()
    }
}

fn invalid_dynamic() -> LoadErrorKind {
    not_elf("the dynamic section is missing, repeated or misplaced")
}

fn of_type(headers: &[Header], endian: Endianness, kind: elf::ProgramType) -> impl Iterator<Item = &Header> {
    headers.iter().filter(move |one| one.p_type(endian) == kind)
}

fn range(header: &Header, endian: Endianness) -> Range {
    Range {
        address: header.p_vaddr(endian).into(),
        offset: header.p_offset(endian).into(),
        len: header.p_filesz(endian).into(),
    }
}

/// Returns the mapped segments. They must be within the file, in the order of addresses, and must not share a page, so that
/// the mapping is unambiguous however a system treats overlaps.
fn loads(headers: &[Header], endian: Endianness, bytes: &[u8]) -> Result<Vec<Load>, LoadErrorKind> {
    let page = process::page_size();
    let mut loads: Vec<Load> = Vec::new();
    for header in of_type(headers, endian, elf::PT_LOAD) {
        header.data(endian, bytes).map_err(|()| not_elf("truncated"))?;
        let load = load(header, endian, page).ok_or_else(|| not_elf("a segment cannot be mapped"))?;
        if loads.last().is_some_and(|last| load.pages.0 < last.pages.1) {
            return Err(not_elf("two segments overlap"));
        }
        loads.push(load);
    }
    match (loads.first(), loads.last()) {
        (Some(first), Some(last)) if last.pages.1 - first.pages.0 <= MAX_MAPPED => Ok(loads),
        (Some(_), Some(_)) => Err(not_elf("the segments span more than 1 GiB of addresses")),
        _ => Err(not_elf("no segment to load")),
    }
}

fn load(header: &Header, endian: Endianness, page: u64) -> Option<Load> {
    let range = range(header, endian);
    let (size, align): (u64, u64) = (header.p_memsz(endian).into(), header.p_align(endian).into());
    let align = align.max(page);
    let is_congruent = range.address % align == range.offset % align;
    if size < range.len || !align.is_power_of_two() || !is_congruent {
        return None;
    }
    let end = range.address.checked_add(size)?;
    let pages = (range.address & !(align - 1), end.checked_next_multiple_of(align)?);
    Some(Load { range, pages })
}
