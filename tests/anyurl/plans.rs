//! Plans: the access of every scheme, refused bytes, and values of the environment.

mod environment;
mod guard;
mod schemes;
mod shown;
mod stranger;

use std::fmt::Write as _;

use anyurl::plan::{LinePart, Prompt};
use anyurl::{Environment, Options, Plan, PlanError, Step};

/// The plan of a URL in an empty environment.
fn plan(text: &str) -> Result<Plan, PlanError> {
    let url = crate::rfc1738().parse(text).unwrap_or_else(|error| panic!("{text:?} is rejected: {error}"));
    url.plan(&Environment::new())
}

/// A plan in one line, for tables: steps separated by ` | `, the lines with their escapes.
fn in_short(plan: &Plan) -> String {
    let steps: Vec<_> = plan.steps().iter().map(step).collect();
    steps.join(" | ")
}

fn step(step: &Step) -> String {
    let bytes = |bytes: &anyurl::plan::SentBytes| bytes.bytes().escape_ascii().to_string();
    let mut text = String::new();
    match step {
        Step::Connect { transport, host, port } => write!(text, "{} {host}:{port}", transport.as_str()),
        Step::Send(line) => {
            let when = line.after_reply().map_or_else(String::new, |code| format!("[{code}] "));
            let guess = if line.is_guess() { "guess " } else { "" };
            write!(text, "{when}{guess}{}", line.template().escape_ascii())
        }
        Step::Prompt { what, after_reply: when } => {
            assert_eq!(when.is_some(), *what == Prompt::Password);
            write!(text, "prompt {}", what.as_str())
        }
        Step::Advise { user, password } => {
            let password = password.as_ref().map_or_else(|| "-".to_owned(), bytes);
            write!(text, "advise {} {password}", bytes(user))
        }
        Step::Compose { to } => write!(text, "compose {}", bytes(to)),
        Step::Open { root, segments } => {
            let segments: Vec<_> = root.iter().cloned().chain(segments.iter().map(bytes)).collect();
            write!(text, "open {segments:?}")
        }
        Step::Call(call) => {
            let arguments = call.arguments.iter().map(|(_, value)| format!(" {}", bytes(value)));
            let name = |name: &LinePart| match name {
                LinePart::Url(name) => format!(";{}=", bytes(name)),
                _ => "%00".to_owned(),
            };
            let fields = call.fields.iter().flatten().map(|(of, value)| name(of) + &bytes(value));
            write!(text, "{}{}", call.name(), arguments.chain(fields).collect::<String>())
        }
        Step::Follow { what } => write!(text, "follow {what}"),
        other => write!(text, "{other:?}"),
    }
    .expect("a string takes all");
    text
}

/// Checks a table of URLs and their plans.
fn check(options: Options, environment: &Environment, rows: &[(&str, &str)]) {
    for (text, expect) in rows {
        let url = crate::rfc1738()
            .parser()
            .options(options)
            .parse(text)
            .unwrap_or_else(|error| panic!("{text:?} is rejected: {error}"));
        let is = match url.plan(environment) {
            Ok(plan) => in_short(&plan),
            Err(error) => format!("refused: {}", error.kind()),
        };
        assert_eq!(is, *expect, "{text:?}");
    }
}
