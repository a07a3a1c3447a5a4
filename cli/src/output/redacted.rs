//! `"redacted": […]`: the paths of the members of an object that are masked.
//!
//! A path has the names of members with dots between them, and after a list of objects the number of one, from 0:
//! `input`, `components.password`, `plan[1].text`. A list of texts is one member: `components.options`.

use anyurl_core::internal::MASK;
use serde_json::Value;

use super::object::{Field, Object};

impl Object<'_> {
    /// Whether a text may be masked.
    pub(super) fn has_mask(&self) -> bool {
        self.0.iter().any(|(_, field)| match field {
            Field::Value(value) => has_mask(value),
            Field::Object(object) => object.has_mask(),
            other => text_of(other).is_some_and(|text| text.contains(MASK)),
        })
    }
}

/// The paths of the members in which a masked object differs from the exact one.
pub(super) fn paths(shown: &Object<'_>, exact: &Object<'_>) -> Vec<String> {
    let mut found = Vec::new();
    add_object(shown, exact, "", &mut found);
    found
}

fn add_object(shown: &Object<'_>, exact: &Object<'_>, prefix: &str, found: &mut Vec<String>) {
    for (name, field) in &shown.0 {
        let path = format!("{prefix}{name}");
        let other = exact.0.iter().find(|(own, _)| own == name).map(|(_, other)| other);
        match (field, other) {
            (Field::Value(one), Some(Field::Value(other))) => add_value(one, other, path, found),
            (Field::Object(one), Some(Field::Object(other))) => add_object(one, other, &format!("{path}."), found),
            (one, Some(other)) if text_of(one) == text_of(other) => {}
            _ => found.push(path),
        }
    }
}

fn add_value(shown: &Value, exact: &Value, path: String, found: &mut Vec<String>) {
    match (shown, exact) {
        (one, other) if one == other => {}
        (Value::Object(one), Value::Object(other)) => {
            for (name, value) in one {
                add_value(value, other.get(name).unwrap_or(&Value::Null), format!("{path}.{name}"), found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.first().is_some_and(Value::is_object) => {
            for (n, value) in one.iter().enumerate() {
                add_value(value, other.get(n).unwrap_or(&Value::Null), format!("{path}[{n}]"), found);
            }
        }
        _ => found.push(path),
    }
}

/// The text of a field that is not divided into members.
fn text_of<'f>(field: &'f Field<'_>) -> Option<&'f str> {
    match field {
        Field::Text(text) | Field::Params { query: text, .. } => Some(text),
        Field::List(list, _) => Some(list.text()),
        Field::Fields(fields, _) => Some(fields.text()),
        Field::Value(_) | Field::Object(_) | Field::Number(_) => None,
    }
}

fn has_mask(value: &Value) -> bool {
    match value {
        // Bytes that are not UTF-8 are written in hexadecimal digits.
        Value::String(text) => text.contains(MASK) || text.contains("2a2a2a"),
        Value::Array(values) => values.iter().any(has_mask),
        Value::Object(members) => members.values().any(has_mask),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: Value) -> Object<'static> {
        let Value::Object(members) = value else { panic!("an object") };
        members.into_iter().collect()
    }

    #[test]
    fn paths_lead_to_members() {
        let exact = json!({
            "input": "a:b", "components": { "password": "b", "cwd": ["b", "c"] }, "plan": [{ "text": "b" }, { "text": "c" }],
            "port": 1, "hex": { "hex": "62" },
        });
        for (shown, expected) in [
            (exact.clone(), &[][..]),
            (json!({ "input": "***" }), &["input"]),
            (
                json!({ "components": { "password": "***", "cwd": ["***", "c"] } }),
                &["components.password", "components.cwd"],
            ),
            (json!({ "plan": [{ "text": "b" }, { "text": "***" }] }), &["plan[1].text"]),
            (json!({ "hex": { "hex": "2a2a2a" } }), &["hex.hex"]),
            (json!({ "hex": "***" }), &["hex"]),
            (json!({ "says": "***" }), &["says"]),
        ] {
            let shown = object(shown);
            assert_eq!(paths(&shown, &object(exact.clone())), expected);
            assert_eq!(shown.has_mask(), !expected.is_empty());
        }
    }
}
