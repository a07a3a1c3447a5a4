//! A model of the dynamic linker that shares no code with the tested reader: it copies segments page by page to where glibc
//! maps them, later ones over earlier ones, and reads the dynamic table from there.

use std::collections::HashMap;

const PAGE: u64 = 4096;

pub(crate) const NEEDED: u64 = 1;
const STRTAB: u64 = 5;

/// Tags that make the linker load another file or change its search path: `DT_RPATH`, `DT_RUNPATH`, `DT_CONFIG`,
/// `DT_DEPAUDIT`, `DT_AUDIT`, `DT_AUXILIARY`, `DT_FILTER`, and the lists of `prelink`.
pub(crate) const FORBIDDEN: [u64; 11] = [
    15,
    29,
    0x6fff_fefa,
    0x6fff_fefb,
    0x6fff_fefc,
    0x7fff_fffd,
    0x7fff_ffff,
    0x6fff_fdf5,
    0x6fff_fdf7,
    0x6fff_fef8,
    0x6fff_fef9,
];

/// The entries of a file that the linker acts on.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct LinkerView {
    pub(crate) needed: Vec<Vec<u8>>,
    pub(crate) tags: Vec<u64>,
}

pub(crate) fn number(bytes: &[u8], at: usize, len: usize) -> u64 {
    let mut number = [0; 8];
    number[..len].copy_from_slice(&bytes[at..at + len]);
    u64::from_le_bytes(number)
}

/// A program header: type, offset, address, size in the file, size in memory.
fn headers(bytes: &[u8]) -> Option<Vec<[u64; 5]>> {
    let (table, count) = (usize::try_from(number(bytes, 32, 8)).ok()?, number(bytes, 56, 2));
    (0..usize::try_from(count).ok()?)
        .map(|n| {
            let at = table.checked_add(n * 56)?;
            bytes.get(at..at.checked_add(56)?)?;
            let field = |offset, len| number(bytes, at + offset, len);
            Some([field(0, 4), field(8, 8), field(16, 8), field(32, 8), field(40, 8)])
        })
        .collect()
}

/// The mapped memory: pages by their numbers.
struct MappedPages(HashMap<u64, Vec<u8>>);

impl MappedPages {
    fn new(bytes: &[u8], headers: &[[u64; 5]]) -> Self {
        let mut memory = Self(HashMap::new());
        for &[kind, offset, address, in_file, in_memory] in headers {
            if kind == 1 {
                memory.map(bytes, offset, address, in_file, in_memory);
            }
        }
        memory
    }

    /// Maps whole pages of the file, and zeros after its part of the segment.
    fn map(&mut self, bytes: &[u8], offset: u64, address: u64, in_file: u64, in_memory: u64) {
        let first = address / PAGE;
        let last = (address + in_file).div_ceil(PAGE);
        let from = (offset / PAGE * PAGE).wrapping_sub(first * PAGE);
        for page in first..last {
            let offset = usize::try_from(from.wrapping_add(page * PAGE)).unwrap_or(usize::MAX);
            let mut copy = vec![0; 4096];
            let found = bytes.get(offset..).unwrap_or_default();
            let len = found.len().min(copy.len());
            copy[..len].copy_from_slice(&found[..len]);
            self.0.insert(page, copy);
        }
        if in_memory > in_file {
            let end = address + in_file;
            let tail = usize::try_from(end % PAGE).unwrap();
            if let Some(page) = self.0.get_mut(&(end / PAGE)).filter(|_| tail > 0) {
                page[tail..].fill(0);
            }
            // As far as the tests need.
            for page in end.div_ceil(PAGE)..(address + in_memory).div_ceil(PAGE).min(last + 64) {
                self.0.insert(page, vec![0; 4096]);
            }
        }
    }

    fn byte(&self, address: u64) -> Option<u8> {
        let page = self.0.get(&(address / PAGE))?;
        page.get(usize::try_from(address % PAGE).ok()?).copied()
    }

    fn word(&self, address: u64) -> Option<u64> {
        let bytes: Option<Vec<u8>> = (0..8).map(|n| self.byte(address.checked_add(n)?)).collect();
        Some(number(&bytes?, 0, 8))
    }

    fn text(&self, address: u64) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            match self.byte(address.checked_add(text.len() as u64)?)? {
                0 => return Some(text),
                byte => text.push(byte),
            }
        }
    }
}

/// Reads a file as the linker does; `None` if the linker would access unmapped memory and crash.
pub(crate) fn read(bytes: &[u8]) -> Option<LinkerView> {
    let headers = headers(bytes)?;
    // The libraries of the tests are small; larger segments cannot be mapped.
    let is_small = |[_, offset, address, in_file, in_memory]: &[u64; 5]| {
        (offset | in_file | in_memory) >> 30 == 0 && address >> 60 == 0
    };
    let mut loads = headers.iter().filter(|header| header[0] == 1);
    if !loads.all(is_small) {
        return None;
    }
    let memory = MappedPages::new(bytes, &headers);
    // The linker uses the last one.
    let mut at = headers.iter().rev().find(|header| header[0] == 2)?[2];
    let (mut view, mut strings, mut names) = (LinkerView::default(), None, Vec::new());
    loop {
        let (tag, value) = (memory.word(at)?, memory.word(at.checked_add(8)?)?);
        match tag {
            0 => break,
            NEEDED => names.push(value),
            STRTAB => strings = Some(value),
            _ => {}
        }
        view.tags.push(tag);
        at = at.checked_add(16)?;
    }
    for name in names {
        view.needed.push(memory.text(strings?.checked_add(name)?)?);
    }
    Some(view)
}
