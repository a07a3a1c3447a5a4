//! Bytes that no rule tells apart are one class: the tables have a column for each class and not for each byte.

use super::byte_set::ByteSet;

/// Which bytes are alike.
#[derive(Clone)]
pub(super) struct Classes {
    /// The class of each byte.
    pub of: [u8; 256],
    /// For each class one of its bytes: one that reads well.
    pub bytes: Vec<u8>,
}

impl Classes {
    /// The classes that sets make of the bytes.
    pub(super) fn of(sets: impl Iterator<Item = ByteSet>) -> Self {
        let mut of = [0_u8; 256];
        let mut count = 1_u16;
        for set in sets {
            split(&mut of, &mut count, set);
            if count == 256 {
                break;
            }
        }
        let mut bytes = vec![0; usize::from(count)];
        // The best bytes come last, and stay.
        for byte in by_looks().into_iter().rev() {
            bytes[usize::from(of[usize::from(byte)])] = byte;
        }
        Self { of, bytes }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }
}

/// Parts each class into what is in the set and what is not.
fn split(of: &mut [u8; 256], count: &mut u16, set: ByteSet) {
    let mut outside = [false; 256];
    for byte in 0..=255 {
        outside[usize::from(of[usize::from(byte)])] |= !set.has(byte);
    }
    let mut inside = [None; 256];
    for byte in set.iter() {
        let class = &mut of[usize::from(byte)];
        if outside[usize::from(*class)] {
            // There are no more classes than bytes, so a new number always fits.
            let new = *inside[usize::from(*class)].get_or_insert_with(|| {
                *count += 1;
                u8::try_from(*count - 1).unwrap_or(u8::MAX)
            });
            *class = new;
        }
    }
}

/// All bytes, those first that read best in an example.
pub(super) fn by_looks() -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.sort_by_key(|byte| looks(*byte));
    bytes
}

/// Which bytes a person would rather see in an example: letters first.
pub(super) fn looks(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => 0,
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 2,
        0x21..=0x7E => 3,
        b' ' => 4,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_part_bytes() {
        let sets = [ByteSet::range(b'a', b'z'), ByteSet::range(b'x', b'~')];
        let classes = Classes::of(sets.into_iter());
        let class = |byte: u8| classes.of[usize::from(byte)];
        assert_eq!(classes.len(), 4);
        assert_eq!(class(b'a'), class(b'w'));
        assert_ne!(class(b'a'), class(b'x'));
        assert_ne!(class(b'x'), class(b'~'));
        assert_eq!(class(b'~'), class(b'{'));
        assert_eq!(classes.bytes[usize::from(class(b'q'))], b'a');
    }

    #[test]
    fn every_byte_may_be_a_class() {
        let classes = Classes::of((0..=255).map(ByteSet::one));
        assert_eq!(classes.len(), 256);
        assert!((0..=255).all(|byte| classes.bytes[usize::from(classes.of[usize::from(byte)])] == byte));
    }
}
