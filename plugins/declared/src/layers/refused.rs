//! Names that a fault in a layer makes unusable: each URL of such a name is an error, and every other name works.

use std::fmt;

use anyurl_core::authors::{Fix, Requirement};
use anyurl_core::internal::Refused;
use anyurl_core::{Implementation, RegistryBuilder};

use super::masks;
use super::names::{Names, ResolvedName};
use super::placed::{PlacedLayer, Problems, Provenance};
use crate::format::{Finding, SchemeEntry, quoted};

/// Why the URLs of a name are refused: the first fault of the name. `Display` writes the message and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RefusedName {
    /// The lint rule, such as `SR603`; `refused` for a library or module that could not be loaded.
    pub id: &'static str,
    /// The place of the fault.
    pub by: Provenance,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl RefusedName {
    /// Creates the refusal for a finding at a place.
    pub(super) fn new(finding: &Finding, by: Provenance) -> Self {
        // Without a help, the message says what to correct.
        let help = finding.help().unwrap_or("correct the entry in the registry file");
        let (message, help) = (finding.message().to_owned(), help.to_owned());
        Self { id: finding.id(), by, message, help }
    }

    /// Creates the refusal of an entry whose library or module cannot be loaded; `help` says what to do about the problem.
    pub fn of_plugin(placed: &PlacedLayer, entry: &SchemeEntry, problem: &dyn fmt::Display, help: String) -> Self {
        let message = format!("{} is refused: {problem}", quoted(&entry.name));
        Self { id: "refused", by: placed.place_of(entry), message, help }
    }

    /// Returns the scheme of the name, which rejects every URL with the reason.
    pub(super) fn scheme(&self, name: &str) -> Refused {
        let section = "the registry files";
        Refused::new(name, Requirement::owned(self.id, section, self.to_string(), self.help.clone(), Fix::Unknown))
    }
}

impl fmt::Display for RefusedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, by, .. } = self;
        let place = by.to_string();
        // Some messages name the place already.
        if message.contains(&place) { f.write_str(message) } else { write!(f, "{message} ({place})") }
    }
}

impl Names {
    /// Reports a fault of a name, and refuses the URLs of the name. The first fault of a name is the reason.
    pub(super) fn refuse(&mut self, name: &str, finding: Finding, by: Provenance, to: &mut Problems<'_>) {
        let finding = finding.about(name);
        self.entry(name).refused.get_or_insert_with(|| RefusedName::new(&finding, by));
        to.add(finding);
    }

    /// Reports why an entry is not added, and refuses the URLs of its name and of its aliases. A scheme in code stays as it
    /// is: no entry can make it unusable by taking its name.
    pub(super) fn refuse_entry(
        &mut self,
        entry: &SchemeEntry,
        finding: Finding,
        by: Provenance,
        to: &mut Problems<'_>,
    ) {
        let refused = RefusedName::new(&finding, by.clone());
        let aliases = entry.aliases.iter().map(|alias| (alias.to_ascii_lowercase(), refused.clone()));
        self.unused_aliases.extend(aliases);
        if self.entry(&entry.name).is_in_code() {
            to.add(finding);
        } else {
            self.refuse(&entry.name, finding, by, to);
        }
    }

    /// Refuses the aliases of entries that are not added, unless a scheme has them.
    pub(super) fn refuse_unused_aliases(&mut self) {
        for (alias, refused) in std::mem::take(&mut self.unused_aliases) {
            if !self.has_alias(&alias) && !self.get(&alias).is_some_and(ResolvedName::is_known) {
                self.entry(&alias).refused = Some(refused);
            }
        }
    }
}

impl ResolvedName {
    /// Returns whether the name was removed for good.
    pub(super) fn is_removed(&self) -> bool {
        self.tombstone.is_some() && self.definitions.is_empty()
    }
}

/// Makes URLs of a name errors, if the name has no usable definition.
pub(super) fn refuse(builder: RegistryBuilder, key: &str, name: &ResolvedName) -> RegistryBuilder {
    let removed = name.tombstone.as_ref().filter(|_| name.is_removed());
    let (scheme, by) = match (&name.mask, &name.refused, removed) {
        (Some(mask), ..) => (masks::masked(key, mask), &mask.by),
        (None, Some(refused), _) => (refused.scheme(key), &refused.by),
        (None, None, Some(stone)) => (masks::removed(key, stone), &stone.by),
        (None, None, None) => return builder,
    };
    builder.refuse_from(scheme, by.rank, Implementation::Declared, by.origin(""))
}
