//! Commands of bug reports and of security reviews: `testdata/cases`, in the shape of its README.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::common::{anyurl, finish};

const CASES: [&str; 2] = ["bug_reports.jsonl", "security.jsonl"];

#[test]
fn reported_cases_pass() {
    let (mut failures, mut seen) = (Vec::new(), 0);
    for case in CASES.iter().flat_map(|file| cases(file)) {
        let problems = problems(&case);
        if !problems.is_empty() {
            failures.push(format!("{}: {}\n  {}", case["id"], case["expect"], problems.join("\n  ")));
        }
        seen += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(seen >= 98, "only {seen} cases");
}

fn cases(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/cases").join(file);
    let text = fs::read_to_string(path).expect("the cases");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Runs the command of a case, in an empty folder with its files, and says which checks fail.
fn problems(case: &Value) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in case["files"].as_object().into_iter().flatten() {
        fs::write(folder.path().join(name), text.as_str().expect("text")).expect("a file of the case");
    }
    let stdin = case["stdin"].as_str().unwrap_or_default();
    let output = finish(anyurl().args(texts(&case["args"])).current_dir(&folder), stdin.as_bytes());
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let checks = case["check"].as_object().expect("checks");
    let failed = checks.iter().flat_map(|(check, wanted)| match check.as_str() {
        "rc" if wanted.as_i64() == output.status.code().map(i64::from) => Vec::new(),
        "rc" => vec![format!("exit code {:?}, not {wanted}", output.status.code())],
        "stdout_contains" => texts(wanted).filter(|text| !stdout.contains(*text)).map(lacks).collect(),
        "stderr_contains" => texts(wanted).filter(|text| !stderr.contains(*text)).map(lacks).collect(),
        "stdout_not_contains" => texts(wanted).filter(|text| stdout.contains(*text)).map(has).collect(),
        "stderr_not_contains" => texts(wanted).filter(|text| stderr.contains(*text)).map(has).collect(),
        other => vec![format!("`{other}` is no check")],
    });
    let mut failed: Vec<String> = failed.collect();
    if !failed.is_empty() {
        failed.push(format!("standard output: {stdout:?}; standard error: {stderr:?}"));
    }
    failed
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("text"))
}

fn lacks(text: &str) -> String {
    format!("the output lacks {text:?}")
}

fn has(text: &str) -> String {
    format!("the output has {text:?}")
}
