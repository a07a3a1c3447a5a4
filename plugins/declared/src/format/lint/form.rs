//! The form of a file: order, doubles, names of files. What can be seen without a table is found while reading.

use std::collections::BTreeMap;
use std::sync::Arc;

use locator_core::Span;
use semver::Version;

use super::Context;
use crate::format::at::At;
use crate::format::document::Document;
use crate::format::finding::{Finding, Findings, quoted};
use crate::format::layer::Layer;
use crate::format::model::{File, SchemeEntry};

/// SR004: schemes, overrides, masks and tombstones stand in the order of their names.
pub(super) fn unsorted(context: &Context<'_>, to: &mut Findings) {
    for file in &context.layer.files {
        let version = |entry: &SchemeEntry| Some(entry.version.value.clone());
        disordered(
            file,
            file.schemes.iter().map(|one| (version(one), &one.name)),
            to,
        );
        disordered(file, file.overrides.iter().map(|one| (None, &one.name)), to);
        disordered(file, file.masks.iter().map(|one| (None, &one.name)), to);
        disordered(
            file,
            file.tombstones.iter().map(|one| (None, &one.name)),
            to,
        );
    }
}

/// The first of a list that stands too late: mending it may mend the others.
fn disordered<'f>(
    file: &File,
    names: impl Iterator<Item = (Option<Version>, &'f At<String>)>,
    to: &mut Findings,
) {
    let mut before: Option<(String, Option<Version>)> = None;
    for (version, name) in names {
        let key = (name.to_ascii_lowercase(), version);
        if let Some(before) = before.filter(|before| *before > key) {
            let message = format!("{} stands behind {}", quoted(&key.0), quoted(&before.0));
            let finding = Finding::new("SR004", &file.document, name.span, message);
            to.add(
                finding
                    .of(name)
                    .mend("`locator registry fmt` sorts by name"),
            );
            return;
        }
        before = Some(key);
    }
}

/// SR008: an included file has the name of its scheme.
pub(super) fn file_names(context: &Context<'_>, to: &mut Findings) {
    for file in context.layer.files.iter().skip(1) {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        let stem = name.strip_suffix(".toml").unwrap_or(name);
        for entry in file.schemes.iter().filter(|entry| entry.key() != stem) {
            let message = format!(
                "{} stands in a file named {}",
                quoted(&entry.name),
                quoted(name)
            );
            let help = format!("name the file {}", quoted(&format!("{}.toml", entry.key())));
            to.add(entry.finding("SR008", entry.name.span, message).mend(help));
        }
    }
}

/// SR005: each thing once. It is found while reading, because no program could tell which of two is meant.
pub(in crate::format) fn duplicates(layer: &Layer, to: &mut Findings) {
    let mut schemes = Seen::new("scheme", to);
    for entry in layer.schemes() {
        let key = format!("{} {}", entry.key(), entry.version.major);
        schemes.see(key, &entry.name, &entry.document);
    }
    let document = &layer.main().document;
    let mut gateways = Seen::new("gateway", to);
    for one in layer.gateways() {
        gateways.see(one.id.value.clone(), &one.id, document);
    }
    let mut masks = Seen::new("mask", to);
    for one in layer.masks() {
        masks.see(one.name.to_ascii_lowercase(), &one.name, document);
    }
    let mut tombstones = Seen::new("tombstone", to);
    for one in layer.tombstones() {
        tombstones.see(one.name.to_ascii_lowercase(), &one.name, document);
    }
    let mut overrides = Seen::new("override", to);
    for one in layer.overrides() {
        let key = format!("{} {:?}", one.name.to_ascii_lowercase(), *one.facet);
        overrides.see(key, &one.name, document);
    }
}

/// What was seen, and where first.
struct Seen<'f> {
    what: &'static str,
    first: BTreeMap<String, (Arc<Document>, Span)>,
    to: &'f mut Findings,
}

impl<'f> Seen<'f> {
    fn new(what: &'static str, to: &'f mut Findings) -> Self {
        let first = BTreeMap::new();
        Self { what, first, to }
    }

    fn see(&mut self, key: String, name: &At<String>, document: &Arc<Document>) {
        let Some((before, at)) = self.first.get(&key) else {
            self.first.insert(key, (Arc::clone(document), name.span));
            return;
        };
        let (what, place) = (self.what, before.place(*at));
        let message = format!("the {what} {} stands at {place} already", quoted(name));
        let help = match what {
            "scheme" => "keep one, or make it another version: `version = \"2.0.0\"`",
            _ => "keep one",
        };
        let finding = Finding::new("SR005", document, name.span, message).mend(help);
        self.to.add(finding.of(name).fatal());
    }
}
