//! URLs from parts, and other parts of a URL.

use anyurl_core::authors::Role;
use anyurl_core::{BuildError, OwnedUrl, PairList, Registry, Url, UrlBuilder};
use serde_json::{Map, Value};

use super::{Answer, BuildProblem, Call, Parsed, json};

pub(super) fn build(registry: &Registry, call: &Call<'_>) -> Answer {
    let options = call.options();
    let builder = registry.build_with(call.text("text"), options).map_err(|error| problem(&error))?;
    let registration = registry.get(call.text("text"), options.profile).map(|entry| entry.registration());
    let role = |name: &str| Some(registration?.components.iter().find(|one| one.name == name)?.role);
    set(builder, &role, registration.is_some(), call)
}

pub(super) fn change(url: &Url<'_>, call: &Call<'_>) -> Answer {
    let components = &url.registration().components;
    let role = |name: &str| Some(components.iter().find(|one| one.name == name)?.role);
    set(url.to_builder(), &role, url.is_known(), call)
}

/// Sets the parts: components by the builder; path, segments, query and scheme in the URL that it returns, for most schemes
/// have them in components of their own.
fn set(mut builder: UrlBuilder, role: &dyn Fn(&str) -> Option<Role>, is_known: bool, call: &Call<'_>) -> Answer {
    let empty = Map::new();
    let parts = call.arguments["parts"].as_object().unwrap_or(&empty);
    let is_late = |name: &str| match name {
        "pathSegments" | "scheme" => true,
        "path" | "query" => !is_known || matches!(role(name), None | Some(Role::Whole | Role::Text)),
        _ => false,
    };
    for (name, value) in parts.iter().filter(|(name, _)| !is_late(name)) {
        builder = component(builder, name, role(name), value);
    }
    let late = |name: &str| parts.get(name).filter(|_| is_late(name));
    let built = match (late("path").and_then(Value::as_str), builder.clone().build()) {
        (Some(path), Err(_)) => builder.set("path", path).build(),
        (_, built) => built,
    };
    let changed = built.and_then(|url| {
        let url = match late("scheme").and_then(Value::as_str) {
            Some(scheme) => url.with_scheme(scheme)?,
            None => url,
        };
        let url = match late("path") {
            Some(path) => url.with_path(path.as_str().unwrap_or_default())?,
            None => url,
        };
        let url = match late("pathSegments").and_then(Value::as_array) {
            Some(segments) => url.with_path_segments(segments.iter().map(text))?,
            None => url,
        };
        match late("query") {
            Some(query) => with_query(&url, query),
            None => Ok(url),
        }
    });
    changed.map(|url| json(&Parsed::new(&url.as_url()))).map_err(|error| problem(&error))
}

fn with_query(url: &OwnedUrl, query: &Value) -> Result<OwnedUrl, BuildError> {
    let pairs = match query {
        Value::String(text) => return url.with_query(text),
        Value::Array(pairs) => pairs,
        _ => return url.without_query(),
    };
    let mut list = PairList::new("");
    for pair in pairs {
        let value = Some(&pair[1]).filter(|value| !value.is_null()).map(text);
        list.push(text(&pair[0]), value.as_deref().map(str::as_bytes));
    }
    url.with_pairs(&list)
}

/// Sets a component to a value of JSON: `null` and `false` remove it.
fn component(builder: UrlBuilder, name: &str, role: Option<Role>, value: &Value) -> UrlBuilder {
    match (value, role) {
        (Value::Null | Value::Bool(false), _) => builder.without(name),
        (Value::Bool(true), _) => builder.flag(name),
        (Value::Array(pairs), Some(Role::Fields(_))) => pairs.iter().fold(builder.without(name), |builder, pair| {
            let field = Some(&pair[1]).filter(|value| !value.is_null()).map(text);
            builder.push_field(name, text(&pair[0]), field.as_deref().map(str::as_bytes))
        }),
        (Value::Array(all), _) => all.iter().fold(builder.without(name), |builder, one| builder.push(name, text(one))),
        // With their delimiters.
        (Value::String(text), Some(Role::List(_) | Role::Fields(_))) => builder.set_raw(name, text),
        _ => builder.set(name, text(value)),
    }
}

/// A text, or a number as one.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn problem(error: &BuildError) -> String {
    json(&BuildProblem { message: error.to_string(), component: error.component().to_owned() })
}
