//! `[[scheme]]`: a layer adds names that it owns and that no lower layer has.

use super::claims::{self, Claim, Claims, Owner};
use super::names::{Names, ResolvedName, SchemeDefinition};
use super::placed::{PlacedLayer, Problems};
use super::shadow;
use crate::format::{Finding, LayerKind, SchemeEntry, quoted};

/// Adds the schemes of a layer. A scheme that cannot be added refuses its name.
pub(super) fn schemes(placed: &PlacedLayer, claims: &Claims<'_>, names: &mut Names, to: &mut Problems<'_>) {
    for entry in placed.layer().schemes() {
        let definition = SchemeDefinition::from_entry(entry, placed);
        if let Some(below) = alike(names, entry, &definition) {
            to.add(shadow::alike(entry, &definition, &below.by));
            below.alike.push(definition.by);
            continue;
        }
        let fault = check(placed, claims, entry, &definition, to);
        let fault = fault.or_else(|| add(placed, claims, entry, definition, names, to));
        if let Some(fault) = fault {
            names.refuse_entry(entry, fault, placed.place_of(entry), to);
        }
    }
}

/// The equal definition of a lower layer, if the scheme is being moved.
fn alike<'n>(
    names: &'n mut Names,
    entry: &SchemeEntry,
    definition: &SchemeDefinition,
) -> Option<&'n mut SchemeDefinition> {
    let name = names.map.get_mut(&entry.key())?;
    if name.mask.is_some() || name.refused.is_some() {
        return None;
    }
    name.definitions.iter_mut().find(|below| below.is_alike(definition))
}

/// Returns why a layer may not add an entry.
fn check(
    placed: &PlacedLayer,
    claims: &Claims<'_>,
    entry: &SchemeEntry,
    definition: &SchemeDefinition,
    to: &mut Problems<'_>,
) -> Option<Finding> {
    let may_be_fact = *placed.layer().header.kind == LayerKind::Public || !entry.is_defined();
    if definition.is_fact() && !may_be_fact {
        let message = format!("{} has neither syntax nor access", quoted(&entry.name));
        let help = "write `[scheme.syntax]` and `[scheme.access]`; only the public layer contains facts alone";
        return Some(entry.finding("SR209", entry.span, message).fix(help));
    }
    match right(placed, claims, &entry.key(), definition) {
        Right::Owns | Right::Below => None,
        Right::Claimed(claim) => {
            if entry.is_listed() {
                to.add(shadow::unused_claim(entry, definition, &claim));
            }
            None
        }
        Right::None => Some(claims::outside(placed, entry, None)),
        Right::Other(claim) => Some(claims::outside(placed, entry, Some(&claim))),
        Right::Tie(one, other) => Some(claims::tie(entry, &one, &other)),
    }
}

/// The right of a layer to add a name.
enum Right<'s> {
    Owns,
    /// An upper layer defines the name, too: it decides in `add`.
    Below,
    /// The public layer has the name, and an upper layer claims it without defining it.
    Claimed(Claim<'s>),
    None,
    Other(Claim<'s>),
    Tie(Claim<'s>, Claim<'s>),
}

fn right<'s>(placed: &PlacedLayer, claims: &Claims<'s>, name: &str, definition: &SchemeDefinition) -> Right<'s> {
    // The public layer may list any name that IANA has registered.
    let is_listed = placed.is_public() && (claims::is_public(name) || definition.is_fact());
    match claims.owner(name) {
        Owner::Layer(claim) if std::ptr::eq(claim.by, placed) => Right::Owns,
        Owner::Layer(claim)
            if (is_listed || claims.covers(placed, name)) && claims.is_defined_above(placed, &claim, name) =>
        {
            Right::Below
        }
        Owner::Layer(claim) if is_listed => Right::Claimed(claim),
        Owner::None | Owner::Tie(..) if is_listed => Right::Owns,
        Owner::Tie(one, other)
            if claims.covers(placed, name)
                && [one, other].iter().any(|one| claims.is_defined_above(placed, one, name)) =>
        {
            Right::Below
        }
        Owner::Tie(one, other) => Right::Tie(one, other),
        Owner::Layer(claim) => Right::Other(claim),
        Owner::None => Right::None,
    }
}

/// Checks that a layer owns the aliases of its schemes, and that no scheme has them.
pub(super) fn aliases(placed: &PlacedLayer, claims: &Claims<'_>, names: &mut Names, to: &mut Problems<'_>) {
    for entry in placed.layer().schemes() {
        let definition = SchemeDefinition::from_entry(entry, placed);
        if alike(names, entry, &definition).is_some() {
            continue;
        }
        for alias in &entry.aliases {
            let key = alias.to_ascii_lowercase();
            let other = names.other_scheme(&key, &entry.key());
            let fault = match (right(placed, claims, &key, &definition), other) {
                (Right::Below, Some(other)) => {
                    to.add(shadow::yielding_alias(entry, alias, &other));
                    continue;
                }
                (Right::Owns | Right::Below | Right::Claimed(_), None) => continue,
                (Right::Owns | Right::Claimed(_), Some(other)) => {
                    let message =
                        format!("the alias {} of {} is a name of {other}", quoted(alias), quoted(&entry.name));
                    entry.finding("SR114", alias.span, message).fix("use another alias")
                }
                (Right::None | Right::Other(_) | Right::Tie(..), _) => {
                    let message =
                        format!("the alias {} is outside the claims of {}", quoted(alias), quoted(placed.id()));
                    let help = "use an alias that `registry.claims` covers, or add a claim";
                    entry.finding("SR601", alias.span, message).fix(help)
                }
            };
            names.refuse_entry(entry, fault, placed.place_of(entry), to);
        }
    }
}

/// Adds a definition unless the name is masked, or registered by a layer that keeps it.
fn add(
    placed: &PlacedLayer,
    claims: &Claims<'_>,
    entry: &SchemeEntry,
    definition: SchemeDefinition,
    names: &mut Names,
    to: &mut Problems<'_>,
) -> Option<Finding> {
    let name = names.entry(&entry.name);
    if let Some(mask) = &name.mask {
        return Some(shadow::twice(entry, &definition, &format!("masked by {}", mask.by), shadow::HELP));
    }
    let rival = rivals(placed, &definition, name).next().map(|rival| format!("registered by {}", rival.by));
    if let Some(registered) = rival {
        if let Some(help) = shadow::obstacle(placed, claims, entry, name) {
            return Some(shadow::twice(entry, &definition, &registered, &help));
        }
        shadow::hide(placed, claims, entry, &definition, name, to);
    }
    name.definitions.push(definition);
    name.definitions.sort_by(|a, b| a.version.cmp(&b.version));
    None
}

/// Returns the definitions of a name beside which a layer cannot add another one: those of other layers, and one of the same
/// version. The public layer adds versions to schemes in code.
fn rivals<'n>(
    placed: &PlacedLayer,
    definition: &SchemeDefinition,
    name: &'n ResolvedName,
) -> impl Iterator<Item = &'n SchemeDefinition> {
    name.definitions.iter().filter(move |other| {
        let is_new_version = other.by.layer == placed.id() || placed.is_public();
        !is_new_version || other.version == definition.version
    })
}
