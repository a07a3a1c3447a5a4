//! What holds for all rules of lint together.

use std::collections::BTreeSet;

use crate::format::RULES;

/// The rules that nothing can fire, and why.
const SILENT: &[(&str, &str)] = &[(
    "SR613",
    "the format has no signature: `signed_by` tells whom to ask, and hashes are what is compared (SR414, SR417, SR612)",
)];

/// A rule that cannot fire is a promise that is not kept. The rows themselves are run where they stand.
#[test]
fn every_rule_is_fired_by_a_row_of_a_test() {
    let mut fired = crate::format::fired();
    fired.extend(crate::lint::fired());
    fired.extend(crate::layers::fired());
    // Comparisons fire these: `locator-registry-tools` tests each.
    fired.extend(["SR420", "SR702", "SR703", "SR704", "SR708"]);
    let silent: BTreeSet<_> = SILENT.iter().map(|(id, _)| *id).collect();
    assert_eq!(fired.intersection(&silent).count(), 0, "a rule that fires is called silent");
    fired.extend(silent);
    let all: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(fired, all);
}
