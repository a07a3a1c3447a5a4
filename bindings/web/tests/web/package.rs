//! The package shows no marker in what a person reads, and has it in data.

use std::path::Path;

use anyurl::compare::whatwg::WhatwgUrl;
use anyurl::declared::format::{ParsedFile, RegistryFile};
use anyurl::declared::layers::Stack;
use anyurl_registry_tools::resolved_file;
use anyurl_web::Package;
use serde_json::{Value, json};

const ENDS: [&str; 4] = [" ", "%", "\u{1}", "~\u{1F511}"];

/// A package with the shipped schemes, and the number of its registry with one more layer.
fn package() -> (Package, u64) {
    let package = Package::default();
    let file = RegistryFile::from_text("registry.toml", anyurl::REGISTRY_FILE).and_then(ParsedFile::load).unwrap();
    let resolved = Stack::new().push(file.clone()).resolve(anyurl::registry(), None).unwrap();
    let mut names: Vec<_> = file.schemes().map(|entry| entry.key()).collect();
    names.sort_unstable();
    names.dedup();
    let rows: Vec<_> =
        names.iter().filter_map(|name| Some(json!([name, [], resolved_file(&resolved, name)?]))).collect();
    ask(&package, "ship", json!({ "text": Value::Array(rows).to_string() })).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cli/tests/data/secret.toml");
    let ours = std::fs::read_to_string(path).unwrap();
    let registry = ask(&package, "registry", json!({ "texts": [ours] })).unwrap();
    (package, registry.as_u64().unwrap())
}

fn ask(package: &Package, call: &str, mut arguments: Value) -> Result<Value, Value> {
    arguments["call"] = call.into();
    let mut answer: Value = serde_json::from_str(&package.answer(&arguments.to_string())).unwrap();
    match answer.get_mut("ok") {
        Some(ok) => Ok(ok.take()),
        None => Err(answer["error"].take()),
    }
}

/// The answer to a question about a text, for which the runtime is asked.
fn told(package: &Package, call: &str, arguments: &Value) -> Result<Value, Value> {
    loop {
        let answer = ask(package, call, arguments.clone())?;
        let Some(asked) = answer["ask"].as_str() else { return Ok(answer) };
        let href = WhatwgUrl::parse(asked).map(|url| url.href().to_owned()).unwrap_or_default();
        ask(package, "tell", json!({ "text": href })).unwrap();
    }
}

#[test]
fn messages_have_no_marker_and_data_is_exact() {
    let (package, registry) = package();
    let (mut count, mut wrong) = (0, 0);
    for row in include_str!("../../../../testdata/marked_urls.jsonl").lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let (url, marker) = (row["url"].as_str().unwrap(), row["marker"].as_str().unwrap().to_ascii_lowercase());
        let has_marker = |value: &Value| value.to_string().to_ascii_lowercase().contains(&marker);
        let about = |text: &str| json!({ "registry": registry, "text": text, "policy": { "other": "deny" } });
        let parsed = ask(&package, "parse", about(url)).unwrap_or_else(|problem| panic!("{url}: {problem}"));
        assert!(has_marker(&parsed["href"]) && has_marker(&parsed["canonical"]) && has_marker(&parsed["components"]));
        assert!(!has_marker(&parsed["masked"]) && !has_marker(&parsed["warnings"]), "{parsed:#}");
        let scrubbed = ask(&package, "scrub", about(&format!("see {url} .")));
        let shown = [scrubbed, ask(&package, "judge", about(url)), told(&package, "compare", &about(url))];
        for answer in shown {
            assert!(!has_marker(&answer.clone().unwrap()), "{answer:#?}");
        }
        if let Err(problem) = told(&package, "consensusHost", &about(url)) {
            assert!(!has_marker(&problem), "{problem:#}");
        }
        for end in ENDS {
            let Err(mut problem) = ask(&package, "parse", about(&format!("{url}{end}"))) else { continue };
            let repaired = problem["repair"]["repaired"].take();
            assert!(!has_marker(&problem), "{problem:#}");
            assert!(repaired.is_null() || has_marker(&repaired));
            wrong += 1;
        }
        count += 1;
    }
    assert!(count > 50 && wrong > count, "{count} {wrong}");
}
