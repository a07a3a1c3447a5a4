//! Declarations as in Rust, without the paths of types.

use serde_json::Value;

use super::crates::Item;

/// The declaration of an item that has this path.
pub(crate) fn declaration(path: &str, item: Item<'_>) -> String {
    let inner = &item.inner()[item.kind()];
    let generics = generics(&inner["generics"]);
    let prefix = attributes(item);
    match item.kind() {
        "module" => format!("pub mod {path}"),
        "struct" if inner["kind"]["tuple"].is_array() => format!("{prefix}pub struct {path}{generics}{}", tuple(item)),
        "trait" => format!("{prefix}pub trait {path}{generics}{}", after(": ", &bounds(&inner["bounds"]))),
        "function" => function(&format!("pub {{}}fn {path}"), inner),
        "constant" => format!("pub const {path}: {}", ty(&inner["type"])),
        "static" => format!("pub static {path}: {}", ty(&inner["type"])),
        "type_alias" => format!("pub type {path}{generics} = {}", ty(&inner["type"])),
        "macro" => format!("pub macro {path}!"),
        kind => format!("{prefix}pub {kind} {path}{generics}"),
    }
}

/// A method, field, variant, associated type or constant.
pub(crate) fn member(item: Item<'_>) -> String {
    let name = item.name().unwrap_or_default();
    let inner = &item.inner()[item.kind()];
    match item.kind() {
        "function" => function(&format!("{{}}fn {name}"), inner),
        "struct_field" => format!("{name}: {}", ty(inner)),
        "assoc_const" => format!("const {name}: {}", ty(&inner["type"])),
        "assoc_type" => format!("type {name}{}", after(": ", &bounds(&inner["bounds"]))),
        "variant" if inner["kind"]["tuple"].is_array() => format!("{}{name}{}", attributes(item), tuple(item)),
        "variant" if inner["kind"]["struct"].is_object() => {
            let fields = item.all(&inner["kind"]["struct"]["fields"]).into_iter().map(member).collect::<Vec<_>>();
            format!("{}{name} {{ {} }}", attributes(item), fields.join(", "))
        }
        "variant" => format!("{}{name}", attributes(item)),
        kind => format!("{kind} {name}"),
    }
}

/// The trait of an `impl` that is listed with an item, and the type if that is another one; `None` for methods of its own.
pub(crate) fn implemented(block: Item<'_>, of: Item<'_>) -> Option<String> {
    let inner = &block.inner()["impl"];
    let name = path(inner["trait"].as_object().map(|_| &inner["trait"])?);
    let target = &inner["for"];
    if target["resolved_path"]["id"] == of.value["id"] {
        Some(name)
    } else {
        Some(format!("{name} for {}", ty(target)))
    }
}

fn attributes(item: Item<'_>) -> &'static str {
    let attributes = item.value["attrs"].as_array();
    let is_open = attributes.into_iter().flatten().any(|attribute| attribute == "non_exhaustive");
    if is_open { "#[non_exhaustive] " } else { "" }
}

/// The types of the fields of a tuple; private ones are `_`.
fn tuple(item: Item<'_>) -> String {
    let ids = list(&item.inner()[item.kind()]["kind"]["tuple"]);
    let types = ids.map(|id| item.get(id).map_or("_".to_owned(), |field| ty(&field.inner()["struct_field"])));
    format!("({})", types.collect::<Vec<_>>().join(", "))
}

/// A function; the qualifiers replace `{}` in its head.
fn function(head: &str, inner: &Value) -> String {
    let qualifier = |key, word| if inner["header"][key] == true { word } else { "" };
    let qualifiers = [("is_const", "const "), ("is_async", "async "), ("is_unsafe", "unsafe ")];
    let words: String = qualifiers.into_iter().map(|(key, word)| qualifier(key, word)).collect();
    let inputs = list(&inner["sig"]["inputs"]).map(|input| argument(text(&input[0]), &ty(&input[1])));
    let inputs = inputs.collect::<Vec<_>>().join(", ");
    let output = &inner["sig"]["output"];
    let output = if output.is_null() { String::new() } else { format!(" -> {}", ty(output)) };
    let (generics, conditions) = (generics(&inner["generics"]), conditions(&inner["generics"]));
    format!("{}{generics}({inputs}){output}{conditions}", head.replace("{}", &words))
}

fn argument(name: &str, ty: &str) -> String {
    match (name, ty.strip_suffix("Self")) {
        ("self", Some(reference)) => format!("{reference}self"),
        _ => format!("{name}: {ty}"),
    }
}

/// `<'a, T: Bound>`. What stands for `impl Trait` in an argument is omitted.
fn generics(generics: &Value) -> String {
    let parameters = list(&generics["params"]).filter_map(|parameter| {
        let (name, kind) = (text(&parameter["name"]), &parameter["kind"]);
        let default = |value: &Value| if value.is_null() { String::new() } else { format!(" = {}", ty(value)) };
        if kind["type"]["is_synthetic"] == true {
            None
        } else if kind["type"].is_object() {
            Some(format!(
                "{name}{}{}",
                after(": ", &bounds(&kind["type"]["bounds"])),
                default(&kind["type"]["default"])
            ))
        } else if kind["const"].is_object() {
            Some(format!("const {name}: {}", ty(&kind["const"]["type"])))
        } else {
            Some(name.to_owned())
        }
    });
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    if parameters.is_empty() { parameters } else { format!("<{parameters}>") }
}

/// The `where` clause.
fn conditions(generics: &Value) -> String {
    let known = list(&generics["where_predicates"]).map(|predicate| &predicate["bound_predicate"]);
    let conditions = known
        .filter(|bound| bound.is_object())
        .map(|bound| format!("{}: {}", ty(&bound["type"]), bounds(&bound["bounds"])));
    after(" where ", &conditions.collect::<Vec<_>>().join(", "))
}

fn bounds(bounds: &Value) -> String {
    let names = list(bounds).map(|bound| match &bound["trait_bound"] {
        Value::Null if bound["outlives"].is_string() => text(&bound["outlives"]).to_owned(),
        Value::Null => "use<..>".to_owned(),
        known => {
            let sign = if known["modifier"] == "maybe" { "?" } else { "" };
            format!("{}{sign}{}", higher_ranked(&known["generic_params"]), path(&known["trait"]))
        }
    });
    names.collect::<Vec<_>>().join(" + ")
}

fn higher_ranked(parameters: &Value) -> String {
    let names = list(parameters).map(|parameter| text(&parameter["name"])).collect::<Vec<_>>().join(", ");
    if names.is_empty() { names } else { format!("for<{names}> ") }
}

/// A type or trait with its arguments.
fn path(path: &Value) -> String {
    let name = text(&path["path"]).rsplit("::").next().unwrap_or_default();
    format!("{name}{}", arguments(&path["args"]))
}

fn arguments(arguments: &Value) -> String {
    let function = &arguments["parenthesized"];
    if function.is_object() {
        let output =
            if function["output"].is_null() { String::new() } else { format!(" -> {}", ty(&function["output"])) };
        return format!("({}){output}", types(&function["inputs"]));
    }
    let known = &arguments["angle_bracketed"];
    let plain = list(&known["args"]).map(|argument| match argument {
        Value::String(infer) => infer.clone(),
        _ if argument["lifetime"].is_string() => text(&argument["lifetime"]).to_owned(),
        _ if argument["const"].is_object() => text(&argument["const"]["expr"]).to_owned(),
        _ => ty(&argument["type"]),
    });
    let bound = list(&known["constraints"]).map(|constraint| {
        let (name, binding) = (text(&constraint["name"]), &constraint["binding"]);
        match &binding["equality"]["type"] {
            Value::Null => format!("{name}: {}", bounds(&binding["constraint"])),
            equal => format!("{name} = {}", ty(equal)),
        }
    });
    let all = plain.chain(bound).collect::<Vec<_>>().join(", ");
    if all.is_empty() { all } else { format!("<{all}>") }
}

fn types(list_of_types: &Value) -> String {
    list(list_of_types).map(ty).collect::<Vec<_>>().join(", ")
}

fn ty(value: &Value) -> String {
    let Some((kind, inner)) = value.as_object().and_then(|object| object.iter().next()) else {
        return "_".to_owned();
    };
    match kind.as_str() {
        "resolved_path" => path(inner),
        "generic" | "primitive" => text(inner).to_owned(),
        "tuple" => format!("({})", types(inner)),
        "slice" => format!("[{}]", ty(inner)),
        "array" => format!("[{}; {}]", ty(&inner["type"]), text(&inner["len"])),
        "impl_trait" => format!("impl {}", bounds(inner)),
        "borrowed_ref" => {
            let lifetime = inner["lifetime"].as_str().map(|name| format!("{name} ")).unwrap_or_default();
            format!("&{lifetime}{}{}", if inner["is_mutable"] == true { "mut " } else { "" }, ty(&inner["type"]))
        }
        "raw_pointer" => {
            format!("*{} {}", if inner["is_mutable"] == true { "mut" } else { "const" }, ty(&inner["type"]))
        }
        "dyn_trait" => {
            let traits =
                list(&inner["traits"]).map(|poly| higher_ranked(&poly["generic_params"]) + &path(&poly["trait"]));
            let names = traits.chain(inner["lifetime"].as_str().map(str::to_owned)).collect::<Vec<_>>();
            format!("dyn {}", names.join(" + "))
        }
        "qualified_path" => format!("{}::{}", ty(&inner["self_type"]), text(&inner["name"])),
        "function_pointer" => {
            let inputs = list(&inner["sig"]["inputs"]).map(|input| ty(&input[1])).collect::<Vec<_>>().join(", ");
            let output = &inner["sig"]["output"];
            let output = if output.is_null() { String::new() } else { format!(" -> {}", ty(output)) };
            format!("fn({inputs}){output}")
        }
        other => format!("<{other}>"),
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A text after a separator, or nothing.
fn after(separator: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{separator}{text}") }
}
