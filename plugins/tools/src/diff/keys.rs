//! Every key of a registry file with what a change of it is, and how much it matters.

use locator_declared::format::ChangeSeverity;

use ChangeSeverity::{Breaking, Harmless, Loosening, Tightening};

/// How the values of a key are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// As a whole.
    Value,
    /// A list whose order does not matter, element by element.
    Set,
    /// An array of tables, which these keys identify.
    Tables(&'static [&'static str]),
    /// Steps, line by line.
    Steps,
    /// By other code, because the keys depend on each other.
    Elsewhere,
}

/// A key, and the severity if it is added, removed, and changed.
#[derive(Debug)]
pub(super) struct KeyRule {
    pub(super) path: &'static str,
    pub(super) id: &'static str,
    pub(super) shape: Shape,
    pub(super) added: ChangeSeverity,
    pub(super) removed: ChangeSeverity,
    pub(super) changed: ChangeSeverity,
}

const fn key(path: &'static str, id: &'static str, shape: Shape, severities: [ChangeSeverity; 3]) -> KeyRule {
    let [added, removed, changed] = severities;
    KeyRule { path, id, shape, added, removed, changed }
}

/// Documentation.
const DOCUMENTATION: [ChangeSeverity; 3] = [Harmless; 3];
/// What a client relies on.
const CONTRACT: [ChangeSeverity; 3] = [Harmless, Breaking, Breaking];
/// What URLs mean, with and without the key.
const MEANING: [ChangeSeverity; 3] = [Breaking; 3];
/// What permits more, or leads elsewhere.
const PERMISSION: [ChangeSeverity; 3] = [Loosening, Tightening, Loosening];
/// What protects.
const PROTECTION: [ChangeSeverity; 3] = [Tightening, Loosening, Loosening];
/// What decides where a URL or a secret goes.
const DESTINATION: [ChangeSeverity; 3] = [Loosening; 3];

use Shape::{Elsewhere, Set, Steps, Tables, Value};

/// The keys of `[[scheme]]`, and of the tables of `[[override]]`.
#[rustfmt::skip]
const SCHEME: &[KeyRule] = &[
    key("scheme.name", "SR720", Elsewhere, DOCUMENTATION),
    key("scheme.version", "SR720", Elsewhere, DOCUMENTATION),
    key("scheme.alias", "SR723", Set, CONTRACT),
    key("scheme.status", "SR722", Value, DOCUMENTATION),
    key("scheme.description", "SR731", Value, DOCUMENTATION),
    key("scheme.rfc1738", "SR731", Value, DOCUMENTATION),
    key("scheme.owner", "SR731", Value, DOCUMENTATION),
    key("scheme.applications", "SR731", Set, DOCUMENTATION),
    key("scheme.contact", "SR731", Set, DOCUMENTATION),
    key("scheme.change_controller", "SR731", Value, DOCUMENTATION),
    key("scheme.security", "SR731", Value, DOCUMENTATION),
    key("scheme.encoding", "SR731", Value, DOCUMENTATION),
    key("scheme.interoperability", "SR731", Value, DOCUMENTATION),
    key("scheme.demonstration", "SR731", Value, DOCUMENTATION),
    key("scheme.since", "SR731", Value, DOCUMENTATION),
    key("scheme.expires", "SR731", Value, DOCUMENTATION),
    key("scheme.graduates_to", "SR731", Value, DOCUMENTATION),
    key("scheme.iana", "SR731", Value, DOCUMENTATION),
    key("scheme.reference", "SR731", Set, DOCUMENTATION),
    key("scheme.left_out", "SR731", Value, DOCUMENTATION),
    key("scheme.deprecated", "SR730", Value, DOCUMENTATION),
    key("scheme.port.default", "SR726", Value, CONTRACT),
    key("scheme.port.transport", "SR726", Value, CONTRACT),
    key("scheme.port.source", "SR731", Value, DOCUMENTATION),
    key("scheme.syntax.grammar", "SR724", Elsewhere, MEANING),
    key("scheme.syntax.form", "SR724", Elsewhere, MEANING),
    key("scheme.syntax.dialect", "SR724", Elsewhere, MEANING),
    key("scheme.syntax.start", "SR724", Elsewhere, MEANING),
    key("scheme.syntax.abnf", "SR724", Elsewhere, MEANING),
    key("scheme.syntax.abnf_file", "SR724", Elsewhere, MEANING),
    key("scheme.syntax.imports", "SR724", Elsewhere, MEANING),
    key("scheme.syntax.relative", "SR725", Value, CONTRACT),
    key("scheme.syntax.origin", "SR725", Value, MEANING),
    key("scheme.syntax.fragment", "SR725", Value, MEANING),
    key("scheme.syntax.lenient", "SR725", Value, PERMISSION),
    key("scheme.syntax.lenient_first", "SR725", Value, PERMISSION),
    key("scheme.syntax.bare_percent", "SR725", Value, PERMISSION),
    key("scheme.syntax.deviation", "SR725", Set, PERMISSION),
    key("scheme.syntax.hosts", "SR725", Value, MEANING),
    key("scheme.syntax.equality", "SR725", Value, MEANING),
    key("scheme.syntax.component", "SR725", Tables(&["name"]), CONTRACT),
    key("scheme.syntax.component.sensitive", "SR725", Value, PROTECTION),
    key("scheme.syntax.component.secret", "SR725", Value, PROTECTION),
    key("scheme.access.kind", "SR727", Value, CONTRACT),
    key("scheme.access.gateway", "SR727", Value, DESTINATION),
    key("scheme.access.locates", "SR731", Value, DOCUMENTATION),
    key("scheme.access.name_properties", "SR731", Value, DOCUMENTATION),
    key("scheme.access.operations", "SR727", Set, CONTRACT),
    key("scheme.access.default", "SR727", Value, CONTRACT),
    key("scheme.access.algorithm", "SR731", Value, DOCUMENTATION),
    key("scheme.access.command_line", "SR731", Value, DOCUMENTATION),
    key("scheme.access.steps", "SR728", Steps, CONTRACT),
    key("scheme.plugin.kind", "SR729", Value, DESTINATION),
    key("scheme.plugin.library", "SR729", Value, DESTINATION),
    key("scheme.plugin.version", "SR729", Value, DESTINATION),
    key("scheme.plugin.abi", "SR729", Value, CONTRACT),
    key("scheme.plugin.capabilities", "SR729", Set, PERMISSION),
    key("scheme.plugin.signed_by", "SR729", Value, PROTECTION),
    key("scheme.plugin.artifact", "SR729", Tables(&["target", "version"]), DESTINATION),
    key("scheme.example", "SR732", Set, DOCUMENTATION),
];

/// The keys of other tables.
#[rustfmt::skip]
const OTHERS: &[KeyRule] = &[
    key("registry.id", "SR740", Value, MEANING),
    key("registry.kind", "SR740", Value, MEANING),
    key("registry.version", "SR740", Elsewhere, DOCUMENTATION),
    key("registry.serial", "SR740", Elsewhere, DOCUMENTATION),
    key("registry.title", "SR740", Value, DOCUMENTATION),
    key("registry.contact", "SR740", Set, DOCUMENTATION),
    key("registry.change_controller", "SR740", Value, DOCUMENTATION),
    key("registry.claims", "SR739", Set, PERMISSION),
    key("registry.license", "SR740", Value, DOCUMENTATION),
    key("registry.docs", "SR740", Value, DOCUMENTATION),
    key("registry.include", "SR740", Set, DOCUMENTATION),
    key("registry.plugins", "SR740", Value, DESTINATION),
    key("registry.source", "SR740", Value, DOCUMENTATION),
    key("pin", "SR737", Value, MEANING),
    key("builtin", "SR731", Tables(&["name"]), DOCUMENTATION),
    key("gateway", "SR733", Tables(&["id"]), [Loosening, Breaking, Loosening]),
    key("gateway.for", "SR733", Set, [Loosening, Breaking, Loosening]),
    key("gateway.mode", "SR733", Value, DESTINATION),
    key("gateway.template", "SR733", Value, DESTINATION),
    key("gateway.operations", "SR733", Set, [Loosening, Breaking, Loosening]),
    key("gateway.strip", "SR733", Set, PROTECTION),
    key("gateway.prefer", "SR733", Value, DESTINATION),
    key("gateway.environments", "SR733", Value, DESTINATION),
    key("gateway.contact", "SR733", Set, DOCUMENTATION),
    key("override", "SR734", Tables(&["name", "facet"]), MEANING),
    key("override.of", "SR734", Value, MEANING),
    key("override.expect", "SR734", Value, DOCUMENTATION),
    key("override.reason", "SR734", Value, DOCUMENTATION),
    key("mask", "SR735", Tables(&["name"]), [Breaking, Loosening, Harmless]),
    key("tombstone", "SR736", Tables(&["name"]), [Tightening, Loosening, Harmless]),
    key("policy.default", "SR738", Elsewhere, PERMISSION),
    key("policy.always", "SR738", Elsewhere, PERMISSION),
    key("policy.user", "SR738", Elsewhere, PERMISSION),
    key("policy.never", "SR738", Elsewhere, PERMISSION),
    key("policy.relaxable", "SR738", Set, PERMISSION),
    key("policy.allow_dylib", "SR738", Set, PERMISSION),
    key("policy.allow_wasm", "SR738", Set, PERMISSION),
    key("policy.max_redirects", "SR738", Elsewhere, PERMISSION),
    key("policy.env", "SR738", Elsewhere, PERMISSION),
    key("lint", "SR741", Elsewhere, PERMISSION),
    key("schema", "SR740", Elsewhere, DOCUMENTATION),
];

/// A key that the tables do not have is taken for one that changes what URLs mean.
static UNKNOWN: KeyRule = key("", "SR725", Value, MEANING);

/// The path of the same key in a scheme, if it is in a table of a `[[override]]`.
fn in_scheme(path: &str) -> String {
    let tables = ["override.syntax", "override.access", "override.port", "override.plugin", "override.metadata"];
    match tables.iter().find_map(|table| path.strip_prefix(table)) {
        Some(rest) if path.starts_with("override.metadata") => format!("scheme{rest}"),
        Some(_) => path.replacen("override", "scheme", 1),
        None => path.to_owned(),
    }
}

/// The rule of a path, or of the longest table above it; a path of a `[[override]]` is that of a scheme.
pub(super) fn rule(path: &str) -> &'static KeyRule {
    let path = in_scheme(path);
    let mut path = path.as_str();
    loop {
        if let Some(rule) = SCHEME.iter().chain(OTHERS).find(|rule| rule.path == path) {
            return rule;
        }
        match path.rsplit_once('.') {
            Some((table, _)) => path = table,
            None => return &UNKNOWN,
        }
    }
}

/// Whether a table has rules for its keys, and is not compared as a whole.
pub(super) fn has_keys(path: &str) -> bool {
    let path = in_scheme(path);
    let is_below = |rule: &KeyRule| rule.path.strip_prefix(&*path).is_some_and(|rest| rest.starts_with('.'));
    rule(&path).path != path && SCHEME.iter().chain(OTHERS).any(is_below)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The paths of all keys below a table of the schema.
    fn paths(schema: &Value, table: &Value, path: &str, to: &mut Vec<String>) {
        let table = match table["$ref"].as_str() {
            Some(reference) => schema.pointer(reference.trim_start_matches('#')).expect("a definition"),
            None => table,
        };
        for (key, value) in table["properties"].as_object().into_iter().flatten() {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            // Steps nest without end, and are compared as lines.
            if !path.starts_with("scheme.access.steps.") && !path.starts_with("override.access.steps.") {
                paths(schema, value, &path, to);
            }
            to.push(path);
        }
        for part in ["items", "allOf", "anyOf", "oneOf"].map(|key| &table[key]) {
            let parts = part.as_array().cloned().unwrap_or_else(|| vec![part.clone()]);
            parts.iter().filter(|part| part.is_object()).for_each(|part| paths(schema, part, path, to));
        }
    }

    #[test]
    fn every_key_of_the_format_has_a_rule() {
        let schema: Value = serde_json::from_str(include_str!("../../../../docs/registry.schema.json")).expect("JSON");
        let mut all = Vec::new();
        paths(&schema, &schema, "", &mut all);
        assert!(all.len() > 150, "{all:?}");
        let without = all.iter().filter(|path| !has_keys(path) && rule(path).path.is_empty());
        assert_eq!(without.collect::<Vec<_>>(), Vec::<&String>::new());
        // And no rule is for a key that the format does not have.
        let is_known = |rule: &&KeyRule| all.iter().any(|path| path == rule.path);
        let unknown = SCHEME.iter().chain(OTHERS).filter(|rule| !is_known(rule)).map(|rule| rule.path);
        assert_eq!(unknown.collect::<Vec<_>>(), [""; 0]);
    }
}
