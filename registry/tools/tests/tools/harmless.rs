//! No change that `diff` calls harmless changes the hash of a facet or what a URL is read as: each key of an entry is removed
//! and changed.

use std::collections::BTreeSet;

use anyurl_declared::format::{ChangeSeverity, Facet, RegistryFile, json_schema};
use anyurl_declared::layers::Stack;
use anyurl_registry_tools::diff;
use toml_edit::{DocumentMut, Item, Table, TableLike, Value};

use super::file;

/// Entries with every key that changes of an entry can be about, except those of [`NOT_HERE`].
const ENTRIES: &str = r#"
[[scheme]]
name = "com.example.chat"
alias = ["com.example.chat1"]
version = "1.2.0"
status = "private"
description = "A channel"
rfc1738 = "reserved"
applications = ["Clients"]
owner = "@example/chat"
contact = ["chat@example.com"]
change_controller = "the chat team"
security = "s"
encoding = "e"
interoperability = "i"
demonstration = "d"
since = "1"
expires = 2099-01-01
graduates_to = "chat"
deprecated = { since = "1", reason = "r", replacement = "https", remove_after = 2099-01-01 }
port = { default = 4001, transport = ["tcp"], source = "us" }
reference = [{ title = "Chat" }]
left_out = "l"
same = [["com.example.chat://h/a", "com.example.chat://h/a#f"]]
different = [["com.example.chat://h/a", "com.example.chat://h/b"]]
example = [{ url = "com.example.chat://h/a?b=c", accept = true }, { url = "com.example.chat://h:4001/-a", accept = true }, { url = "com.example.chat:", accept = false }]

  [scheme.syntax]
  grammar = "rfc3986"
  dialect = "rfc5234"
  start = "chat"
  abnf = '''
chat = "com.example.chat" [ "1" ] "://" server [ ":" port ] "/" channel [ "?" options ]
server = host
channel = *( unreserved / pct-encoded )
options = *( pchar / "/" )
'''
  imports = ["rfc3986"]
  relative = "path"
  origin = true
  form_query = true
  subschemes = "channel"
  fragment = "separate"
  lenient = "channel = *( unreserved / pct-encoded / \"|\" )"
  lenient_first = true
  bare_percent = false
  hosts = []
  equality = { default_port = "keep", escapes = "keep", dot_segments = "keep" }
  component = [{ name = "host", rule = "server", type = "host", host = "rfc3986" }, { name = "channel", rule = "channel", case = "lower", sensitive = true }, { name = "options", rule = "options", type = "fields", secret = ["token"] }]
  mistake = [{ within = ["channel"], message = "a channel has letters", help = "write letters" }]
  deviation = [{ within = ["channel"], characters = "|", id = "bar", message = "a bar", section = "s1" }]

  [scheme.access]
  kind = "steps"
  locates = "service"
  name_properties = "n"
  operations = ["open", "get"]
  default = "open"
  algorithm = "Connect, and join the channel that the URL names."
  command_line = true
  steps = [{ connect = "{host}:{port}" }, { send = "JOIN {channel}\r\n" }]
"#;

/// Keys whose changes are no question here: the identity of the entry, libraries, and what excludes another key.
const NOT_HERE: [&str; 8] = ["abnf_file", "form", "gateway", "iana", "like", "name", "plugin", "version"];

/// What every example is read as, and the hashes of all facets.
fn state(layer: &RegistryFile, urls: &[String]) -> Vec<String> {
    let base = anyurl_core::Registry::builder().build();
    let resolved = Stack::new().push(layer.clone()).resolve(&base, None);
    let mut state: Vec<_> = layer
        .schemes()
        .flat_map(|entry| {
            [Facet::Syntax, Facet::Access, Facet::Port, Facet::Metadata]
                .map(|facet| (entry.key(), facet, entry.hash(facet)))
        })
        .map(|hash| format!("{hash:?}"))
        .collect();
    for url in urls {
        state.push(match &resolved {
            Err(_) => "not loaded".to_owned(),
            Ok(resolved) => match resolved.registry().parse(url) {
                Err(error) => format!("{:?}", error.kind()),
                Ok(read) => {
                    let parts: Vec<_> =
                        read.components().map(|part| (part.name().to_owned(), part.text().to_owned())).collect();
                    format!(
                        "{parts:?} {} {:?}",
                        read.to_canonical(),
                        read.plan(&anyurl_core::Environment::new()).map(|plan| plan.steps().to_vec()).ok()
                    )
                }
            },
        });
    }
    state
}

/// Other values for a value.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => vec![format!("{}x", text.value()).into(), "nothing".into()],
        Value::Integer(number) => vec![(number.value() + 1).into()],
        Value::Boolean(flag) => vec![(!flag.value()).into()],
        Value::Array(all) => {
            let mut fewer = all.clone();
            if !all.is_empty() {
                fewer.remove(all.len() - 1);
            }
            let mut more = all.clone();
            more.extend(all.iter().last().into_iter().flat_map(others).take(1));
            vec![fewer.into(), more.into()]
        }
        _ => Vec::new(),
    }
}

/// The paths of all keys in a table.
fn paths(table: &dyn TableLike, path: &[String], to: &mut Vec<Vec<String>>) {
    for (key, item) in table.iter() {
        let path = [path, &[key.to_owned()]].concat();
        if let Some(inner) = item.as_table_like() {
            paths(inner, &path, to);
        }
        to.push(path);
    }
}

fn table_at<'t>(entry: &'t mut Table, path: &[String]) -> &'t mut dyn TableLike {
    let mut table: &mut dyn TableLike = entry;
    for key in path {
        table = table.get_mut(key).and_then(Item::as_table_like_mut).expect("a table");
    }
    table
}

#[test]
fn no_harmless_change_is_one_of_behaviour() {
    let text = file(ENTRIES);
    let before = RegistryFile::from_text("org.toml", text.as_str()).unwrap().load().unwrap();
    let urls: Vec<_> = before.schemes().flat_map(|entry| &entry.examples).map(|one| one.url.to_string()).collect();
    let was = state(&before, &urls);
    assert!(was.iter().any(|line| line.contains("JOIN")), "{was:?}");
    let document: DocumentMut = text.parse().unwrap();
    let entry = |document: &DocumentMut| document["scheme"].as_array_of_tables().unwrap().get(0).unwrap().clone();
    let mut all = Vec::new();
    paths(&entry(&document), &[], &mut all);
    let (mut harmless, mut tried) = (BTreeSet::new(), BTreeSet::new());
    for path in all.iter().filter(|path| !NOT_HERE.contains(&path[0].as_str())) {
        let (key, parent) = path.split_last().unwrap();
        let value = table_at(&mut entry(&document), parent).get(key).and_then(Item::as_value).cloned();
        tried.insert(key.clone());
        for new in std::iter::once(None).chain(value.iter().flat_map(others).map(Some)) {
            let mut other = document.clone();
            let tables = other["scheme"].as_array_of_tables_mut().unwrap();
            let table = table_at(tables.get_mut(0).unwrap(), parent);
            match &new {
                Some(new) => drop(table.insert(key, Item::Value(new.clone()))),
                None => drop(table.remove(key)),
            }
            let Ok(after) = RegistryFile::from_text("org.toml", other.to_string()).unwrap().load() else { continue };
            let changes = diff(&before, &after).changes;
            if changes.iter().all(|change| change.severity == ChangeSeverity::Harmless) {
                harmless.insert(path.join("."));
                let shown: Vec<_> = changes.iter().map(ToString::to_string).collect();
                assert_eq!(state(&after, &urls), was, "{}: {new:?}: {shown:?}", path.join("."));
            }
        }
    }
    // The test is about all keys, and some changes are harmless.
    assert!(harmless.contains("owner") && harmless.contains("access.algorithm") && harmless.len() > 15, "{harmless:?}");
    let schema: serde_json::Value = serde_json::from_str(&json_schema().to_string()).unwrap();
    for table in ["scheme", "scheme.syntax.keys", "scheme.access.keys", "scheme.port"] {
        let keys = schema["definitions"][table]["properties"].as_object().unwrap_or_else(|| panic!("{table}")).keys();
        let missing: Vec<_> = keys.filter(|key| !tried.contains(*key) && !NOT_HERE.contains(&key.as_str())).collect();
        assert!(missing.is_empty(), "{table}: {missing:?}");
    }
}
