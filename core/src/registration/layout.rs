//! [`Layout`]: a template whose components are indices, so that building a URL neither parses it nor compares names.

use crate::registration::Registration;
use crate::registration::template::{Node, Template};
use crate::text::prelude::*;

/// A set of components, by their indices in a registration.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct ComponentSet(u32);

impl ComponentSet {
    /// The number of components that fit. A registration has at most `Slot::COUNT`.
    const CAPACITY: usize = u32::BITS as usize;

    pub(crate) fn insert(&mut self, index: usize) {
        debug_assert!(index < Self::CAPACITY);
        self.0 |= 1 << index;
    }

    pub(crate) const fn remove(&mut self, index: usize) {
        self.0 &= !(1 << index);
    }

    pub(crate) const fn contains(self, index: usize) -> bool {
        index < Self::CAPACITY && self.0 >> index & 1 == 1
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// A number that spreads sets over a hash table (Fibonacci hashing).
    #[inline]
    pub(crate) const fn hash(self) -> usize {
        (self.0.wrapping_mul(0x9E37_79B9) >> 16) as usize
    }

    /// The indices, in ascending order.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        let rest = core::iter::successors(Some(self.0), |left| Some(left & left.wrapping_sub(1)));
        rest.take_while(|left| *left != 0).map(|left| left.trailing_zeros() as usize)
    }
}

impl FromIterator<usize> for ComponentSet {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        let mut set = Self::default();
        indices.into_iter().for_each(|index| set.insert(index));
        set
    }
}

/// A template: alternatives, of which one is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// At least one.
    alternatives: Vec<Alternative>,
    components: ComponentSet,
}

/// One of the alternatives of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Alternative {
    pub(crate) pieces: Vec<Piece>,
    /// The components in it, at any depth.
    pub(crate) components: ComponentSet,
    /// The components that are written with it.
    direct: ComponentSet,
}

/// A piece of an alternative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    Literal(Box<str>),
    Component(usize),
    Optional(Layout),
}

impl Layout {
    /// The layout of URLs of a registration; `None` if they cannot be built. A registry rejects invalid templates.
    pub(crate) fn new(registration: &Registration) -> Option<Self> {
        if registration.template.is_empty() {
            return None;
        }
        Self::from_template(&Template::parse(&registration.template).ok()?, registration)
    }

    fn from_template(template: &Template<'_>, registration: &Registration) -> Option<Self> {
        let alternatives = template.alternatives.iter().map(|nodes| Alternative::from_nodes(nodes, registration));
        let alternatives: Vec<_> = alternatives.collect::<Option<_>>()?;
        let components = alternatives.iter().fold(ComponentSet::default(), |all, one| all.with(one.components));
        Some(Self { alternatives, components })
    }

    /// The components in it, at any depth.
    pub(crate) fn components(&self) -> ComponentSet {
        self.components
    }

    /// The components, in the order in which they stand.
    pub(crate) fn in_order(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.add_in_order(&mut found);
        found
    }

    fn add_in_order(&self, found: &mut Vec<usize>) {
        for piece in self.alternatives.iter().flat_map(|alternative| &alternative.pieces) {
            match piece {
                Piece::Component(index) if !found.contains(index) => found.push(*index),
                Piece::Optional(layout) => layout.add_in_order(found),
                Piece::Component(_) | Piece::Literal(_) => {}
            }
        }
    }

    /// The first alternative.
    pub(crate) fn first(&self) -> &Alternative {
        &self.alternatives[0]
    }

    /// The alternative with all given components, and the fewest others.
    pub(crate) fn best(&self, given: ComponentSet) -> Option<&Alternative> {
        let has_all = |alternative: &&Alternative| given.without(alternative.components).is_empty();
        let missing = |alternative: &&Alternative| alternative.direct.without(given).len();
        self.alternatives.iter().filter(has_all).min_by_key(missing)
    }

    /// The alternatives with a given component.
    pub(crate) fn with_any(&self, given: ComponentSet) -> impl DoubleEndedIterator<Item = &Alternative> {
        self.alternatives.iter().filter(move |alternative| !alternative.components.and(given).is_empty())
    }
}

impl Alternative {
    fn from_nodes(nodes: &[Node<'_>], registration: &Registration) -> Option<Self> {
        let pieces: Vec<_> = nodes.iter().map(|node| Piece::from_node(node, registration)).collect::<Option<_>>()?;
        let direct: ComponentSet = pieces.iter().filter_map(Piece::component).collect();
        let components = pieces.iter().fold(direct, |all, piece| match piece {
            Piece::Optional(layout) => all.with(layout.components),
            Piece::Literal(_) | Piece::Component(_) => all,
        });
        Some(Self { pieces, components, direct })
    }
}

impl Piece {
    fn from_node(node: &Node<'_>, registration: &Registration) -> Option<Self> {
        Some(match node {
            Node::Literal(text) => Self::Literal((*text).into()),
            Node::Component(name) => {
                let index = registration.components.iter().position(|component| component.name == *name)?;
                Self::Component(Some(index).filter(|index| *index < ComponentSet::CAPACITY)?)
            }
            Node::Optional(template) => Self::Optional(Layout::from_template(template, registration)?),
        })
    }

    fn component(&self) -> Option<usize> {
        match self {
            Self::Component(index) => Some(*index),
            Self::Literal(_) | Self::Optional(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use semver::Version;

    use super::*;
    use crate::registration::{Component, Status};
    use crate::text::span::Slot;

    fn layout(template: &'static str) -> Option<Layout> {
        let mut registration = Registration::new("x-echo", Version::new(1, 0, 0), Status::Experimental);
        let names = ["a", "b", "c", "d"].into_iter().zip(0..);
        registration.components = names.map(|(name, n)| Component::text(name, Slot::own(n))).collect();
        registration.template = template.into();
        Layout::new(&registration)
    }

    fn set(indices: &[usize]) -> ComponentSet {
        indices.iter().copied().collect()
    }

    #[test]
    fn the_best_alternative_has_all_given_and_the_fewest_others() {
        let layout = layout("{a}{b}|{b}[/{c}]|{d}").unwrap();
        for (given, components) in [
            (&[][..], Some(&[1, 2][..])),
            (&[0], Some(&[0, 1])),
            (&[1], Some(&[1, 2])),
            (&[2], Some(&[1, 2])),
            (&[1, 2], Some(&[1, 2])),
            (&[3], Some(&[3])),
            (&[0, 2], None),
        ] {
            let best = layout.best(set(given)).map(|alternative| alternative.components);
            assert_eq!(best, components.map(set), "{given:?}");
        }
        assert_eq!(layout.in_order(), [0, 1, 2, 3]);
        assert_eq!(layout.components(), set(&[0, 1, 2, 3]));
    }

    #[test]
    fn templates_that_build_nothing() {
        for template in ["", "{a", "{e}"] {
            assert_eq!(layout(template), None, "{template}");
        }
    }
}
