//! The tables of the format and their keys, in the order in which `fmt` writes them: the reader refuses any other key.

/// One table of the format.
#[derive(Debug)]
pub(super) struct Shape {
    /// As messages call it: `scheme.syntax`.
    pub(super) name: &'static str,
    /// Its keys.
    pub(super) keys: &'static [&'static str],
}

const fn shape(name: &'static str, keys: &'static [&'static str]) -> Shape {
    Shape { name, keys }
}

pub(super) static FILE: Shape = shape(
    "the file",
    &["schema", "registry", "pin", "override", "mask", "builtin", "scheme", "tombstone", "gateway", "policy", "lint"],
);

/// A file that another includes.
pub(super) static INCLUDED: Shape = shape("an included file", &["schema", "scheme"]);

pub(super) static REGISTRY: Shape = shape(
    "registry",
    &[
        "id",
        "kind",
        "title",
        "version",
        "serial",
        "contact",
        "change_controller",
        "claims",
        "license",
        "docs",
        "include",
        "plugins",
        "source",
    ],
);

pub(super) static SOURCE: Shape = shape("registry.source", &["url", "updated", "sha256", "via"]);

pub(super) static SCHEME: Shape = shape(
    "scheme",
    &[
        "name",
        "version",
        "status",
        "description",
        "rfc1738",
        "applications",
        "contact",
        "change_controller",
        "security",
        "encoding",
        "interoperability",
        "demonstration",
        "since",
        "expires",
        "graduates_to",
        "deprecated",
        "port",
        "iana",
        "reference",
        "syntax",
        "access",
        "plugin",
        "example",
    ],
);

/// What `[override.metadata]` can hold: what a scheme tells of itself, apart from what it is.
pub(super) static METADATA: Shape = shape(
    "override.metadata",
    &[
        "rfc1738",
        "applications",
        "contact",
        "change_controller",
        "security",
        "encoding",
        "interoperability",
        "demonstration",
        "since",
        "expires",
        "graduates_to",
        "deprecated",
        "iana",
        "reference",
    ],
);

/// What IANA says of a name that has a scheme.
pub(super) static BUILTIN: Shape = shape("builtin", &["name", "iana"]);

pub(super) static REFERENCE: Shape = shape("scheme.reference", &["rfc", "section", "url", "title", "person", "errata"]);

pub(super) static IANA: Shape = shape(
    "scheme.iana",
    &["name", "description", "reference", "cri", "template", "well_known", "notes", "registered", "updated", "after"],
);

pub(super) static DEPRECATED: Shape = shape("scheme.deprecated", &["since", "reason", "replacement", "remove_after"]);

pub(super) static PORT: Shape = shape("scheme.port", &["default", "transport", "source"]);

pub(super) static SYNTAX: Shape = shape(
    "scheme.syntax",
    &["grammar", "form", "dialect", "start", "abnf", "abnf_file", "imports", "relative", "component"],
);

pub(super) static COMPONENT: Shape =
    shape("scheme.syntax.component", &["name", "rule", "type", "case", "default", "sensitive"]);

pub(super) static ACCESS: Shape = shape(
    "scheme.access",
    &["kind", "gateway", "locates", "name_properties", "operations", "default", "algorithm", "steps"],
);

pub(super) static STEP: Shape = shape("scheme.access.steps", &["connect", "send", "rest_of_line", "receive"]);

pub(super) static PLUGIN: Shape =
    shape("scheme.plugin", &["library", "version", "abi", "capabilities", "signed_by", "artifact"]);

pub(super) static ARTIFACT: Shape = shape("scheme.plugin.artifact", &["target", "version", "sha256", "url", "size"]);

pub(super) static EXAMPLE: Shape = shape("scheme.example", &["url", "accept", "components", "canonical", "why"]);

pub(super) static GATEWAY: Shape =
    shape("gateway", &["id", "for", "mode", "template", "operations", "strip", "prefer", "environments", "contact"]);

pub(super) static OVERRIDE: Shape =
    shape("override", &["name", "of", "facet", "expect", "reason", "syntax", "access", "plugin", "port", "metadata"]);

pub(super) static MASK: Shape = shape("mask", &["name", "reason"]);

pub(super) static TOMBSTONE: Shape = shape("tombstone", &["name", "removed", "reason", "replacement"]);

pub(super) static POLICY: Shape =
    shape("policy", &["default", "always", "user", "never", "relaxable", "allow_dylib", "max_redirects", "env"]);

pub(super) static POLICY_ENV: Shape =
    shape("policy.env", &["default", "always", "user", "never", "allow_dylib", "max_redirects"]);

pub(super) static LINT_LEVEL: Shape = shape("lint", &["level", "reason"]);

/// The tables inside a table, by the keys that lead to them: what `fmt` orders keys by.
pub(super) fn inside(outer: &Shape, key: &str) -> Option<&'static Shape> {
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
        ("scheme.access", "steps") => &STEP,
        ("scheme.plugin", "artifact") => &ARTIFACT,
        _ => return None,
    };
    Some(found)
}
