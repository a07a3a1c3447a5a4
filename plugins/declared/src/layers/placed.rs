//! Layers with their rank, the provenance of values, and the findings of a resolution.

use std::fmt;
use std::sync::Arc;

use anyurl_core::Span;
use anyurl_core::authors::Origin;

use super::Layer;
use crate::format::{Document, Finding, Findings, RegistryFile, SchemeEntry, SourceFile};

/// A layer with its rank in a stack.
#[derive(Clone, Debug)]
pub struct PlacedLayer {
    layer: RegistryFile,
    rank: Layer,
}

impl PlacedLayer {
    pub(super) fn new(layer: RegistryFile, rank: Layer) -> Self {
        Self { layer, rank }
    }

    /// Returns the registry file.
    pub fn layer(&self) -> &RegistryFile {
        &self.layer
    }

    /// Returns the rank.
    pub fn rank(&self) -> Layer {
        self.rank
    }

    /// Returns the id: `public` or a reversed domain.
    pub fn id(&self) -> &str {
        &self.layer.header.id
    }

    pub(super) fn is_public(&self) -> bool {
        self.rank == Layer::Public
    }

    /// Returns the provenance of a span in the main file.
    pub(super) fn place(&self, span: Span) -> Provenance {
        self.place_in(&self.layer.main().document, span)
    }

    /// Returns the provenance of an entry, which may be in an included file.
    pub(super) fn place_of(&self, entry: &SchemeEntry) -> Provenance {
        self.place_in(&entry.document, entry.span)
    }

    fn place_in(&self, document: &Document, span: Span) -> Provenance {
        Provenance {
            layer: self.id().to_owned(),
            rank: self.rank,
            file: document.name().to_owned(),
            line: document.place(span).line,
        }
    }

    /// Creates a finding in the main file.
    pub(super) fn finding(&self, id: &'static str, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(id, &self.layer.main().document, span, message)
    }
}

/// The layer and line of a value. `Display` writes `com.example (org.toml:12)`, or `builtin`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Provenance {
    /// The id of the layer; `builtin` for the built-in schemes.
    pub layer: String,
    /// The rank of the layer.
    pub rank: Layer,
    /// The file.
    pub file: String,
    /// The line, from 1; 0 for a library.
    pub line: usize,
}

impl Provenance {
    /// Creates the provenance of an entry of the base registry.
    pub(super) fn from_base(rank: Layer, origin: &Origin) -> Self {
        Self { layer: rank.as_str().to_owned(), rank, file: origin.file.to_string(), line: origin.line as usize }
    }

    /// Converts the provenance to the origin of a registry entry.
    pub(super) fn origin(&self, version: &str) -> Origin {
        let line = u32::try_from(self.line).unwrap_or(0);
        Origin::new(self.layer.clone(), version.to_owned(), self.file.clone(), line)
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { layer, file, line, rank } = self;
        match line {
            // The file is one of anyurl's own source.
            _ if *rank == Layer::Builtin => f.write_str(layer),
            // A library has no lines.
            0 => write!(f, "{layer} ({file})"),
            line => write!(f, "{layer} ({file}:{line})"),
        }
    }
}

/// The error of a resolution: all findings, one per line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LayerError(Box<Findings>);

impl LayerError {
    /// Returns the findings, of which at least one is an error.
    pub fn findings(&self) -> &Findings {
        &self.0
    }
}

/// The findings during a resolution.
pub(super) struct Problems<'s> {
    layers: &'s [Arc<PlacedLayer>],
    all: Vec<Finding>,
    /// Whether a layer is unusable as a whole.
    is_stopped: bool,
}

impl<'s> Problems<'s> {
    pub(super) fn new(layers: &'s [Arc<PlacedLayer>]) -> Self {
        Self { layers, all: Vec::new(), is_stopped: false }
    }

    /// Returns a layer by its index.
    pub(super) fn layer(&self, number: usize) -> &'s Arc<PlacedLayer> {
        &self.layers[number]
    }

    /// Returns whether a layer is present; those of the base registry always are.
    pub(super) fn has_layer(&self, id: &str) -> bool {
        ["builtin", "public"].contains(&id) || self.layers.iter().any(|placed| placed.id() == id)
    }

    /// Creates a finding about a provenance, which has a line but no span.
    pub(super) fn finding_at(&self, place: &Provenance, id: &'static str, message: &str) -> Finding {
        let files = || self.layers.iter().flat_map(|placed| &placed.layer.files);
        let is_named = |file: &&SourceFile| file.document.name() == place.file;
        // An entry of the base registry is in no file of a layer: use the first file.
        let Some(file) = files().find(is_named).or_else(|| files().next()) else {
            return Finding::new(id, &Document::new(place.file.clone(), ""), Span::at(0), message);
        };
        let mut lines = file.document.text().split_inclusive('\n');
        let before = lines.by_ref().take(place.line.saturating_sub(1));
        let start = before.map(str::len).sum();
        let span = Span::new(start, start + lines.next().map_or(0, |line| line.trim_end().len()));
        Finding::new(id, &file.document, span, message)
    }

    pub(super) fn add(&mut self, finding: Finding) {
        self.all.push(finding);
    }

    /// Adds an error for which no layer is used.
    pub(super) fn stop(&mut self, finding: Finding) {
        self.is_stopped = true;
        self.add(finding);
    }

    /// Returns the findings sorted by layer and position, as an error if a layer is unusable as a whole.
    pub(super) fn into_findings(mut self) -> Result<Findings, LayerError> {
        let layers = self.layers;
        let number = |finding: &Finding| {
            let mut files = layers.iter().flat_map(|placed| &placed.layer.files);
            files.position(|file| Arc::ptr_eq(&file.document, finding.document()))
        };
        self.all.sort_by_cached_key(|finding| (number(finding), finding.span().start(), finding.id()));
        let mut findings = Findings::new();
        self.all.into_iter().for_each(|one| findings.add(one));
        if self.is_stopped {
            return Err(LayerError(Box::new(findings)));
        }
        Ok(findings)
    }
}
