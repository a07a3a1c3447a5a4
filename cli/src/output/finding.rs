//! Findings of lint as JSON, as SARIF and as workflow commands of GitHub.

use anyurl::{Style, visible};
use anyurl_declared::format::{Finding, Level, LintRule, RULES};
use serde_json::{Value, json};

use crate::secrets::mask_message;

/// The finding with its line of the file, for people.
pub(crate) fn drawn(finding: &Finding, style: Style) -> String {
    mask_message(&finding.drawn(style).to_string()).into_owned()
}

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
    if finding.is_lint_only() {
        value["lint_only"] = true.into();
    }
    value
}

/// SARIF 2.1.0, for code hosts.
pub(crate) fn to_sarif(findings: &[Finding]) -> Value {
    let reported = RULES.iter().filter(|rule| !is_change(rule));
    let rules = reported.map(|rule| json!({ "id": rule.id, "shortDescription": { "text": rule.says } }));
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
        "runs": [{ "tool": { "driver": { "name": "anyurl", "rules": rules } }, "results": results }],
    })
}

/// Whether a rule is a kind of change, which `registry diff` reports and lint does not.
fn is_change(rule: &LintRule) -> bool {
    rule.says.starts_with("change: ")
}

/// `::error file=…,line=…,col=…,title=SR209::message`: GitHub shows it at the line of a pull request.
/// The help is on a line of its own.
pub(crate) fn to_github(finding: &Finding) -> String {
    let level = match finding.level() {
        Level::Error => "error",
        Level::Warning => "warning",
        _ => "notice",
    };
    let mut message = visible(finding.message()).into_owned();
    if let Some(help) = finding.help() {
        message.push_str("\nhelp: ");
        message.push_str(&visible(help));
    }
    let (file, message) = (escape_property(finding.file()), escape_data(&mask_message(&message)));
    let (line, column, id) = (finding.line(), finding.column(), finding.id());
    format!("::{level} file={file},line={line},col={column},title={id}::{message}")
}

/// Escapes the message of a workflow command, as `@actions/core` does.
fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command, as `@actions/core` does.
fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workflow_commands_are_escaped() {
        for (text, data, property) in [
            ("plain é", "plain é", "plain é"),
            ("50%", "50%25", "50%25"),
            ("%0A", "%250A", "%250A"),
            ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
            ("C:a,b::c", "C:a,b::c", "C%3Aa%2Cb%3A%3Ac"),
        ] {
            assert_eq!((escape_data(text).as_str(), escape_property(text).as_str()), (data, property), "{text:?}");
        }
    }
}
