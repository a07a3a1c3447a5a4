//! `[[override]]`: one facet of a lower layer, replaced as a whole.

use super::names::{Body, Definition, Name, Names};
use super::placed::{Found, Placed};
use crate::format::{Facet, Finding, Keyword, Metadata, Override, Replacement, SchemeEntry, quoted};

/// Puts the overrides of a layer in place, over what stands below it.
pub(super) fn apply(placed: &Placed, names: &mut Names, to: &mut Found<'_>) {
    for one in placed.layer().overrides() {
        if *one.facet == Facet::Name {
            names.at(&one.name).allowed = Some(placed.place(one.span));
            continue;
        }
        let outcome = match names.map.get_mut(&one.name.to_ascii_lowercase()) {
            Some(name) => replace(placed, one, name),
            None => Err(nothing(placed, one, "no lower layer has the name")),
        };
        if let Some(finding) = outcome.unwrap_or_else(Some) {
            to.add(finding.about(&one.name));
        }
    }
}

/// Replaces the facet in every version that it is meant for. What is merely remarked is no error.
fn replace(placed: &Placed, one: &Override, name: &mut Name) -> Result<Option<Finding>, Finding> {
    if let Some(mask) = &name.mask {
        let why = format!("the name is masked by {}", mask.by);
        return Err(nothing(placed, one, &why));
    }
    let meant = meant(placed, one, name)?;
    let new = one.hash().filter(|_| one.replacement != Replacement::Missing);
    let new = new.ok_or_else(|| nothing(placed, one, "it puts nothing in place"))?;
    let mut remark = None;
    for at in meant {
        let definition = &mut name.definitions[at];
        check_sealed(placed, one, definition)?;
        if definition.facets.get(&*one.facet).is_some_and(|old| old.hash == new) {
            remark = Some(equal(placed, one));
        }
        definition.put(&one.replacement);
        let Some(facet) = definition.facets.get_mut(&*one.facet) else {
            continue;
        };
        facet.replaced(placed.place(one.span), new, &one.reason);
    }
    Ok(remark)
}

/// The versions whose facet is the one that `of` and `expect` speak of.
fn meant(placed: &Placed, one: &Override, name: &Name) -> Result<Vec<usize>, Finding> {
    let is_of = |definition: &Definition| {
        let facet = definition.facets.get(&*one.facet);
        let written = facet.map(|facet| facet.by.layer == *one.of);
        written.is_some_and(|written| written || definition.by.layer == *one.of)
    };
    let all = name.definitions.iter().enumerate();
    let of: Vec<_> = all.filter(|(_, definition)| is_of(definition)).collect();
    if of.is_empty() {
        return Err(nothing(placed, one, &whose(one, name)));
    }
    let hash = |definition: &Definition| definition.facets.get(&*one.facet).map(|facet| facet.hash);
    let Some(expect) = &one.expect else {
        return Err(stale(placed, one, &of, "it does not say what it expects"));
    };
    let fits = of.iter().filter(|(_, found)| hash(found) == Some(**expect));
    let fits: Vec<_> = fits.map(|(at, _)| *at).collect();
    if fits.is_empty() {
        return Err(stale(placed, one, &of, "what it expects is not what stands there"));
    }
    Ok(fits)
}

/// SR602: to accept more, there is another version, or a name of one's own.
fn check_sealed(placed: &Placed, one: &Override, definition: &Definition) -> Result<(), Finding> {
    let name = quoted(&one.name);
    let refuse = |message: String, help| {
        let finding = placed.finding("SR602", one.facet.span, message);
        Err(finding.fix(help))
    };
    match &one.replacement {
        Replacement::Syntax(_) if definition.is_sealed() => refuse(
            format!("the syntax of {name} is sealed: it is permanent, or RFC 1738 defines it"),
            "choose another profile or version (`[pin]`), or add a scheme under a name of your own",
        ),
        Replacement::Syntax(_) if definition.entry().is_none() => {
            refuse(format!("the syntax of {name} is code"), "add a scheme under a name of your own")
        }
        Replacement::Metadata(new) => {
            let old = definition.metadata().cloned().unwrap_or_default();
            match fields(&old, new).iter().find(|(_, had, given)| *had && *given) {
                None => Ok(()),
                Some((field, ..)) => refuse(
                    format!("{name} has `{field}` already: metadata can be filled in, not replaced"),
                    "omit what a lower layer has said",
                ),
            }
        }
        _ => Ok(()),
    }
}

/// SR608
fn nothing(placed: &Placed, one: &Override, why: &str) -> Finding {
    let facet = one.facet.as_str();
    let message = format!("nothing to override: the {facet} of {}: {why}", quoted(&one.name));
    let help = "take the override away, or name the layer and facet that it is about";
    placed.finding("SR608", one.span, message).fix(help)
}

fn whose(one: &Override, name: &Name) -> String {
    let facets = name.definitions.iter().filter_map(|one_of| one_of.facets.get(&*one.facet));
    let owners: Vec<_> = facets.map(|facet| facet.by.layer.as_str()).collect();
    match owners.as_slice() {
        [] => "it has none".to_owned(),
        owners => format!("it comes from {}, not from {}", owners.join(" and "), quoted(&one.of)),
    }
}

/// SR603
fn stale(placed: &Placed, one: &Override, of: &[(usize, &Definition)], why: &str) -> Finding {
    let facet = one.facet.as_str();
    let hashes = of.iter().filter_map(|(_, found)| {
        let hash = found.facets.get(&*one.facet)?.hash;
        Some(format!("`expect = \"{hash}\"` ({})", found.version))
    });
    let help = format!("look at what it replaces now, and write {}", hashes.collect::<Vec<_>>().join(", or "));
    let span = one.expect.as_ref().map_or(one.span, |expect| expect.span);
    let message = format!("the override of the {facet} of {} is stale: {why}", quoted(&one.name));
    placed.finding("SR603", span, message).fix(help)
}

/// SR609
fn equal(placed: &Placed, one: &Override) -> Finding {
    let facet = one.facet.as_str();
    let message = format!("the {facet} of {} is overridden by the same", quoted(&one.name));
    let help = "take the override away";
    placed.finding("SR609", one.span, message).fix(help)
}

impl Definition {
    /// Puts a facet in place of its own.
    fn put(&mut self, replacement: &Replacement) {
        match (&mut self.body, replacement) {
            (Body::Declared(entry), replacement) => put_in_entry(entry, replacement),
            (Body::Base(base), Replacement::Access(access, _)) => {
                base.access = Some((**access).clone());
            }
            (Body::Base(base), Replacement::Port(port)) => base.port = Some(port.clone()),
            (Body::Base(base), Replacement::Metadata(new)) => {
                fill(base.metadata.get_or_insert_default(), new);
            }
            (Body::Base(_), Replacement::Name | Replacement::Syntax(_) | Replacement::Missing) => {}
        }
    }
}

fn put_in_entry(entry: &mut SchemeEntry, replacement: &Replacement) {
    match replacement {
        Replacement::Syntax(syntax) => entry.syntax = Some((**syntax).clone()),
        Replacement::Access(access, plugin) => {
            entry.access = Some((**access).clone());
            entry.plugin = plugin.as_deref().cloned();
        }
        Replacement::Port(port) => entry.port = Some(port.clone()),
        Replacement::Metadata(new) => fill(&mut entry.metadata, new),
        Replacement::Name | Replacement::Missing => {}
    }
}

/// Each field of metadata: its key, and whether the one and the other say it.
fn fields(old: &Metadata, new: &Metadata) -> [(&'static str, bool, bool); 14] {
    macro_rules! some {
        ($key:literal, $field:ident) => {
            ($key, old.$field.is_some(), new.$field.is_some())
        };
    }
    macro_rules! list {
        ($key:literal, $field:ident) => {
            ($key, !old.$field.is_empty(), !new.$field.is_empty())
        };
    }
    [
        some!("rfc1738", rfc1738),
        list!("applications", applications),
        list!("contact", contact),
        some!("change_controller", change_controller),
        list!("reference", references),
        some!("demonstration", demonstration),
        some!("security", security),
        some!("encoding", encoding),
        some!("interoperability", interoperability),
        some!("iana", iana),
        some!("since", since),
        some!("deprecated", deprecated),
        some!("expires", expires),
        some!("graduates_to", graduates_to),
    ]
}

/// Fills in what is missing.
fn fill(old: &mut Metadata, new: &Metadata) {
    macro_rules! fill {
        ($($field:ident)+) => {$(
            if old.$field.is_none() {
                old.$field.clone_from(&new.$field);
            }
        )+};
    }
    fill!(rfc1738 change_controller demonstration security encoding interoperability iana since deprecated expires graduates_to);
    for (old, new) in [(&mut old.applications, &new.applications), (&mut old.contact, &new.contact)] {
        if old.is_empty() {
            old.clone_from(new);
        }
    }
    if old.references.is_empty() {
        old.references.clone_from(&new.references);
    }
}
