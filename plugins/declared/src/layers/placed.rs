//! A layer in its place, where its values come from, and what is found in all of them.

use std::fmt;
use std::sync::Arc;

use locator_core::Span;
use locator_core::registry::Origin;

use super::Layer;
use crate::format::{Document, Finding, Findings, RegistryFile, SchemeEntry};

/// A layer in its place in a stack.
#[derive(Clone, Debug)]
pub struct Placed {
    layer: RegistryFile,
    rank: Layer,
}

impl Placed {
    pub(super) fn new(layer: RegistryFile, rank: Layer) -> Self {
        Self { layer, rank }
    }

    /// What was read.
    pub fn layer(&self) -> &RegistryFile {
        &self.layer
    }

    /// Where it stands.
    pub fn rank(&self) -> Layer {
        self.rank
    }

    /// `public`, or a reversed domain.
    pub fn id(&self) -> &str {
        &self.layer.header.id
    }

    pub(super) fn is_public(&self) -> bool {
        self.rank == Layer::Public
    }

    /// A place in the main file.
    pub(super) fn place(&self, span: Span) -> Provenance {
        self.place_in(&self.layer.main().document, span)
    }

    /// The place of an entry, which may stand in an included file.
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

    /// A finding in the main file.
    pub(super) fn finding(&self, id: &'static str, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(id, &self.layer.main().document, span, message)
    }
}

/// Where a value came from: the layer, and the line that wrote it. `Display` is `com.example (org.toml:12)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provenance {
    /// The id of the layer; `builtin` for the built-in schemes.
    pub layer: String,
    /// Where that layer stands.
    pub rank: Layer,
    /// The file.
    pub file: String,
    /// The line in it, from 1; 0 in a library.
    pub line: usize,
}

impl Provenance {
    /// That of an entry of the registry below.
    pub(super) fn of_base(rank: Layer, origin: &Origin) -> Self {
        Self { layer: rank.as_str().to_owned(), rank, file: origin.file.to_string(), line: origin.line as usize }
    }

    /// The same, for a registry.
    pub(super) fn origin(&self, version: &str) -> Origin {
        Origin {
            package: self.layer.clone().into(),
            version: version.to_owned().into(),
            file: self.file.clone().into(),
            line: u32::try_from(self.line).unwrap_or(0),
        }
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { layer, file, line, .. } = self;
        match line {
            // A library has no lines.
            0 => write!(f, "{layer} ({file})"),
            line => write!(f, "{layer} ({file}:{line})"),
        }
    }
}

/// Why layers cannot be used together: everything that was found, one a line.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LayerError(Box<Findings>);

impl LayerError {
    /// What was found, of which one at least is an error.
    pub fn findings(&self) -> &Findings {
        &self.0
    }
}

/// What is found while layers are laid over each other.
pub(super) struct Found<'s> {
    layers: &'s [Arc<Placed>],
    all: Vec<Finding>,
}

impl<'s> Found<'s> {
    pub(super) fn new(layers: &'s [Arc<Placed>]) -> Self {
        let all = Vec::new();
        Self { layers, all }
    }

    /// A layer by its number.
    pub(super) fn layer(&self, number: usize) -> &'s Arc<Placed> {
        &self.layers[number]
    }

    /// A finding about a line that is known by its file alone.
    pub(super) fn add_at(&mut self, place: &Provenance, id: &'static str, message: &str) {
        let files = || self.layers.iter().flat_map(|placed| &placed.layer.files);
        let is_it = |file: &&crate::format::SourceFile| file.document.name() == place.file;
        // What the registry below has stands in no file of a layer: then it is said of the first.
        let Some(file) = files().find(is_it).or_else(|| files().next()) else {
            return;
        };
        let mut lines = file.document.text().split_inclusive('\n');
        let before = lines.by_ref().take(place.line.saturating_sub(1));
        let start = before.map(str::len).sum();
        let span = Span::new(start, start + lines.next().map_or(0, |line| line.trim_end().len()));
        self.add(Finding::new(id, &file.document, span, message));
    }

    pub(super) fn add(&mut self, finding: Finding) {
        self.all.push(finding);
    }

    /// All, by layer and place: an error where one of them is.
    pub(super) fn into_findings(mut self) -> Result<Findings, LayerError> {
        let layers = self.layers;
        let number = |finding: &Finding| {
            let mut files = layers.iter().flat_map(|placed| &placed.layer.files);
            files.position(|file| Arc::ptr_eq(&file.document, finding.document()))
        };
        self.all.sort_by_cached_key(|finding| (number(finding), finding.span().start(), finding.id()));
        let mut findings = Findings::new();
        self.all.into_iter().for_each(|one| findings.add(one));
        if findings.has_errors() {
            return Err(LayerError(Box::new(findings)));
        }
        Ok(findings)
    }
}
