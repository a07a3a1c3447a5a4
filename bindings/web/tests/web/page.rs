//! A page says what the library says.

use anyurl::compare::Comparer;
use anyurl::compare::whatwg::WhatwgUrl;
use anyurl::declared::format::{ParsedFile, RegistryFile};
use anyurl::declared::layers::{Resolved, Stack};
use anyurl_core::internal::scheme_of;
use anyurl_core::{Options, Registry};
use anyurl_declared::format::Facet;
use anyurl_registry_tools::{ExportFormat, export_resolved, left_out, resolved_file};
use anyurl_web::{Answer, Compared, Report, Rulebooks, with_files};
use serde_json::{Value, json};

fn file(name: &str, text: &str) -> RegistryFile {
    RegistryFile::from_text(name, text).and_then(ParsedFile::load).unwrap_or_else(|error| panic!("{error}"))
}

fn resolved(layers: impl IntoIterator<Item = RegistryFile>) -> Resolved {
    let stack = layers.into_iter().fold(Stack::new().push(file("registry.toml", anyurl::REGISTRY_FILE)), Stack::push);
    stack.resolve(anyurl::registry(), None).unwrap_or_else(|error| panic!("{error}"))
}

/// A page that has loaded files.
pub(super) fn page(files: impl IntoIterator<Item = String>) -> Registry {
    let builtins = anyurl_schemes::RFC1738.into_iter().chain(anyurl_schemes::WEB).collect::<Vec<_>>();
    let base = Registry::builder().add_builtin(anyurl_schemes::submissions(&builtins));
    with_files(base, files).unwrap_or_else(|problem| panic!("{problem}"))
}

fn report(registry: &Registry, text: &str, options: Options) -> Value {
    serde_json::to_value(Report::new(registry, text, options)).unwrap()
}

/// Each version of each scheme with its file alone, on its examples and rejects.
#[test]
fn schemes_are_as_in_the_library() {
    let resolved = resolved([]);
    let strict = Options::new();
    let (mut files, mut texts) = (0, 0);
    for (name, _) in resolved.names() {
        // A subscheme is in the file of its scheme.
        let file = resolved_file(&resolved, scheme_of(name));
        files += usize::from(file.is_some());
        let page = page(file);
        for entry in anyurl::registry().versions(name) {
            let registration = entry.registration();
            let examples = registration.examples.iter().map(|one| one.url.to_string());
            let rejects = registration.rejects.iter().map(|one| one.url.to_string());
            for text in examples.chain(rejects) {
                for options in [strict, strict.rfc1738(), strict.lenient(), strict.rfc1738().lenient()] {
                    let [found, expected] =
                        [&page, anyurl::registry()].map(|registry| report(registry, &text, options));
                    assert_eq!(found, expected, "{text} with {options:?}");
                    texts += 1;
                }
            }
        }
    }
    assert!(files > 400 && texts > 4000, "{files} files, {texts} texts");
}

const ORG: &str = r#"schema = 1
[registry]
id = "com.example"
kind = "organization"
title = "Example"
version = "1.0.0"
serial = 1
contact = ["urls@example.com"]
change_controller = "Example"
claims = ["com.example.*"]
[pin]
http = "^2"
[[mask]]
name = "telnet"
reason = "use ssh"
[[tombstone]]
name = "com.example.old"
removed = 2026-01-01
replacement = "com.example.shelf"
[[scheme]]
name = "com.example.shelf"
status = "private"
description = "a book on a shelf"
alias = ["com.example.bookshelf"]
contact = ["urls@example.com"]
change_controller = "Example"
syntax = { grammar = "rfc1738", form = ["com.example.shelf://<host>[:<port>]/<shelf+>/<book+>"] }
port = { default = 7070 }
  [scheme.access]
  kind = "steps"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Ask the host."
  steps = [{ connect = "{host}:{port}" }, { send = "{shelf} {book}\r\n" }, { receive = "until-close" }]
"#;

#[test]
fn a_registry_of_ones_own() {
    let resolved = resolved([file("org.toml", ORG)]);
    let before = report(&page([]), "com.example.shelf://h/é/7", Options::new().lenient());
    assert_eq!((&before["outcome"], &before["is_registered"]), (&json!("valid"), &json!(false)));
    let names = ["com.example.shelf", "telnet", "com.example.old", "http", "ftp"];
    let page = page(names.map(|name| resolved_file(&resolved, name).unwrap()));
    let strict = Options::new();
    let cases = [
        ("com.example.shelf://h/3/7", "/components/1/text", json!("3")),
        ("com.example.bookshelf://h/3/7", "/effective_port", json!(7070)),
        ("com.example.shelf://h/3/7", "/plan/steps/steps/1/details", json!("3 7\\r\\n")),
        ("com.example.shelf://h/3/", "/kind", json!("missing")),
        ("com.example.shelf://h/3/", "/section", json!("org.toml:27:41")),
        (
            "telnet://h/",
            "/message",
            json!(
                "scheme not allowed: `telnet` is masked by com.example (org.toml:13): use ssh (a mask of the registry)"
            ),
        ),
        ("http://h/~joe", "/version", json!("2.0.0")),
        ("ftp://h/^joe", "/repaired", json!("ftp://h/%5Ejoe")),
        ("ftp://h/a?b", "/accepted_by", json!(["rfc1738"])),
        // Places count UTF-16 code units: the emoji has two.
        ("ftp://h/😀~", "/place", json!([8, 10])),
    ];
    for (text, pointer, expected) in cases {
        let found = report(&page, text, strict);
        let part = found.pointer(pointer).unwrap_or_else(|| panic!("{text} {pointer}: {found:#}"));
        assert_eq!(*part, expected, "{text} {pointer}: {found:#}");
    }
    let removed = report(&page, "com.example.old:a", strict);
    assert!(removed["message"].as_str().unwrap().contains("was removed on 2026-01-01"), "{removed:#}");
}

/// The module accepts what the grammar of its entry rejects, and has a plan.
#[test]
fn modules() {
    let resolved = resolved([file("org.toml", include_str!("../../../../testdata/module.toml"))]);
    let strict = Options::new();
    let policy = anyurl::plugins::PluginPolicy::new().allow_modules(true);
    let (loaded, _) = anyurl::wasm::load_modules(&resolved, &policy);
    // The file has the module only if the registry has loaded it.
    let page = |resolved| page(resolved_file(resolved, "com.example.note"));
    let without = page(&resolved);
    assert_eq!(report(&without, "com.example.note:~", strict)["outcome"], json!("invalid"));
    let page = page(&loaded);
    for text in ["com.example.note:~", "com.example.note:a%20b", "com.example.note:", "com.example.note:a%0D"] {
        let [found, expected] = [&page, loaded.registry()].map(|registry| report(registry, text, strict));
        if cfg!(feature = "modules") {
            assert_eq!(found, expected, "{text}");
        } else {
            assert_ne!(found["plan"], expected["plan"], "{text}");
        }
    }
}

/// The port and the steps are those of an upper layer.
#[test]
fn overrides() {
    let org = || file("org.toml", ORG);
    let below = resolved([org()]);
    let definition = &below.name("com.example.shelf").unwrap().definitions[0];
    let hash = |facet| definition.facets[&facet].hash;
    let team = format!(
        r#"schema = 1
[registry]
id = "com.example.team"
kind = "team"
title = "Team"
version = "1.0.0"
serial = 1
contact = ["team@example.com"]
change_controller = "Team"
claims = ["com.example.team.*"]
[[override]]
name = "com.example.shelf"
of = "com.example"
facet = "port"
expect = "{}"
reason = "a test"
port = {{ default = 7171 }}
[[override]]
name = "com.example.shelf"
of = "com.example"
facet = "access"
expect = "{}"
reason = "a test"
  [override.access]
  kind = "steps"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "Ask the host."
  steps = [{{ connect = "{{host}}:{{port}}" }}, {{ send = "BOOK {{book}}\r\n" }}, {{ receive = "until-close" }}]
"#,
        hash(Facet::Port),
        hash(Facet::Access)
    );
    let resolved = resolved([org(), file("team.toml", &team)]);
    let page = page(resolved_file(&resolved, "com.example.shelf"));
    let found = report(&page, "com.example.shelf://h/3/7", Options::new());
    assert_eq!(found["effective_port"], 7171, "{found:#}");
    assert_eq!(found.pointer("/plan/steps/steps/1/details"), Some(&json!("BOOK 7\\r\\n")), "{found:#}");
    let library = report(resolved.registry(), "com.example.shelf://h/3/7", Options::new());
    assert_eq!(found, library);
}

/// The export for this package: one file with all names that the layers decide about, and nothing of others.
#[test]
fn one_file_of_all_layers() {
    let redis = resolved([]).name("redis").unwrap().definitions[0].facets[&Facet::Port].hash;
    let override_of = |name: &str, expect: &str| {
        format!(
            "[[override]]\nname = \"{name}\"\nof = \"public\"\nfacet = \"port\"\nexpect = \"{expect}\"\nreason = \"ours\"\n\
             port = {{ default = 7000 }}\n"
        )
    };
    let stale = resolved([]).name("s3").unwrap().definitions[0].facets[&Facet::Syntax].hash;
    let org =
        [ORG.to_owned(), override_of("redis", &redis.to_string()), override_of("nfs", &stale.to_string())].concat();
    let resolved = resolved([file("org.toml", &org)]);
    let export = |format| export_resolved(&resolved, anyurl::registry(), format).unwrap();
    let file = export(ExportFormat::Resolved);
    assert!(file.contains("#   com.example 1.0.0, serial 1\n") && !file.contains("\"s3\""), "{file}");
    let page = page([file]);
    let strict = Options::new();
    for text in ["com.example.shelf://h/3/7", "com.example.shelf://h/3/", "redis://h/1", "http://h/~joe", "redis://h/x"]
    {
        let [found, library] = [&page, resolved.registry()].map(|registry| report(registry, text, strict));
        assert_eq!(found, library, "{text}");
    }
    assert_eq!(report(&page, "redis://h/1", strict)["effective_port"], json!(7000));
    let refused = [("nfs://h/a", "stale"), ("telnet://h/", "use ssh"), ("com.example.old:a", "removed on")];
    for (text, why) in refused {
        for registry in [&page, resolved.registry()] {
            let message = report(registry, text, strict)["message"].as_str().unwrap().to_owned();
            assert!(message.contains(why), "{text}: {message}");
        }
    }
    assert!(left_out(&resolved).is_empty());
}

/// What a page shows if its browser reads as the library does, which is asked in its place; and how often it is asked.
fn compared(page: &Registry, rulebooks: &Rulebooks, text: &str) -> (Value, usize) {
    for questions in 0.. {
        match rulebooks.compare(page, text) {
            Answer::Ask(asked) => {
                rulebooks.tell(WhatwgUrl::parse(&asked).map(|url| url.href().to_owned()).unwrap_or_default());
            }
            Answer::Compared(compared) => return (serde_json::to_value(compared).unwrap(), questions),
        }
    }
    unreachable!("a question is asked once")
}

/// A comparison without the reasons of browsers, which give none.
fn without_reasons(mut value: Value) -> Value {
    for rulebook in value["rulebooks"].as_array_mut().unwrap() {
        assert_eq!(
            rulebook["status"] == "rejected",
            rulebook["message"].is_string() && rulebook["section"].is_string()
        );
        if rulebook["id"] == "whatwg" {
            rulebook["message"] = Value::Null;
            rulebook["section"] = Value::Null;
        }
    }
    value
}

/// The corpus of texts that rulebooks read differently, with the files of schemes that a page loads.
#[test]
fn comparisons_are_as_in_the_library() {
    let resolved = resolved([]);
    let (rulebooks, mut loaded, mut files) = (Rulebooks::default(), Vec::new(), Vec::new());
    let mut registry = page([]);
    let (mut count, mut most) = (0, 0);
    for line in include_str!("../../../../testdata/confusion.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = row["text"].as_str().unwrap();
        let scheme = text.trim().split(':').next().unwrap_or_default().to_ascii_lowercase();
        if !loaded.contains(&scheme)
            && let Some(file) = resolved_file(&resolved, &scheme)
        {
            files.push(file);
            registry = page(files.clone());
            loaded.push(scheme);
        }
        let (found, questions) = compared(&registry, &rulebooks, text);
        let expected = Comparer::new(anyurl::registry()).compare(text);
        let expected = Compared::new(anyurl::registry(), text, &expected);
        let expected = without_reasons(serde_json::to_value(expected).unwrap());
        assert_eq!(without_reasons(found.clone()), expected, "{text:?}");
        if row.get("base").is_none() {
            assert_eq!(found["verdict"], row["verdict"], "{text:?}");
            count += 1;
        }
        most = most.max(questions);
    }
    assert!(count > 300 && loaded.len() > 2, "{count} texts, {loaded:?}");
    // The text, and the names of hosts outside US-ASCII.
    assert!((2..=3).contains(&most), "{most} questions");
}

#[test]
fn questions_to_the_browser() {
    let (page, rulebooks) = (&page([]), Rulebooks::default());
    let ask = |text: &str| match rulebooks.compare(page, text) {
        Answer::Ask(asked) => asked,
        Answer::Compared(compared) => serde_json::to_value(compared).unwrap()["verdict"].to_string(),
    };
    let text = "https://b\u{FC}cher.example/";
    assert_eq!(ask(text), text);
    // Asked until it is told.
    assert_eq!(ask(text), text);
    rulebooks.tell("https://xn--bcher-kva.example/".to_owned());
    assert_eq!(ask(text), "https://b\u{FC}cher.example.a/");
    rulebooks.tell("https://xn--bcher-kva.example.a/".to_owned());
    assert_eq!(ask(text), "\"validity-differs\"");
    // What is told without a question says nothing.
    rulebooks.tell("https://h/".to_owned());
    assert_eq!(ask(text), text);
    let rulebooks = Rulebooks::default();
    assert!(matches!(rulebooks.compare(page, "gopher://h/"), Answer::Ask(_)));
}

#[test]
fn files_that_cannot_be_used() {
    let tombstone = "schema = 1\n[[tombstone]]\nname = \"x-a\"\nremoved = 2026-01-01\n";
    for text in ["schema = 2", "schema = 1\n[[scheme]]\nname = \"x-a\"\n", "\u{0}", tombstone] {
        assert!(with_files(Registry::builder(), [text]).is_err(), "{text}");
    }
}
