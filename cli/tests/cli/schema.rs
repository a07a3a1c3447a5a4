//! `anyurl registry schema`: the JSON Schema agrees with lint about every registry file of the repository, and about
//! each mistake.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyurl_declared::format::RegistryFile;
use jsonschema::Validator;
use serde_json::{Map, Value};

use super::common::{run, utf8};
use super::registry::Folder;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let output = run(["registry", "schema"], b"");
    serde_json::from_str(utf8(&output.stdout)).expect("JSON")
});

static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| jsonschema::validator_for(&SCHEMA).expect("a schema"));

/// A TOML text as JSON, as editors validate it: dates are texts.
fn json(text: &str) -> Value {
    fn of(value: toml::Value) -> Value {
        match value {
            toml::Value::String(text) => text.into(),
            toml::Value::Integer(number) => number.into(),
            toml::Value::Float(number) => number.into(),
            toml::Value::Boolean(flag) => flag.into(),
            toml::Value::Datetime(date) => date.to_string().into(),
            toml::Value::Array(all) => all.into_iter().map(of).collect(),
            toml::Value::Table(table) => {
                table.into_iter().map(|(key, value)| (key, of(value))).collect::<Map<_, _>>().into()
            }
        }
    }
    of(toml::Value::Table(text.parse().expect("TOML")))
}

fn errors(text: &str) -> Vec<String> {
    VALIDATOR.iter_errors(&json(text)).map(|error| format!("{} {error}", error.instance_path())).collect()
}

/// What reading reports of a file alone.
fn is_readable(text: &str) -> bool {
    let file = RegistryFile::from_text("x.toml", text);
    file.is_ok_and(|file| !file.findings().has_errors())
}

#[test]
fn the_committed_schema_is_current() {
    let committed = fs::read_to_string(format!("{ROOT}/docs/registry.schema.json")).expect("the schema");
    let output = run(["registry", "schema"], b"");
    assert!(committed == utf8(&output.stdout), "`anyurl registry schema > docs/registry.schema.json` writes it");
}

/// The files of the repository, apart from build folders and dependencies.
fn files(folder: &Path, to: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !(name.starts_with('.') || name.starts_with("target") || name == "node_modules") {
            files(&path, to);
        } else if path.is_file() {
            to.push(path);
        }
    }
}

/// Every registry file: TOML files with the key `schema`, and such blocks of pages and programs.
fn registry_files() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    files(Path::new(ROOT), &mut paths);
    let mut found = Vec::new();
    for path in paths {
        let name = path.strip_prefix(ROOT).unwrap_or(&path).display().to_string();
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let texts: Vec<&str> = match extension.as_str() {
            "toml" => vec![&text],
            "md" => text.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("toml\n")).collect(),
            _ => continue,
        };
        for text in texts {
            let is_registry =
                text.parse::<toml::Table>().is_ok_and(|table| table.get("schema").is_some_and(toml::Value::is_integer));
            if is_registry {
                found.push((name.clone(), text.to_owned()));
            }
        }
    }
    found
}

/// The schema accepts a file if and only if reading does.
#[test]
fn registry_files_agree() {
    let files = registry_files();
    let mut accepted = 0;
    for (name, text) in &files {
        // A grammar in another file, and the number of a later format, are not the business of the schema.
        if text.contains("abnf_file") {
            continue;
        }
        let errors = errors(text);
        assert_eq!(errors.is_empty(), is_readable(text), "{name}: {errors:?}");
        accepted += usize::from(errors.is_empty());
    }
    assert!(accepted >= 25, "{accepted} of {}", files.len());
    assert!(files.iter().any(|(name, _)| name == "registry.toml"));
}

/// Files that have nearly every key.
pub(super) fn samples() -> Vec<String> {
    let names = [
        "plugins/declared/tests/data/organization.toml",
        "cli/tests/data/shelf.toml",
        "cli/tests/data/robots.toml",
        "cli/tests/data/robots-override.toml",
        "docs-sample",
    ];
    names
        .iter()
        .map(|name| {
            if *name == "docs-sample" {
                SAMPLE.to_owned()
            } else {
                fs::read_to_string(format!("{ROOT}/{name}")).expect("a file")
            }
        })
        .collect()
}

/// The keys that the other samples lack.
const SAMPLE: &str = r#"
schema = 1
registry = { id = "com.example", kind = "team", title = "t", version = "1.0.0", serial = 1, contact = ["c"], change_controller = "c", claims = ["com.example.*"], license = "MIT", docs = "d", include = ["s/*.toml"], plugins = "p", source = { url = "u", updated = 2026-01-01, sha256 = "0", via = "v" } }
pin = { mailto = "^2" }
builtin = [{ name = "ftp", iana = { name = "f", description = "d", reference = "r", cri = 1, template = "t", well_known = "w", notes = "n", registered = 2026-01-01, updated = 2026-01-01, after = "a" } }]
mask = [{ name = "wais", reason = "r" }]
tombstone = [{ name = "com.example.b", removed = 2026-01-01, reason = "r", replacement = "com.example.a" }]
gateway = [{ id = "g", for = ["com.example.a"], mode = "url", template = "https://h/{url}", operations = ["get"], strip = ["user"], prefer = "never", environments = ["e"], contact = ["c"] }]
policy = { default = "user", always = ["https"], user = ["ftp"], never = ["status:historical"], relaxable = ["ftp"], allow_dylib = ["com.example.a"], allow_wasm = ["com.example.a"], max_redirects = 3, env = { kiosk = { default = "never", always = ["https"], user = [], never = [], allow_dylib = [], allow_wasm = [], max_redirects = 0 } } }
lint = { profile = "organization", SR106 = "warn", SR104 = { level = "deny", reason = "r" } }

[[override]]
name = "ftp"
of = "builtin"
facet = "access"
expect = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
reason = "r"
access = { kind = "gateway", gateway = "g", locates = "data-object", operations = [], algorithm = "a" }

[[scheme]]
name = "com.example.a"
alias = ["x-a"]
version = "1.2.3-a.1+b"
status = "private"
description = "d"
rfc1738 = "defined"
applications = ["a"]
owner = "@example/a"
contact = ["c"]
change_controller = "c"
security = "s"
encoding = "e"
interoperability = "i"
demonstration = "d"
since = "s"
expires = 2026-01-01
graduates_to = "g"
deprecated = { since = "s", reason = "r", replacement = "r", remove_after = 2026-01-01 }
port = { default = 70, transport = ["tcp"], source = "s" }
iana = false
reference = [{ rfc = 1, section = "1", url = "u", title = "t", person = "p", errata = [1] }]
left_out = "l"
plugin = { kind = "dylib", library = "l", version = "^1", abi = 1, capabilities = ["c"], signed_by = "s", artifact = [{ target = "t", version = "1.0.0", sha256 = "0", url = "u", size = 1, inline = "AA==" }] }
example = [{ url = "u", accept = true, components = { a = "b", port = 70 }, canonical = "c", why = "w", section = "s" }]

[scheme.syntax]
grammar = "rfc3986"
abnf = "a = b"
dialect = "rfc5234"
start = "a"
imports = ["rfc3986"]
relative = true
origin = false
lenient = "a = c"
lenient_first = true
bare_percent = false
hosts = ["h"]
equality = { default_port = "keep", escapes = "case", dot_segments = "remove", empty_path = "/", local_host = "localhost", ignore = ["a"] }
component = [{ name = "a", rule = "a / b", type = "list", host = "dns", separator = "/", prefix = ";=", terminator = ",", equals = "=", field_case = "all", any_order = true, unique = true, max_length = 9, case = "lower", skip = "-", decoded = { strict = "a", lenient = "b" }, default = "d", explicit_default = "other", sensitive = true, secret = ["s"] }, { name = "b", rule = "b", decoded = "a" }]
deviation = [{ rule = "r", id = "i", message = "m", section = "s", write = "" }, { within = ["a"], characters = "-", escapes = true, write = "w" }]

[scheme.access]
kind = "steps"
locates = "data-object"
name_properties = "n"
operations = ["get"]
default = "get"
algorithm = "a"
steps = [
  { connect = "{host}:{port}" },
  { send = "a", line = "request", rest_of_line = true, block = { component = "a", rule = "b" }, map = { a = { b = "c" } }, guess = { name = "n", text = "t", image = "i" }, when = 331 },
  { send = "a", guess = true },
  { receive = "line" },
  { prompt = "password", when = 100 },
  { advise = "login" },
  { compose = "a" },
  { open = "a" },
  { call = "a.b", arguments = ["a", { b = "c" }], own_fields = ["a"], fields = "f", framing = "length" },
  { follow = "a" },
  { note = "n", id = "i" },
  { each = "a", then = [{ receive = "reply" }] },
  { if = { a = true, b = ["x", false], c = { contains = "d" }, d = [{ matches = "r" }] }, then = [], else = [{ note = "n" }] },
  { if = [{ a = "x" }], then = [{ if = { a = false }, then = [{ receive = "until-close" }] }] },
]

[[scheme]]
name = "com.example.c"
like = "com.example.a"
status = "private"
description = "d"
port = { source = "s" }
syntax = { start = "a", bare_percent = true, equality = { escapes = "keep" } }
access = { algorithm = "a" }
"#;

/// A place in a file: keys and indices.
type Place = Vec<Step>;

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// Every table of a file, except those whose keys are names.
fn tables(value: &toml::Value, at: &mut Place, to: &mut Vec<Place>) {
    const NAMED: [&str; 7] = ["pin", "env", "components", "map", "arguments", "own_fields", "lint"];
    match value {
        toml::Value::Table(table) => {
            let last = at.iter().rev().find_map(|step| match step {
                Step::Key(key) => Some(key.clone()),
                Step::Index(_) => None,
            });
            let last = last.as_deref();
            let is_named = last.is_some_and(|key| NAMED.contains(&key) || key == "if");
            if !is_named {
                to.push(at.clone());
            }
            for (key, inner) in table {
                if matches!(last, Some("map" | "if")) {
                    continue;
                }
                at.push(Step::Key(key.clone()));
                tables(inner, at, to);
                at.pop();
            }
        }
        toml::Value::Array(all) => {
            for (n, inner) in all.iter().enumerate() {
                at.push(Step::Index(n));
                tables(inner, at, to);
                at.pop();
            }
        }
        _ => {}
    }
}

fn table_at<'v>(value: &'v mut toml::Value, at: &Place) -> &'v mut toml::Table {
    let found = at.iter().fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key).expect("a key"),
        Step::Index(n) => value.get_mut(n).expect("an element"),
    });
    found.as_table_mut().expect("a table")
}

/// Each table of the samples with an unknown key, with each key missing, and with each value of another type: the schema
/// and reading agree.
#[test]
fn mistakes_agree() {
    let (mut rejected, mut accepted, mut wrong) = (0, 0, Vec::new());
    for sample in samples() {
        assert_eq!((errors(&sample), is_readable(&sample)), (Vec::new(), true), "{sample}");
        let whole = toml::Value::Table(sample.parse().expect("TOML"));
        let mut places = Vec::new();
        tables(&whole, &mut Vec::new(), &mut places);
        for place in places {
            let keys: Vec<String> = table_at(&mut whole.clone(), &place).keys().cloned().collect();
            let mut edits: Vec<(String, Option<toml::Value>)> = vec![("quux".to_owned(), Some(1.into()))];
            for key in keys {
                edits.push((key.clone(), None));
                for value in [
                    toml::Value::from(-1),
                    "no such word".into(),
                    true.into(),
                    toml::Value::Array(vec![(-1).into()]),
                    toml::Value::Table(toml::Table::from_iter([("quux".to_owned(), 1.into())])),
                ] {
                    edits.push((key.clone(), Some(value)));
                }
            }
            for (key, value) in edits {
                let mut edited = whole.clone();
                let table = table_at(&mut edited, &place);
                match value {
                    Some(value) => drop(table.insert(key.clone(), value)),
                    None => drop(table.remove(&key)),
                }
                let text = toml::to_string(&edited).expect("TOML");
                let (errors, is_readable) = (errors(&text), is_readable(&text));
                let what = format!("{place:?} {key} = {:?}", table_at(&mut edited, &place).get(&key));
                match (errors.is_empty(), is_readable) {
                    (true, true) => accepted += 1,
                    (false, false) => rejected += 1,
                    (true, false) if LOOSER.iter().any(|(of, value)| *of == key && what.contains(value)) => {}
                    (is_accepted, _) => {
                        wrong.push(format!("{what}: schema {is_accepted}, reading {is_readable}: {errors:?}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rejected > 1000 && accepted > 100, "{rejected} rejected, {accepted} accepted");
}

/// What reading rejects and the schema accepts: a key, and a part of the edit.
const LOOSER: &[(&str, &str)] = &[
    // The default is one of the operations.
    ("default", "Key(\"access\")] default = Some(String("),
    // A requirement for versions has no short pattern.
    ("version", "Key(\"plugin\")] version = Some(String("),
    // A file of schemes alone may be an included file.
    ("registry", "registry = None"),
    // An entry is like one that is there, and has a syntax and an access.
    ("like", "Index(1)] like = Some(String("),
    ("name", "Index(0)] name = Some(String("),
    ("syntax", "Index(0)] syntax = None"),
    ("access", "Index(0)] access = None"),
];

/// Misspelt keywords and keys: both reject them.
#[test]
fn misspelt_words() {
    for (from, to) in [
        ("kind = \"team\"", "kind = \"tem\""),
        ("status = \"private\"", "status = \"privat\""),
        ("locates = \"data-object\"\nname", "locates = \"object\"\nname"),
        ("type = \"list\"", "type = \"liste\""),
        ("receive = \"line\"", "receive = \"lines\""),
        ("grammar = \"rfc3986\"", "grammar = \"rfc 3986\""),
        ("default = \"user\"", "default = \"ask\""),
        ("advise = \"login\"", "advise = \"user\""),
        ("version = \"1.0.0\", serial", "version = \"1.0\", serial"),
        ("expect = \"sha256:0", "expect = \"sha256:g"),
        ("expires = 2026-01-01", "expires = \"soon\""),
        ("kind = \"steps\"", "kind = \"step\""),
        ("SR106 = \"warn\"", "SR999 = \"warn\""),
        ("SR106 = \"warn\"", "SR106 = \"warning\""),
        ("{ connect = \"{host}:{port}\" }", "{ connect = \"{host}:{port}\", line = \"request\" }"),
        ("{ compose = \"a\" }", "{ compose = \"a\", open = \"a\" }"),
        ("abnf = \"a = b\"", "abnf = \"a = b\"\nform = [\"x:<a>\"]"),
        ("dialect = \"rfc5234\"\n", ""),
        ("owner = ", "ownr = "),
        (", claims = [\"com.example.*\"]", ""),
        ("facet = \"access\"", "facet = \"port\""),
    ] {
        assert!(SAMPLE.contains(from), "{from}");
        let text = SAMPLE.replacen(from, to, 1);
        assert!(!errors(&text).is_empty() && !is_readable(&text), "{to}: {:?}", errors(&text));
    }
}

/// Every key has a description, and is on the page of the format.
#[test]
fn keys_are_described_and_on_the_page() {
    let page = fs::read_to_string(format!("{ROOT}/docs/registry-format.md")).expect("the page");
    let definitions = SCHEMA["definitions"].as_object().expect("definitions");
    let mut count = 0;
    for (table, schema) in definitions.iter().chain([(&"the file".to_owned(), &*SCHEMA)]) {
        // What a table requires is apart from its keys if an entry may have some of them.
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            let about = property["description"].as_str().unwrap_or_default();
            assert!(about.len() > 5, "{table}.{key} has no description");
            let words = [
                format!("`{key}`"),
                format!("`{key} ="),
                format!("[{key}]"),
                format!("`[{table}.{key}."),
                format!(" {key} ="),
                format!("`{key}:"),
            ];
            assert!(words.iter().any(|word| page.contains(word)), "docs/registry-format.md lacks {table}.{key}");
            count += 1;
        }
    }
    assert!(count > 150, "{count} keys");
}

/// A new file names the schema, which validates it.
#[test]
fn new_files_name_the_schema() {
    let folder = Folder::new([]);
    for words in ["registry new com.example.a", "registry new x-a", "registry new --override gopher --facet port"] {
        let (draft, _) = folder.ends(words, 0);
        assert_eq!(draft.lines().next(), Some("#:schema ./registry.schema.json"), "{words}");
        assert_eq!(errors(&draft), [""; 0], "{words}");
    }
}

/// The JSON Schema of URLs accepts each accepted example of the shipped schemes, and few of the rejected ones: those that
/// a check beyond the grammar rejects.
#[test]
fn the_schema_of_urls_reads_the_examples() {
    let (out, _) = Folder::new([]).ends("registry export --format json-schema", 0);
    let schema: Value = serde_json::from_str(&out).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let definitions = schema["$defs"].as_object().expect("definitions");
    assert!(definitions.len() > 150 && !validator.is_valid(&"https//h".into()));
    let (mut rejected, mut accepted_all_the_same) = (0, Vec::new());
    let (json, _) = Folder::new([]).ends("registry export --format json", 0);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    for scheme in json["schemes"].as_array().expect("schemes") {
        let Some(definition) = definitions.get(scheme["name"].as_str().expect("a name")) else { continue };
        let pattern = definition["pattern"].as_str().expect("a pattern");
        let own = jsonschema::validator_for(&serde_json::json!({ "pattern": pattern })).expect(pattern);
        for example in scheme["example"].as_array().expect("examples") {
            let is_valid = own.is_valid(&example["url"]);
            if example["accept"] == true {
                assert!(is_valid, "{example}: {pattern}");
            } else {
                rejected += 1;
                if is_valid {
                    accepted_all_the_same.push(&example["url"]);
                }
            }
        }
    }
    assert!(accepted_all_the_same.len() * 10 < rejected, "{rejected}: {accepted_all_the_same:?}");
}
