//! `rfc7595`: the registration template of RFC 7595 §7.4, with the additional items of RFC 1738 Section 4.

use anyurl_core::Registry;
use anyurl_core::authors::Registration;
use serde_json::Value;

use super::sorted;
use crate::row::{builtin_schemes, capitalized};
use anyurl_declared::format::{Located, ReferenceTable, RegistryFile, SchemeEntry};

/// Returns the templates of all declared and built-in schemes, sorted by name and separated by a rule.
pub(super) fn write(layers: &[RegistryFile], builtins: &Registry) -> String {
    let builtins = builtin_schemes(builtins).into_iter();
    let mut forms: Vec<_> = builtins.map(|(name, builtin)| (name, from_builtin(builtin))).collect();
    forms.extend(sorted(layers).into_iter().map(|(_, entry)| (entry.key(), of_entry(entry))));
    forms.sort_by(|(one, _), (other, _)| one.cmp(other));
    let forms: Vec<_> = forms.into_iter().map(|(_, form)| form).collect();
    forms.join("\n----\n\n")
}

/// Returns the fields with their headings, without empty fields.
fn form(fields: &[(&str, String)]) -> String {
    let written = fields.iter().filter(|(_, text)| !text.trim().is_empty());
    written.map(|(heading, text)| field(heading, text)).collect()
}

/// Writes a text of one line after its heading, and a longer text indented below it.
fn field(heading: &str, text: &str) -> String {
    let text = text.trim_matches('\n');
    if !text.contains('\n') {
        return format!("{heading}: {}\n", text.trim());
    }
    let indented = |line: &str| match line.trim_end() {
        "" => "\n".to_owned(),
        line => format!("  {line}\n"),
    };
    let lines: String = text.lines().map(indented).collect();
    format!("{heading}:\n{lines}")
}

/// The keys of metadata with a heading in the template of RFC 7595, and those about the registry rather than the scheme.
const KEYS: [&str; 10] = [
    "applications",
    "owner",
    "contact",
    "change_controller",
    "encoding",
    "interoperability",
    "security",
    "rfc1738",
    "since",
    "left_out",
];

fn of_entry(entry: &SchemeEntry) -> String {
    let metadata = &entry.metadata;
    let optional = |text: &Option<Located<String>>| text.as_ref().map_or_else(String::new, ToString::to_string);
    let others = metadata.others(&KEYS);
    let others = others.iter().map(|(heading, text)| (heading.as_str(), text.clone()));
    let fields = [
        ("Scheme name", entry.key()),
        ("Status", capitalized(entry.status.as_str())),
        ("Applications/protocols that use this scheme name", list(&metadata.applications)),
        ("Owner", optional(&metadata.owner)),
        ("Contact", list(&metadata.contact)),
        ("Change controller", optional(&metadata.change_controller)),
        ("References", references(entry)),
        ("Scheme syntax", syntax(entry)),
        ("Scheme semantics", semantics(entry)),
        ("Encoding considerations", optional(&metadata.encoding)),
        ("Interoperability considerations", optional(&metadata.interoperability)),
        ("Security considerations", optional(&metadata.security)),
    ];
    form(&fields.into_iter().chain(others).collect::<Vec<_>>())
}

fn from_builtin(builtin: &Registration) -> String {
    let steps = builtin.access.iter().map(|step| step.trim_end_matches('.'));
    form(&[
        ("Scheme name", builtin.name.to_string()),
        ("Status", capitalized(builtin.status.as_str())),
        ("Applications/protocols that use this scheme name", builtin.demonstration.to_string()),
        ("References", builtin.references.join(", ")),
        ("Scheme syntax", builtin.syntax.to_string()),
        ("Scheme semantics", steps.collect::<Vec<_>>().join("; ")),
    ])
}

pub(super) fn list(texts: &[Located<String>]) -> String {
    let texts: Vec<_> = texts.iter().map(|text| text.as_str()).collect();
    texts.join(", ")
}

/// Returns the documents, and the people that IANA refers to.
pub(super) fn references(entry: &SchemeEntry) -> String {
    let table: Value = serde_json::from_str(&entry.facets.whole()).unwrap_or_default();
    let people = table["reference"].as_array().into_iter().flatten();
    let people = people.filter_map(|one| one["person"].as_str()).map(str::to_owned);
    let documents = entry.metadata.references.iter().map(reference);
    let all: Vec<_> = documents.chain(people).filter(|one| !one.is_empty()).collect();
    all.join(", ")
}

/// Returns `RFC 4516, Section 2`, or the title and URL.
pub(super) fn reference(reference: &ReferenceTable) -> String {
    let section = reference.section.as_ref();
    let section = section.map(|section| format!(", Section {section}")).unwrap_or_default();
    let text = |text: &Option<Located<String>>| text.as_ref().map(ToString::to_string);
    match (&reference.rfc, text(&reference.title), text(&reference.url)) {
        (Some(rfc), ..) => format!("RFC {rfc}{section}"),
        (None, Some(title), Some(url)) => format!("{title}{section}, <{url}>"),
        (None, Some(title), None) => format!("{title}{section}"),
        (None, None, url) => format!("{}{section}", url.unwrap_or_default()),
    }
}

pub(super) fn syntax(entry: &SchemeEntry) -> String {
    let Some(syntax) = &entry.syntax else {
        return String::new();
    };
    if let Some(abnf) = &syntax.abnf {
        return abnf.text.value.clone();
    }
    let forms: Vec<_> = syntax.form.iter().map(|form| form.as_str()).collect();
    forms.join("\n")
}

/// Returns the access algorithm and the operations.
pub(super) fn semantics(entry: &SchemeEntry) -> String {
    let Some(access) = &entry.access else {
        return entry.description.value.clone();
    };
    let algorithm = access.algorithm.as_ref().map_or("", |text| text.as_str());
    let names = access.name_properties.as_ref().map_or("", |text| text.as_str());
    let operations = match list(&access.operations) {
        none if none.is_empty() => none,
        some => format!("Operations: {some}."),
    };
    let default = access.default.as_ref();
    let default = default.map_or_else(String::new, |one| format!("Default: {one}."));
    let texts = [algorithm, names, &operations, &default];
    let texts: Vec<_> = texts.into_iter().map(str::trim).filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}
