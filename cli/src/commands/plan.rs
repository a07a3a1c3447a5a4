//! `anyurl plan`: prints the steps that access each URL.

mod curl;

use std::fmt::Write as _;
use std::io;

use crate::Url;
use anyurl::plan::{EmptySearch, Need};
use anyurl::{Environment, Plan, PlanError, Step, Style, visible};
use anyurl_core::internal::{Redaction, caret_lines};
use anyurl_declared::format::{AccessKind, Decision};

use super::gateway;
use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_input};
use crate::input::reader::InputReader;
use crate::output::{json, steps};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Plan) -> Result<Exit, CliError> {
    let environment = environment(session, args)?;
    let gateways = gateway::configured(session, &args.gateways)?;
    // An empty line ends the bytes of each of several URLs, and stands for one without a plan.
    let is_divided = args.wire && !args.inputs.is_single();
    let has_lines = is_divided || args.program.is_some() && !args.inputs.is_single();
    let shape = if has_lines { Shape::Lines } else { Shape::Other };
    for_each_input(session, &args.inputs, "plan", shape, |session, url| {
        let plan = check_policy(session, &url).and_then(|()| gateways.plan(&url, &environment));
        let plan = plan.and_then(|plan| if args.wire { without_placeholders(plan) } else { Ok(plan) });
        let plan = match plan {
            Ok(plan) if args.program.is_some() => return curl::print(session, url, Some(&plan)),
            Ok(plan) => plan,
            // The program may have a way of its own.
            Err(PlanError::NoAccessMethod { .. }) if args.program.is_some() => return curl::print(session, url, None),
            Err(error) => return refuse(session, url, &error),
        };
        if session.json {
            json::print(session, |reader| steps::json(url, &plan, reader))?;
        } else if args.wire {
            let end = if is_divided { "\n" } else { "" };
            session.write_data(|reader| wire(&plan, reader) + end)?;
        } else {
            let table = steps::table(url, &plan, &session.reader, session.out.palette);
            session.print(&table)?;
        }
        Ok(Exit::Success)
    })
}

/// The values of the options, or else of the configuration.
fn environment(session: &Session, args: &args::Plan) -> Result<Environment, CliError> {
    let access = &session.config.access;
    let mut environment = Environment::new();
    if let Some(email) = args.email.as_ref().or(access.email.as_ref()) {
        environment = environment.email(email);
    }
    let configured = access.news_server.as_deref().map(args::server).transpose();
    let configured = configured.map_err(|error| CliError::Registry(format!("access.news_server: {error}")))?;
    if let Some((host, port)) = args.news_server.clone().or(configured) {
        environment = environment.news_server(host, port);
    }
    if !args.answers.is_empty() {
        environment = environment.answers(args.answers.iter().map(String::as_str));
    }
    if args.compact {
        environment = environment.empty_search(EmptySearch::Omitted);
    }
    for (host, root) in &args.map {
        environment = environment.map_host(host, root);
    }
    Ok(environment)
}

/// Refuses a URL that the policy of the registry files never accesses. The user asked for the URL, so `user` allows it.
fn check_policy(session: &Session, url: &Url<'_>) -> Result<(), PlanError> {
    let verdict = session.layers.map(|layers| layers.decide(url));
    let reason = verdict.and_then(|verdict| verdict.reason);
    match reason.filter(|reason| reason.decision == Decision::Never) {
        Some(reason) => Err(PlanError::Denied { by: reason.by.to_string(), span: url.scheme_span() }),
        None => Ok(()),
    }
}

/// Refuses a plan with placeholders, except for values that a client asks the person for.
fn without_placeholders(plan: Plan) -> Result<Plan, PlanError> {
    match plan.needs().into_iter().find(|need| !need.is_asked()) {
        Some(need) => Err(PlanError::Missing(need)),
        None => Ok(plan),
    }
}

/// The bytes that are sent, one line for each step, with escapes for bytes that are not printable.
fn wire(plan: &Plan, reader: &InputReader) -> String {
    let lines = plan.steps().iter().filter_map(|step| match step {
        Step::Send(line) => Some(format!("{}\n", steps::line_bytes(line, reader).escape_ascii())),
        _ => None,
    });
    lines.collect()
}

/// Prints why there is no plan.
fn refuse(session: &mut Session, url: Url<'_>, error: &PlanError) -> io::Result<Exit> {
    if session.json {
        json::print(session, |reader| steps::refused(url, error, reader))?;
        return Ok(Exit::Invalid);
    }
    let Style { error: red, frame, label, reset, .. } = session.err.palette.report;
    let message = error.to_string();
    let mut drawing = format!("{red}refused{reset}: {}\n", visible(&message));
    let redaction = if session.reader.shows_secrets { Redaction::NONE } else { url.redaction() };
    let span = error.span().unwrap_or(url.scheme_span());
    drawing += &caret_lines(url.text(), span, &redaction, session.err.palette.report).to_string();
    if let Some(help) = help(session, &url, error) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(drawing, "  {frame}={reset} {label}help{reset}: {help}");
    }
    session.eprint(&drawing)?;
    Ok(Exit::Invalid)
}

/// The option or command that helps, if any.
fn help(session: &Session, url: &Url<'_>, error: &PlanError) -> Option<&'static str> {
    let kind = || {
        let name = session.layers?.definition(&url.scheme(), session.reader.options.profile)?;
        Some(*name.entry()?.access.as_ref()?.kind)
    };
    match error {
        PlanError::Missing(need) | PlanError::UnsafeValue(need) => match need {
            Need::Email => Some("add --email ADDRESS"),
            Need::NewsServer => Some("add --news-server HOST[:PORT]"),
            Need::Answers => Some("add --answers ANSWER"),
            _ => None,
        },
        PlanError::Denied { .. } => {
            Some("ask the owner of that file; `anyurl registry why SCHEME` lists all rules for a scheme")
        }
        PlanError::NoAccessMethod { .. } => match kind()? {
            AccessKind::Dylib => Some(
                "write `[plugins] allow = true` in config.toml; `anyurl registry why SCHEME` says which setting its library lacks",
            ),
            AccessKind::Wasm => Some(
                "write `[plugins] wasm = \"allow\"` in config.toml; `anyurl registry why SCHEME` says which setting its module lacks",
            ),
            _ => None,
        },
        _ => None,
    }
}
