//! Everything that stands in place of something else.

use std::fmt;

use super::placed::Provenance;
use super::{Name, Resolved};
use crate::format::{Facet, Keyword};

/// What a layer does to what stands below it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// Replaces a facet.
    Override(Facet),
    /// Takes a name away.
    Mask,
    /// Forbids a name for ever.
    Tombstone,
    /// Chooses a version.
    Pin,
    /// Has claimed a name that the public layer defines.
    Claim,
    /// Takes a gateway, or a scheme of it, away from a lower layer.
    Gateway,
    /// Tightens a policy, loosens one that is relaxable, or would like to.
    Policy,
}

/// One change. `Display` is a line: `override ftp access: com.example (org.toml:12) over public (…): why`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delta {
    /// What is done.
    pub change: Change,
    /// To what: a scheme, or the id of a gateway.
    pub name: String,
    /// Who does it.
    pub by: Provenance,
    /// What it stands over.
    pub over: Vec<Provenance>,
    /// Why, or what exactly.
    pub says: Option<String>,
}

/// All changes, by name.
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
            change: Change::Gateway,
            name: name.clone(),
            by: by.clone(),
            over: vec![row.by.clone()],
            says: Some(format!("gateway `{}` gives way", *row.entry.id)),
        }));
    }
    lines(of, &mut all);
    all.sort_by(|a, b| (&a.name, a.change).cmp(&(&b.name, b.change)));
    all
}

fn overrides(key: &str, name: &Name, to: &mut Vec<Delta>) {
    for definition in &name.definitions {
        for (facet, value) in definition.facets.iter().filter(|(_, value)| !value.hides.is_empty()) {
            to.push(Delta {
                change: Change::Override(*facet),
                name: key.to_owned(),
                by: value.by.clone(),
                over: value.hides.iter().map(|hidden| hidden.by.clone()).collect(),
                says: value.reason.clone(),
            });
        }
    }
}

fn absences(key: &str, name: &Name, to: &mut Vec<Delta>) {
    let below = || name.definitions.iter().map(|one| one.by.clone()).collect();
    let stones = name.tombstone.iter().map(|stone| (Change::Tombstone, stone, Vec::new()));
    let masks = name.mask.iter().map(|mask| (Change::Mask, mask, below()));
    to.extend(masks.chain(stones).map(|(change, absence, over)| Delta {
        change,
        name: key.to_owned(),
        by: absence.by.clone(),
        over,
        says: absence.reason.clone(),
    }));
}

fn claims(key: &str, name: &Name, to: &mut Vec<Delta>) {
    to.extend(name.hidden.iter().map(|hidden| Delta {
        change: Change::Claim,
        name: key.to_owned(),
        by: hidden.by.clone(),
        over: vec![hidden.definition.by.clone()],
        says: None,
    }));
}

fn pins(key: &str, name: &Name, to: &mut Vec<Delta>) {
    to.extend(name.pin.iter().map(|pin| Delta {
        change: Change::Pin,
        name: key.to_owned(),
        by: pin.by.clone(),
        over: pin.hides.iter().map(|(by, _)| by.clone()).collect(),
        says: Some(format!("`{}` is {}", pin.requirement, pin.version)),
    }));
}

/// Where layers do not say the same.
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
    let says: Vec<_> = other.iter().map(|one| one.decision.as_str()).collect();
    to.push(Delta {
        change: Change::Policy,
        name: key.to_owned(),
        by: because.by.clone(),
        over: other.iter().map(|one| one.by.clone()).collect(),
        says: Some(format!("{}, not {}", because.decision.as_str(), says.join(" or "))),
    });
}

/// What each layer lists, but for the lines over which two layers differ: those are told with the scheme.
fn lines(of: &Resolved, to: &mut Vec<Delta>) {
    for line in of.policy.lines() {
        let is_told = |one: &Delta| {
            let mut places = std::iter::once(&one.by).chain(&one.over);
            one.change == Change::Policy && one.name == line.name && places.any(|by| *by == line.by)
        };
        if !to.iter().any(is_told) {
            to.push(line);
        }
    }
}

impl fmt::Display for Change {
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
        write!(f, "{} {}", self.change, self.name)?;
        if let Change::Override(facet) = self.change {
            write!(f, " {}", facet.as_str())?;
        }
        write!(f, ": {}", self.by)?;
        for (n, over) in self.over.iter().enumerate() {
            write!(f, "{} {over}", if n == 0 { " over" } else { "," })?;
        }
        match &self.says {
            Some(says) => write!(f, ": {says}"),
            None => Ok(()),
        }
    }
}
