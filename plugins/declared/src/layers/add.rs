//! `[[scheme]]`: a layer adds names that are its own, and none that exists below.

use super::claims::{self, Claim, Claims, Owner};
use super::names::{SchemeDefinition, Names, ShadowedDefinition};
use super::placed::{Found, PlacedLayer};
use crate::format::{LayerKind, SchemeEntry, quoted};

/// Adds the schemes of a layer.
pub(super) fn schemes(placed: &PlacedLayer, claims: &Claims<'_>, names: &mut Names, to: &mut Found<'_>) {
    for entry in placed.layer().schemes() {
        let definition = SchemeDefinition::of_entry(entry, placed);
        if definition.is_fact() && !may_be_fact(placed, entry, to) {
            continue;
        }
        match right(placed, claims, &entry.key(), &definition) {
            Right::Owns => add(placed, entry, definition, names, to),
            Right::Yields(claim) => yields(entry, definition, &claim, names, to),
            Right::None => to.add(outside(placed, entry, None)),
            Right::Other(claim) => to.add(outside(placed, entry, Some(&claim))),
            Right::Tie(one, other) => to.add(tie(entry, &one, &other)),
        }
    }
}

/// What a layer may do with a name.
enum Right<'s> {
    Owns,
    /// The public layer has it, and an upper layer has claimed it.
    Yields(Claim<'s>),
    None,
    Other(Claim<'s>),
    Tie(Claim<'s>, Claim<'s>),
}

fn right<'s>(placed: &PlacedLayer, claims: &Claims<'s>, name: &str, definition: &SchemeDefinition) -> Right<'s> {
    // What IANA has registered is the public layer's to tell, whatever its name.
    let has = placed.is_public() && (claims::is_public(name) || definition.is_fact());
    match claims.owner(name) {
        Owner::Layer(claim) if std::ptr::eq(claim.by, placed) => Right::Owns,
        Owner::Layer(_) | Owner::Tie(..) if has && definition.is_sealed() => Right::Owns,
        Owner::Layer(claim) if has => Right::Yields(claim),
        Owner::Nobody if has => Right::Owns,
        Owner::Tie(one, other) => Right::Tie(one, other),
        Owner::Layer(claim) => Right::Other(claim),
        Owner::Nobody => Right::None,
    }
}

/// Facts stand in the public layer, or are of names that are not in use.
fn may_be_fact(placed: &PlacedLayer, entry: &SchemeEntry, to: &mut Found<'_>) -> bool {
    let may = *placed.layer().header.kind == LayerKind::Public || !entry.is_defined();
    if !may {
        let message = format!("{} has neither syntax nor access", quoted(&entry.name));
        let help = "write `[scheme.syntax]` and `[scheme.access]`; facts alone stand in the public layer";
        to.add(entry.finding("SR209", entry.span, message).fix(help));
    }
    may
}

/// Adds what the layer may add, unless it exists.
fn add(placed: &PlacedLayer, entry: &SchemeEntry, definition: SchemeDefinition, names: &mut Names, to: &mut Found<'_>) {
    let name = names.at(&entry.name);
    let is_rival = |other: &&SchemeDefinition| {
        let is_further = other.by.layer == placed.id() || placed.is_public();
        !is_further || other.version == definition.version
    };
    let rival = name.definitions.iter().find(is_rival).map(|one| &one.by);
    let below = name.hidden.iter().map(|hidden| &hidden.definition);
    let rival = rival.or_else(|| Some(&below.into_iter().find(|one| !one.is_fact())?.by));
    let mask = name.mask.as_ref().map(|mask| &mask.by);
    if let Some(first) = rival.or(mask) {
        let what = if rival.is_some() { "registered" } else { "masked" };
        let (key, second) = (quoted(&entry.name), &definition.by);
        let message = format!("{key} is {what} by {first}, and {second} adds it again");
        let help = "replace a facet of it by `[[override]]`, or take a name of your own";
        to.add(entry.finding("SR604", entry.name.span, message).fix(help));
        return;
    }
    name.definitions.push(definition);
    name.definitions.sort_by(|a, b| a.version.cmp(&b.version));
}

/// Hides a name of the public layer that an upper layer has claimed (SR709).
fn yields(entry: &SchemeEntry, definition: SchemeDefinition, claim: &Claim<'_>, names: &mut Names, to: &mut Found<'_>) {
    let (name, layer) = (quoted(&entry.name), quoted(claim.by.id()));
    let message = format!(
        "{name} is registered by {}, and claimed by {layer} ({}): that layer decides",
        definition.by,
        quoted(claim.pattern)
    );
    let help = "move the private scheme to a name below a domain of yours, and give the claim up";
    to.add(entry.finding("SR709", entry.name.span, message).fix(help));
    let by = claim.by.place(claim.pattern.span);
    let hidden = &mut names.at(&entry.name).hidden;
    hidden.push(ShadowedDefinition { definition, by });
}

/// SR601
fn outside(placed: &PlacedLayer, entry: &SchemeEntry, owner: Option<&Claim<'_>>) -> crate::format::Finding {
    let name = quoted(&entry.name);
    let message = match owner {
        Some(claim) => {
            format!("{name} belongs to the layer {}, which claims {}", quoted(claim.by.id()), quoted(claim.pattern))
        }
        None => format!("{name} is outside the claims of {}", quoted(placed.id())),
    };
    let help = "take a name that `registry.claims` covers, or have it claimed";
    entry.finding("SR601", entry.name.span, message).fix(help)
}

/// SR604
fn tie(entry: &SchemeEntry, one: &Claim<'_>, other: &Claim<'_>) -> crate::format::Finding {
    let claim = |claim: &Claim<'_>| format!("{} ({})", quoted(claim.by.id()), quoted(claim.pattern));
    let message =
        format!("{} is claimed by {} and {} with the same right", quoted(&entry.name), claim(one), claim(other));
    let help = "let one of them claim the name as it is written";
    entry.finding("SR604", entry.name.span, message).fix(help)
}
