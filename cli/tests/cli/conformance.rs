//! The conformance cases: the output of `parse --json` and `plan --json`.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::common::{run, utf8};

#[test]
fn parse_json_conforms() {
    let cases = cases();
    assert!(cases.len() > 200, "the cases were found");
    conforms("parse", &cases, check);
}

#[test]
fn plan_json_conforms() {
    let cases: Vec<_> =
        cases().into_iter().filter(|case| case["access"].is_array() || case["access_error"].is_string()).collect();
    assert!(cases.len() > 100, "the cases were found");
    conforms("plan", &cases, plan);
}

/// Runs a command with the inputs of all cases, some of which it rejects, and compares the output for each.
fn conforms(command: &str, cases: &[Value], check: fn(&Value, &Value) -> Result<(), String>) {
    let options = ["--no-default-registry", "--profile", "rfc1738", command, "--json", "--show-password", "--"];
    let inputs = cases.iter().map(|case| case["input"].as_str().expect("text"));
    let output = run(options.into_iter().chain(inputs), b"");
    assert_eq!(output.status.code(), Some(1), "some are rejected");
    let lines: Vec<Value> =
        utf8(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), cases.len(), "one object for each input");
    for (case, line) in cases.iter().zip(&lines) {
        if let Err(what) = check(case, line) {
            panic!("{}: {what}\n{line}", case["input"]);
        }
    }
}

/// The cases with an input that can be an argument.
fn cases() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/spec_cases.jsonl");
    let text = fs::read_to_string(path).expect("the conformance cases");
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|case| case["input"].as_str().is_some_and(|text| !text.contains('\0')))
        .collect()
}

fn check(case: &Value, line: &Value) -> Result<(), String> {
    same("input", &line["input"], &case["input"])?;
    same("valid", &line["valid"], &case["valid"])?;
    if case["valid"] == json!(false) {
        let span = &line["error"]["span"];
        return match (span[0].as_u64(), span[1].as_u64()) {
            (Some(start), Some(end)) if start <= end => Ok(()),
            _ => Err(format!("span {span}")),
        };
    }
    same("scheme", &line["scheme"], &case["scheme"])?;
    if case["canonical"].is_string() {
        same("canonical", &line["canonical"], &case["canonical"])?;
    }
    for (name, want) in wanted(case) {
        if name == "effective_port" {
            same(&name, &line["effective_port"], &want)?;
        } else if !(name == "url-path" && line["components"]["url-path"].is_null()) {
            component(line, &name, &want)?;
        }
    }
    let has = |id: &Value| line["warnings"].as_array().is_some_and(|all| all.iter().any(|one| one["id"] == *id));
    match case["warnings"].as_array().and_then(|all| all.iter().find(|id| !has(id))) {
        Some(id) => Err(format!("no warning {id}")),
        None => Ok(()),
    }
}

/// The components of a case, including those of the common Internet form.
fn wanted(case: &Value) -> Map<String, Value> {
    let mut wanted = case["components"].as_object().cloned().unwrap_or_default();
    if let Some(Value::Object(ip)) = wanted.remove("ip") {
        wanted.extend(ip);
    }
    wanted
}

/// Compares a component as written and, if printed, decoded.
fn component(line: &Value, name: &str, want: &Value) -> Result<(), String> {
    same(name, &line["components"][name], &raw(want))?;
    let decoded = &line["decoded"][name];
    if decoded.is_null() {
        return Ok(());
    }
    same(&format!("{name}, decoded,"), decoded, &decode(want))
}

fn raw(value: &Value) -> Value {
    match value {
        Value::Object(pair) => pair["raw"].clone(),
        Value::Array(list) => list.iter().map(raw).collect(),
        value => value.clone(),
    }
}

fn decode(value: &Value) -> Value {
    match value {
        Value::Object(pair) => match pair.get("decoded_hex") {
            Some(hex) => json!({ "hex": hex }),
            None => pair["decoded"].clone(),
        },
        Value::Array(list) => list.iter().map(decode).collect(),
        value => value.clone(),
    }
}

fn same(what: &str, is: &Value, want: &Value) -> Result<(), String> {
    if is == want { Ok(()) } else { Err(format!("{what} is {is}, should be {want}")) }
}

fn plan(case: &Value, line: &Value) -> Result<(), String> {
    same("input", &line["input"], &case["input"])?;
    if case["access_error"].is_string() {
        return same("kind", &line["refused"]["kind"], &case["access_error"]);
    }
    let want: Vec<_> = case["access"].as_array().into_iter().flatten().map(step).collect();
    let is = line["plan"].as_array().ok_or("no plan")?;
    same("steps", &json!(is.len()), &json!(want.len()))?;
    for (is, want) in is.iter().zip(&want) {
        let guessed = want["text"] == "TYPE {guess}\r\n" && is["guess"] == true;
        if !(guessed && ["TYPE A\r\n", "TYPE I\r\n"].map(Value::from).contains(&is["text"])) {
            same("a step", is, want)?;
        }
    }
    Ok(())
}

/// A step of a case as the command prints it: bytes as text or as digits, without absent fields.
fn step(step: &Value) -> Value {
    let mut map = Map::new();
    for (key, value) in step.as_object().expect("a step is an object") {
        match (key.as_str(), value) {
            ("alt", _) | (_, Value::Null) => {}
            ("bytes", Value::String(bytes)) => {
                map.insert("text".to_owned(), bytes.as_str().into());
            }
            (_, value) => {
                map.insert(key.clone(), decode(value));
            }
        }
    }
    map.into()
}
