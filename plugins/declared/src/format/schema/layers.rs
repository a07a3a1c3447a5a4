//! The tables about other layers and about access: overrides, masks, gateways, policy, lint.

use super::ValueType::{Date, Hash, Map, OneOf, Selector, Table, Text};
use super::scheme::{ACCESS_TABLE, METADATA_TABLE, PLUGIN_TABLE, PORT_TABLE, SYNTAX_TABLE};
use super::{Condition, IANA, KeySchema, TEXTS, TableSchema, ValueType, key, need, schema, word};
use crate::format::keywords::{Decision, Facet, GatewayMode, Prefer, Setting};

/// IANA's data for a built-in scheme.
#[rustfmt::skip]
pub(in crate::format) static BUILTIN: TableSchema = schema("builtin", "IANA's data for a scheme implemented in Rust.", &[
    need("name", Text, "The scheme."),
    key("iana", Table(&IANA), "IANA's columns."),
]);

#[rustfmt::skip]
pub(in crate::format) static GATEWAY: TableSchema = schema("gateway", "Indirect access through URLs of another scheme.", &[
    need("id", Text, "The id by which schemes refer to it."),
    need("for", TEXTS, "The schemes that it serves."),
    need("mode", word::<GatewayMode>(), "The variables of the template."),
    need("template", Text, "The URL of the gateway, a template by RFC 6570 at level 1: `https://gateway.example/?{url}`."),
    key("operations", TEXTS, "The supported operations."),
    key("strip", TEXTS, "Components that are never sent (SR504)."),
    key("prefer", word::<Prefer>(), "When it is used; `only` by default."),
    key("environments", TEXTS, "The environments where it is used; all by default."),
    key("contact", TEXTS, "Addresses for questions about the gateway."),
]);

#[rustfmt::skip]
pub(in crate::format) static OVERRIDE: TableSchema = schema("override", "Replaces one facet of a scheme of a lower layer.", &[
    need("name", Text, "The scheme."),
    need("of", Text, "The id of the layer that defines the facet."),
    need("facet", word::<Facet>(), "The replaced facet."),
    key("expect", Hash, "The hash of the replaced facet (SR603); `locator registry lock` writes all."),
    need("reason", Text, "The reason, which users see (SR207)."),
    SYNTAX_TABLE, ACCESS_TABLE, PLUGIN_TABLE, PORT_TABLE, METADATA_TABLE,
]).where_(&[
    Condition::Where("facet", "name", &[], &["syntax", "access", "plugin", "port", "metadata"]),
    Condition::Where("facet", "syntax", &["syntax"], &["access", "plugin", "port", "metadata"]),
    Condition::Where("facet", "access", &["access"], &["syntax", "port", "metadata"]),
    Condition::Where("facet", "port", &["port"], &["syntax", "access", "plugin", "metadata"]),
    Condition::Where("facet", "metadata", &["metadata"], &["syntax", "access", "plugin", "port"]),
]);

#[rustfmt::skip]
pub(in crate::format) static MASK: TableSchema = schema("mask", "Disables a name.", &[
    need("name", Text, "The scheme."),
    key("reason", Text, "The reason, which users see (SR606)."),
]);

#[rustfmt::skip]
pub(in crate::format) static TOMBSTONE: TableSchema = schema("tombstone", "A removed name that must not be used again.", &[
    need("name", Text, "The scheme."),
    need("removed", Date, "The date of the removal, without quotes."),
    key("reason", Text, "The reason."),
    key("replacement", Text, "The scheme to use instead."),
]);

const SELECTORS: ValueType = ValueType::List(&Selector);
const DEFAULT: KeySchema = key("default", word::<Decision>(), "The decision for schemes that no line names.");
const ALWAYS: KeySchema =
    key("always", SELECTORS, "Schemes that may be accessed: names, globs, `status:…`, `kind:…` or `layer:…`.");
const USER: KeySchema = key("user", SELECTORS, "Schemes that may be accessed if the user asked for the URL.");
const NEVER: KeySchema = key("never", SELECTORS, "Schemes that are never accessed.");
const ALLOW_DYLIB: KeySchema = key("allow_dylib", TEXTS, "Schemes whose libraries may be loaded.");
const ALLOW_WASM: KeySchema = key("allow_wasm", TEXTS, "Schemes whose modules may be loaded.");
const MAX_REDIRECTS: KeySchema = key("max_redirects", super::U32, "The largest number of redirects.");

#[rustfmt::skip]
pub(in crate::format) static POLICY: TableSchema = schema("policy", "The schemes that may be accessed.", &[
    DEFAULT, ALWAYS, USER, NEVER,
    key("relaxable", SELECTORS, "Schemes that an upper layer may allow by name."),
    ALLOW_DYLIB, ALLOW_WASM, MAX_REDIRECTS,
    key("env", Map(&Table(&POLICY_ENV)), "Policies of environments, which `--env NAME` adds."),
]);

#[rustfmt::skip]
pub(in crate::format) static POLICY_ENV: TableSchema = schema("policy.env", "The policy of an environment.", &[
    DEFAULT, ALWAYS, USER, NEVER, ALLOW_DYLIB, ALLOW_WASM, MAX_REDIRECTS,
]);

#[rustfmt::skip]
pub(in crate::format) static LINT_LEVEL: TableSchema = schema("lint", "The level of a rule.", &[
    need("level", word::<Setting>(), "The level."),
    key("reason", Text, "The reason."),
]);

/// `SRnnn = "warn"`, or with a reason.
pub(in crate::format) static LEVEL: ValueType = OneOf(&[word::<Setting>(), Table(&LINT_LEVEL)]);
