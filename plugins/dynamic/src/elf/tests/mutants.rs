//! Mutants of a library in everything that a linker reads: the fields of headers, the entries of the dynamic table, and the
//! tables that these refer to.

use locator_testkit::Rng;

use super::linker::{FORBIDDEN, NEEDED, number};

/// Offset and length of a field in a file.
pub(super) type Field = (usize, usize);

/// A library, and the fields in it.
pub(super) struct Seed {
    pub(super) bytes: Vec<u8>,
    file: Vec<Field>,
    segments: Vec<[Field; 8]>,
    sections: Vec<Field>,
    /// Tag and value.
    dynamic: Vec<[Field; 2]>,
    strings: Field,
}

impl Seed {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        let at = |place, len| usize::try_from(number(&bytes, place, len)).unwrap();
        let (table, count) = (at(32, 8), at(56, 2));
        let segments: Vec<_> = (0..count).map(|n| header(table + n * 56)).collect();
        let (table, count) = (at(40, 8), at(60, 2));
        let field = |n: usize| {
            const FIELDS: [Field; 8] = [(0, 4), (4, 4), (8, 8), (16, 8), (24, 8), (32, 8), (40, 4), (56, 8)];
            FIELDS.map(|(place, len)| (table + n * 64 + place, len))
        };
        let sections: Vec<_> = (0..count).flat_map(field).collect();
        let of_kind = |kind| {
            let mut all = (0..count).map(|n| table + n * 64);
            let found = all.find(|place| at(place + 4, 4) == kind).unwrap();
            (at(found + 24, 8), at(found + 32, 8))
        };
        let (start, len) = of_kind(6);
        let dynamic = (0..len / 16).map(|n| [(start + n * 16, 8), (start + n * 16 + 8, 8)]);
        Self {
            file: vec![(16, 2), (18, 2), (32, 8), (40, 8), (54, 2), (56, 2), (58, 2), (60, 2), (62, 2)],
            dynamic: dynamic.collect(),
            strings: of_kind(3),
            segments,
            sections,
            bytes,
        }
    }

    /// Returns a copy with one to three mutations.
    pub(super) fn mutant(&self, rng: &mut Rng) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for _ in 0..=rng.below(3) {
            match rng.below(12) {
                0 => {
                    let field = *rng.pick(&self.file);
                    self.change(&mut bytes, field, rng);
                }
                1..4 => {
                    let fields = rng.pick(&self.segments);
                    let field = *rng.pick(fields);
                    self.change(&mut bytes, field, rng);
                }
                4 => {
                    let field = *rng.pick(&self.sections);
                    self.change(&mut bytes, field, rng);
                }
                5 => self.swap(&mut bytes, rng),
                6 => self.move_table(&mut bytes, rng),
                7 => {
                    // A character of a name.
                    let offset = self.strings.0 + rng.below(self.strings.1);
                    bytes[offset] = *rng.pick(b"/$\0ae.");
                }
                8 => {
                    let [_, value] = *rng.pick(&self.dynamic);
                    self.change(&mut bytes, value, rng);
                }
                _ => {
                    let [tag, _] = *rng.pick(&self.dynamic);
                    put(&mut bytes, tag, any_tag(rng));
                }
            }
        }
        bytes
    }

    /// Sets another value: close to the old one, a boundary, that of another field, or a random one.
    fn change(&self, bytes: &mut [u8], (offset, len): Field, rng: &mut Rng) {
        let was = number(bytes, offset, len);
        let other = rng.pick(&self.dynamic)[1];
        let value = match rng.below(8) {
            0 => 0,
            1 => was.wrapping_add(1 << rng.below(16)),
            2 => was.wrapping_sub(1 << rng.below(16)),
            3 => bytes.len() as u64,
            4 => number(bytes, other.0, other.1),
            5 => rng.below(bytes.len()) as u64,
            6 => rng.below(64) as u64 * 8,
            _ => u64::MAX >> rng.below(64),
        };
        put(bytes, (offset, len), value);
    }

    /// Swaps two segments, or overwrites one by another.
    fn swap(&self, bytes: &mut [u8], rng: &mut Rng) {
        let (one, other) = (rng.pick(&self.segments)[0].0, rng.pick(&self.segments)[0].0);
        let first = bytes[one..one + 56].to_vec();
        if rng.one_in(2) {
            bytes.copy_within(other..other + 56, one);
        }
        bytes[other..other + 56].copy_from_slice(&first);
    }

    /// Redirects the dynamic table to a copy with a forbidden entry.
    fn move_table(&self, bytes: &mut Vec<u8>, rng: &mut Rng) {
        let (start, end) = (self.dynamic[0][0].0, self.dynamic.last().unwrap()[1].0 + 8);
        let mut copy = bytes[start..end].to_vec();
        copy[..8].copy_from_slice(&rng.pick(&FORBIDDEN).to_le_bytes());
        let offset = bytes.len().next_multiple_of(16);
        bytes.resize(offset, 0);
        bytes.extend(copy);
        for segment in &self.segments {
            let is_table = number(bytes, segment[0].0, 4) == 2;
            let moved = [(2, offset), (5, end - start), (6, end - start)];
            for (field, value) in moved {
                if is_table && !rng.one_in(3) {
                    put(bytes, segment[field], value as u64);
                }
            }
            if number(bytes, segment[0].0, 4) == 4 && rng.one_in(2) {
                // A note becomes a segment that maps the copy, over the old table or elsewhere.
                let address = if rng.one_in(2) { start } else { offset };
                put(bytes, segment[0], 1);
                for (field, value) in [(2, offset), (3, address), (5, 4096), (6, 4096), (7, 4096)] {
                    put(bytes, segment[field], value as u64);
                }
            }
        }
    }
}

/// Returns a forbidden tag, one that a 32-bit reader takes for it, a harmless one, or a random one.
fn any_tag(rng: &mut Rng) -> u64 {
    let forbidden = *rng.pick(&FORBIDDEN);
    match rng.below(8) {
        0..2 => forbidden,
        2 => forbidden | 1 << 31,
        3 => forbidden | 1 << 40,
        4..6 => *rng.pick(&[0, NEEDED, NEEDED, 5, 6, 10, 21, 30, 0x6fff_fffb]),
        _ => rng.below(0x100) as u64,
    }
}

/// The fields of a program header: type, flags, offset, address, physical address, sizes, alignment.
fn header(at: usize) -> [Field; 8] {
    let fields = [(0, 4), (4, 4), (8, 8), (16, 8), (24, 8), (32, 8), (40, 8), (48, 8)];
    fields.map(|(place, len)| (at + place, len))
}

pub(super) fn put(bytes: &mut [u8], (place, len): Field, value: u64) {
    if let Some(field) = bytes.get_mut(place..place + len) {
        field.copy_from_slice(&value.to_le_bytes()[..len]);
    }
}
