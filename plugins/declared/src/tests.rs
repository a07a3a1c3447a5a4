//! Checks over all lint rules.

use std::collections::BTreeSet;

use crate::format::RULES;

/// Rules that never report anything, and why.
const SILENT: &[(&str, &str)] = &[(
    "SR613",
    "the format has no signatures: `signed_by` names a contact, and hashes are compared instead (SR414, SR417, SR612)",
)];

/// Every rule has a test row that makes it fire. The rows themselves run in the tests of their modules.
#[test]
fn every_rule_is_fired_by_a_row_of_a_test() {
    let mut fired = crate::format::fired();
    fired.extend(crate::scheme_lint::fired());
    fired.extend(crate::layers::fired());
    // Comparisons fire these: `anyurl-registry-tools` tests each.
    fired.extend(["SR420", "SR702", "SR703", "SR704", "SR708", "SR711"]);
    fired.extend(RULES.iter().filter(|rule| rule.says.starts_with("change: ")).map(|rule| rule.id));
    let silent: BTreeSet<_> = SILENT.iter().map(|(id, _)| *id).collect();
    assert_eq!(fired.intersection(&silent).count(), 0, "a rule listed as silent fires");
    fired.extend(silent);
    let all: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(fired, all);
}
