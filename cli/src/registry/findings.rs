//! Findings, printed: with carets, as JSON, as SARIF.

use locator::declared::format::{Finding, Level, RULES};
use serde_json::{Value, json};

use crate::exit::Trouble;
use crate::output::json;
use crate::session::Session;
use crate::text::count;

/// Prints all of them.
pub(super) fn print(session: &mut Session, all: &[Finding], as_sarif: bool) -> Result<(), Trouble> {
    if as_sarif {
        json::line(&mut session.out, &sarif(all))?;
    } else if session.json {
        for finding in all {
            json::line(&mut session.out, &object(finding))?;
        }
    } else {
        drawn(session, all)?;
    }
    Ok(())
}

fn drawn(session: &mut Session, all: &[Finding]) -> Result<(), Trouble> {
    let style = session.out.palette.report;
    for finding in all {
        session.answer(&finding.drawn(style).to_string())?;
    }
    let of = |level| all.iter().filter(|finding| finding.level() == level).count() as u64;
    let (errors, warnings, notes) = (of(Level::Error), of(Level::Warning), of(Level::Note));
    let summary = format!("{}, {}, {}\n", count(errors, "error"), count(warnings, "warning"), count(notes, "note"));
    session.answer(&summary)?;
    Ok(())
}

/// `{"id":"SR209","level":"error","file":…,"line":…,"scheme":…,"message":…}`
pub(crate) fn object(finding: &Finding) -> Value {
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

/// SARIF 2.1.0, as code hosts read it.
fn sarif(all: &[Finding]) -> Value {
    let rules: Vec<_> =
        RULES.iter().map(|rule| json!({ "id": rule.id, "shortDescription": { "text": rule.says } })).collect();
    let results: Vec<_> = all
        .iter()
        .map(|finding| {
            let region = json!({ "startLine": finding.line(), "startColumn": finding.column() });
            json!({
                "ruleId": finding.id(),
                "level": finding.level().as_str(),
                "message": { "text": finding.message() },
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": finding.file() },
                    "region": region,
                } }],
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": { "name": "locator", "rules": rules } }, "results": results }],
    })
}
