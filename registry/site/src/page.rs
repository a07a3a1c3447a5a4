//! What the page of a scheme shows besides its data.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::abnf::{self, Segment};
use crate::data::{Link, Reject, Scheme, Version};
use crate::diagram::{self, rule_diagrams};
use crate::sequence::sequence;
use crate::{file_names, index, links};

/// The page of a scheme.
#[derive(Debug, Serialize)]
pub(crate) struct Page<'s> {
    scheme: &'s Scheme,
    /// One line.
    description: String,
    /// What the tester begins with: an example whose secrets are not masked.
    tester_url: String,
    /// The profile that the tester begins with: one that selects the version of the example.
    tester_profile: &'s str,
    /// The file of the replacement of a removed name.
    replacement: Option<String>,
    versions: Vec<PageVersion<'s>>,
    /// The table of contents.
    toc: Vec<Section>,
}

/// A part of a page. Parts without content are not listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Section {
    /// What it shows; the template has a case for each.
    name: &'static str,
    id: String,
    title: String,
}

/// A version on the page of its scheme.
#[derive(Debug, Serialize)]
struct PageVersion<'s> {
    data: &'s Version,
    /// The id of its first element.
    anchor: String,
    /// What the ids of its elements begin with: nothing for the first version.
    prefix: String,
    /// How it is implemented, in words.
    kind: &'static str,
    sections: Vec<Section>,
    abnf: Vec<Segment<'s>>,
    /// Whether the syntax is a grammar, not a form.
    has_rules: bool,
    diagrams: Vec<Diagram>,
    /// The id of the diagram of each rule, by the name of the rule in lower case.
    diagram_ids: BTreeMap<String, String>,
    components: Vec<ComponentRow<'s>>,
    has_notes: bool,
    /// The first rejected URLs, and the others, which are folded.
    rejects: Vec<&'s [Reject]>,
    equality: Vec<(String, String)>,
    references: Vec<Link>,
    /// The owner, or else the change controller.
    owner: Option<&'s str>,
    contact: Vec<Link>,
    /// The picture of the plan, an `svg` element.
    sequence: Option<String>,
    has_overrides: bool,
}

/// The railroad diagram of a rule.
#[derive(Debug, Serialize)]
struct Diagram {
    rule: String,
    id: String,
    svg: String,
}

/// A row of the table of components.
#[derive(Debug, Serialize)]
struct ComponentRow<'s> {
    name: &'s str,
    role: &'s str,
    notes: &'s str,
    /// The rule of this name, if the grammar defines one.
    rule: Option<String>,
}

pub(crate) fn scheme(scheme: &Scheme) -> Page<'_> {
    let versions = scheme.versions.iter().enumerate();
    let versions: Vec<_> = versions.map(|(n, version)| page_version(n, version, scheme)).collect();
    let removal = scheme.removal.as_ref().filter(|removal| removal.links_replacement);
    let replacement = removal.and_then(|removal| removal.replacement.as_deref()).map(file_names::of_scheme);
    let first = versions.first().map(|version| version.sections.clone());
    let others = versions.iter().skip(1).map(|version| Section {
        name: "version",
        id: version.anchor.clone(),
        title: format!("Version {}", text(&version.data.record, "version")),
    });
    let toc = if scheme.removal.is_some() { Vec::new() } else { first.into_iter().flatten().chain(others).collect() };
    let tester_url = tester_url(scheme);
    let description = description(scheme);
    Page { scheme, tester_url, tester_profile: tester_profile(scheme), description, replacement, versions, toc }
}

fn tester_profile(scheme: &Scheme) -> &str {
    let profiles = scheme.versions.first().and_then(|version| version.profiles.first());
    profiles.map_or("rfc1738", String::as_str)
}

fn tester_url(scheme: &Scheme) -> String {
    let examples = scheme.versions.first().map_or(&[][..], |version| &version.examples);
    let url = examples.iter().map(|example| &example.url).find(|url| !url.contains("***"));
    url.map_or_else(|| format!("{}:", scheme.name), Clone::clone)
}

fn description(scheme: &Scheme) -> String {
    match (&scheme.removal, scheme.versions.first()) {
        (Some(removal), _) => {
            let name = &scheme.name;
            let what = if removal.status == "masked" { "is masked" } else { "was removed" };
            removal.reason.as_ref().map_or_else(|| format!("{name} {what}"), |why| format!("{name} {what}: {why}"))
        }
        (None, Some(version)) => text(&version.record, "description").to_owned(),
        (None, None) => String::new(),
    }
}

fn page_version<'s>(n: usize, data: &'s Version, scheme: &'s Scheme) -> PageVersion<'s> {
    let abnf = data.record["syntax"].as_str().map(abnf::segments).unwrap_or_default();
    let contact = |text: &String| Link { text: text.clone(), url: links::of_contact(text) };
    let reference =
        |link: &Link| Link { text: link.text.clone(), url: links::of_document(&link.text, link.url.as_deref()) };
    let plan = data.plan.as_ref();
    let title = |url: &str| format!("The access to {url}, step by step");
    let anchor = if n == 0 { "main".to_owned() } else { format!("v{}", text(&data.record, "version")) };
    let prefix = if n == 0 { String::new() } else { format!("{anchor}-") };
    let components = components(data, &abnf);
    // The names of the other rules of a form are not in the file.
    let is_form = data.rules.first().is_some_and(|rule| rule.name == "form");
    let rules = if is_form { vec![diagram::without_prefix(&data.rules[0], "form-")] } else { data.rules.clone() };
    let diagrams = rule_diagrams(&rules, &format!("{prefix}rule-"));
    PageVersion {
        sections: sections(n == 0, &prefix, data, scheme),
        anchor,
        prefix,
        kind: index::kind(&data.record),
        has_notes: components.iter().any(|one| !one.notes.is_empty()),
        components,
        rejects: first_and_others(&data.rejects),
        has_rules: abnf.iter().any(|one| one.kind == abnf::Kind::Definition),
        abnf,
        diagram_ids: diagrams.iter().map(|one| (one.name.to_ascii_lowercase(), one.id.clone())).collect(),
        diagrams: diagrams.into_iter().map(|one| Diagram { rule: one.name, id: one.id, svg: one.svg }).collect(),
        equality: equality(&data.record["equality"]),
        references: data.references.iter().map(reference).collect(),
        owner: data.owner.shown(),
        contact: data.owner.contact.iter().map(contact).collect(),
        sequence: plan.map(|plan| sequence(&plan.steps, &title(&plan.url))),
        has_overrides: data.facets.iter().any(|one| !one.hides.is_empty()),
        data,
    }
}

/// The rejected URLs that are shown at once.
const FIRST_REJECTS: usize = 6;

fn first_and_others(rejects: &[Reject]) -> Vec<&[Reject]> {
    // A fold for one or two is not worth a click.
    if rejects.len() <= FIRST_REJECTS + 2 {
        return vec![rejects];
    }
    let (first, others) = rejects.split_at(FIRST_REJECTS);
    vec![first, others]
}

/// The parts of a version that have content, in their order. Those of the whole scheme are in its first version.
fn sections(is_first: bool, prefix: &str, data: &Version, scheme: &Scheme) -> Vec<Section> {
    let has = |key: &str| match &data.record[key] {
        Value::Array(values) => !values.is_empty(),
        Value::Object(values) => !values.is_empty(),
        Value::String(text) => !text.is_empty(),
        _ => false,
    };
    let considerations = &data.considerations;
    let has_considerations = [&considerations.security, &considerations.encoding, &considerations.interoperability]
        .into_iter()
        .any(Option::is_some);
    let has_lenient = data.lenient_rules.is_some() || !data.deviations.is_empty();
    let owner = &data.owner;
    let has_owner = owner.name.is_some()
        || owner.change_controller.is_some()
        || !(owner.contact.is_empty() && owner.applications.is_empty() && owner.others.is_empty())
        || has("demonstration");
    let all = [
        ("components", "Components", has("components")),
        ("syntax", "Syntax", has("syntax")),
        ("equality", "Equality", has("equality")),
        ("lenient", "Lenient mode", has_lenient),
        ("examples", "Examples", !data.examples.is_empty()),
        ("rejected", "Rejected", !data.rejects.is_empty()),
        ("access", "Access", has("access") || has("name_properties") || !data.steps.is_empty() || data.plan.is_some()),
        ("gateway", "Gateway", is_first && !scheme.gateways.is_empty()),
        ("policy", "Policy", is_first && scheme.policy.is_some()),
        ("security", "Considerations", has_considerations),
        ("owner", "Owner", has_owner),
        ("references", "References", !data.references.is_empty()),
        ("provenance", "Provenance", !data.place.layer.is_empty()),
        ("history", "History", !data.history.is_empty()),
        ("versions", "Versions", is_first && scheme.versions.len() > 1),
    ];
    let section = |(name, title, _): (&'static str, &str, bool)| Section {
        name,
        id: format!("{prefix}{name}"),
        title: title.to_owned(),
    };
    all.into_iter().filter(|(_, _, has_content)| *has_content).map(section).collect()
}

fn components<'s>(data: &'s Version, abnf: &[Segment<'_>]) -> Vec<ComponentRow<'s>> {
    let is_rule = |name: &str| abnf.iter().any(|one| one.kind == abnf::Kind::Definition && one.rule == name);
    let row = |component: &'s Value| {
        let name = text(component, "name");
        let notes = data.component_notes.iter().find(|(of, _)| of == name).map_or("", |(_, notes)| notes);
        let rule = name.to_ascii_lowercase();
        ComponentRow { name, role: text(component, "role"), notes, rule: is_rule(&rule).then_some(rule) }
    };
    data.record["components"].as_array().into_iter().flatten().map(row).collect()
}

fn equality(table: &Value) -> Vec<(String, String)> {
    let value = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    table.as_object().into_iter().flatten().map(|(key, of)| (key.clone(), value(of))).collect()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}
