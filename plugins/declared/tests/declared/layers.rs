//! Layers over the shipped registry, and the example file of an organization.

use anyurl_core::Layer;
use anyurl_declared::format::{Decision, RegistryFile};
use anyurl_declared::layers::{Lookup, Stack};

fn public() -> RegistryFile {
    let reading = RegistryFile::from_text("registry.toml", anyurl::REGISTRY_FILE).unwrap();
    reading.load().unwrap()
}

/// The entries of a registry without their origin.
fn essence(registry: &anyurl::Registry) -> Vec<String> {
    let entry = |entry: &anyurl_core::Entry| {
        let one = entry.registration();
        format!(
            "{} {} {:?} {:?} {:?} {:?} {:?}",
            entry.name(),
            one.version,
            entry.layer(),
            entry.implementation(),
            one.status,
            one.default_port,
            one.references
        )
    };
    registry.entries().map(entry).collect()
}

/// The registry that `build.rs` generates from the file equals the file as a layer.
#[test]
fn the_shipped_file_as_a_layer_equals_the_default_registry() {
    let base = anyurl::registry();
    let resolved = Stack::new().push(public()).resolve(base, None);
    let resolved = resolved.unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(resolved.findings().to_string(), "");
    let (ours, theirs) = (essence(resolved.registry()), essence(base));
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs);
    }
    assert!(resolved.delta().is_empty());
}

#[test]
fn the_example_of_an_organization() {
    let text = include_str!("../data/organization.toml");
    let org = |text: &str| RegistryFile::from_text("org.toml", text).unwrap().load().unwrap();
    let stack = |text: &str| Stack::new().push(public()).push(org(text));
    let base = anyurl::registry();
    // Its hash is a placeholder, so URLs of `ftp` are refused, and no others.
    let resolved = stack(text).resolve(base, None).unwrap_or_else(|error| panic!("{error}"));
    let error = resolved.registry().parse("ftp://h/").unwrap_err();
    assert_eq!(error.requirement().id(), "SR603");
    assert!(resolved.registry().parse("com.example.ticket:1738").is_ok());
    let stale = resolved.findings().iter().find(|finding| finding.id() == "SR603");
    let help = stale.and_then(|finding| finding.help()).expect("a stale override");
    let hash = help.split('"').nth(1).unwrap();

    let placeholder = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let resolved = stack(&text.replace(placeholder, hash)).resolve(base, Some("ci"));
    let resolved = resolved.unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(resolved.findings().to_string(), "");
    assert!(matches!(resolved.lookup("hxxp"), Lookup::Masked(_)));
    assert!(resolved.registry().parse("hxxp://evil.example/").is_err());
    let url = resolved.registry().parse("com.example.ticket:1738").unwrap();
    assert_eq!(url.entry().layer(), Layer::Organization);
    assert_eq!(resolved.decide(&url).decision, Decision::Never, "ci is closed but for what it lists");
    let why = resolved.why("ftp").to_string();
    assert!(why.contains("    access    replaced by com.example.schemes (org.toml:20): FTP leaves"), "{why}");
    assert!(why.contains("              hides public (registry.toml:"), "{why}");
    let lock = resolved.lock();
    assert_eq!(lock.to_string().parse(), Ok(lock.clone()));
    assert!(resolved.verify(&lock).is_empty());
}
