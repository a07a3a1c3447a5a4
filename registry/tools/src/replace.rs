//! Drafts of overrides: the output of `anyurl registry new --override NAME`.

use std::fmt::Write;

use anyurl_core::authors::Registration;
use serde_json::{Map, Value, json};

use anyurl_declared::format::{self, Facet, Hash, Keyword, LayerKind, Override};
use anyurl_declared::layers::{FacetValue, Resolved, SchemeDefinition};

/// An error of [`draft_override`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OverrideError {
    /// No layer has the name.
    #[error("no layer has `{0}`: give its file with `--registry`, or add a `[[scheme]]` (`anyurl registry new {0}`)")]
    Unknown(String),
    /// No version has the facet.
    #[error("no version of `{name}` has `{facet}`")]
    NoFacet {
        /// The scheme.
        name: String,
        /// The facet.
        facet: &'static str,
    },
    /// The facet cannot be replaced.
    #[error("the syntax of `{0}` is sealed: choose another version (`[pin]`), or another name")]
    Sealed(String),
    /// Overrides of names and metadata have no draft.
    #[error("no draft for the facet `{0}`: choose access, port or syntax")]
    NotReplaced(&'static str),
}

/// Returns a draft of a layer that replaces a facet of a scheme in every version that has it: of a kind, `user` by default,
/// and an id, a placeholder by default.
///
/// The draft contains the current value, so that it can be used as it is. Texts to fill in begin with TODO.
///
/// ```
/// use anyurl_declared::format::{Facet, RegistryFile};
/// use anyurl_declared::layers::Stack;
/// use anyurl_registry_tools::draft_override;
///
/// let layers = Stack::new().resolve(anyurl::rfc1738(), None)?;
/// let draft = draft_override(&layers, "gopher", Facet::Port, None, None)?;
/// assert!(draft.contains("of = \"builtin\"") && draft.contains("port = { default = 70 }"));
///
/// let layer = RegistryFile::from_text("me.toml", draft.replace("= 70 ", "= 7070 "))?.load()?;
/// let layers = Stack::new().push(layer).resolve(anyurl::rfc1738(), None)?;
/// let url = layers.registry().parse("gopher://h/")?;
/// assert_eq!(url.registration().default_port, Some(7070));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`OverrideError`] if the facet does not exist or cannot be replaced.
pub fn draft_override(
    resolved: &Resolved,
    name: &str,
    facet: Facet,
    id: Option<&str>,
    kind: Option<LayerKind>,
) -> Result<String, OverrideError> {
    let text = format::draft_header(id, kind) + &override_tables(resolved, name, facet)?;
    // `tidy` sorts the keys.
    Ok(format::format_toml("draft", text.as_str()).unwrap_or(text))
}

/// Returns the tables of [`draft_override`] alone, for an existing file.
///
/// # Errors
/// The same.
pub fn override_tables(resolved: &Resolved, name: &str, facet: Facet) -> Result<String, OverrideError> {
    let key = name.to_ascii_lowercase();
    let known = resolved.name(&key);
    let known = known.ok_or_else(|| OverrideError::Unknown(key.clone()))?;
    if matches!(facet, Facet::Name | Facet::Metadata) {
        return Err(OverrideError::NotReplaced(facet.as_str()));
    }
    let mut text = String::new();
    let mut written: Vec<(&str, Hash)> = Vec::new();
    for definition in &known.definitions {
        let Some(value) = definition.facets.get(&facet) else {
            continue;
        };
        if facet == Facet::Syntax && (definition.is_sealed() || definition.entry().is_none()) {
            return Err(OverrideError::Sealed(key));
        }
        // One override replaces the facet of all versions with the same value.
        let same = (value.by.layer.as_str(), value.hash);
        if !written.contains(&same) {
            written.push(same);
            text += &draft(resolved, &key, facet, (definition, value));
        }
    }
    if written.is_empty() {
        let facet = facet.as_str();
        return Err(OverrideError::NoFacet { name: key, facet });
    }
    Ok(text)
}

/// Returns one `[[override]]`.
fn draft(
    resolved: &Resolved,
    name: &str,
    facet: Facet,
    (definition, value): (&SchemeDefinition, &FacetValue),
) -> String {
    let expect = value.hash.to_string();
    let mut text = String::from("\n[[override]]\n");
    for (key, value) in [
        ("name", name),
        ("of", &value.by.layer),
        ("facet", facet.as_str()),
        ("expect", &expect),
        ("reason", "TODO: the reason for the override"),
    ] {
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "{key} = {}", toml(&value.into()));
    }
    let mut table = current_value(resolved, name, facet, (definition, value));
    let plugin = table.remove("plugin");
    if facet == Facet::Port {
        let _ = writeln!(text, "port = {}", toml(&Value::Object(table)));
        return text;
    }
    let plugin = plugin.and_then(|plugin| plugin.as_object().cloned());
    for (key, table) in [(facet.as_str(), Some(table)), ("plugin", plugin)] {
        for (n, (inner, value)) in table.iter().flatten().enumerate() {
            if n == 0 {
                let _ = writeln!(text, "\n  [override.{key}]");
            }
            let _ = writeln!(text, "  {inner} = {}", toml(value));
        }
    }
    text
}

/// Returns the current value of a facet: from an override, from the entry, or from the built-in registration.
fn current_value(
    resolved: &Resolved,
    name: &str,
    facet: Facet,
    (definition, value): (&SchemeDefinition, &FacetValue),
) -> Map<String, Value> {
    let overrides = resolved.layers().flat_map(|placed| placed.layer().overrides());
    let mut matching = overrides.filter(|one| one.hash() == Some(value.hash));
    let replaced = matching.find_map(Override::canonical);
    let own = || definition.entry().and_then(|entry| entry.canonical(facet));
    let written = replaced.or_else(own).and_then(|text| serde_json::from_str(&text).ok());
    let mut builtins = resolved.registry().versions(name);
    let builtin = builtins.find(|builtin| builtin.registration().version == definition.version);
    written.or_else(|| Some(from_builtin(builtin?.registration(), facet))).unwrap_or_default()
}

/// Returns the access or port of a built-in scheme, as a table.
fn from_builtin(builtin: &Registration, facet: Facet) -> Map<String, Value> {
    let locates = match (builtin.data_object, builtin.name_properties.is_empty()) {
        (true, _) => "data-object",
        (false, true) => "service",
        (false, false) => "name",
    };
    let table = match facet {
        Facet::Port => json!({ "default": builtin.default_port }),
        _ => json!({
            "kind": "builtin",
            "locates": locates,
            "operations": ["get"],
            "default": "get",
            "algorithm": builtin.access.join("; "),
        }),
    };
    let mut table = table.as_object().cloned().unwrap_or_default();
    if facet == Facet::Access && !builtin.name_properties.is_empty() {
        table.insert("name_properties".to_owned(), json!(builtin.name_properties));
    }
    table
}

/// Writes a value as TOML on one line.
fn toml(value: &Value) -> String {
    match value {
        Value::Object(table) => {
            let member = |(key, value): (&String, &Value)| format!("{key} = {}", toml(value));
            let members: Vec<_> = table.iter().map(member).collect();
            format!("{{ {} }}", members.join(", "))
        }
        Value::Array(list) => {
            let items: Vec<_> = list.iter().map(toml).collect();
            format!("[{}]", items.join(", "))
        }
        // Numbers, booleans and strings are written alike in JSON and TOML.
        other => other.to_string(),
    }
}
