//! The owner of each name, computed from the claims of the layers alone.

use std::sync::Arc;

use super::placed::{PlacedLayer, Problems};
use crate::format::known_names::GRANDFATHERED;
use crate::format::{Located, glob, quoted};

/// The claims of all layers.
pub(super) struct Claims<'s> {
    all: Vec<Claim<'s>>,
}

#[derive(Clone, Copy)]
pub(super) struct Claim<'s> {
    pub(super) by: &'s PlacedLayer,
    pub(super) pattern: &'s Located<String>,
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
    /// Collects the claims of all layers and reports layers with the same id.
    pub(super) fn new(layers: &'s [Arc<PlacedLayer>], to: &mut Problems<'_>) -> Self {
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
        let claims = |placed: &'s Arc<PlacedLayer>| {
            let claim = move |pattern: &'s Located<String>| Claim { by: placed, pattern };
            placed.layer().header.claims.iter().map(claim)
        };
        let all = layers.iter().flat_map(claims).collect();
        Self { all }
    }

    /// Returns the owner of a name.
    pub(super) fn owner(&self, name: &str) -> Owner<'s> {
        let claiming = || self.all.iter().filter(|claim| glob(claim.pattern, name));
        let Some(best) = claiming().max_by_key(|claim| claim.weight()) else {
            return Owner::None;
        };
        let rival = claiming().find(|other| other.weight() == best.weight() && !std::ptr::eq(other.by, best.by));
        match rival {
            Some(rival) => Owner::Tie(*rival, *best),
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
