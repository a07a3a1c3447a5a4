//! SR005: duplicate entries in a registry file.

use std::sync::Arc;

use anyurl_core::Span;
use anyurl_core::internal::NameMap;

use super::document::Document;
use super::finding::{Finding, Findings, quoted};
use super::located::Located;
use super::tables::SourceFile;

/// Reports duplicates. This runs while reading, because a duplicate makes the file unusable.
pub(super) fn find(files: &[SourceFile], to: &mut Findings) {
    let Some(main) = files.first() else { return };
    let mut schemes = Seen::new("scheme", to);
    for entry in files.iter().flat_map(|file| &file.schemes) {
        let key = format!("{} {}", entry.key(), entry.version.major);
        schemes.see(key, &entry.name, &entry.document);
    }
    let document = &main.document;
    let mut gateways = Seen::new("gateway", to);
    for one in &main.gateways {
        gateways.see(one.id.value.clone(), &one.id, document);
    }
    let mut masks = Seen::new("mask", to);
    for one in &main.masks {
        masks.see(one.name.to_ascii_lowercase(), &one.name, document);
    }
    let mut tombstones = Seen::new("tombstone", to);
    for one in &main.tombstones {
        tombstones.see(one.name.to_ascii_lowercase(), &one.name, document);
    }
    let mut overrides = Seen::new("override", to);
    for one in &main.overrides {
        // Each version of a scheme can have its own override, told apart by `expect`.
        let which = (one.of.as_str(), one.expect.as_ref().map(|expect| expect.value));
        let key = format!("{} {:?} {which:?}", one.name.to_ascii_lowercase(), *one.facet);
        overrides.see(key, &one.name, document);
    }
}

/// The entries seen so far, with their first occurrence.
struct Seen<'f> {
    what: &'static str,
    first: NameMap<(Arc<Document>, Span)>,
    to: &'f mut Findings,
}

impl<'f> Seen<'f> {
    fn new(what: &'static str, to: &'f mut Findings) -> Self {
        let first = NameMap::new();
        Self { what, first, to }
    }

    fn see(&mut self, key: String, name: &Located<String>, document: &Arc<Document>) {
        let Some((before, at)) = self.first.get(&key) else {
            self.first.insert(key.into(), (Arc::clone(document), name.span));
            return;
        };
        let (what, place) = (self.what, before.place(*at));
        let message = format!("the {what} {} is already defined at {place}", quoted(name));
        let help = match what {
            "scheme" => "keep one, or give one another version: `version = \"2.0.0\"`",
            _ => "keep one",
        };
        let finding = Finding::new("SR005", document, name.span, message).fix(help);
        self.to.add(finding.about(name).fatal());
    }
}
