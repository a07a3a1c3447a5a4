//! Whose a name is: computed from the claims of the layers alone, before anything is looked up.

use std::sync::Arc;

use super::placed::{Found, Placed};
use crate::format::known_names::GRANDFATHERED;
use crate::format::{Located, glob, quoted};

/// The claims of all layers.
pub(super) struct Claims<'s> {
    all: Vec<Claim<'s>>,
}

#[derive(Clone, Copy)]
pub(super) struct Claim<'s> {
    pub(super) by: &'s Placed,
    pub(super) pattern: &'s Located<String>,
}

/// Who may add a name.
pub(super) enum Owner<'s> {
    /// Nobody that is listed.
    Nobody,
    /// This layer.
    Layer(Claim<'s>),
    /// Two layers claim it with the same right.
    Tie(Claim<'s>, Claim<'s>),
}

impl<'s> Claims<'s> {
    /// Those of all layers, each of which has an id of its own.
    pub(super) fn of(layers: &'s [Arc<Placed>], to: &mut Found<'_>) -> Self {
        for (n, placed) in layers.iter().enumerate() {
            let is_same = |other: &&Arc<Placed>| other.id() == placed.id() || other.is_public() && placed.is_public();
            if let Some(other) = layers[..n].iter().find(is_same) {
                let place = other.place(other.layer().header.span);
                let message = format!("the layer {} stands there twice: {place}", quoted(placed.id()));
                let help = "list each layer once";
                let span = placed.layer().header.id.span;
                to.add(placed.finding("SR604", span, message).fix(help));
            }
        }
        let claims = |placed: &'s Arc<Placed>| {
            let claim = move |pattern: &'s Located<String>| Claim { by: placed, pattern };
            placed.layer().header.claims.iter().map(claim)
        };
        let all = layers.iter().flat_map(claims).collect();
        Self { all }
    }

    /// Whose a name is, among all layers.
    pub(super) fn owner(&self, name: &str) -> Owner<'s> {
        let claiming = || self.all.iter().filter(|claim| glob(claim.pattern, name));
        let Some(best) = claiming().max_by_key(|claim| claim.weight()) else {
            return Owner::Nobody;
        };
        let rival = claiming().find(|other| other.weight() == best.weight() && !std::ptr::eq(other.by, best.by));
        match rival {
            Some(rival) => Owner::Tie(*rival, *best),
            None => Owner::Layer(*best),
        }
    }
}

impl Claim<'_> {
    /// What is written out counts most, and then the longest pattern.
    fn weight(&self) -> (bool, usize) {
        (!self.pattern.contains(['*', '?']), self.pattern.len())
    }
}

/// Whether the public layer has a name without claiming it: those without the dot of a reversed domain.
pub(super) fn is_public(name: &str) -> bool {
    !name.contains('.') || GRANDFATHERED.contains(&name)
}
