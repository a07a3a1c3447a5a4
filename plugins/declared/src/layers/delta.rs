//! The changes that layers make to lower layers.

use std::fmt;

use super::placed::Provenance;
use super::{Resolved, ResolvedName};
use crate::format::{Facet, Word};

/// The kind of a change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DeltaKind {
    /// Replaces a facet.
    Override(Facet),
    /// Masks a name.
    Mask,
    /// Forbids the reuse of a name.
    Tombstone,
    /// Selects a version.
    Pin,
    /// Claims a name that the public layer defines.
    Claim,
    /// Replaces a gateway of a lower layer, or takes over one of its schemes.
    Gateway,
    /// Sets a policy that tightens, relaxes or conflicts with another.
    Policy,
}

/// One change. `Display` writes one line: `override ftp access: com.example (org.toml:12) over public (…): why`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delta {
    /// The kind of the change.
    pub kind: DeltaKind,
    /// The changed scheme, or the id of a gateway.
    pub name: String,
    /// The layer that makes the change.
    pub by: Provenance,
    /// The changed layers.
    pub over: Vec<Provenance>,
    /// The reason or details.
    pub detail: Option<String>,
}

/// Returns all changes, sorted by name.
pub(super) fn delta(of: &Resolved) -> Vec<Delta> {
    let mut all = Vec::new();
    for (key, name) in of.names() {
        overrides(key, name, &mut all);
        absences(key, name, &mut all);
        claims(key, name, &mut all);
        pins(key, name, &mut all);
        policies(of, key, &mut all);
    }
    for row in &of.rows {
        all.extend(row.lost.iter().map(|(name, by)| Delta {
            kind: DeltaKind::Gateway,
            name: name.clone(),
            by: by.clone(),
            over: vec![row.by.clone()],
            detail: Some(format!("gateway `{}` yields", *row.entry.id)),
        }));
    }
    lines(of, &mut all);
    all.sort_by(|a, b| (&a.name, a.kind).cmp(&(&b.name, b.kind)));
    all
}

fn overrides(key: &str, name: &ResolvedName, to: &mut Vec<Delta>) {
    for definition in &name.definitions {
        for (facet, value) in definition.facets.iter().filter(|(_, value)| !value.hides.is_empty()) {
            to.push(Delta {
                kind: DeltaKind::Override(*facet),
                name: key.to_owned(),
                by: value.by.clone(),
                over: value.hides.iter().map(|hidden| hidden.by.clone()).collect(),
                detail: value.reason.clone(),
            });
        }
    }
}

fn absences(key: &str, name: &ResolvedName, to: &mut Vec<Delta>) {
    let below = || name.definitions.iter().map(|one| one.by.clone()).collect();
    let tombstones = name.tombstone.iter().map(|tombstone| (DeltaKind::Tombstone, tombstone, Vec::new()));
    let masks = name.mask.iter().map(|mask| (DeltaKind::Mask, mask, below()));
    to.extend(masks.chain(tombstones).map(|(kind, absence, over)| Delta {
        kind,
        name: key.to_owned(),
        by: absence.by.clone(),
        over,
        detail: absence.reason.clone(),
    }));
}

fn claims(key: &str, name: &ResolvedName, to: &mut Vec<Delta>) {
    to.extend(name.hidden.iter().map(|hidden| Delta {
        kind: DeltaKind::Claim,
        name: key.to_owned(),
        by: hidden.by.clone(),
        over: vec![hidden.definition.by.clone()],
        detail: None,
    }));
}

fn pins(key: &str, name: &ResolvedName, to: &mut Vec<Delta>) {
    to.extend(name.pin.iter().map(|pin| Delta {
        kind: DeltaKind::Pin,
        name: key.to_owned(),
        by: pin.by.clone(),
        over: pin.hides.iter().map(|(by, _)| by.clone()).collect(),
        detail: Some(format!("`{}` is {}", pin.requirement, pin.version)),
    }));
}

/// Adds a change if layers have different policies for a name.
fn policies(of: &Resolved, key: &str, to: &mut Vec<Delta>) {
    let verdict = of.decide_name(key);
    let Some(because) = &verdict.because else {
        return;
    };
    let other = verdict.besides.iter().filter(|one| one.decision != because.decision);
    let other: Vec<_> = other.collect();
    if other.is_empty() {
        return;
    }
    let decisions: Vec<_> = other.iter().map(|one| one.decision.as_str()).collect();
    to.push(Delta {
        kind: DeltaKind::Policy,
        name: key.to_owned(),
        by: because.by.clone(),
        over: other.iter().map(|one| one.by.clone()).collect(),
        detail: Some(format!("{}, not {}", because.decision.as_str(), decisions.join(" or "))),
    });
}

/// Adds the policy lines of each layer, except those that [`policies`] has already added.
fn lines(of: &Resolved, to: &mut Vec<Delta>) {
    for line in of.policy.lines() {
        let is_listed = |one: &Delta| {
            let mut places = std::iter::once(&one.by).chain(&one.over);
            one.kind == DeltaKind::Policy && one.name == line.name && places.any(|by| *by == line.by)
        };
        if !to.iter().any(is_listed) {
            to.push(line);
        }
    }
}

impl fmt::Display for DeltaKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Override(_) => "override",
            Self::Mask => "mask",
            Self::Tombstone => "tombstone",
            Self::Pin => "pin",
            Self::Claim => "claim",
            Self::Gateway => "gateway",
            Self::Policy => "policy",
        })
    }
}

impl fmt::Display for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.name)?;
        if let DeltaKind::Override(facet) = self.kind {
            write!(f, " {}", facet.as_str())?;
        }
        write!(f, ": {}", self.by)?;
        for (n, over) in self.over.iter().enumerate() {
            write!(f, "{} {over}", if n == 0 { " over" } else { "," })?;
        }
        match &self.detail {
            Some(detail) => write!(f, ": {detail}"),
            None => Ok(()),
        }
    }
}
