//! The tables of the format and their keys, in the order of `locator registry fmt`. Reading rejects all other keys.

/// A table of the format.
#[derive(Debug)]
pub(super) struct TableSchema {
    /// The name in messages: `scheme.syntax`.
    pub(super) name: &'static str,
    /// The keys.
    pub(super) keys: &'static [&'static str],
}

const fn schema(name: &'static str, keys: &'static [&'static str]) -> TableSchema {
    TableSchema { name, keys }
}

pub(super) static FILE: TableSchema = schema(
    "the file",
    &["schema", "registry", "pin", "override", "mask", "builtin", "scheme", "tombstone", "gateway", "policy", "lint"],
);

/// An included file.
pub(super) static INCLUDED: TableSchema = schema("an included file", &["schema", "scheme"]);

#[rustfmt::skip]
pub(super) static REGISTRY: TableSchema = schema("registry", &[
    "id", "kind", "title", "version", "serial", "contact", "change_controller", "claims", "license", "docs",
    "include", "plugins", "source",
]);

pub(super) static SOURCE: TableSchema = schema("registry.source", &["url", "updated", "sha256", "via"]);

#[rustfmt::skip]
pub(super) static SCHEME: TableSchema = schema("scheme", &[
    "name", "alias", "version", "status", "description", "rfc1738", "applications", "owner", "contact",
    "change_controller", "security", "encoding", "interoperability", "demonstration", "since", "expires", "graduates_to",
    "deprecated", "port", "iana", "reference", "left_out", "syntax", "access", "plugin", "example",
]);

/// `[override.metadata]`: the metadata of a scheme without name, version, status and description.
#[rustfmt::skip]
pub(super) static METADATA: TableSchema = schema("override.metadata", &[
    "rfc1738", "applications", "owner", "contact", "change_controller", "security", "encoding", "interoperability",
    "demonstration", "since", "expires", "graduates_to", "deprecated", "iana", "reference", "left_out",
]);

/// IANA's data for a built-in scheme.
pub(super) static BUILTIN: TableSchema = schema("builtin", &["name", "iana"]);

pub(super) static REFERENCE: TableSchema =
    schema("scheme.reference", &["rfc", "section", "url", "title", "person", "errata"]);

pub(super) static IANA: TableSchema = schema(
    "scheme.iana",
    &["name", "description", "reference", "cri", "template", "well_known", "notes", "registered", "updated", "after"],
);

pub(super) static DEPRECATED: TableSchema =
    schema("scheme.deprecated", &["since", "reason", "replacement", "remove_after"]);

pub(super) static PORT: TableSchema = schema("scheme.port", &["default", "transport", "source"]);

pub(super) static SYNTAX: TableSchema = schema(
    "scheme.syntax",
    &[
        "grammar",
        "form",
        "dialect",
        "start",
        "abnf",
        "abnf_file",
        "imports",
        "relative",
        "origin",
        "lenient",
        "lenient_first",
        "bare_percent",
        "hosts",
        "equality",
        "component",
        "deviation",
    ],
);

pub(super) static EQUALITY: TableSchema = schema(
    "scheme.syntax.equality",
    &["default_port", "escapes", "dot_segments", "empty_path", "local_host", "ignore"],
);

pub(super) static COMPONENT: TableSchema = schema(
    "scheme.syntax.component",
    &[
        "name",
        "rule",
        "type",
        "host",
        "separator",
        "terminator",
        "prefix",
        "equals",
        "field_case",
        "any_order",
        "case",
        "skip",
        "decoded",
        "default",
        "explicit_default",
        "sensitive",
        "secret",
    ],
);

/// `decoded = { strict = "…", lenient = "…" }`
pub(super) static DECODED: TableSchema = schema("scheme.syntax.component.decoded", &["strict", "lenient"]);

pub(super) static DEVIATION: TableSchema = schema(
    "scheme.syntax.deviation",
    &["rule", "within", "characters", "escapes", "id", "message", "section", "write"],
);

pub(super) static ACCESS: TableSchema = schema(
    "scheme.access",
    &["kind", "gateway", "locates", "name_properties", "operations", "default", "algorithm", "steps"],
);

#[rustfmt::skip]
pub(super) static STEP: TableSchema = schema("scheme.access.steps", &[
    "if", "each", "then", "else", "connect", "send", "line", "rest_of_line", "block", "map", "guess", "receive",
    "prompt", "when", "advise", "compose", "open", "call", "arguments", "own_fields", "fields", "framing", "follow",
    "note", "id",
]);

/// An array of steps without a file around it.
pub(super) static STEPS: TableSchema = schema("the text", &["steps"]);

/// `block = { component = "…", rule = "…" }`
pub(super) static BLOCK: TableSchema = schema("scheme.access.steps.block", &["component", "rule"]);

/// `guess = { name = "…", text = "…", image = "…" }`
pub(super) static GUESS: TableSchema = schema("scheme.access.steps.guess", &["name", "text", "image"]);

/// A test of a component that is not its value.
pub(super) static TEST: TableSchema = schema("a test", &["contains", "matches"]);

pub(super) static PLUGIN: TableSchema =
    schema("scheme.plugin", &["library", "version", "abi", "capabilities", "signed_by", "artifact"]);

pub(super) static ARTIFACT: TableSchema =
    schema("scheme.plugin.artifact", &["target", "version", "sha256", "url", "size"]);

pub(super) static EXAMPLE: TableSchema =
    schema("scheme.example", &["url", "accept", "components", "canonical", "why", "section"]);

pub(super) static GATEWAY: TableSchema =
    schema("gateway", &["id", "for", "mode", "template", "operations", "strip", "prefer", "environments", "contact"]);

pub(super) static OVERRIDE: TableSchema =
    schema("override", &["name", "of", "facet", "expect", "reason", "syntax", "access", "plugin", "port", "metadata"]);

pub(super) static MASK: TableSchema = schema("mask", &["name", "reason"]);

pub(super) static TOMBSTONE: TableSchema = schema("tombstone", &["name", "removed", "reason", "replacement"]);

pub(super) static POLICY: TableSchema =
    schema("policy", &["default", "always", "user", "never", "relaxable", "allow_dylib", "max_redirects", "env"]);

pub(super) static POLICY_ENV: TableSchema =
    schema("policy.env", &["default", "always", "user", "never", "allow_dylib", "max_redirects"]);

pub(super) static LINT_LEVEL: TableSchema = schema("lint", &["level", "reason"]);

/// The schema of the table at a key of another table.
pub(super) fn inside(outer: &TableSchema, key: &str) -> Option<&'static TableSchema> {
    let found = match (outer.name, key) {
        ("the file" | "an included file", "scheme") => &SCHEME,
        ("the file", "registry") => &REGISTRY,
        ("the file", "gateway") => &GATEWAY,
        ("the file", "override") => &OVERRIDE,
        ("the file", "mask") => &MASK,
        ("the file", "builtin") => &BUILTIN,
        ("the file", "tombstone") => &TOMBSTONE,
        ("the file", "policy") => &POLICY,
        ("registry", "source") => &SOURCE,
        ("scheme" | "override", "syntax") => &SYNTAX,
        ("scheme" | "override", "access") => &ACCESS,
        ("scheme" | "override", "plugin") => &PLUGIN,
        ("scheme" | "override", "port") => &PORT,
        ("override", "metadata") => &METADATA,
        ("scheme" | "override.metadata", "reference") => &REFERENCE,
        ("scheme" | "builtin" | "override.metadata", "iana") => &IANA,
        ("scheme" | "override.metadata", "deprecated") => &DEPRECATED,
        ("scheme", "example") => &EXAMPLE,
        ("scheme.syntax", "component") => &COMPONENT,
        ("scheme.syntax", "equality") => &EQUALITY,
        ("scheme.syntax", "deviation") => &DEVIATION,
        ("scheme.syntax.component", "decoded") => &DECODED,
        ("scheme.access", "steps") | ("scheme.access.steps", "then" | "else") => &STEP,
        ("scheme.access.steps", "block") => &BLOCK,
        ("scheme.access.steps", "guess") => &GUESS,
        ("scheme.plugin", "artifact") => &ARTIFACT,
        _ => return None,
    };
    Some(found)
}
