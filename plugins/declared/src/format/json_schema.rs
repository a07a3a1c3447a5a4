//! The format as a JSON Schema (draft-07), from the tables that reading uses: for editors, which complete and explain
//! keys.
//!
//! JSON has no dates, so that the schema cannot tell a date from a text of the same form; lint does.

use std::collections::BTreeMap;

use super::canonical::CanonicalValue;
use super::keywords::{Keyword as _, Profile, Word};
use super::lint_rules::RULES;
use super::schema::{Condition, KeySchema, TableSchema, ValueType};
use super::table::Table as _;
use super::tables::{DEFAULT_SYNTAX, DEFAULTS, FILE, INCLUDED, LEVEL, SchemeEntry, SyntaxTable};

/// Returns the JSON Schema of a registry file, and of a file that one includes. Its descriptions need the feature `formatter`.
///
/// ```
/// let schema = anyurl_declared::format::json_schema().to_string();
/// assert!(schema.contains(r##""$schema":"http://json-schema.org/draft-07/schema#""##));
/// assert!(schema.contains(r#""scheme.port":{"additionalProperties":false"#));
/// ```
pub fn json_schema() -> CanonicalValue {
    let mut definitions = BTreeMap::new();
    let mut file = table(&FILE, &mut definitions);
    // A file with only what an included file may have is included by another one, and has no header.
    let (is_main, included): (Vec<_>, Vec<_>) = FILE.keys().partition(|key| !INCLUDED.has(key.name));
    let required = included.into_iter().filter(|key| key.is_required).map(|key| key.name);
    file.insert("required".to_owned(), texts(required));
    let is_main = is_main.iter().map(|key| object([("required", texts([key.name]))]));
    let is_main = object([("anyOf", list(is_main))]);
    let header = object([("required", texts(["registry"]))]);
    file.insert("if".to_owned(), is_main);
    file.insert("then".to_owned(), header);
    file.insert("$schema".to_owned(), "http://json-schema.org/draft-07/schema#".into());
    file.insert("title".to_owned(), "Registry file of anyurl".into());
    file.insert("definitions".to_owned(), CanonicalValue::Table(definitions));
    CanonicalValue::Table(file)
}

/// Adds the definition of a table, and those in it.
fn define(table: &'static TableSchema, to: &mut BTreeMap<String, CanonicalValue>) {
    if !to.contains_key(table.name) {
        // Tables of steps contain themselves.
        to.insert(table.name.to_owned(), CanonicalValue::Flag(true));
        let schema = self::table(table, to);
        to.insert(table.name.to_owned(), CanonicalValue::Table(schema));
    }
}

/// The schema of a table. Adds those in it.
///
/// An entry with `like` may have a part of a table. What the table requires is then apart from its keys.
fn table(table: &'static TableSchema, to: &mut BTreeMap<String, CanonicalValue>) -> BTreeMap<String, CanonicalValue> {
    let mut conditions: Vec<_> = table.conditions.iter().flat_map(condition).collect();
    let mut all = keys(table, to);
    if is_part(table) {
        to.insert(part_of(table), CanonicalValue::Table(all));
        all = BTreeMap::new();
        conditions.insert(0, reference(&part_of(table)));
    }
    if table.has("like") {
        let whole = parts().map(|inner| (last(inner.name), reference(inner.name)));
        let like = object([("required", texts(["like"]))]);
        conditions.push(object([("if", like), ("else", object([("properties", object(whole))]))]));
    }
    if table.name == FILE.name {
        conditions.push(without_defaults());
    }
    let is_required = |key: &&KeySchema| key.is_required && !can_be_inherited(table, key.name);
    let required: Vec<_> = table.keys().filter(is_required).map(|key| key.name).collect();
    if !required.is_empty() {
        all.insert("required".to_owned(), texts(required));
    }
    if !conditions.is_empty() {
        all.insert("allOf".to_owned(), CanonicalValue::List(conditions));
    }
    all
}

/// A file with a header without defaults has complete entries. An included file does not tell.
fn without_defaults() -> CanonicalValue {
    let inherited = |table: &'static TableSchema| {
        let keys = table.keys().filter(|key| key.is_required && can_be_inherited(table, key.name));
        texts(keys.map(|key| key.name).collect::<Vec<_>>())
    };
    let properties = |key, value| object([("properties", object([(key, value)]))]);
    let syntax = properties("syntax", object([("required", inherited(SyntaxTable::SCHEMA))]));
    let entry = object([
        ("required", inherited(SchemeEntry::SCHEMA)),
        ("if", object([("required", texts(["like"]))])),
        ("else", syntax),
    ]);
    let has_defaults = object([("required", texts(["defaults"]))]);
    let header = object([("registry", object([("not", has_defaults)]))]);
    let file = object([("required", texts(["registry"])), ("properties", header)]);
    object([("if", file), ("then", properties("scheme", object([("items", entry)])))])
}

/// Whether an entry may have the key from `[registry.defaults]`, of which its own file need not be the one that has them.
fn can_be_inherited(table: &'static TableSchema, key: &str) -> bool {
    let is = |other: &'static TableSchema| std::ptr::eq(table, other);
    is(SchemeEntry::SCHEMA) && DEFAULTS.has(key) || is(SyntaxTable::SCHEMA) && DEFAULT_SYNTAX.has(key)
}

/// The keys of a table.
fn keys(table: &'static TableSchema, to: &mut BTreeMap<String, CanonicalValue>) -> BTreeMap<String, CanonicalValue> {
    let properties = table.keys().map(|key| {
        let mut property = members(property(key, to));
        match &key.value {
            ValueType::Table(inner) if table.has("like") && is_part(inner) => {
                property.insert("allOf".to_owned(), list([reference(&part_of(inner))]));
            }
            _ => {}
        }
        (key.name.to_owned(), CanonicalValue::Table(property))
    });
    let properties: BTreeMap<_, _> = properties.collect();
    members(object([
        ("type", "object".into()),
        ("description", table.about.into()),
        ("additionalProperties", false.into()),
        ("properties", CanonicalValue::Table(properties)),
    ]))
}

/// The definition of the keys of a table.
fn part_of(table: &TableSchema) -> String {
    format!("{}.keys", table.name)
}

/// `syntax`
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The tables that an entry with `like` may have in part, and other entries only as a whole.
fn parts() -> impl Iterator<Item = &'static TableSchema> {
    let inner = |key: &'static KeySchema| match key.value {
        ValueType::Table(inner) if !key.is_own => Some(inner),
        _ => None,
    };
    let requires = |inner: &&TableSchema| !inner.conditions.is_empty() || inner.keys().any(|key| key.is_required);
    SchemeEntry::SCHEMA.keys().filter_map(inner).filter(requires)
}

fn is_part(table: &TableSchema) -> bool {
    parts().any(|part| std::ptr::eq(part, table))
}

/// The schema of a key, with its meaning.
fn property(key: &'static KeySchema, to: &mut BTreeMap<String, CanonicalValue>) -> CanonicalValue {
    let mut value = value(&key.value, to);
    let words = match &key.value {
        ValueType::Word(words) | ValueType::List(ValueType::Word(words)) => described(words),
        _ => String::new(),
    };
    let about = format!("{}{words}", key.about);
    // The other keys beside a reference have no effect in draft-07.
    if value.contains_key("$ref") {
        value = members(object([("allOf", list([CanonicalValue::Table(value)]))]));
    }
    value.insert("description".to_owned(), about.as_str().into());
    CanonicalValue::Table(value)
}

/// The words with their meanings, one on each line.
fn described(words: &[Word]) -> String {
    let words = words.iter().filter(|(_, about)| !about.is_empty());
    let lines: Vec<_> = words.map(|(word, about)| format!("\n\n`{word}`: {about}")).collect();
    lines.concat()
}

fn value(of: &ValueType, to: &mut BTreeMap<String, CanonicalValue>) -> BTreeMap<String, CanonicalValue> {
    let of_type = |name: &str| vec![("type", CanonicalValue::from(name))];
    let text = |pattern: &str| vec![("type", "string".into()), ("pattern", pattern.into())];
    let keys = match of {
        ValueType::Text | ValueType::Requirement => of_type("string"),
        ValueType::Selector => text("^."),
        ValueType::Pattern(pattern) => text(pattern),
        ValueType::Fixed(all) => vec![("enum", texts(all.iter().copied()))],
        ValueType::Characters(most) => text(&format!("^[\\x00-\\x7F]{{1,{most}}}$")),
        ValueType::Flag => of_type("boolean"),
        ValueType::False => vec![("const", false.into())],
        ValueType::Integer(least, most) => {
            let mut keys = vec![("type", "integer".into()), ("minimum", (*least).into())];
            // TOML has no larger numbers.
            keys.extend(i64::try_from(*most).ok().map(|most| ("maximum", most.into())));
            keys
        }
        ValueType::Date => {
            let mut keys = text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
            keys.push(("format", "date".into()));
            keys
        }
        ValueType::Version => text(VERSION),
        ValueType::Hash => text("^sha256:[0-9a-f]{64}$"),
        ValueType::Word(words) => vec![("enum", texts(words.iter().map(|(word, _)| *word)))],
        ValueType::List(inner) => {
            vec![("type", "array".into()), ("items", CanonicalValue::Table(value(inner, to)))]
        }
        ValueType::Map(inner) => {
            vec![("type", "object".into()), ("additionalProperties", CanonicalValue::Table(value(inner, to)))]
        }
        ValueType::MapExcept(inner, name, other) => {
            let other = CanonicalValue::Table(value(other, to));
            let mut keys = value(&ValueType::Map(inner), to);
            keys.insert("properties".to_owned(), object([(*name, other)]));
            return keys;
        }
        ValueType::Table(table) => {
            define(table, to);
            return members(reference(table.name));
        }
        ValueType::Tables(table) => {
            define(table, to);
            vec![("type", "array".into()), ("items", reference(table.name))]
        }
        ValueType::Flattened(_) => unreachable!("the keys of a table are those of flattened ones"),
        ValueType::LintLevels => lint_levels(to),
        ValueType::OneOf(all) => {
            let all = all.iter().map(|one| CanonicalValue::Table(value(one, to)));
            vec![("anyOf", CanonicalValue::List(all.collect()))]
        }
    };
    members(object(keys))
}

/// The keys of `[lint]`: a profile, and the rules whose levels can be changed.
fn lint_levels(to: &mut BTreeMap<String, CanonicalValue>) -> Vec<(&'static str, CanonicalValue)> {
    let mut properties = BTreeMap::new();
    for rule in RULES.iter().filter(|rule| !rule.is_fixed()) {
        let mut level = value(&LEVEL, to);
        level.insert("description".to_owned(), rule.says.into());
        properties.insert(rule.id.to_owned(), CanonicalValue::Table(level));
    }
    let words = Profile::WORDS;
    let about = format!("The profile, which sets the levels.{}", described(words));
    let profile =
        object([("enum", texts(words.iter().map(|(word, _)| *word))), ("description", about.as_str().into())]);
    properties.insert("profile".to_owned(), profile);
    vec![
        ("type", "object".into()),
        ("additionalProperties", false.into()),
        ("properties", CanonicalValue::Table(properties)),
    ]
}

/// semver.org
const VERSION: &str = r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$";

fn condition(of: &Condition) -> Vec<CanonicalValue> {
    let required = |keys: &[&str]| object([("required", texts(keys.iter().copied()))]);
    let any_of = |keys: &[&str]| object([("anyOf", list(keys.iter().map(|key| required(&[key]))))]);
    let is = |key: &str, word: &str| {
        let value = object([("const", word.into())]);
        object([("properties", object([(key, value)])), ("required", texts([key]))])
    };
    match of {
        Condition::Needs(key, others) => {
            vec![object([("dependencies", object([(*key, texts(others.iter().copied()))]))])]
        }
        Condition::NeedsAny(key, others) => vec![object([("dependencies", object([(*key, any_of(others))]))])],
        Condition::Any(keys) => vec![any_of(keys)],
        Condition::NonEmptyNeeds(key, other) => {
            let has_values = object([("properties", object([(*key, object([("minItems", 1.into())]))]))]);
            vec![object([("if", has_values), ("then", required(&[other]))])]
        }
        Condition::Excludes(one, other) => vec![object([("not", required(&[one, other]))])],
        Condition::Where(key, word, needed, refused) => {
            let mut then = members(required(needed));
            if !refused.is_empty() {
                then.insert("not".to_owned(), any_of(refused));
            }
            vec![object([("if", is(key, word)), ("then", CanonicalValue::Table(then))])]
        }
        Condition::Unless(key, word, needed) => vec![object([("if", is(key, word)), ("else", required(&[needed]))])],
        Condition::OneAction(actions) => {
            let mut owners: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for (action, beside) in *actions {
                beside.iter().for_each(|key| owners.entry(key).or_default().push(action));
            }
            let owners = owners.iter().map(|(key, actions)| (*key, any_of(actions)));
            let one = list(actions.iter().map(|(action, _)| required(&[action])));
            vec![object([("oneOf", one)]), object([("dependencies", object(owners))])]
        }
    }
}

/// `{ "$ref": "#/definitions/scheme.port" }`
fn reference(definition: &str) -> CanonicalValue {
    let path = format!("#/definitions/{}", definition.replace(' ', "%20"));
    object([("$ref", path.as_str().into())])
}

fn object<'k>(keys: impl IntoIterator<Item = (&'k str, CanonicalValue)>) -> CanonicalValue {
    CanonicalValue::table(keys)
}

fn members(of: CanonicalValue) -> BTreeMap<String, CanonicalValue> {
    match of {
        CanonicalValue::Table(members) => members,
        _ => BTreeMap::new(),
    }
}

fn list(values: impl IntoIterator<Item = CanonicalValue>) -> CanonicalValue {
    CanonicalValue::List(values.into_iter().collect())
}

fn texts<'t>(all: impl IntoIterator<Item = &'t str>) -> CanonicalValue {
    list(all.into_iter().map(CanonicalValue::from))
}
