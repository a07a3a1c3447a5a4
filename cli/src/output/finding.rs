//! Findings of lint as JSON and SARIF.

use locator_declared::format::{Finding, RULES};
use serde_json::{Value, json};

/// `{"id":"SR209","level":"error","file":…,"line":…,"scheme":…,"message":…}`
pub(crate) fn to_json(finding: &Finding) -> Value {
    let mut value = json!({
        "id": finding.id(),
        "level": finding.level().as_str(),
        "file": finding.file(),
        "line": finding.line(),
        "column": finding.column(),
        "message": finding.message(),
    });
    if let Some(scheme) = finding.scheme() {
        value["scheme"] = scheme.into();
    }
    if let Some(help) = finding.help() {
        value["help"] = help.into();
    }
    value
}

/// SARIF 2.1.0, for code hosts.
pub(crate) fn to_sarif(findings: &[Finding]) -> Value {
    let rules = RULES.iter().map(|rule| json!({ "id": rule.id, "shortDescription": { "text": rule.says } }));
    let results = findings.iter().map(|finding| {
        json!({
            "ruleId": finding.id(),
            "level": finding.level().as_str(),
            "message": { "text": finding.message() },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": finding.file() },
                "region": { "startLine": finding.line(), "startColumn": finding.column() },
            } }],
        })
    });
    let (rules, results): (Vec<_>, Vec<_>) = (rules.collect(), results.collect());
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": { "name": "locator", "rules": rules } }, "results": results }],
    })
}
