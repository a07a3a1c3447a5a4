//! `[[scheme]]`, its metadata and examples.

use locator_core::registration::Status;

use super::ValueType::{Date, False, Flag, Integer, List, MapExcept, OneOf, Table, Tables, Text, Version};
use super::{ACCESS, I64, KeySchema, PLUGIN, SYNTAX, TEXTS, TableSchema, U16, U32, ValueType, key, need, schema, word};
use crate::format::keywords::Rfc1738;

const RFC1738: KeySchema = key("rfc1738", word::<Rfc1738>(), "The role of the name in RFC 1738.");
const APPLICATIONS: KeySchema =
    key("applications", TEXTS, "The applications and protocols that use the scheme (SR206).");
const OWNER: KeySchema =
    key("owner", Text, "The team or person that maintains the entry: `@example/robotics`, or `robotics@example.com`.");
const CONTACT: KeySchema =
    key("contact", TEXTS, "Addresses for questions about the scheme, of roles rather than of persons (SR203).");
const CONTROLLER: KeySchema =
    key("change_controller", Text, "The person or body that decides on changes to the scheme (SR204).");
const SECURITY: KeySchema =
    key("security", Text, "What an attacker can do with a URL, and what a URL reveals (SR212).");
const ENCODING: KeySchema =
    key("encoding", Text, "The character encoding of components, and what must be escaped (SR213).");
const INTEROPERABILITY: KeySchema = key("interoperability", Text, "What differs between implementations (RFC 7595).");
const DEMONSTRATION: KeySchema = key("demonstration", Text, "Demonstrates the use of the scheme (RFC 1738 §4).");
const SINCE: KeySchema = key("since", Text, "When the registry added the scheme.");
const EXPIRES: KeySchema = key("expires", Date, "The last day of an experiment (SR705), a date without quotes.");
const GRADUATES_TO: KeySchema = key("graduates_to", Text, "The name of the scheme after the experiment.");
const DEPRECATION: KeySchema = key("deprecated", Table(&DEPRECATED), "The deprecation notice.");
const IANA_OR_FALSE: &[ValueType] = &[False, Table(&IANA)];
const IANA_DATA: KeySchema = key(
    "iana",
    OneOf(IANA_OR_FALSE),
    "IANA's columns where they differ, or `false`: IANA's table lacks the name (public layer only, SR220).",
);
const REFERENCES: KeySchema = key("reference", Tables(&REFERENCE), "The documents, the defining one first (SR205).");
const LEFT_OUT: KeySchema = key("left_out", Text, "What of its documents the syntax leaves out, and why.");
pub(super) const PORT_TABLE: KeySchema = key("port", Table(&PORT), "The default port.");
pub(super) const SYNTAX_TABLE: KeySchema = key("syntax", Table(&SYNTAX), "How the URLs are written (SR209).");
pub(super) const ACCESS_TABLE: KeySchema = key("access", Table(&ACCESS), "How the resource is accessed (SR210).");
pub(super) const PLUGIN_TABLE: KeySchema =
    key("plugin", Table(&PLUGIN), "The library or module of the scheme, if `access.kind` is `dylib` or `wasm`.");
pub(super) const METADATA_TABLE: KeySchema = key("metadata", Table(&METADATA), "The metadata to add.");

#[rustfmt::skip]
pub(in crate::format) static SCHEME: TableSchema = schema("scheme", "A scheme: one version of one name.", &[
    need("name", Text, "The name of the scheme, in lower case: `com.example.thing` (SR101 to SR115)."),
    key("alias", TEXTS, "Other names of the scheme; a URL with an alias is a URL of the scheme."),
    key("version", Version, "The version of this definition, by semver; 1.0.0 by default."),
    need("status", word::<Status>(), "The registration status."),
    need("description", Text, "What a URL locates, in a few words."),
    RFC1738, APPLICATIONS, OWNER, CONTACT, CONTROLLER, SECURITY, ENCODING, INTEROPERABILITY, DEMONSTRATION, SINCE,
    EXPIRES, GRADUATES_TO, DEPRECATION, PORT_TABLE, IANA_DATA, REFERENCES, LEFT_OUT, SYNTAX_TABLE, ACCESS_TABLE,
    PLUGIN_TABLE,
    key("example", Tables(&EXAMPLE), "URLs with their verdicts, which lint checks: at least one accepted and one rejected (SR309)."),
]);

/// `[override.metadata]`: the metadata of a scheme without name, version, status and description.
#[rustfmt::skip]
pub(in crate::format) static METADATA: TableSchema = schema("override.metadata", "Metadata that a lower layer does not set.", &[
    RFC1738, APPLICATIONS, OWNER, CONTACT, CONTROLLER, SECURITY, ENCODING, INTEROPERABILITY, DEMONSTRATION, SINCE,
    EXPIRES, GRADUATES_TO, DEPRECATION, IANA_DATA, REFERENCES, LEFT_OUT,
]);

#[rustfmt::skip]
pub(in crate::format) static REFERENCE: TableSchema = schema("scheme.reference", "A document about the scheme.", &[
    key("rfc", U32, "The number of an RFC."),
    key("section", Text, "The section."),
    key("url", Text, "The address of the document."),
    key("title", Text, "The title."),
    key("person", Text, "A person, if there is no document."),
    key("errata", List(&U32), "The errata that the definition follows."),
]);

#[rustfmt::skip]
pub(in crate::format) static IANA: TableSchema = schema("scheme.iana", "IANA's columns where they differ from the entry.", &[
    key("name", Text, "IANA's spelling of the name."),
    key("description", Text, "IANA's description."),
    key("reference", Text, "IANA's reference."),
    key("cri", I64, "The CRI scheme number."),
    key("template", Text, "The registration template."),
    key("well_known", Text, "The support for well-known URIs."),
    key("notes", Text, "IANA's notes."),
    key("registered", Date, "The date of registration."),
    key("updated", Date, "The date of the last change."),
    key("after", Text, "The preceding name in IANA's table, if that is not the preceding name in alphabetical order."),
]);

#[rustfmt::skip]
pub(in crate::format) static DEPRECATED: TableSchema = schema("scheme.deprecated", "The deprecation notice (SR701).", &[
    key("since", Text, "The first deprecated version, or a date, as text."),
    key("reason", Text, "The reason."),
    key("replacement", Text, "The scheme to use instead."),
    key("remove_after", Date, "The date after which the scheme is removed, a date without quotes."),
]);

#[rustfmt::skip]
pub(in crate::format) static PORT: TableSchema = schema("scheme.port", "The default port.", &[
    key("default", Integer(1, 65_535), "The default port, from 1 to 65535 (SR402)."),
    key("transport", TEXTS, "The transports: `tcp`, `udp`, `tls`. Steps connect by the first."),
    key("source", Text, "The source of the assignment."),
]);

#[rustfmt::skip]
pub(in crate::format) static EXAMPLE: TableSchema = schema("scheme.example", "A URL with its verdict.", &[
    need("url", Text, "The text."),
    need("accept", Flag, "Whether the text is a URL of the scheme (SR310)."),
    key("components", MapExcept(&Text, "port", &OneOf(&[Text, U16])), "Components by name, as texts (SR308); a port can be a number."),
    key("canonical", Text, "The canonical form."),
    key("why", Text, "Why the text is rejected."),
    key("section", Text, "The document and section that decide: `RFC 7252 s6.3`."),
]);
