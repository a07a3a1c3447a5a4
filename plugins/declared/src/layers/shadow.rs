//! Names that a lower layer has, and an upper layer defines: the upper one keeps a name that it had first.
//!
//! The lock says which layer had a name: its row is written while nothing stands against the definition. A lower layer that
//! registers the name later, such as the public one for IANA, hides nothing; the warning `shadows-public` and the lock show it.

use std::fmt;
use std::str::FromStr;

use super::claims::{Claim, Claims, Owner};
use super::names::{ResolvedName, SchemeDefinition, ShadowedDefinition};
use super::placed::{PlacedLayer, Problems, Provenance};
use crate::format::{Finding, Located, SchemeEntry, quoted};

/// What a lower layer has of a name, from the least to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum ShadowKind {
    /// The name alone, which is not permanent.
    Name,
    /// A permanent name without a syntax.
    PermanentName,
    /// A syntax.
    Syntax,
}

/// What a lower layer has of a name that an upper layer defines. `Display` writes `syntax of public`, as a lock has it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct Shadow {
    /// How much the lower layer has.
    pub kind: ShadowKind,
    /// The id of the lower layer.
    pub layer: String,
}

impl ShadowKind {
    const ALL: [Self; 3] = [Self::Name, Self::PermanentName, Self::Syntax];

    /// In words, as a lock has it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::PermanentName => "permanent name",
            Self::Syntax => "syntax",
        }
    }

    fn of(definition: &SchemeDefinition) -> Self {
        match (definition.is_fact(), definition.is_sealed()) {
            (true, false) => Self::Name,
            (true, true) => Self::PermanentName,
            (false, _) => Self::Syntax,
        }
    }
}

impl fmt::Display for Shadow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.kind.as_str(), self.layer)
    }
}

impl FromStr for Shadow {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (kind, layer) = text.split_once(" of ").ok_or(())?;
        let kind = ShadowKind::ALL.into_iter().find(|one| one.as_str() == kind).ok_or(())?;
        Ok(Self { kind, layer: layer.to_owned() })
    }
}

/// The help for a name that is registered already.
pub(super) const HELP: &str = "override a facet of it (`[[override]]`), or use another name";

/// Returns what to do if the layer cannot add a name that others have; `None` if its definition hides theirs.
pub(super) fn obstacle(
    placed: &PlacedLayer,
    claims: &Claims<'_>,
    entry: &SchemeEntry,
    name: &ResolvedName,
) -> Option<String> {
    let others = || name.definitions.iter();
    if placed.is_public() || others().any(|other| other.by.layer == placed.id()) {
        return Some(HELP.to_owned());
    }
    if name.is_in_code() {
        return Some("use another name: a scheme in code cannot be replaced".to_owned());
    }
    let is_open = |other: &SchemeDefinition| !other.is_listed() || ShadowKind::of(other) == ShadowKind::Name;
    if claims.had(placed.id(), &entry.key()) || others().all(is_open) {
        return None;
    }
    Some(format!(
        "{HELP}; if {} had the name first, write the lock with the layers of that time, and then `anyurl registry lock --acknowledge {}`",
        quoted(placed.id()),
        entry.key()
    ))
}

/// Hides the definitions that lower layers have of a name.
pub(super) fn hide(
    placed: &PlacedLayer,
    claims: &Claims<'_>,
    entry: &SchemeEntry,
    definition: &SchemeDefinition,
    name: &mut ResolvedName,
    to: &mut Problems<'_>,
) {
    let by = match claims.owner(&entry.key()) {
        Owner::Layer(claim) => claim.by.place(claim.pattern.span),
        Owner::None | Owner::Tie(..) => placed.place_of(entry),
    };
    for below in std::mem::take(&mut name.definitions) {
        if below.is_listed() {
            let shadow = Shadow { kind: ShadowKind::of(&below), layer: below.by.layer.clone() };
            to.add(shadows(entry, definition, &below.by));
            if name.shadows.as_ref().is_none_or(|one| one.kind <= shadow.kind) {
                name.shadows = Some(shadow);
            }
        }
        name.hidden.push(ShadowedDefinition { definition: below, by: by.clone() });
    }
}

/// SR709: a name that a lower layer has registered since.
fn shadows(entry: &SchemeEntry, definition: &SchemeDefinition, below: &Provenance) -> Finding {
    let message = format!(
        "{} is registered by {below}, too: the definition of {} stays in force",
        quoted(&entry.name),
        definition.by
    );
    entry.finding("SR709", entry.name.span, message).fix(MOVE)
}

/// SR709: a name that two layers define alike.
pub(super) fn alike(entry: &SchemeEntry, definition: &SchemeDefinition, below: &Provenance) -> Finding {
    let name = quoted(&entry.name);
    let message = format!("{name} is defined alike by {below} and {}: that of the former is used", definition.by);
    let help = format!(
        "if everyone who reads this file has the other one, end the move: `anyurl registry move FILE {} OTHER-FILE`",
        entry.key()
    );
    entry.finding("SR709", entry.name.span, message).fix(help)
}

/// SR709: a registered name that an upper layer claims and does not define.
pub(super) fn unused_claim(entry: &SchemeEntry, definition: &SchemeDefinition, claim: &Claim<'_>) -> Finding {
    let message = format!(
        "{} is registered by {}, and claimed by {} ({}), which does not define it",
        quoted(&entry.name),
        definition.by,
        quoted(claim.by.id()),
        quoted(claim.pattern)
    );
    claim.by.finding("SR709", claim.pattern.span, message).about(&entry.name).fix(MOVE)
}

/// SR709: an alias that is a name of an upper layer, which keeps it.
pub(super) fn yielding_alias(entry: &SchemeEntry, alias: &Located<String>, other: &str) -> Finding {
    let message =
        format!("the alias {} of {} is a name of {other}, which keeps it", quoted(alias), quoted(&entry.name));
    entry.finding("SR709", alias.span, message).fix("use another alias")
}

/// The help for a private name that is public as well.
const MOVE: &str = "move the private scheme to a name under your own domain, and remove the claim";

/// SR604: a name that another layer has registered or masked.
pub(super) fn twice(entry: &SchemeEntry, definition: &SchemeDefinition, how: &str, help: &str) -> Finding {
    let message = format!("{} is {how}, and {} adds it again", quoted(&entry.name), definition.by);
    entry.finding("SR604", entry.name.span, message).fix(help.to_owned())
}
