//! `[[scheme]]`: a layer adds names that it owns and that no lower layer has.

use super::claims::{self, Claim, Claims, Owner};
use super::names::{Names, SchemeDefinition, ShadowedDefinition};
use super::placed::{PlacedLayer, Problems};
use crate::format::{Finding, LayerKind, SchemeEntry, quoted};

/// Adds the schemes of a layer.
pub(super) fn schemes(placed: &PlacedLayer, claims: &Claims<'_>, names: &mut Names, to: &mut Problems<'_>) {
    for entry in placed.layer().schemes() {
        let definition = SchemeDefinition::from_entry(entry, placed);
        if definition.is_fact() && !may_be_fact(placed, entry, to) {
            continue;
        }
        match right(placed, claims, &entry.key(), &definition) {
            Right::Owns => add(placed, entry, definition, names, to),
            Right::Yields(claim) => hide(entry, definition, &claim, names, to),
            Right::None => to.add(outside(placed, entry, None)),
            Right::Other(claim) => to.add(outside(placed, entry, Some(&claim))),
            Right::Tie(one, other) => to.add(tie(entry, &one, &other)),
        }
    }
}

/// The right of a layer to add a name.
enum Right<'s> {
    Owns,
    /// The public layer has the name, and an upper layer claims it.
    Yields(Claim<'s>),
    None,
    Other(Claim<'s>),
    Tie(Claim<'s>, Claim<'s>),
}

fn right<'s>(placed: &PlacedLayer, claims: &Claims<'s>, name: &str, definition: &SchemeDefinition) -> Right<'s> {
    // The public layer may list any name that IANA has registered.
    let is_listed = placed.is_public() && (claims::is_public(name) || definition.is_fact());
    match claims.owner(name) {
        Owner::Layer(claim) if std::ptr::eq(claim.by, placed) => Right::Owns,
        Owner::Layer(_) | Owner::Tie(..) if is_listed && definition.is_sealed() => Right::Owns,
        Owner::Layer(claim) if is_listed => Right::Yields(claim),
        Owner::None if is_listed => Right::Owns,
        Owner::Tie(one, other) => Right::Tie(one, other),
        Owner::Layer(claim) => Right::Other(claim),
        Owner::None => Right::None,
    }
}

/// Returns whether an entry may be a fact: only in the public layer, or for a name that is not in use.
fn may_be_fact(placed: &PlacedLayer, entry: &SchemeEntry, to: &mut Problems<'_>) -> bool {
    let may = *placed.layer().header.kind == LayerKind::Public || !entry.is_defined();
    if !may {
        let message = format!("{} has neither syntax nor access", quoted(&entry.name));
        let help = "write `[scheme.syntax]` and `[scheme.access]`; only the public layer contains facts alone";
        to.add(entry.finding("SR209", entry.span, message).fix(help));
    }
    may
}

/// Checks that a layer owns the aliases of its schemes, and that no scheme has them.
pub(super) fn aliases(placed: &PlacedLayer, claims: &Claims<'_>, names: &Names, to: &mut Problems<'_>) {
    for entry in placed.layer().schemes() {
        let definition = SchemeDefinition::from_entry(entry, placed);
        for alias in &entry.aliases {
            let key = alias.to_ascii_lowercase();
            if !matches!(right(placed, claims, &key, &definition), Right::Owns) {
                let message = format!("the alias {} is outside the claims of {}", quoted(alias), quoted(placed.id()));
                let help = "use an alias that `registry.claims` covers, or add a claim";
                to.add(entry.finding("SR601", alias.span, message).fix(help));
            } else if let Some(other) = names.other_scheme(&key, &entry.key()) {
                let message = format!("the alias {} of {} is a name of {other}", quoted(alias), quoted(&entry.name));
                to.add(entry.finding("SR114", alias.span, message).fix("use another alias"));
            }
        }
    }
}

/// Adds a definition unless the name is already registered or masked.
fn add(
    placed: &PlacedLayer,
    entry: &SchemeEntry,
    definition: SchemeDefinition,
    names: &mut Names,
    to: &mut Problems<'_>,
) {
    let name = names.entry(&entry.name);
    let is_rival = |other: &&SchemeDefinition| {
        let is_new_version = other.by.layer == placed.id() || placed.is_public();
        !is_new_version || other.version == definition.version
    };
    let rival = name.definitions.iter().find(is_rival).map(|one| &one.by);
    let below = name.hidden.iter().map(|hidden| &hidden.definition);
    let rival = rival.or_else(|| Some(&below.into_iter().find(|one| !one.is_fact() && one.is_listed())?.by));
    let mask = name.mask.as_ref().map(|mask| &mask.by);
    if let Some(first) = rival.or(mask) {
        let what = if rival.is_some() { "registered" } else { "masked" };
        let (key, second) = (quoted(&entry.name), &definition.by);
        let message = format!("{key} is {what} by {first}, and {second} adds it again");
        let help = "override a facet of it (`[[override]]`), or use another name";
        to.add(entry.finding("SR604", entry.name.span, message).fix(help));
        return;
    }
    name.definitions.push(definition);
    name.definitions.sort_by(|a, b| a.version.cmp(&b.version));
}

/// Hides a name of the public layer that an upper layer claims: SR709 if the name may be IANA's.
fn hide(
    entry: &SchemeEntry,
    definition: SchemeDefinition,
    claim: &Claim<'_>,
    names: &mut Names,
    to: &mut Problems<'_>,
) {
    let (name, layer) = (quoted(&entry.name), quoted(claim.by.id()));
    let message = format!(
        "{name} is registered by {}, and claimed by {layer} ({}): the claim takes precedence",
        definition.by,
        quoted(claim.pattern)
    );
    let help = "move the private scheme to a name under your own domain, and remove the claim";
    if entry.is_listed() {
        to.add(entry.finding("SR709", entry.name.span, message).fix(help));
    }
    let by = claim.by.place(claim.pattern.span);
    let hidden = &mut names.entry(&entry.name).hidden;
    hidden.push(ShadowedDefinition { definition, by });
}

/// SR601: a name outside the claims of the layer.
fn outside(placed: &PlacedLayer, entry: &SchemeEntry, owner: Option<&Claim<'_>>) -> Finding {
    let name = quoted(&entry.name);
    let message = match owner {
        Some(claim) => {
            format!("{name} belongs to the layer {}, which claims {}", quoted(claim.by.id()), quoted(claim.pattern))
        }
        None => format!("{name} is outside the claims of {}", quoted(placed.id())),
    };
    let help = "use a name that `registry.claims` covers, or add a claim";
    entry.finding("SR601", entry.name.span, message).fix(help)
}

/// SR604: two equal claims.
fn tie(entry: &SchemeEntry, one: &Claim<'_>, other: &Claim<'_>) -> Finding {
    let claim = |claim: &Claim<'_>| format!("{} ({})", quoted(claim.by.id()), quoted(claim.pattern));
    let message =
        format!("{} is claimed by {} and {} with equal precedence", quoted(&entry.name), claim(one), claim(other));
    let help = "let one of them claim the exact name";
    entry.finding("SR604", entry.name.span, message).fix(help)
}
