//! The keys of a step. A step is one of several actions, so that they are no fields of one struct.

use crate::format::keywords::{Framing, LineKind, PromptFor, Until};
use crate::format::schema::ValueType::{Fixed, Flag, Integer, List, Map, OneOf, Pattern, Table, Tables, Text};
use crate::format::schema::{Condition, KeySchema, TableSchema, ValueType, word};

const fn schema(name: &'static str, about: &'static str, rows: &'static [KeySchema]) -> TableSchema {
    TableSchema { name, about, rows, conditions: &[] }
}

const fn key(name: &'static str, value: ValueType, about: &'static str) -> KeySchema {
    KeySchema::new(name, about, value, false)
}

const fn need(name: &'static str, value: ValueType, about: &'static str) -> KeySchema {
    KeySchema::new(name, about, value, true)
}

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
pub(in crate::format) static STEP: TableSchema = TableSchema { conditions: STEP_CONDITIONS, ..schema("scheme.access.steps", "A step of the access: one action, and what belongs to it.", &[
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
]) };

const STEP_CONDITIONS: &[Condition] =
    &[Condition::OneAction(ACTIONS), Condition::Needs("if", &["then"]), Condition::Needs("each", &["then"])];

const NAMES: ValueType = List(&OneOf(&[Text, Map(&Text)]));
const TESTS: ValueType =
    Map(&OneOf(&[Flag, Text, Table(&TEST_TABLE), List(&OneOf(&[Flag, Text, Table(&TEST_TABLE)]))]));

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
pub(in crate::format) static TEST_TABLE: TableSchema = TableSchema { conditions: &[Condition::OneAction(&[("contains", &[]), ("matches", &[])])], ..schema("a test", "A test of a component.", &[
    key("contains", Text, "One of these characters is in the text."),
    key("matches", Text, "The text matches this rule (SR302)."),
]) };
