//! The access steps of a registry file, as lines in which inner steps are indented.

use anyurl_declared::format::{AccessStep, CallStep, Condition, GuessStep, Keyword, LineKind, SendStep, Test};

/// The lines of some steps, each with the depth of its indentation.
pub(crate) fn lines(steps: &[AccessStep], depth: usize) -> Vec<(usize, String)> {
    steps.iter().flat_map(|step| of_step(step, depth)).collect()
}

fn of_step(step: &AccessStep, depth: usize) -> Vec<(usize, String)> {
    let line = |text: String| vec![(depth, text)];
    match step {
        AccessStep::Connect(target) => line(format!("connect {target}")),
        AccessStep::Send(send) => line(self::send(send)),
        AccessStep::Receive(until) => line(format!("receive {}", until.as_str())),
        AccessStep::Prompt(what, when) => line(format!("prompt {}{}", what.as_str(), after(*when))),
        AccessStep::Advise => line("advise login".to_owned()),
        AccessStep::Compose(name) => line(format!("compose {name}")),
        AccessStep::Open(name) => line(format!("open {name}")),
        AccessStep::Call(call) => line(self::call(call)),
        AccessStep::Follow(what) => line(format!("follow {what}")),
        AccessStep::Note { id, text } => line(format!("note {id}: {text}")),
        AccessStep::Each { list, then } => block(format!("for each of {list}:"), then, depth),
        AccessStep::If { any, then, otherwise } => {
            let any: Vec<_> = any.iter().map(condition).collect();
            let mut all = block(format!("if {}:", any.join(", or ")), then, depth);
            if !otherwise.is_empty() {
                all.extend(block("else:".to_owned(), otherwise, depth));
            }
            all
        }
        _ => line("another step".to_owned()),
    }
}

/// A line, and below it steps.
fn block(head: String, steps: &[AccessStep], depth: usize) -> Vec<(usize, String)> {
    std::iter::once((depth, head)).chain(lines(steps, depth + 1)).collect()
}

/// `send "USER {user}\r\n" (rest-of-line) after reply 331`
fn send(send: &SendStep) -> String {
    let line = if send.line == LineKind::Arguments { String::new() } else { format!(" ({})", send.line.as_str()) };
    let mut parts = vec![format!("send \"{}\"{line}{}", send.text.escape_default(), after(send.when))];
    for (component, texts) in &send.map {
        let texts: Vec<_> = texts.iter().map(|(value, sent)| format!("{value} as {sent}")).collect();
        parts.push(format!("{component}: {}", texts.join(", ")));
    }
    if let Some((component, rule)) = &send.block {
        parts.push(format!("{component} may be lines of the rule {rule}"));
    }
    match &send.guess {
        Some(GuessStep::Type { name, text, image }) => {
            parts.push(format!("a guess by {name}: {text} for texts, {image} for other files"));
        }
        Some(_) => parts.push("a guess".to_owned()),
        None => {}
    }
    parts.join(", ")
}

fn after(when: Option<u16>) -> String {
    when.map(|code| format!(" after reply {code}")).unwrap_or_default()
}

/// `call wais.search with database, query = search`
fn call(call: &CallStep) -> String {
    let CallStep { protocol, operation, .. } = call;
    let arguments = call.arguments.iter().chain(&call.own_fields);
    let mut names: Vec<_> = arguments
        .map(|(name, component)| if name == component { name.clone() } else { format!("{name} = {component}") })
        .collect();
    names.extend(call.fields.iter().map(|name| format!("the fields of {name}")));
    let with = if names.is_empty() { "" } else { " with " };
    format!("call {protocol}.{operation}{with}{}", names.join(", "))
}

/// `user is "" or "anonymous", password is absent`
fn condition(condition: &Condition) -> String {
    let tests = condition.tests.iter().map(|(name, tests)| match (name.as_str(), tests.as_slice()) {
        ("lenient", [Test::IsPresent(is)]) => if *is { "in lenient mode" } else { "in strict mode" }.to_owned(),
        ("compact", [Test::IsPresent(is)]) => format!("empty searches are {}", if *is { "omitted" } else { "sent" }),
        (name, tests) => {
            let tests: Vec<_> = tests.iter().map(test).collect();
            format!("{name} {}", tests.join(" or "))
        }
    });
    tests.collect::<Vec<_>>().join(" and ")
}

fn test(test: &Test) -> String {
    match test {
        Test::IsPresent(true) => "is present".to_owned(),
        Test::IsPresent(false) => "is absent".to_owned(),
        Test::Is(value) => format!("is \"{}\"", value.escape_default()),
        Test::Contains(characters) => format!("contains one of \"{}\"", characters.escape_default()),
        Test::Matches(rule) => format!("matches the rule {rule}"),
        _ => "passes another test".to_owned(),
    }
}
