//! The schemes of RFC 1738 as data (`testdata/twins.toml`) print the same JSON as the built-in ones.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::common::{run, utf8};

const SCHEMES: [&str; 10] = ["ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"];

/// The length of `x-`.
const SHIFT: u64 = 2;

#[test]
fn twins_print_the_same_json() {
    let inputs = inputs();
    assert!(inputs.len() > 190, "the cases were found");
    let twins: Vec<_> = inputs.iter().map(|text| format!("x-{text}")).collect();
    for command in ["parse", "plan", "canonical"] {
        for mode in [&[][..], &["--lenient"]] {
            let own = lines(command, mode, &inputs);
            let twin = lines(command, mode, &twins);
            assert_eq!(own.len(), inputs.len(), "{command} prints one object for each input");
            for ((text, own), mut twin) in inputs.iter().zip(own).zip(twin) {
                rename(&mut twin);
                assert_eq!(without_names(own), without_names(twin), "{command} {mode:?} {text}");
            }
        }
    }
}

/// The texts of the conformance cases that are about the ten schemes.
fn inputs() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/spec_cases.jsonl");
    let cases = fs::read_to_string(path).expect("the conformance cases");
    let input = |line| serde_json::from_str::<Value>(line).expect("JSON")["input"].as_str().map(str::to_owned);
    let is_one = |text: &String| {
        let name = text.split_once(':').map(|(name, _)| name);
        name.is_some_and(|name| SCHEMES.contains(&name)) && !text.contains(['\n', '\r', '\0'])
    };
    cases.lines().filter_map(input).filter(is_one).collect()
}

fn lines(command: &str, mode: &[&str], inputs: &[String]) -> Vec<Value> {
    let twins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/twins.toml");
    let twins = twins.to_str().expect("a path in UTF-8");
    let options =
        ["--registry", twins, "--no-default-registry", "--profile", "rfc1738", command, "--json", "--show-password"];
    let output = run(options.iter().chain(mode).chain(&["-"]), inputs.join("\n").as_bytes());
    utf8(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Removes the `x-` of names, and moves spans by it.
fn rename(value: &mut Value) {
    match value {
        Value::String(text) => {
            for name in SCHEMES {
                *text = text.replace(&format!("x-{name}"), name);
            }
        }
        Value::Array(all) => all.iter_mut().for_each(rename),
        Value::Object(all) => {
            for (key, value) in all {
                match (key.as_str(), value.as_array_mut()) {
                    ("span", Some(span)) => {
                        for end in span {
                            *end = (end.as_u64().expect("an offset") - SHIFT).into();
                        }
                    }
                    _ => rename(value),
                }
            }
        }
        _ => {}
    }
}

/// The JSON without what depends on the registration, and of an error only that there is one: its message is that of the
/// document, or of the grammar.
fn without_names(mut value: Value) -> Value {
    let Some(object) = value.as_object_mut() else { return value };
    object.remove("registration");
    if let Some(error) = object.get_mut("error") {
        *error = Value::Null;
    }
    value
}
