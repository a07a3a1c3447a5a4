//! The owner of each name, computed from the claims of the layers alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::RegistryLock;
use super::placed::{PlacedLayer, Problems};
use crate::format::known_names::GRANDFATHERED;
use crate::format::{Finding, Located, SchemeEntry, glob, quoted};

/// The claims of all layers, and the names that layers had when the lock was written.
pub(super) struct Claims<'s> {
    all: Vec<Claim<'s>>,
    /// The names that each layer with claims defines, in lower case.
    defined: BTreeMap<&'s str, BTreeSet<String>>,
    /// The layers of each name in the lock.
    locked: BTreeMap<&'s str, Vec<&'s str>>,
}

#[derive(Clone, Copy)]
pub(super) struct Claim<'s> {
    pub(super) by: &'s PlacedLayer,
    pub(super) pattern: &'s Located<String>,
    /// The index of the layer.
    order: usize,
}

/// The owner of a name.
pub(super) enum Owner<'s> {
    /// No layer claims the name.
    None,
    /// One layer.
    Layer(Claim<'s>),
    /// Two layers have equal claims.
    Tie(Claim<'s>, Claim<'s>),
}

impl<'s> Claims<'s> {
    /// Collects the claims of all layers, with the names of the lock, and reports layers with the same id.
    pub(super) fn new(layers: &'s [Arc<PlacedLayer>], lock: Option<&'s RegistryLock>, to: &mut Problems<'_>) -> Self {
        for (n, placed) in layers.iter().enumerate() {
            let is_same =
                |other: &&Arc<PlacedLayer>| other.id() == placed.id() || other.is_public() && placed.is_public();
            if let Some(other) = layers[..n].iter().find(is_same) {
                let place = other.place(other.layer().header.span);
                let message = format!("the layer {} is listed twice: {place}", quoted(placed.id()));
                let help = "list each layer once";
                let span = placed.layer().header.id.span;
                to.add(placed.finding("SR604", span, message).fix(help));
            }
        }
        let claims = |(order, placed): (usize, &'s Arc<PlacedLayer>)| {
            let claim = move |pattern: &'s Located<String>| Claim { by: placed, pattern, order };
            placed.layer().header.claims.iter().map(claim)
        };
        let claiming = layers.iter().filter(|placed| !placed.layer().header.claims.is_empty());
        let defined =
            |placed: &'s Arc<PlacedLayer>| (placed.id(), placed.layer().schemes().map(SchemeEntry::key).collect());
        let mut locked: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for scheme in lock.iter().flat_map(|lock| &lock.schemes) {
            locked.entry(&scheme.name).or_default().push(&scheme.layer);
        }
        Self {
            all: layers.iter().enumerate().flat_map(claims).collect(),
            defined: claiming.map(defined).collect(),
            locked,
        }
    }

    /// Returns whether the lock says that a layer had a name.
    pub(super) fn had(&self, layer: &str, name: &str) -> bool {
        self.locked.get(name).is_some_and(|layers| layers.contains(&layer))
    }

    /// Returns whether the layer of a claim is above `placed`, and defines the name.
    pub(super) fn is_defined_above(&self, placed: &PlacedLayer, claim: &Claim<'_>, name: &str) -> bool {
        let order = self.all.iter().find(|own| std::ptr::eq(own.by, placed)).map(|own| own.order);
        let is_above = order.is_none_or(|order| claim.order > order);
        is_above && self.defined.get(claim.by.id()).is_some_and(|names| names.contains(name))
    }

    /// Returns whether a layer claims a name, even if another one has a better claim.
    pub(super) fn covers(&self, placed: &PlacedLayer, name: &str) -> bool {
        self.all.iter().any(|claim| std::ptr::eq(claim.by, placed) && glob(claim.pattern, name))
    }

    /// Returns the owner of a name. Among equal claims, it is the layer that the lock has the name of.
    pub(super) fn owner(&self, name: &str) -> Owner<'s> {
        let claiming = || self.all.iter().filter(|claim| glob(claim.pattern, name));
        let Some(best) = claiming().max_by_key(|claim| claim.weight()) else {
            return Owner::None;
        };
        let equal = || claiming().filter(|other| other.weight() == best.weight());
        match equal().find(|other| !std::ptr::eq(other.by, best.by)) {
            Some(rival) => match equal().find(|one| self.had(one.by.id(), name)) {
                Some(first) => Owner::Layer(*first),
                None => Owner::Tie(*rival, *best),
            },
            None => Owner::Layer(*best),
        }
    }
}

impl Claim<'_> {
    /// Returns the precedence: an exact name first, then the longest pattern.
    fn weight(&self) -> (bool, usize) {
        (!self.pattern.contains(['*', '?']), self.pattern.len())
    }
}

/// Returns whether the public layer owns a name without a claim: a name without the dot of a reversed domain.
pub(super) fn is_public(name: &str) -> bool {
    !name.contains('.') || GRANDFATHERED.contains(&name)
}

/// SR601: a name outside the claims of the layer.
pub(super) fn outside(placed: &PlacedLayer, entry: &SchemeEntry, owner: Option<&Claim<'_>>) -> Finding {
    let name = quoted(&entry.name);
    let message = match owner {
        Some(claim) => {
            format!("{name} belongs to the layer {}, which claims {}", quoted(claim.by.id()), quoted(claim.pattern))
        }
        None => format!("{name} is outside the claims of {}", quoted(placed.id())),
    };
    let help = "use a name that `registry.claims` covers, or add a claim";
    entry.finding("SR601", entry.name.span, message).fix(help)
}

/// SR604: two equal claims.
pub(super) fn tie(entry: &SchemeEntry, one: &Claim<'_>, other: &Claim<'_>) -> Finding {
    let claim = |claim: &Claim<'_>| format!("{} ({})", quoted(claim.by.id()), quoted(claim.pattern));
    let message =
        format!("{} is claimed by {} and {} with equal precedence", quoted(&entry.name), claim(one), claim(other));
    let help = "let one of them claim the exact name";
    entry.finding("SR604", entry.name.span, message).fix(help)
}
