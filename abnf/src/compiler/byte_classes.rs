//! Byte classes: bytes that no rule distinguishes share a column of the tables.

use anyurl_core::internal::sort_by;

use crate::automaton::{ByteSet, readability_rank};

/// A partition of the bytes.
#[derive(Clone)]
pub(super) struct ByteClasses {
    /// The class of each byte.
    pub class_of: [u8; 256],
    /// The most readable byte of each class.
    pub representatives: Vec<u8>,
}

impl ByteClasses {
    /// The coarsest classes such that each set is a union of classes.
    pub(super) fn from_sets(sets: impl Iterator<Item = ByteSet>) -> Self {
        let mut class_of = [0_u8; 256];
        let mut count = 1_u16;
        for set in sets {
            split(&mut class_of, &mut count, set);
            if count == 256 {
                break;
            }
        }
        let mut representatives = vec![0; usize::from(count)];
        // The most readable bytes come last and overwrite the others.
        for byte in bytes_by_readability().into_iter().rev() {
            representatives[usize::from(class_of[usize::from(byte)])] = byte;
        }
        Self { class_of, representatives }
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a byte.
    pub(super) fn get(&self, byte: u8) -> usize {
        usize::from(self.class_of[usize::from(byte)])
    }
}

/// Splits each class into its bytes inside and outside of a set.
fn split(class_of: &mut [u8; 256], count: &mut u16, set: ByteSet) {
    let mut outside = [false; 256];
    for byte in 0..=255 {
        outside[usize::from(class_of[usize::from(byte)])] |= !set.has(byte);
    }
    let mut inside = [None; 256];
    for byte in set.iter() {
        let class = &mut class_of[usize::from(byte)];
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

/// All bytes, the most readable first.
pub(super) fn bytes_by_readability() -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..=255).collect();
    sort_by(&mut bytes, |one, other| readability_rank(*one).cmp(&readability_rank(*other)));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_split_bytes() {
        let sets = [ByteSet::range(b'a', b'z'), ByteSet::range(b'x', b'~')];
        let classes = ByteClasses::from_sets(sets.into_iter());
        let class = |byte: u8| classes.get(byte);
        assert_eq!(classes.len(), 4);
        assert_eq!(class(b'a'), class(b'w'));
        assert_ne!(class(b'a'), class(b'x'));
        assert_ne!(class(b'x'), class(b'~'));
        assert_eq!(class(b'~'), class(b'{'));
        assert_eq!(classes.representatives[class(b'q')], b'a');
    }

    #[test]
    fn every_byte_can_be_a_class() {
        let classes = ByteClasses::from_sets((0..=255).map(ByteSet::one));
        assert_eq!(classes.len(), 256);
        assert!((0..=255).all(|byte| classes.representatives[classes.get(byte)] == byte));
    }
}
