//! Runs the cases of `cases/*.toml`: arguments and standard input, and what the command answers.
//!
//! ```toml
//! [[case]]
//! name = "unique in its file"
//! args = ["parse", "http://h/"]
//! stdin = ""                # as it stands
//! env = { NO_COLOR = "1" }
//! exit = 0                  # 0 unless given
//! stdout = '''…'''          # nothing unless one of stdout, stdout_has and json is given
//! stdout_has = ["…"]        # pieces
//! stdout_has_not = ["…"]    # pieces that are not there
//! json = ['''{…}''']        # one for each line of stdout, compared as values
//! stderr = '''…'''          # likewise
//! stderr_has = ["…"]
//! ```
//!
//! `[..]` stands for any text within a line of stdout and stderr, and `"…"` for any text in JSON.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value as Json;
use toml::{Table, Value};

use super::common::{finish, locator, utf8};

const KEYS: [&str; 11] =
    ["name", "args", "stdin", "env", "exit", "stdout", "stdout_has", "stdout_has_not", "json", "stderr", "stderr_has"];

#[test]
fn cases() {
    let mut names = BTreeSet::new();
    let mut wrong = Vec::new();
    for (file, case) in all() {
        let name = string(&case, "name").expect("a case has a name");
        assert!(names.insert(format!("{file}: {name}")), "{file}: two cases are named {name:?}");
        if let Some(key) = case.keys().find(|key| !KEYS.contains(&key.as_str())) {
            panic!("{file}: {name}: unknown key {key}");
        }
        if let Err(what) = check(&case) {
            wrong.push(format!("{file}: {name}: {what}"));
        }
    }
    assert!(names.len() > 50, "the cases were found");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n\n"));
}

/// Every case, with the name of its file.
fn all() -> Vec<(String, Table)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a file of cases").path())
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let file = path.file_name().expect("a name").display().to_string();
        let text = fs::read_to_string(&path).expect("a file of cases");
        let table: Table = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        for case in table["case"].as_array().expect("[[case]]") {
            let case = case.as_table().expect("[[case]]");
            cases.push((file.clone(), case.clone()));
        }
    }
    cases
}

fn check(case: &Table) -> Result<(), String> {
    let mut command = locator();
    command.args(strings(case, "args"));
    for (name, value) in case.get("env").and_then(Value::as_table).into_iter().flatten() {
        command.env(name, value.as_str().expect("env holds texts"));
    }
    let stdin = string(case, "stdin").unwrap_or_default();
    let output = finish(&mut command, stdin.as_bytes());
    let (stdout, stderr) = (utf8(&output.stdout), utf8(&output.stderr));
    let told = |what: String| format!("{what}\n-- stdout\n{stdout}-- stderr\n{stderr}");

    let exit = case.get("exit").map_or(0, |exit| exit.as_integer().expect("a number"));
    if output.status.code().map(i64::from) != Some(exit) {
        return Err(told(format!("{}, should be {exit}", output.status)));
    }
    if case.contains_key("json") {
        json(stdout, &strings(case, "json")).map_err(told)?;
    } else {
        stream(case, "stdout", stdout).map_err(told)?;
    }
    stream(case, "stderr", stderr).map_err(told)
}

/// Compares a stream with `key` as a whole, and with the pieces of `key_has`.
fn stream(case: &Table, key: &str, is: &str) -> Result<(), String> {
    let not = strings(case, &format!("{key}_has_not"));
    if let Some(piece) = not.into_iter().find(|piece| is.contains(piece)) {
        return Err(format!("{key} has {piece:?}"));
    }
    let pieces = strings(case, &format!("{key}_has"));
    for piece in &pieces {
        if !is.contains(piece) {
            return Err(format!("{key} has no {piece:?}"));
        }
    }
    match string(case, key) {
        None if !pieces.is_empty() => Ok(()),
        want => lines(key, is, want.unwrap_or_default()),
    }
}

fn lines(key: &str, is: &str, want: &str) -> Result<(), String> {
    let (is, want): (Vec<_>, Vec<_>) = (is.lines().collect(), want.lines().collect());
    for (place, (is, want)) in is.iter().zip(&want).enumerate() {
        if !fits(is, want) {
            return Err(format!("line {} of {key}\n  is     {is}\n  should {want}", place + 1));
        }
    }
    if is.len() == want.len() {
        Ok(())
    } else {
        Err(format!("{key} has {} lines, should have {}", is.len(), want.len()))
    }
}

/// Whether a line is what is wanted, `[..]` standing for any text.
fn fits(is: &str, want: &str) -> bool {
    let mut pieces = want.split("[..]");
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = is.strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for piece in pieces {
        if let Some(before) = last.replace(piece) {
            let Some((_, behind)) = rest.split_once(before) else {
                return false;
            };
            rest = behind;
        }
    }
    last.map_or(rest.is_empty(), |last| rest.ends_with(last))
}

fn json(stdout: &str, want: &[&str]) -> Result<(), String> {
    let lines: Vec<_> = stdout.lines().collect();
    if lines.len() != want.len() {
        return Err(format!("{} lines, should be {}", lines.len(), want.len()));
    }
    for (line, want) in lines.iter().zip(want) {
        let is: Json = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let want: Json = serde_json::from_str(want).expect("a case holds JSON");
        same(&is, &want, "")?;
    }
    Ok(())
}

/// Compares values, and says where they differ.
fn same(is: &Json, want: &Json, at: &str) -> Result<(), String> {
    match (is, want) {
        (Json::String(_), Json::String(any)) if any == "…" => Ok(()),
        (Json::Object(is), Json::Object(want)) => {
            for (key, is) in is {
                let place = format!("{at}/{key}");
                let Some(want) = want.get(key) else {
                    return Err(format!("{place} should not be there: {is}"));
                };
                same(is, want, &place)?;
            }
            match want.keys().find(|key| !is.contains_key(*key)) {
                Some(key) => Err(format!("{at}/{key} is missing")),
                None => Ok(()),
            }
        }
        (Json::Array(is), Json::Array(want)) if is.len() == want.len() => {
            is.iter().zip(want).enumerate().try_for_each(|(place, (is, want))| same(is, want, &format!("{at}/{place}")))
        }
        _ if is == want => Ok(()),
        _ => Err(format!("{at} is {is}, should be {want}")),
    }
}

fn string<'c>(case: &'c Table, key: &str) -> Option<&'c str> {
    let value = case.get(key)?;
    Some(value.as_str().unwrap_or_else(|| panic!("{key} is no text")))
}

fn strings<'c>(case: &'c Table, key: &str) -> Vec<&'c str> {
    let Some(value) = case.get(key) else {
        return Vec::new();
    };
    let list = value.as_array().unwrap_or_else(|| panic!("{key} is no list"));
    list.iter().map(|one| one.as_str().unwrap_or_else(|| panic!("{key} holds no text"))).collect()
}

#[test]
fn the_harness_can_fail() {
    assert!(fits("abc", "abc") && fits("abc", "a[..]c") && fits("abc", "[..]"));
    assert!(!fits("abc", "ab") && !fits("abc", "a[..]b") && !fits("abc", "[..]x[..]"));
    let (is, want) = (serde_json::json!({"a": [1, "x"]}), serde_json::json!({"a": [1, "…"]}));
    assert_eq!(same(&is, &want, ""), Ok(()));
    for other in [
        serde_json::json!({"a": [1]}),
        serde_json::json!({"a": [1, "y"]}),
        serde_json::json!({}),
        serde_json::json!({"a": [1, "x"], "b": 2}),
    ] {
        assert!(same(&is, &other, "").is_err(), "{other}");
    }
}
