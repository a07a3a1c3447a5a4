//! Octets that no rule tells apart are one class: the tables have a column for each class and not for each octet.

use super::octets::OctetSet;

/// Which octets are alike.
#[derive(Clone)]
pub(super) struct Classes {
    /// The class of each octet.
    pub of: [u8; 256],
    /// For each class one of its octets: one that reads well.
    pub octets: Vec<u8>,
}

impl Classes {
    /// The classes that sets make of the octets.
    pub(super) fn of(sets: impl Iterator<Item = OctetSet>) -> Self {
        let mut of = [0_u8; 256];
        let mut count = 1_u16;
        for set in sets {
            split(&mut of, &mut count, set);
            if count == 256 {
                break;
            }
        }
        let mut octets = vec![0; usize::from(count)];
        // The best octets come last, and stay.
        for octet in by_looks().into_iter().rev() {
            octets[usize::from(of[usize::from(octet)])] = octet;
        }
        Self { of, octets }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.octets.len()
    }
}

/// Parts each class into what is in the set and what is not.
fn split(of: &mut [u8; 256], count: &mut u16, set: OctetSet) {
    let mut outside = [false; 256];
    for octet in 0..=255 {
        outside[usize::from(of[usize::from(octet)])] |= !set.has(octet);
    }
    let mut inside = [None; 256];
    for octet in set.iter() {
        let class = &mut of[usize::from(octet)];
        if outside[usize::from(*class)] {
            // There are no more classes than octets, so a new number always fits.
            let new = *inside[usize::from(*class)].get_or_insert_with(|| {
                *count += 1;
                u8::try_from(*count - 1).unwrap_or(u8::MAX)
            });
            *class = new;
        }
    }
}

/// All octets, those first that read best in an example.
pub(super) fn by_looks() -> Vec<u8> {
    let mut octets: Vec<u8> = (0..=255).collect();
    octets.sort_by_key(|octet| looks(*octet));
    octets
}

/// Which octets a person would rather see in an example: letters first.
pub(super) fn looks(octet: u8) -> u8 {
    match octet {
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
    fn sets_part_octets() {
        let sets = [OctetSet::range(b'a', b'z'), OctetSet::range(b'x', b'~')];
        let classes = Classes::of(sets.into_iter());
        let class = |octet: u8| classes.of[usize::from(octet)];
        assert_eq!(classes.len(), 4);
        assert_eq!(class(b'a'), class(b'w'));
        assert_ne!(class(b'a'), class(b'x'));
        assert_ne!(class(b'x'), class(b'~'));
        assert_eq!(class(b'~'), class(b'{'));
        assert_eq!(classes.octets[usize::from(class(b'q'))], b'a');
    }

    #[test]
    fn every_octet_may_be_a_class() {
        let classes = Classes::of((0..=255).map(OctetSet::one));
        assert_eq!(classes.len(), 256);
        assert!((0..=255).all(|octet| classes.octets[usize::from(classes.of[usize::from(octet)])] == octet));
    }
}
