//! `[scheme.access]`, its steps, and `[scheme.plugin]`.

use super::ValueType::{Fixed, Flag, Integer, List, Map, OneOf, Pattern, Table, Tables, Text, Version};
use super::{Condition, TEXTS, TableSchema, U32, U64, ValueType, key, need, schema, word};
use crate::format::keywords::{AccessKind, Framing, LineKind, Locates, PluginKind, PromptFor, Until};

#[rustfmt::skip]
pub(in crate::format) static ACCESS: TableSchema = schema("scheme.access", "How the resource is accessed.", &[
    need("kind", word::<AccessKind>(), "How a URL is accessed (SR401)."),
    key("gateway", Text, "The id of a `[[gateway]]` that serves the scheme (SR505)."),
    need("locates", word::<Locates>(), "What a URL locates."),
    key("name_properties", Text, "The meaning of the names, if `locates` is `name` (SR211)."),
    need("operations", TEXTS, "The operations, such as `get`; may be empty."),
    key("default", Text, "The operation to use when none is named: one of `operations`; required if there are any."),
    key("algorithm", Text, "How a program accesses the resource, step by step, in prose of at least 40 characters (SR210)."),
    key("command_line", Flag, "`true`: clients pass user, host and path to a command as arguments, so that one with a leading `-` is warned of (`option-like`)."),
    key("steps", Tables(&STEP), "The steps, in order; required with the kind `steps`."),
]).where_(&[Condition::Where("kind", "steps", &["steps"], &[]), Condition::NonEmptyNeeds("operations", "default")]);

/// The keys that name the action of a step, each with the keys that may stand beside it.
pub(in crate::format) const ACTIONS: &[(&str, &[&str])] = &[
    ("connect", &[]),
    ("send", &["line", "rest_of_line", "block", "map", "guess", "when"]),
    ("receive", &[]),
    ("prompt", &["when"]),
    ("advise", &[]),
    ("compose", &[]),
    ("open", &[]),
    ("call", &["arguments", "own_fields", "fields", "framing"]),
    ("follow", &[]),
    ("note", &["id"]),
    ("each", &["then"]),
    ("if", &["then", "else"]),
];

#[rustfmt::skip]
pub(in crate::format) static STEP: TableSchema = schema("scheme.access.steps", "A step of the access: one action, and what belongs to it.", &[
    key("if", OneOf(&[TESTS, List(&TESTS)]), "Steps under a condition: a table of components with tests, of which all hold, or an array of such tables, of which one holds."),
    key("each", Text, "Steps for each element of a list, for which its name stands."),
    key("then", Tables(&STEP), "The steps if the condition holds, or for each element."),
    key("else", Tables(&STEP), "The steps if the condition does not hold."),
    key("connect", Text, "Connects: `{host}:{port}`, or a host and port with variables."),
    key("send", Text, "Sends bytes; `{name}` is a component, decoded. Nothing is added at the end."),
    key("line", word::<LineKind>(), "What the components are in the text; decides which bytes are refused."),
    key("rest_of_line", Flag, "`true`: `line = \"rest-of-line\"`."),
    key("block", Table(&BLOCK), "A component that may have line ends, if its decoded text matches the rule."),
    key("map", Map(&Map(&Text)), "Texts in place of some values of components, compared in lower case."),
    key("guess", OneOf(&[Flag, Table(&GUESS)]), "`true`: the text is a guess; or the variable `{guess}`, by the name of a file."),
    key("receive", word::<Until>(), "Receives a reply, up to its end."),
    key("prompt", word::<PromptFor>(), "Asks the user."),
    key("when", Integer(100, 599), "The reply code after which the step is taken."),
    key("advise", Fixed(&["login"]), "Shows user name and password, and sends neither."),
    key("compose", Text, "Composes a message to the address in a component."),
    key("open", Text, "Opens the file whose path is a list."),
    key("call", Pattern(r"^[^.]+\..+$"), "An operation of a protocol that the client implements: `wais.search`."),
    key("arguments", NAMES, "Components that are arguments of the call."),
    key("own_fields", NAMES, "Components that are fields which the protocol defines."),
    key("fields", Text, "A component with fields, which are sent."),
    key("framing", word::<Framing>(), "How the protocol delimits arguments; `lines` by default."),
    key("follow", Text, "Follows references of this kind in what was received."),
    key("note", Text, "A note for the client."),
    key("id", Text, "The id of a note."),
]).where_(&[
    Condition::OneAction(ACTIONS),
    Condition::Needs("if", &["then"]),
    Condition::Needs("each", &["then"]),
]);

const NAMES: ValueType = List(&OneOf(&[Text, Map(&Text)]));
const TESTS: ValueType = Map(&OneOf(&[Flag, Text, Table(&TEST), List(&OneOf(&[Flag, Text, Table(&TEST)]))]));

/// An array of steps without a file around it.
pub(in crate::format) static STEPS: TableSchema =
    schema("the text", "Steps alone.", &[key("steps", Tables(&STEP), "The steps.")]);

/// `block = { component = "…", rule = "…" }`
#[rustfmt::skip]
pub(in crate::format) static BLOCK: TableSchema = schema("scheme.access.steps.block", "A component that may have line ends.", &[
    need("component", Text, "The component."),
    need("rule", Text, "The rule that its decoded text must match (SR302)."),
]);

/// `guess = { name = "…", text = "…", image = "…" }`
#[rustfmt::skip]
pub(in crate::format) static GUESS: TableSchema = schema("scheme.access.steps.guess", "A text by the name of a file.", &[
    need("name", Text, "The component with the name of the file."),
    need("text", Text, "The text for a file of text."),
    need("image", Text, "The text for any other file."),
]);

/// A test of a component that is not its value.
#[rustfmt::skip]
pub(in crate::format) static TEST: TableSchema = schema("a test", "A test of a component.", &[
    key("contains", Text, "One of these characters is in the text."),
    key("matches", Text, "The text matches this rule (SR302)."),
]).where_(&[Condition::OneAction(&[("contains", &[]), ("matches", &[])])]);

#[rustfmt::skip]
pub(in crate::format) static PLUGIN: TableSchema = schema("scheme.plugin", "The library or module of the scheme.", &[
    key("kind", word::<PluginKind>(), "What it is; `dylib` by default (SR410)."),
    need("library", Text, "Its base name: no folder, no `lib`, no `.so`, no `.wasm` (SR413)."),
    need("version", ValueType::Requirement, "The requirement for the version that it reports: `^1.2` (SR411)."),
    need("abi", U32, "The generation of the ABI: 1 (SR412)."),
    key("capabilities", TEXTS, "The required capabilities (SR420)."),
    key("signed_by", Text, "A contact for a signature (SR416)."),
    key("artifact", Tables(&ARTIFACT), "The files, at least one for each target (SR410)."),
]);

#[rustfmt::skip]
pub(in crate::format) static ARTIFACT: TableSchema = schema("scheme.plugin.artifact", "The file of a library for one target, or of a module.", &[
    need("target", Text, "The target triple it was built for; `wasm32-unknown-unknown` for a module."),
    need("version", Version, "Exactly the version that the library or module reports."),
    key("sha256", Text, "The SHA-256 of the file, in lower case (SR414)."),
    key("url", Text, "The download address."),
    key("size", U64, "The size in bytes."),
    key("inline", Text, "The module itself, in base64, of at most 65,536 bytes (SR418)."),
]);
