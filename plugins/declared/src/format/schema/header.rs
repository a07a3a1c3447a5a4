//! The file and its header.

use super::ValueType::{Date, Integer, LintLevels, Map, Requirement, Table, Tables, Text, Version};
use super::{
    BUILTIN, Condition, GATEWAY, MASK, OVERRIDE, POLICY, SCHEME, TEXTS, TOMBSTONE, TableSchema, U64, key, need, schema,
    word,
};
use crate::format::keywords::LayerKind;

#[rustfmt::skip]
pub(in crate::format) static FILE: TableSchema = schema("the file", "A registry file of Locator: one layer of the registry.", &[
    need("schema", Integer(1, 1), "The version of the format: 1."),
    need("registry", Table(&REGISTRY), "The header, which identifies the layer."),
    key("pin", Map(&Requirement), "The versions of schemes to use: `mailto = \"^2\"`."),
    key("override", Tables(&OVERRIDE), "Replaces one facet of a scheme of a lower layer."),
    key("mask", Tables(&MASK), "Disables a name."),
    key("builtin", Tables(&BUILTIN), "IANA's data for a scheme implemented in Rust; public layer only."),
    key("scheme", Tables(&SCHEME), "A scheme: one version of one name."),
    key("tombstone", Tables(&TOMBSTONE), "A removed name that must not be used again."),
    key("gateway", Tables(&GATEWAY), "Indirect access through URLs of another scheme."),
    key("policy", Table(&POLICY), "The schemes that may be accessed."),
    key("lint", LintLevels, "The configuration of lint."),
]);

#[rustfmt::skip]
pub(in crate::format) static INCLUDED: TableSchema = schema("an included file", "Schemes of a file that includes this one.", &[
    need("schema", Integer(1, 1), "The version of the format: 1."),
    key("scheme", Tables(&SCHEME), "A scheme: one version of one name."),
]);

#[rustfmt::skip]
pub(in crate::format) static REGISTRY: TableSchema = schema("registry", "The header, which identifies the layer.", &[
    need("id", Text, "`public`, or a reversed domain: `com.example`."),
    need("kind", word::<LayerKind>(), "Decides the order of layers."),
    need("title", Text, "The display name."),
    need("version", Version, "The version of the content, by semver."),
    need("serial", U64, "A number that never decreases; raise it with each published change (SR612)."),
    need("contact", TEXTS, "Addresses for questions about the file."),
    need("change_controller", Text, "The person or body that approves changes to the file."),
    key("claims", TEXTS, "Globs of the names that the layer may add: `com.example.*`. Required unless `kind` is `public`."),
    key("license", Text, "An SPDX expression."),
    key("docs", Text, "The address of the documentation."),
    key("include", TEXTS, "Globs of further files, relative to this one; stars are allowed in file names only."),
    key("plugins", Text, "The folder of the libraries, relative to this file."),
    key("source", Table(&SOURCE), "The origin of an imported layer."),
]).where_(&[Condition::Unless("kind", "public", "claims")]);

#[rustfmt::skip]
pub(in crate::format) static SOURCE: TableSchema = schema("registry.source", "The origin of an imported layer.", &[
    key("url", Text, "The address it was imported from."),
    key("updated", Date, "The date of the imported data."),
    key("sha256", Text, "The SHA-256 of the imported data."),
    key("via", Text, "The program that imported it."),
]);
