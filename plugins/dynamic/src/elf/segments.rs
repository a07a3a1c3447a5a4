//! The segments of a library: which byte of the file is at which address once the system has mapped it.

use object::elf;
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Endianness, Pod, ReadRef};

use super::{File, broken, not};
use crate::error::Fault;
use crate::own;

type Header = <File as FileHeader>::ProgramHeader;

/// The most addresses that a library takes: the system would reserve whatever a file asks for.
const LARGEST: u64 = 1 << 30;

/// What the system maps, and nothing of it twice.
pub(super) struct Segments<'o> {
    pub(super) bytes: &'o [u8],
    pub(super) endian: Endianness,
    loads: Vec<Load>,
    /// Where the dynamic table is.
    pub(super) dynamic: Range,
}

/// Addresses, and the bytes of the file that will be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) address: u64,
    pub(super) offset: u64,
    pub(super) len: u64,
}

impl Range {
    /// Whether two ranges of addresses have one in common.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.address < other.address.saturating_add(other.len) && other.address < self.address.saturating_add(self.len)
    }
}

/// A segment that is mapped.
struct Load {
    /// What comes out of the file.
    range: Range,
    /// Whole pages: what the system maps.
    pages: (u64, u64),
}

impl<'o> Segments<'o> {
    /// Reads the program headers.
    pub(super) fn of(file: &'o File, endian: Endianness, bytes: &'o [u8]) -> Result<Self, Fault> {
        if file.e_phnum(endian) == elf::PN_XNUM {
            // The number would be in a section, where the system does not look for it.
            return Err(not("it has too many segments"));
        }
        let headers = file.program_headers(endian, bytes).map_err(broken)?;
        let mut segments = Self {
            bytes,
            endian,
            loads: loads(headers, endian, bytes)?,
            dynamic: Range { address: 0, offset: 0, len: 0 },
        };
        if of_type(headers, endian, elf::PT_INTERP).next().is_some() {
            return Err(not("it is a program"));
        }
        segments.dynamic = segments.only(headers, elf::PT_DYNAMIC)?.ok_or_else(no_table)?;
        segments.own_headers(file, headers)?;
        Ok(segments)
    }

    /// The one segment of a type, which must be part of a mapped one at the same place in the file and in memory.
    fn only(&self, headers: &[Header], kind: elf::ProgramType) -> Result<Option<Range>, Fault> {
        let mut all = of_type(headers, self.endian, kind);
        let Some(header) = all.next() else {
            return Ok(None);
        };
        let range = range(header, self.endian);
        let found = self.find(range.address, range.len);
        if all.next().is_some() || found != Some(range) {
            return Err(no_table());
        }
        Ok(Some(range))
    }

    /// The system may read the program headers again, where they say that they are.
    fn own_headers(&self, file: &File, headers: &[Header]) -> Result<(), Fault> {
        let offset: u64 = file.e_phoff(self.endian).into();
        match self.only(headers, elf::PT_PHDR)? {
            Some(range) if range.offset != offset => Err(no_table()),
            _ => Ok(()),
        }
    }

    /// The bytes of the file that will be at some addresses.
    pub(super) fn find(&self, address: u64, len: u64) -> Option<Range> {
        let load = self.holding(address)?;
        let within = address - load.range.address;
        (len <= load.range.len - within).then_some(Range { address, offset: load.range.offset + within, len })
    }

    /// From an address to the end of the segment that it is in.
    pub(super) fn rest(&self, address: u64) -> Option<Range> {
        let load = self.holding(address)?;
        self.find(address, load.range.len - (address - load.range.address))
    }

    fn holding(&self, address: u64) -> Option<&Load> {
        self.loads.iter().find(|load| {
            let Range { address: start, len, .. } = load.range;
            start <= address && address - start < len
        })
    }

    pub(super) fn bytes(&self, range: Range) -> Option<&'o [u8]> {
        self.bytes.read_bytes_at(range.offset, range.len).ok()
    }

    /// An array at an address.
    pub(super) fn array<T: Pod>(&self, address: u64, count: usize) -> Option<&'o [T]> {
        let len = u64::try_from(count.checked_mul(size_of::<T>())?).ok()?;
        let range = self.find(address, len)?;
        self.bytes.read_slice_at(range.offset, count).ok()
    }
}

fn no_table() -> Fault {
    not("it has no dynamic section, or two, or one that is not where it says")
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

/// What will be mapped: all of it is in the file, in the order of addresses, and no page belongs to two segments. So each
/// address that comes out of the file has one byte of it, whatever a system does with overlaps.
fn loads(headers: &[Header], endian: Endianness, bytes: &[u8]) -> Result<Vec<Load>, Fault> {
    let page = own::page();
    let mut loads: Vec<Load> = Vec::new();
    for header in of_type(headers, endian, elf::PT_LOAD) {
        header.data(endian, bytes).map_err(|()| not("it is truncated"))?;
        let load = load(header, endian, page).ok_or_else(|| not("a segment has no place"))?;
        if loads.last().is_some_and(|last| load.pages.0 < last.pages.1) {
            return Err(not("two segments have one place"));
        }
        loads.push(load);
    }
    match (loads.first(), loads.last()) {
        (Some(first), Some(last)) if last.pages.1 - first.pages.0 <= LARGEST => Ok(loads),
        (Some(_), Some(_)) => Err(not("it takes more memory than any library")),
        _ => Err(not("there is nothing to load")),
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
