//! What the registry file of a scheme says, and its registration does not: sections, what is left out, IANA.

use locator::{Entry, Implementation};
use locator_declared::format::{RegistryFile, SchemeEntry};
use locator_declared::layers::Resolved;

use crate::error::CliError;
use crate::load::layers;
use crate::session::Session;

/// The entries of the registry files of the run.
pub(super) struct Written {
    layers: Option<&'static Resolved>,
    /// The shipped file, of which the run uses only single entries.
    shipped: Option<RegistryFile>,
}

impl Written {
    pub(super) fn new(session: &Session) -> Result<Self, CliError> {
        let shipped = session.sources.shipped.then(layers::shipped).transpose()?;
        Ok(Self { layers: session.layers, shipped })
    }

    /// The entry in the file that registered a scheme; `None` for a scheme in code.
    pub(super) fn entry(&self, of: &Entry) -> Option<&SchemeEntry> {
        if !matches!(of.implementation(), Implementation::Declared | Implementation::Fact) {
            return None;
        }
        let placed = self.layers.into_iter().flat_map(Resolved::layers);
        let files = placed.map(|placed| placed.layer()).chain(&self.shipped);
        let mut files = files.filter(|file| *file.header.id == *of.origin().package);
        let version = &of.registration().version;
        files.find_map(|file| {
            // A name without a syntax has no version.
            let is_same = |one: &&SchemeEntry| one.key() == of.name() && (one.is_bare() || *one.version == *version);
            file.schemes().find(is_same)
        })
    }
}

/// The section of the example with this text.
pub(super) fn section<'e>(entry: Option<&'e SchemeEntry>, url: &str) -> Option<&'e str> {
    let example = entry?.examples.iter().find(|one| *one.url == url)?;
    example.section.as_ref().map(|section| section.as_str())
}

/// What the syntax leaves out of its documents.
pub(super) fn left_out(entry: Option<&SchemeEntry>) -> Option<&str> {
    entry?.metadata.left_out.as_ref().map(|text| text.as_str())
}

/// Whether the entry says that IANA's table lacks the name.
pub(super) fn is_unlisted(entry: Option<&SchemeEntry>) -> bool {
    entry.is_some_and(|entry| !entry.is_listed())
}
