//! A JSON Schema of the URLs of each scheme, for other programs that check texts.

use anyurl_declared::format::{Fragment, RegistryFile, SchemeEntry, SyntaxTable};
use anyurl_declared::syntax_pattern;
use serde_json::{Map, Value, json};

/// `json-schema`: each scheme under `$defs`, by its name and, but for the first version, the version. The whole accepts a URL
/// of any of them.
///
/// A pattern is the grammar: what is checked beyond it, such as ranges of numbers, is not in it.
pub(super) fn write(layers: &[RegistryFile]) -> String {
    let mut definitions = Map::new();
    for (_, entry) in super::sorted(layers) {
        if let Some(syntax) = &entry.syntax {
            definitions.insert(name(entry), definition(entry, syntax));
        }
    }
    let any: Vec<_> = definitions.keys().map(|name| json!({ "$ref": format!("#/$defs/{}", pointer(name)) })).collect();
    let header = layers.last().map(|layer| &layer.header);
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": header.map(|header| &*header.title.value),
        "$comment": header.map(|header| format!("{} {}", *header.id, *header.version)),
        "anyOf": any,
        "$defs": definitions,
    });
    format!("{schema:#}\n")
}

fn name(entry: &SchemeEntry) -> String {
    let (name, version) = (entry.key(), &*entry.version);
    if version.major == 1 { name } else { format!("{name} {version}") }
}

/// A part of the fragment of a URI that is a JSON pointer.
fn pointer(name: &str) -> String {
    name.replace('~', "~0").replace(' ', "%20")
}

fn definition(entry: &SchemeEntry, syntax: &SyntaxTable) -> Value {
    let of = |accept| entry.examples.iter().filter(move |one| *one.accept == accept).map(|one| &one.url.value);
    let mut schema =
        json!({ "type": "string", "description": &*entry.description, "examples": of(true).collect::<Vec<_>>() });
    // A fragment is split off before the grammar is applied.
    let is_separate = matches!(syntax.fragment.as_deref(), None | Some(Fragment::Separate));
    let fragment = if is_separate { "(?:#.*)?" } else { "" };
    // The grammar of a family has the name of the family, and URLs have those of its members.
    let pattern = syntax_pattern(syntax).map(|pattern| pattern.replacen(r"\+\*:", r"\+[A-Za-z0-9+.\-]+:", 1));
    if let Some(pattern) = pattern {
        schema["pattern"] = format!("^(?:{pattern}){fragment}$").into();
    }
    if entry.metadata.deprecated.is_some() {
        schema["deprecated"] = true.into();
    }
    schema
}
