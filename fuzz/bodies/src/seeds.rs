//! Inputs to begin with, from the registry and from `testdata`.

/// Examples and rejects of all schemes of the registry.
pub fn texts() -> Vec<String> {
    let registrations = anyurl::registry().entries().map(anyurl::Entry::registration);
    let texts = registrations.flat_map(|registration| {
        let examples = registration.examples.iter().map(|example| example.url.to_string());
        examples.chain(registration.rejects.iter().map(|reject| reject.url.to_string()))
    });
    texts.collect()
}

/// [`texts`] as inputs.
pub fn urls() -> Vec<Vec<u8>> {
    texts().into_iter().map(String::into_bytes).collect()
}

/// The lines of a file of `testdata`.
pub fn lines(text: &str) -> Vec<Vec<u8>> {
    text.lines().map(|line| line.as_bytes().to_vec()).collect()
}

/// The entries of the public registry file, each as it is written there.
pub fn entries() -> Vec<String> {
    let entries = anyurl::REGISTRY_FILE.split("\n[[scheme]]\n").skip(1);
    entries.map(|entry| format!("[[scheme]]\n{entry}\n")).collect()
}
