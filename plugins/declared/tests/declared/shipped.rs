//! The shipped registry: every grammar compiles, and every example has its verdict.

use std::sync::Arc;

use anyurl_core::authors::{Origin, Role};
use anyurl_core::{Implementation, Layer, Options, Registry, Url};
use anyurl_declared::Declared;
use anyurl_declared::format::RegistryFile;

fn shipped() -> RegistryFile {
    let path = std::env::var("REGISTRY")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../registry.toml").to_owned());
    let reading = RegistryFile::open(std::path::Path::new(&path)).unwrap();
    for finding in reading.findings().iter() {
        println!("{finding}");
    }
    reading.load().unwrap()
}

/// The components of a URL that do not consist of others.
fn parts(url: &Url<'_>) -> Vec<(String, String)> {
    let parts = url.components().filter(|part| part.role() != Role::Whole);
    let present = parts.filter(|part| part.span().is_some());
    present.map(|part| (part.name().to_owned(), part.text().to_owned())).collect()
}

#[test]
fn every_example_has_its_verdict() {
    let layer = shipped();
    let mut wrong = Vec::new();
    let mut declared = 0;
    for entry in layer.schemes().filter(|entry| entry.syntax.is_some()) {
        declared += 1;
        let scheme = match Declared::new(entry, layer.gateways()) {
            Ok(scheme) => Arc::new(scheme),
            Err(error) => {
                wrong.push(format!("{}: {error}", entry.key()));
                continue;
            }
        };
        if let Err(error) = scheme.grammar() {
            wrong.push(format!("{}: {error}", entry.key()));
            continue;
        }
        let origin = Origin::from_crate("public", "", "registry.toml", 0);
        let registry = match Registry::builder().add_from(scheme, Layer::Public, Implementation::Declared, origin) {
            Ok(builder) => builder.build(),
            Err(error) => {
                wrong.push(format!("{}: {error}", entry.key()));
                continue;
            }
        };
        // Nothing selects a subscheme here.
        let parser = registry.parser().entry(registry.versions(&entry.name).next().unwrap());
        for example in &entry.examples {
            let text = &*example.url.value;
            let outcome = parser.parse(text);
            match (&outcome, *example.accept) {
                (Err(error), true) => {
                    let expected = registry.explain(text, Options::new(), error).expected;
                    wrong.push(format!("{text}: {error} at {:?}; expected {expected:?}", error.span()));
                }
                (Ok(_), false) => wrong.push(format!("{text} is accepted")),
                (Ok(url), true) => {
                    for (name, value) in &example.components {
                        let actual = url.component(name).map(|part| part.text().to_owned());
                        if actual.as_deref() != Some(value.as_str()) {
                            wrong.push(format!("{text}: {} is {actual:?}, should be {:?}", **name, **value));
                        }
                    }
                    if let Some(canonical) = &example.canonical
                        && url.to_canonical() != **canonical
                    {
                        wrong.push(format!("{text}: canonical is {}, should be {}", url.to_canonical(), **canonical));
                    }
                    if let Err(error) = url.plan(&anyurl_core::Environment::new()) {
                        println!("{text}: {error}");
                    }
                    // Rebuilding keeps the components. Text that is part of no component may change.
                    match url.to_builder().build() {
                        Ok(again) if parts(&again.as_url()) == parts(url) => {}
                        again => wrong.push(format!("{text}: built again, it is {again:?}")),
                    }
                }
                (Err(_), false) => {}
            }
        }
    }
    println!("{declared} declared");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
