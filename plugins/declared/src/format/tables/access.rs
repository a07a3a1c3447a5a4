//! `[scheme.access]`

use super::steps::{AccessStep, STEP, steps};
use crate::format::change_severity::Compared::{Set, Steps, Value};
use crate::format::change_severity::{CONTRACT, DESTINATION, NEEDED_TEXT, PROTECTION};
use crate::format::fields::Fields;
use crate::format::finding::quoted;
use crate::format::keywords::{AccessKind, Locates};
use crate::format::located::Located;
use crate::format::schema::ValueType::Tables;
use crate::format::schema::{Condition, KeySchema};
use crate::format::table::table;

table! {
    /// How the resource is accessed.
    #[derive(Clone, PartialEq, Debug)]
    pub struct AccessTable: ACCESS = "scheme.access", span;

    /// How a URL is accessed (SR401).
    kind: Located<AccessKind>, rule("SR401"), change("SR727", Value, CONTRACT);
    /// The id of a `[[gateway]]` that serves the scheme (SR505).
    gateway: Option<Located<String>>, change("SR727", Value, DESTINATION);
    /// What a URL locates.
    locates: Located<Locates>, change("SR727", Value, CONTRACT);
    /// The meaning of the names, if `locates` is `name` (SR211).
    name_properties: Option<Located<String>>, change("SR731", Value, NEEDED_TEXT);
    /// The operations, such as `get`; may be empty.
    operations: Vec<Located<String>>, required(), change("SR727", Set, CONTRACT);
    /// The operation to use when none is named: one of `operations`; required if there are any.
    default: Option<Located<String>>, change("SR727", Value, CONTRACT);
    /// How a program accesses the resource, step by step, in prose of at least 40 characters (SR210).
    algorithm: Option<Located<String>>, change("SR731", Value, NEEDED_TEXT);
    /// `true`: clients pass user, host and path to a command as arguments, so that one with a leading `-` is warned of (`option-like`).
    command_line: bool, change("SR727", Value, PROTECTION);
    /// The steps, in order; required with the kind `steps`.
    steps: Vec<Located<AccessStep>>, value(Tables(&STEP)), change("SR728", Steps, CONTRACT) => located_steps;

    conditions &[
        Condition::Where("kind", "steps", &["steps"], &[]),
        Condition::NonEmptyNeeds("operations", "default"),
    ];
    check steps_and_default;
}

fn located_steps(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Vec<Located<AccessStep>> {
    steps(fields, key.name)
}

fn steps_and_default(fields: &Fields<'_, '_>, access: &mut AccessTable) {
    if *access.kind == AccessKind::Steps && !fields.has("steps") {
        fields.missing("steps", "an array such as [{ connect = \"{host}:{port}\" }, …]");
    }
    if !access.operations.is_empty() && !fields.has("default") {
        fields.missing("default", "the operation to use when none is named");
    }
    if let Some(default) = access.default.as_ref().filter(|default| !access.operations.contains(default)) {
        let message = format!("`scheme.access.default` cannot be {}", quoted(default));
        fields.error("SR009", default.span, &message, "take one of `operations`");
    }
}
