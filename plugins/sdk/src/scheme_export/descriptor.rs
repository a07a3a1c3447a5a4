//! Describes a scheme to the host: its [`Registration`] in the structs of the ABI.

use locator_core::registration::{Component, Example, Grammar, Registration, Reject};
use locator_core::syntax::escape::Escaping;
use locator_core::{Fix, Shape};

use super::exported::ExportedScheme;
use super::requirements::RuleRequirement;
use super::{kinds, to_u32};
use crate::abi::{self, LocScheme, LocStr};

/// Describes a scheme. Functions and state are not set.
pub(super) fn describe(scheme: &'static ExportedScheme) -> LocScheme {
    let registration = scheme.registration();
    let Registration { name, description, template, reserved, syntax, name_properties, demonstration, .. } =
        registration;
    let access: Vec<&str> = registration.access.iter().map(AsRef::as_ref).collect();
    let (components, n_components) = table(registration.components.iter().map(component));
    let (requirements, n_requirements) = table(scheme.requirements.iter().map(requirement));
    let (references, n_references) = table(registration.references.iter().map(|text| LocStr::new(text)));
    let (examples, n_examples) = table(registration.examples.iter().map(example));
    let (outcomes, n_outcomes) = table(registration.examples.iter().map(outcome));
    let (rejects, n_rejects) = table(registration.rejects.iter().map(reject));
    LocScheme {
        struct_size: to_u32(size_of::<LocScheme>()),
        flags: flags(registration) | shape(scheme),
        grammar: kinds::of_grammar(registration.grammar),
        status: kinds::of_status(registration.status),
        default_port: registration.default_port.map_or(0, u32::from),
        n_components,
        n_requirements,
        n_references,
        n_examples,
        n_rejects,
        name: LocStr::new(name),
        version: leaked(registration.version.to_string()),
        description: LocStr::new(description),
        syntax: LocStr::new(syntax),
        access: leaked(access.join("\n")),
        steps: LocStr::EMPTY,
        name_properties: LocStr::new(name_properties),
        demonstration: LocStr::new(demonstration),
        composition: LocStr::new(template),
        reserved: LocStr::new(reserved),
        components,
        requirements,
        references,
        examples,
        rejects,
        state: std::ptr::null_mut(),
        parse: None,
        plan: None,
        canonicalize: None,
        n_outcomes,
        reserved_2: 0,
        outcomes,
    }
}

/// A table that is never freed, and its length.
fn table<T: 'static>(items: impl Iterator<Item = T>) -> (*const T, u32) {
    let items = &*Vec::leak(items.collect::<Vec<T>>());
    (items.as_ptr(), to_u32(items.len()))
}

/// A text that is never freed.
fn leaked(text: String) -> LocStr {
    LocStr::new(String::leak(text))
}

fn flags(registration: &Registration) -> u32 {
    let hierarchical = if registration.hierarchical { abi::SCHEME_HIERARCHICAL } else { 0 };
    let data_object = if registration.data_object { abi::SCHEME_DATA_OBJECT } else { 0 };
    hierarchical | data_object
}

/// The shape of the scheme, with the host that all shapes allow.
fn shape(scheme: &ExportedScheme) -> u32 {
    const WITH_QUERY: u32 = abi::SCHEME_SHAPE | abi::SCHEME_SHAPE_QUERY;
    let path = match scheme.registration().grammar {
        Grammar::Rfc1738 => Shape::RFC1738,
        Grammar::Rfc3986 => Shape::RFC3986.with_host_name(),
    };
    match scheme.scheme.shape().map(Shape::with_host_name) {
        Some(shape) if shape == path.with_host_name() => abi::SCHEME_SHAPE,
        Some(shape) if shape == path.with_host_name().with_query() => WITH_QUERY,
        _ => 0,
    }
}

fn component(component: &'static Component) -> abi::LocComponent {
    // `ExportedScheme::problem` refuses a component without a role.
    let (role, delimiter) = kinds::of_role(component).unwrap_or_default();
    let lenient = if component.lenient { abi::COMPONENT_LENIENT } else { 0 };
    let unescaped = if component.escaping == Escaping::NONE { abi::COMPONENT_UNESCAPED } else { 0 };
    abi::LocComponent {
        kind: kinds::of_slot(component.slot),
        role,
        delimiter,
        flags: lenient | unescaped,
        name: LocStr::new(&component.name),
        fallback: component.default.as_deref().map_or(LocStr::NONE, LocStr::new),
        plain: if unescaped == 0 { leaked(plain(component.escaping)) } else { LocStr::EMPTY },
    }
}

/// Returns the bytes besides letters and digits that need no escape.
fn plain(escaping: Escaping) -> String {
    let is_plain = |byte: &u8| *byte != b'%' && !byte.is_ascii_alphanumeric() && escaping.leaves(*byte);
    (b'!'..=b'~').filter(is_plain).map(char::from).collect()
}

fn requirement(RuleRequirement { rule, requirement }: &'static RuleRequirement) -> abi::LocRequirement {
    let (fix, replacement) = match requirement.fix() {
        Fix::Encode => (abi::FIX_ENCODE, ""),
        Fix::Decode => (abi::FIX_DECODE, ""),
        Fix::Remove => (abi::FIX_REMOVE, ""),
        Fix::Replace(text) => (abi::FIX_REPLACE, &**text),
        _ => (abi::FIX_UNKNOWN, ""),
    };
    abi::LocRequirement {
        id: LocStr::new(requirement.id()),
        section: LocStr::new(requirement.section()),
        rule: LocStr::new(rule),
        text: LocStr::new(requirement.text()),
        help: LocStr::new(requirement.help()),
        replacement: LocStr::new(replacement),
        fix,
        reserved: 0,
    }
}

fn example(example: &'static Example) -> abi::LocExample {
    abi::LocExample { url: LocStr::new(&example.url), components: LocStr::new(&example.components) }
}

fn outcome(example: &'static Example) -> abi::LocOutcome {
    let bytes = |bytes: &'static [u8]| LocStr { ptr: bytes.as_ptr(), len: bytes.len() };
    abi::LocOutcome {
        canonical: example.canonical.as_deref().map_or(LocStr::NONE, LocStr::new),
        wire: example.wire.as_deref().map_or(LocStr::NONE, bytes),
    }
}

/// Describes a reject. The ABI has no reject with any error; a registration in code has none either.
fn reject(reject: &'static Reject) -> abi::LocReject {
    abi::LocReject {
        url: LocStr::new(&reject.url),
        rule: LocStr::new(&reject.rule),
        kind: reject.kind.map_or(0, |kind| kinds::of_error(kind).cast_unsigned()),
        start: to_u32(reject.span.0),
        end: to_u32(reject.span.1),
        reserved: 0,
    }
}
