//! The conformance kit for schemes of the registry file that comes with Locator.

use locator::Implementation;

/// Every declared scheme passes the kit that the schemes in code run.
#[test]
fn declared_schemes_conform() {
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in locator::registry().entries().filter(|entry| entry.implementation() == Implementation::Declared) {
        count += 1;
        let of_entry = locator_testkit::entry_failures(entry);
        failures.extend(of_entry.into_iter().take(3).map(|failure| format!("{entry:?}: {failure}")));
    }
    assert!(count > 50, "{count}");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
