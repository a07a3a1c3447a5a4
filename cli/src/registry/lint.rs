//! `locator registry lint`: what a registry file should not hold, with carets, as JSON or SARIF.

use std::path::Path;

use locator::declared::format::{self, Finding, Findings, Layer, Lint, LoadError};
use locator::declared::lint;
use serde_json::{Value, json};

use super::files;
use crate::args;
use crate::exit::{Exit, Trouble};
use crate::output::json;
use crate::session::Session;
use crate::text::count;

pub(crate) fn run(session: &mut Session, args: &args::Lint) -> Result<Exit, Trouble> {
    let options = Lint {
        today: Some(files::today().0),
        strict: args.strict,
    };
    let mut all = Vec::new();
    for path in &args.files {
        all.extend(findings(path, options)?.iter().cloned());
    }
    if args.sarif {
        json::line(&mut session.out, &sarif(&all))?;
    } else if session.json {
        for finding in &all {
            json::line(&mut session.out, &object(finding))?;
        }
    } else {
        drawn(session, &all)?;
    }
    let has_errors = all
        .iter()
        .any(|finding| finding.level() == format::Level::Error);
    Ok(if has_errors {
        Exit::Invalid
    } else {
        Exit::Well
    })
}

/// Everything that is found in a file and what it includes.
fn findings(path: &Path, options: Lint) -> Result<Findings, Trouble> {
    let reading = match Layer::open(path) {
        Ok(reading) => reading,
        Err(LoadError::Refused(findings)) => return Ok(*findings),
        Err(error) => return Err(Trouble::Registry(error.to_string())),
    };
    Ok(reading.lint_with(options, &[format::CHECKS, lint::CHECKS].concat()))
}

fn drawn(session: &mut Session, all: &[Finding]) -> Result<(), Trouble> {
    let style = session.out.palette.report;
    for finding in all {
        session.answer(&finding.drawn(style).to_string())?;
    }
    let of = |level| {
        all.iter()
            .filter(|finding| finding.level() == level)
            .count() as u64
    };
    let (errors, warnings, notes) = (
        of(format::Level::Error),
        of(format::Level::Warning),
        of(format::Level::Note),
    );
    let summary = format!(
        "{}, {}, {}\n",
        count(errors, "error"),
        count(warnings, "warning"),
        count(notes, "note")
    );
    session.answer(&summary)?;
    Ok(())
}

/// `{"id":"SR209","level":"error","file":…,"line":…,"scheme":…,"message":…}`
fn object(finding: &Finding) -> Value {
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
    let rules: Vec<_> = format::RULES
        .iter()
        .map(|rule| json!({ "id": rule.id, "shortDescription": { "text": rule.says } }))
        .collect();
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
