//! A map from names, sorted: a tree of two levels, which takes a tenth of the code of a `BTreeMap`.

use crate::text::prelude::*;

/// Values by name. Insertion moves the entries of one part, so that it is fast for a hundred thousand names.
#[derive(Clone, Debug)]
pub struct NameMap<V> {
    /// Sorted; no part is empty.
    parts: Vec<Vec<(Box<str>, V)>>,
}

/// The length at which a part is divided.
const MAX_LEN: usize = 256;

impl<V> NameMap<V> {
    /// An empty map.
    pub const fn new() -> Self {
        Self { parts: Vec::new() }
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The entries in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.parts.iter().flatten().map(|(name, value)| (&**name, value))
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&V> {
        let (part, Ok(place)) = self.find(name) else { return None };
        Some(&self.parts[part][place].1)
    }

    /// The value of a name, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        let (part, Ok(place)) = self.find(name) else { return None };
        Some(&mut self.parts[part][place].1)
    }

    /// Adds a value, or replaces that of the name. Returns whether the name is new.
    pub fn insert(&mut self, name: Box<str>, value: V) -> bool {
        let (part, place) = self.find(&name);
        match place {
            Ok(place) => self.parts[part][place].1 = value,
            Err(place) => self.insert_at(part, place, (name, value)),
        }
        place.is_err()
    }

    /// The value of a name, which is the default if it had none.
    pub fn get_or_default(&mut self, name: &str) -> &mut V
    where
        V: Default,
    {
        if let (part, Err(place)) = self.find(name) {
            self.insert_at(part, place, (name.into(), V::default()));
        }
        // Again, for a part that became too long was divided.
        let (part, place) = self.find(name);
        &mut self.parts[part][place.unwrap_or_else(|place| place)].1
    }

    /// Removes a name.
    pub fn remove(&mut self, name: &str) {
        self.retain(|other, _| other != name);
    }

    /// Removes the entries for which a function is false.
    pub fn retain(&mut self, keep: impl Fn(&str, &V) -> bool) {
        self.parts.retain_mut(|part| {
            part.retain(|(name, value)| keep(name, value));
            !part.is_empty()
        });
    }

    /// The values in the order of their names.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.parts.into_iter().flatten().map(|(_, value)| value)
    }

    /// The part of a name, and its place there if it has one, or where it would be.
    fn find(&self, name: &str) -> (usize, Result<usize, usize>) {
        let part = self.parts.partition_point(|part| *part[0].0 <= *name).saturating_sub(1);
        let entries = self.parts.get(part).map_or(&[][..], Vec::as_slice);
        (part, entries.binary_search_by(|(other, _)| (**other).cmp(name)))
    }

    fn insert_at(&mut self, part: usize, place: usize, entry: (Box<str>, V)) {
        let Some(entries) = self.parts.get_mut(part) else {
            return self.parts.push(vec![entry]);
        };
        entries.insert(place, entry);
        if entries.len() > MAX_LEN {
            // Names mostly come in order: a part that only grows at its end is left full.
            let rest = entries.split_off(if place + 1 == entries.len() { MAX_LEN } else { MAX_LEN / 2 });
            self.parts.insert(part + 1, rest);
        }
    }
}

impl<N: Into<Box<str>>, V> FromIterator<(N, V)> for NameMap<V> {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        for (name, value) in entries {
            map.insert(name.into(), value);
        }
        map
    }
}

impl<V> Default for NameMap<V> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Of a thousand names, so that parts are divided, and removed.
        #[test]
        fn it_is_a_map(steps in prop::collection::vec((0_u32..1_000, 0_u8..10), 0..2_000), sorted: bool) {
            let mut steps = steps;
            if sorted {
                steps.sort_unstable();
            }
            let (mut map, mut expected) = (NameMap::new(), BTreeMap::new());
            for (name, value) in steps {
                let name: Box<str> = name.to_string().into();
                match value {
                    0 => {
                        map.remove(&name);
                        expected.remove(&name);
                    }
                    1 => {
                        *map.get_or_default(&name) += 1;
                        *expected.entry(name.clone()).or_default() += 1;
                    }
                    _ => {
                        prop_assert_eq!(map.insert(name.clone(), value), expected.insert(name.clone(), value).is_none());
                    }
                }
                prop_assert_eq!(map.get(&name), expected.get(&name));
            }
            prop_assert!(map.iter().eq(expected.iter().map(|(name, value)| (&**name, value))));
            prop_assert!(map.into_values().eq(expected.into_values()));
        }
    }
}
