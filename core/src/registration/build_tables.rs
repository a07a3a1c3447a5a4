//! [`BuildTables`]: how URLs of a scheme are put together, and what was found out about it.

use super::Registration;
use super::build_table::BuildTable;
use super::flat_templates::FlatTemplates;
use super::sequence::{Sequence, SequenceIndex};
use super::sequences::Sequences;

/// The build table of a scheme, and what is kept for those who build the next URL.
#[derive(Clone, Debug)]
pub(crate) struct BuildTables {
    pub(crate) build_table: BuildTable,
    pub(crate) flat_templates: FlatTemplates,
    pub(crate) sequences: Sequences,
}

impl BuildTables {
    /// The tables of URLs of a registration; `None` if they cannot be built.
    pub(crate) fn new(scheme: &str, registration: &Registration) -> Option<Self> {
        let build_table = BuildTable::new(scheme, registration)?;
        Some(Self { build_table, flat_templates: FlatTemplates::new(), sequences: Sequences::new() })
    }

    /// The sequence of a component after others, which is kept if it is new; `None` if there is none.
    #[inline]
    pub(crate) fn sequence_after(&self, before: SequenceIndex, name: &str) -> Option<(SequenceIndex, &Sequence)> {
        self.sequences.find(before, name).or_else(|| self.sequences.add(before, name, &self.build_table))
    }
}
