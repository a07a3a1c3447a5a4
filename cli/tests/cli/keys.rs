//! A key of metadata reaches every place, whether an entry has it or an override adds it: a new key needs no code for that.

use anyurl_testkit::registry_file;
use serde_json::Value;

use super::common::{run, utf8};
use super::registry::{Folder, hash, user};

const ENTRY: &str = r#"
[[scheme]]
name = "com.example.box"
status = "private"
description = "A box of ours"
port = { default = 47110 }
syntax = { grammar = "rfc1738", form = ["com.example.box://<host>[:<port>]/<boxname>"] }
access = { kind = "none", locates = "name", name_properties = "Boxes.", operations = [], algorithm = "No one can open it." }
"#;

/// A key of metadata, a value of it that is nowhere else, and the value as TOML.
#[derive(Debug)]
struct Key {
    name: String,
    value: String,
    toml: String,
}

/// The keys with texts, dates and lists of texts.
fn keys() -> Vec<Key> {
    let schema: Value = serde_json::from_str(utf8(&run(["registry", "schema"], b"").stdout)).expect("JSON");
    let keys = schema["definitions"]["override.metadata"]["properties"].as_object().expect("keys");
    let is_text = |value: &Value| value["type"] == "string" && value["enum"].is_null();
    let key = |(n, (name, of)): (usize, (&String, &Value))| {
        let marker = format!("marker-{}", name.replace('_', "-"));
        let (value, toml) = match of["format"].as_str() {
            Some("date") => (format!("2099-01-{:02}", n + 1), format!("2099-01-{:02}", n + 1)),
            _ if is_text(of) => (marker.clone(), format!("\"{marker}\"")),
            _ if is_text(&of["items"]) => (marker.clone(), format!("[\"{marker}\"]")),
            _ => return None,
        };
        Some(Key { name: name.clone(), value, toml })
    };
    keys.iter().enumerate().filter_map(key).collect()
}

/// `contact = ["marker-contact"]`
fn lines(keys: &[Key]) -> String {
    keys.iter().map(|key| [&key.name, " = ", &key.toml, "\n"].concat()).collect()
}

fn organization(entry: &str) -> String {
    registry_file("organization", "com.example", "com.example.*", entry)
}

/// The keys whose value an output lacks.
fn missing<'k>(keys: &'k [Key], output: &str, except: &[&str]) -> Vec<&'k str> {
    let lacks = |key: &&Key| !except.contains(&key.name.as_str()) && !output.contains(&key.value);
    keys.iter().filter(lacks).map(|key| key.name.as_str()).collect()
}

/// Checks every output of these files.
fn check(folder: &Folder, files: &str, keys: &[Key]) {
    // The template of RFC 7595 says nothing of the registry.
    let outputs: [(&str, &[&str]); 5] = [
        ("registry export --format json", &[]),
        ("registry export --format markdown", &[]),
        ("registry export --format rfc7595", &["since", "left_out"]),
        ("schemes com.example.box", &[]),
        ("schemes com.example.box --json", &[]),
    ];
    for (words, except) in outputs {
        let (out, _) = folder.ends(&format!("{files} {words}"), 0);
        assert_eq!(missing(keys, &out, except), [""; 0], "{words}: {out}");
    }
    folder.ends(&format!("{files} registry site --out site"), 0);
    let page = folder.read("site/schemes/com.example.box.html");
    assert_eq!(missing(keys, &page, &[]), [""; 0], "{page}");
}

#[test]
fn a_key_of_an_entry_reaches_every_place() {
    let keys = keys();
    assert!(keys.len() >= 12, "{keys:?}");
    let entry = ENTRY.replace("syntax = ", &format!("{}syntax = ", lines(&keys)));
    let folder = Folder::new([("before.toml", &*organization(ENTRY)), ("org.toml", &*organization(&entry))]);
    let (out, err) = folder.ends("registry diff before.toml org.toml", 1);
    let untold: Vec<_> = keys.iter().filter(|key| !out.contains(&format!("{}:", key.name))).collect();
    assert!(untold.is_empty(), "{untold:?}: {out}{err}");
    // Whatever it thinks of the values, lint knows the keys and their types.
    let (out, err) = folder.ends("registry lint org.toml", 1);
    assert!(["SR001", "SR009"].iter().all(|rule| !out.contains(rule) && !err.contains(rule)), "{out}{err}");
    check(&folder, "--registry org.toml", &keys);
}

#[test]
fn a_key_of_an_override_reaches_every_place() {
    let keys = keys();
    let folder = with_override("metadata", &format!("[override.metadata]\n{}", lines(&keys)));
    check(&folder, "--registry org.toml --registry user.toml", &keys);
}

/// A folder with `org.toml`, and `user.toml`, which overrides a facet of it.
fn with_override(facet: &str, table: &str) -> Folder {
    let folder = Folder::new([("org.toml", &*organization(ENTRY))]);
    folder.ends("--registry org.toml registry lock", 0);
    let expect = hash(&folder.read("registry.lock"), "com.example.box", facet);
    let text = format!(
        "\n[[override]]\nname = \"com.example.box\"\nof = \"com.example\"\nfacet = \"{facet}\"\n\
         expect = \"{expect}\"\nreason = \"ours\"\n{table}\n"
    );
    folder.write("user.toml", &user(&text));
    folder
}

#[test]
fn a_facet_of_an_override_is_in_every_export() {
    let syntax = "syntax = { grammar = \"rfc1738\", form = [\"com.example.box://<host>/<cratename>\"] }";
    let access = "access = { kind = \"none\", locates = \"name\", name_properties = \"Crates.\", operations = [], \
                  algorithm = \"Ask a clerk.\" }";
    // The values are nowhere else: an export has all layers.
    let facets = [
        ("port", "port = { default = 47111 }", "47110", "47111"),
        ("syntax", syntax, "<boxname>", "<cratename>"),
        ("access", access, "No one can open it.", "Ask a clerk."),
    ];
    for (facet, table, before, after) in facets {
        let folder = with_override(facet, table);
        // The template of RFC 7595 has no port.
        for format in
            ["json", "markdown", "rfc7595"].into_iter().filter(|format| (facet, *format) != ("port", "rfc7595"))
        {
            let words = format!("--registry org.toml --registry user.toml registry export --format {format}");
            let (out, _) = folder.ends(&words, 0);
            assert!(out.contains(after) && !out.contains(before), "{facet}, {format}: {out}");
        }
    }
}

/// The keys of the tables `iana`, `deprecated` and `equality` are shown, each with its value.
#[test]
fn a_key_of_an_inner_table_is_shown() {
    let schema: Value = serde_json::from_str(utf8(&run(["registry", "schema"], b"").stdout)).expect("JSON");
    let mut lines = String::new();
    let mut shown = Vec::new();
    for table in ["scheme.deprecated", "scheme.iana", "scheme.syntax.equality"] {
        lines += &["[", table, "]\n"].concat();
        let keys = schema["definitions"][table]["properties"].as_object().expect("keys");
        for (n, (key, of)) in keys.iter().enumerate() {
            let (value, toml) = match (of["format"].as_str(), of["type"].as_str(), of["enum"].as_array()) {
                (Some("date"), ..) => (format!("2098-01-{:02}", n + 1), format!("2098-01-{:02}", n + 1)),
                (_, _, Some(words)) => (words[1].as_str().expect("a word").to_owned(), words[1].to_string()),
                (_, Some("integer"), _) => (format!("7070{n}"), format!("7070{n}")),
                (_, Some("array"), _) => ("boxname".to_owned(), "[\"boxname\"]".to_owned()),
                _ => (format!("marker-{n}"), format!("\"marker-{n}\"")),
            };
            lines += &[key, " = ", &*toml, "\n"].concat();
            shown.push((key.clone(), value));
        }
        assert!(keys.len() >= 4, "{table}");
    }
    let entry = format!("{ENTRY}{lines}");
    // A table cannot be opened again: the syntax is one with a header of its own.
    let (before, rest) = entry.split_once("syntax = { ").expect("the syntax");
    let (syntax, rest) = rest.split_once(" }\n").expect("its end");
    let syntax = format!("[scheme.syntax]\n{}\n", syntax.replace(", form", "\nform"));
    let entry = format!("{before}{}", rest.replacen("[scheme.deprecated]", &format!("{syntax}[scheme.deprecated]"), 1));
    let folder = Folder::new([("org.toml", &*organization(&entry))]);
    for words in ["", " --json"] {
        let (out, _) = folder.ends(&format!("--registry org.toml schemes com.example.box{words}"), 0);
        let missing: Vec<_> = shown.iter().filter(|(_, value)| !out.contains(value.as_str())).collect();
        assert!(missing.is_empty(), "{words}: {missing:?}: {out}");
    }
}
