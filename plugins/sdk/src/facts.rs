//! The facts of a WebAssembly module: what a host reads without running it, as TOML, written at compile time.
//!
//! [`export_plugin!`](crate::export_plugin) stores them in the custom section `anyurl.plugin`. `docs/plugin-abi.md` lists
//! the keys.

mod toml;
mod words;

use crate::abi::{self, LocStr};
use crate::definition::{Component, Definition, Example, Requirement, Shape};
use toml::Toml;

/// What `export_plugin!` knows of a module.
pub struct Facts {
    name: &'static str,
    version: &'static str,
    host_req: &'static str,
    schemes: &'static [Definition],
}

impl Facts {
    /// Collects the facts. The definitions are complete: `module::Calls::new` checks them.
    pub const fn new(
        name: &'static str,
        version: &'static str,
        host_req: &'static str,
        schemes: &'static [Definition],
    ) -> Self {
        Self { name, version, host_req, schemes }
    }

    /// Returns the length of the text.
    pub const fn text_len(&self) -> usize {
        self.write::<0>().len()
    }

    /// Returns the text, in an array of exactly its length.
    ///
    /// # Panics
    /// If the length is a different one.
    pub const fn text<const N: usize>(&self) -> [u8; N] {
        self.write().into_bytes()
    }

    /// Returns whether a host of version 1.0 would refuse the facts: it does not know numbers, nor what an example states.
    const fn needs_1_1(&self) -> bool {
        let mut i = 0;
        while i < self.schemes.len() {
            if self.schemes[i].minor_needed() > 0 || self.schemes[i].has_outcomes() {
                return true;
            }
            i += 1;
        }
        false
    }

    const fn write<const N: usize>(&self) -> Toml<N> {
        let mut to = Toml::new();
        to.key("abi");
        to.raw("\"");
        to.number(abi::MAJOR as u32);
        to.raw(".");
        to.number(abi::MINOR as u32);
        to.raw("\"\n");
        if self.needs_1_1() {
            to.raw("abi_minor_needed = 1\n");
        }
        to.line("name", self.name);
        to.line("version", self.version);
        to.line_if_any("host_req", self.host_req);
        to.line("built_with", concat!("Rust, anyurl-plugin ", env!("CARGO_PKG_VERSION")));
        let mut i = 0;
        while i < self.schemes.len() {
            scheme(&mut to, &self.schemes[i]);
            i += 1;
        }
        to
    }
}

/// Writes one scheme. What has a default value is written only if it differs.
const fn scheme<const N: usize>(to: &mut Toml<N>, definition: &Definition) {
    to.raw("\n[[scheme]]\n");
    to.line("name", definition.name);
    to.line("version", definition.version);
    to.line("status", words::status(definition.status));
    to.line("grammar", words::grammar(definition.grammar));
    to.line("description", definition.description);
    if let Some(port @ 1..) = definition.default_port {
        to.key("default_port");
        to.number(port as u32);
        to.raw("\n");
    }
    if definition.hierarchical {
        to.raw("hierarchical = true\n");
    }
    if !definition.data_object {
        to.raw("data_object = false\n");
    }
    match definition.shape {
        Some(Shape::Path) => to.line("shape", "path"),
        Some(Shape::PathAndQuery) => to.line("shape", "path-and-query"),
        None => {}
    }
    to.line_if_any("template", definition.template);
    to.line_if_any("reserved", definition.reserved);
    to.line("syntax", definition.syntax);
    to.line("access", definition.access);
    to.line("steps", definition.steps);
    to.line_if_any("name_properties", definition.name_properties);
    to.line_if_any("demonstration", definition.demonstration);
    references(to, definition);
    components(to, definition.components);
    requirements(to, definition.requirements);
    examples(to, definition);
    rejects(to, definition);
}

const fn references<const N: usize>(to: &mut Toml<N>, definition: &Definition) {
    if definition.references.is_empty() {
        return;
    }
    to.raw("references = [");
    let mut i = 0;
    while i < definition.references.len() {
        if i > 0 {
            to.raw(", ");
        }
        to.string(bytes(definition.references[i].0));
        i += 1;
    }
    to.raw("]\n");
}

const fn components<const N: usize>(to: &mut Toml<N>, components: &[Component]) {
    if components.is_empty() {
        return;
    }
    to.begin_rows("component");
    let mut i = 0;
    while i < components.len() {
        let component = components[i].0;
        to.begin_row(i == 0);
        to.first_field("name", bytes(component.name));
        to.field("role", words::role(component.role).as_bytes());
        if component.delimiter != 0 {
            #[expect(clippy::cast_possible_truncation, reason = "the delimiter is a US-ASCII byte")]
            to.field("delimiter", &[component.delimiter as u8]);
        }
        // The empty text is a default, too.
        if !component.fallback.ptr.is_null() {
            to.field("fallback", bytes(component.fallback));
        }
        to.field_if_any("plain", bytes(component.plain));
        if component.flags & abi::COMPONENT_LENIENT != 0 {
            to.raw(", lenient = true");
        }
        if component.flags & abi::COMPONENT_UNESCAPED != 0 {
            to.raw(", unescaped = true");
        }
        to.end_row();
        i += 1;
    }
    to.end_rows();
}

const fn requirements<const N: usize>(to: &mut Toml<N>, requirements: &[Requirement]) {
    if requirements.is_empty() {
        return;
    }
    to.begin_rows("requirement");
    let mut i = 0;
    while i < requirements.len() {
        let requirement = requirements[i].0;
        to.begin_row(i == 0);
        to.first_field("id", bytes(requirement.id));
        to.field("section", bytes(requirement.section));
        to.field("rule", bytes(requirement.rule));
        to.field("text", bytes(requirement.text));
        to.field_if_any("help", bytes(requirement.help));
        to.field_if_any("fix", words::fix(requirement.fix).as_bytes());
        if requirement.fix == abi::FIX_REPLACE {
            to.field("replacement", bytes(requirement.replacement));
        }
        to.end_row();
        i += 1;
    }
    to.end_rows();
}

const fn examples<const N: usize>(to: &mut Toml<N>, definition: &Definition) {
    to.begin_rows("example");
    let mut i = 0;
    while i < definition.examples.len() {
        let Example { text, outcome } = definition.examples[i];
        to.begin_row(i == 0);
        to.first_field("url", bytes(text.url));
        to.field("components", bytes(text.components));
        if !outcome.canonical.ptr.is_null() {
            to.field("canonical", bytes(outcome.canonical));
        }
        if !outcome.wire.ptr.is_null() {
            let wire = bytes(outcome.wire);
            assert!(core::str::from_utf8(wire).is_ok(), "the `wire` of an example of a module must be UTF-8");
            to.field("wire", wire);
        }
        to.end_row();
        i += 1;
    }
    to.end_rows();
}

const fn rejects<const N: usize>(to: &mut Toml<N>, definition: &Definition) {
    to.begin_rows("reject");
    let mut i = 0;
    while i < definition.rejects.len() {
        let reject = definition.rejects[i].0;
        to.begin_row(i == 0);
        to.first_field("url", bytes(reject.url));
        to.field("kind", words::error_kind(i32::from_ne_bytes(reject.kind.to_ne_bytes())).as_bytes());
        to.field("rule", bytes(reject.rule));
        to.raw(", start = ");
        to.number(reject.start);
        to.raw(", end = ");
        to.number(reject.end);
        to.end_row();
        i += 1;
    }
    to.end_rows();
}

/// Returns the bytes of a text of a definition.
const fn bytes(text: LocStr) -> &'static [u8] {
    // SAFETY: all texts of a definition are `'static`.
    unsafe { text.bytes() }
}
