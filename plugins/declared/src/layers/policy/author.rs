//! Where the rules of a table come from: a layer, or the code of the application.

use std::sync::Arc;

use anyurl_core::Span;

use crate::layers::Layer;
use crate::layers::placed::{PlacedLayer, Provenance};

/// The author of a table of rules.
#[derive(Clone, Debug)]
pub(super) enum Author {
    /// A registry file; spans are those of the file.
    Layer(Arc<PlacedLayer>),
    /// The application; spans are indices of the calls.
    Code(Arc<[Provenance]>),
}

impl Author {
    /// The layer, if it is one: findings are about files.
    pub(super) fn layer(&self) -> Option<&PlacedLayer> {
        match self {
            Self::Layer(placed) => Some(placed),
            Self::Code(_) => None,
        }
    }

    /// The rank. The application is above every layer.
    pub(super) fn rank(&self) -> Layer {
        self.layer().map_or(Layer::Application, PlacedLayer::rank)
    }

    /// The provenance of a rule.
    pub(super) fn place(&self, span: Span) -> Provenance {
        match self {
            Self::Layer(placed) => placed.place(span),
            Self::Code(calls) => calls[span.start()].clone(),
        }
    }
}
