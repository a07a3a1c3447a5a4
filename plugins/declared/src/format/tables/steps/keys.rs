//! The keys of a step. A step is one of several actions, so that they are no fields of one struct.

use crate::format::keywords::{Framing, LineKind, PromptFor, Until};
use crate::format::located::Located;
use crate::format::schema::ValueType::{Fixed, Flag, Integer, List, Map, OneOf, Pattern, Table, Tables, Text};
use crate::format::schema::{Condition, KeySchema, TableSchema, ValueType, word};
use crate::format::table::table;

const fn key(name: &'static str, value: ValueType, about: &'static str) -> KeySchema {
    KeySchema::new(name, about, value, false)
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
pub(in crate::format) static STEP: TableSchema = TableSchema {
    name: "scheme.access.steps",
    about: "A step of the access: one action, and what belongs to it.",
    rows: &[
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
    ],
    conditions: &[
        Condition::OneAction(ACTIONS),
        Condition::Needs("if", &["then"]),
        Condition::Needs("each", &["then"]),
    ],
};

const NAMES: ValueType = List(&OneOf(&[Text, Map(&Text)]));
const TESTS: ValueType = Map(&OneOf(TEST_OR_LIST));
const TEST_OR_LIST: &[ValueType] = &[Flag, Text, Table(&TEST), List(ONE_TEST)];
const ONE_TEST: &ValueType = &OneOf(TEST_TYPES);
const TEST_TYPES: &[ValueType] = &[Flag, Text, Table(&TEST)];

/// An array of steps without a file around it.
pub(in crate::format) static STEPS: TableSchema = TableSchema {
    name: "the text",
    about: "Steps alone.",
    rows: &[key("steps", Tables(&STEP), "The steps.")],
    conditions: &[],
};

table! {
    /// A component that may have line ends.
    #[derive(Debug)]
    pub(super) struct Block: BLOCK = "scheme.access.steps.block";

    /// The component.
    component: Located<String>;
    /// The rule that its decoded text must match (SR302).
    rule: Located<String>;
}

table! {
    /// A text by the name of a file.
    #[derive(Debug)]
    pub(super) struct Guess: GUESS = "scheme.access.steps.guess";

    /// The component with the name of the file.
    name: Located<String>;
    /// The text for a file of text.
    text: Located<String>;
    /// The text for any other file.
    image: Located<String>;
}

table! {
    /// A test of a component.
    #[derive(Debug)]
    pub(super) struct Comparison: TEST = "a test";

    /// One of these characters is in the text.
    contains: Option<Located<String>>;
    /// The text matches this rule (SR302).
    matches: Option<Located<String>>;

    conditions &[Condition::OneAction(&[("contains", &[]), ("matches", &[])])];
}
