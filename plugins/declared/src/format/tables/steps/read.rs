//! Reads steps.

use toml::de::DeValue;

use super::keys::{ACTIONS, Block, Comparison, Guess, STEP};
use super::{AccessStep, CallStep, Condition, GuessStep, SendStep, Test};
use crate::format::fields::{Fields, span_of};
use crate::format::finding::quoted;
use crate::format::keywords::{Framing, LineKind, PromptFor};
use crate::format::located::Located;
use crate::format::table::Table as _;

/// An array of steps.
pub(in crate::format) fn steps(fields: &Fields<'_, '_>, key: &'static str) -> Vec<Located<AccessStep>> {
    let step = |fields: Fields<'_, '_>| Some(Located::new(step(&fields)?, fields.span));
    fields.each(key, &STEP, step).into_iter().flatten().collect()
}

/// A step: one action with its modifiers.
fn step(fields: &Fields<'_, '_>) -> Option<AccessStep> {
    let mut actions = ACTIONS.iter().filter(|(action, _)| fields.has(action));
    let Some(&(action, modifiers)) = actions.next() else {
        let names: Vec<_> = ACTIONS.iter().map(|(action, _)| format!("`{action}`")).collect();
        fields.error("SR009", fields.span, "a step needs an action", &format!("write one of {}", names.join(", ")));
        return None;
    };
    if actions.next().is_some() {
        let message = "a step has more than one action";
        fields.error("SR009", fields.span, message, "write one step for each action, in order");
        return None;
    }
    let mut keys = STEP.names().filter(|key| fields.has(key));
    if let Some(key) = keys.find(|key| *key != action && !modifiers.contains(key)) {
        let message = format!("`{key}` is not valid in a step with `{action}`");
        let owner = ACTIONS.iter().find(|(_, modifiers)| modifiers.contains(&key));
        let help = owner.map_or_else(String::new, |(action, _)| format!("write it beside `{action}`"));
        fields.error("SR009", fields.span, &message, &help);
        return None;
    }
    let text = |key| fields.get(key).map(|text: Located<String>| text.value);
    Some(match action {
        "connect" => AccessStep::Connect(text("connect")?),
        "send" => AccessStep::Send(send(fields)?),
        "receive" => AccessStep::Receive(fields.get("receive")?.value),
        "prompt" => AccessStep::Prompt(fields.get::<PromptFor>("prompt")?.value, when(fields)),
        "advise" => {
            let login = text("advise")?;
            if login != "login" {
                fields.error("SR009", fields.span, "`advise` must be `login`", "write `advise = \"login\"`");
                return None;
            }
            AccessStep::Advise
        }
        "compose" => AccessStep::Compose(text("compose")?),
        "open" => AccessStep::Open(text("open")?),
        "call" => AccessStep::Call(call(fields)?),
        "follow" => AccessStep::Follow(text("follow")?),
        "note" => AccessStep::Note { id: text("id").unwrap_or_else(|| "note".to_owned()), text: text("note")? },
        "each" => {
            need_then(fields);
            AccessStep::Each { list: text("each")?, then: inner_steps(fields, "then") }
        }
        _ => branch(fields)?,
    })
}

/// `{ if = …, then = […], else = […] }`
fn branch(fields: &Fields<'_, '_>) -> Option<AccessStep> {
    let condition = fields.value("if")?;
    let conditions = match condition.get_ref() {
        DeValue::Array(all) => all.iter().collect(),
        _ => vec![condition],
    };
    let any: Vec<_> = conditions.into_iter().filter_map(|one| self::condition(fields, one)).collect();
    if condition.get_ref().as_array().is_some_and(|all| all.is_empty()) {
        empty(fields, "`if` has no condition", condition, CONDITION);
    }
    need_then(fields);
    Some(AccessStep::If { any, then: inner_steps(fields, "then"), otherwise: inner_steps(fields, "else") })
}

/// Reports an empty table or array.
fn empty(fields: &Fields<'_, '_>, message: &str, value: &toml::Spanned<DeValue<'_>>, expected: &str) {
    fields.error("SR009", span_of(value), message, &format!("write {expected}"));
}

fn need_then(fields: &Fields<'_, '_>) {
    if !fields.has("then") {
        fields.missing("then", "an array of steps");
    }
}

/// An array of steps.
fn inner_steps(fields: &Fields<'_, '_>, key: &'static str) -> Vec<AccessStep> {
    steps(fields, key).into_iter().map(|step| step.value).collect()
}

/// What `if` is in help texts.
const CONDITION: &str = "a table of components with tests: `{ user = true, name = [\"\", false] }`";

/// `{ user = true, typecode = ["a", "i"], group = { contains = "*" } }`
fn condition(fields: &Fields<'_, '_>, value: &toml::Spanned<DeValue<'_>>) -> Option<Condition> {
    let Some(table) = value.get_ref().as_table() else {
        fields.wrong("SR009", "if", value, CONDITION);
        return None;
    };
    if table.is_empty() {
        empty(fields, "`if` has no condition", value, CONDITION);
    }
    let mut condition = Condition::default();
    for (name, value) in table {
        let values = match value.get_ref() {
            DeValue::Array(all) => all.iter().collect(),
            _ => vec![value],
        };
        if values.is_empty() {
            empty(fields, "a component without a test", value, TEST);
        }
        let tests = values.into_iter().filter_map(|one| test(fields, one)).collect();
        condition.tests.push((name.get_ref().to_string(), tests));
    }
    Some(condition)
}

/// What a test is in help texts.
const TEST: &str = "`true`, `false`, a text, a table with `contains` or `matches`, or an array of these";

/// `true`, `false`, `"text"`, `{ contains = "…" }` or `{ matches = "…" }`
fn test(fields: &Fields<'_, '_>, value: &toml::Spanned<DeValue<'_>>) -> Option<Test> {
    match value.get_ref() {
        DeValue::Boolean(is) => Some(Test::IsPresent(*is)),
        DeValue::String(text) => Some(Test::Is(text.to_string())),
        DeValue::Table(table) => {
            let fields = Fields::open(fields.reader, table, span_of(value), Comparison::SCHEMA);
            if fields.has("contains") == fields.has("matches") {
                fields.error("SR009", fields.span, "a test is either `contains` or `matches`", "write one of them");
            }
            let Comparison { contains, matches } = Comparison::read(&fields);
            let contains = contains.map(|text| Test::Contains(text.value));
            contains.or_else(|| matches.map(|rule| Test::Matches(rule.value)))
        }
        _ => {
            fields.wrong("SR009", "if", value, TEST);
            None
        }
    }
}

/// `{ send = "…", line = "…", when = 331 }`
fn send(fields: &Fields<'_, '_>) -> Option<SendStep> {
    let rest_of_line = fields.get("rest_of_line").is_some_and(|is: Located<bool>| is.value);
    let line = fields.get("line").map(|line| line.value);
    let line = line.unwrap_or(if rest_of_line { LineKind::RestOfLine } else { LineKind::Arguments });
    let block = fields.table("block", Block::SCHEMA).map(|block| Block::read(&block));
    Some(SendStep {
        text: fields.get("send").map(|text: Located<String>| text.value)?,
        line,
        block: block.map(|block| (block.component.value, block.rule.value)),
        map: maps(fields),
        when: when(fields),
        guess: guess(fields),
    })
}

/// `when = 331`
fn when(fields: &Fields<'_, '_>) -> Option<u16> {
    let code: Located<u16> = fields.get("when")?;
    if !(100..=599).contains(&*code) {
        let message = format!("`when` cannot be {code}");
        fields.error("SR401", code.span, &message, "write a reply code from 100 to 599");
    }
    Some(code.value)
}

/// `map = { typecode = { a = "A", i = "I" } }`
fn maps(fields: &Fields<'_, '_>) -> Vec<(String, Vec<(String, String)>)> {
    let Some(value) = fields.value("map") else { return Vec::new() };
    let pairs = |value: &toml::Spanned<DeValue<'_>>| -> Option<Vec<(String, String)>> {
        let table = value.get_ref().as_table()?;
        table
            .iter()
            .map(|(name, text)| Some((name.get_ref().to_string(), text.get_ref().as_str()?.to_owned())))
            .collect()
    };
    let all = value.get_ref().as_table().and_then(|table| {
        table.iter().map(|(name, value)| Some((name.get_ref().to_string(), pairs(value)?))).collect::<Option<Vec<_>>>()
    });
    all.unwrap_or_else(|| {
        fields.wrong("SR009", "map", value, "a table of components: `{ typecode = { a = \"A\" } }`");
        Vec::new()
    })
}

/// `guess = true`, or `guess = { name = "…", text = "…", image = "…" }`
fn guess(fields: &Fields<'_, '_>) -> Option<GuessStep> {
    let value = fields.value("guess")?;
    if let Some(is_guess) = value.get_ref().as_bool() {
        return is_guess.then_some(GuessStep::Whole);
    }
    let Guess { name, text, image } = Guess::read(&fields.table("guess", Guess::SCHEMA)?);
    Some(GuessStep::Type { name: name.value, text: text.value, image: image.value })
}

/// `{ call = "wais.search", arguments = ["database", { query = "search" }] }`
fn call(fields: &Fields<'_, '_>) -> Option<CallStep> {
    let name: Located<String> = fields.get("call")?;
    let Some((protocol, operation)) = name.split_once('.').filter(|(one, other)| !one.is_empty() && !other.is_empty())
    else {
        let message = format!("`call` cannot be {}", quoted(&name));
        fields.error("SR009", name.span, &message, "write protocol and operation: `wais.search`");
        return None;
    };
    Some(CallStep {
        protocol: protocol.to_owned(),
        operation: operation.to_owned(),
        arguments: names(fields, "arguments"),
        own_fields: names(fields, "own_fields"),
        fields: fields.get("fields").map(|name: Located<String>| name.value),
        framing: fields.get("framing").map_or(Framing::Lines, |framing| framing.value),
    })
}

/// `["database", { query = "search" }]`: components, each under its own or another name.
fn names(fields: &Fields<'_, '_>, key: &'static str) -> Vec<(String, String)> {
    let Some(value) = fields.value(key) else { return Vec::new() };
    let name = |value: &toml::Spanned<DeValue<'_>>| match value.get_ref() {
        DeValue::String(name) => Some((name.to_string(), name.to_string())),
        DeValue::Table(table) if table.len() == 1 => {
            let (name, component) = table.iter().next()?;
            Some((name.get_ref().to_string(), component.get_ref().as_str()?.to_owned()))
        }
        _ => None,
    };
    let names = value.get_ref().as_array().and_then(|all| all.iter().map(name).collect::<Option<Vec<_>>>());
    names.unwrap_or_else(|| {
        fields.wrong("SR009", key, value, "an array of components: `[\"database\", { query = \"search\" }]`");
        Vec::new()
    })
}
