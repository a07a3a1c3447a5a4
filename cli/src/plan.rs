//! `locator plan`: how the resource of each URL is accessed.

use std::fmt::Write as _;
use std::io::{self, Write};

use locator::declared::format::Decision;
use locator::plan::{EmptySearch, Environment, Need, Plan, PlanError, Step};
use locator::report::{pointed, visible};
use locator::{Redaction, Style, Url};

use crate::args;
use crate::each::each;
use crate::exit::{Exit, Trouble};
use crate::gateway;
use crate::output::{json, steps};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Plan) -> Result<Exit, Trouble> {
    let environment = environment(session, args)?;
    let gateways = gateway::configured(session, &args.gateways)?;
    each(session, &args.urls, "plan", |session, url, _| {
        let plan = allowed(session, &url).and_then(|()| gateways.plan(&url, &environment));
        let plan = plan.and_then(|plan| if args.wire { known(plan) } else { Ok(plan) });
        let plan = match plan {
            Ok(plan) => plan,
            Err(error) => return refuse(session, url, &error),
        };
        if session.json {
            json::line(&mut session.out, &steps::json(url, &plan, &session.reader))?;
        } else if args.wire {
            wire(session, &plan)?;
        } else {
            let table = steps::table(url, &plan, &session.reader, session.out.palette);
            session.answer(&table)?;
        }
        Ok(Exit::Well)
    })
}

/// What the options supply, or else the configuration.
fn environment(session: &Session, args: &args::Plan) -> Result<Environment, Trouble> {
    let access = &session.config.access;
    let mut environment = Environment::new();
    if let Some(email) = args.email.as_ref().or(access.email.as_ref()) {
        environment = environment.email(email);
    }
    let settled = access.news_server.as_deref().map(args::server).transpose();
    let settled = settled.map_err(|error| Trouble::Registry(format!("access.news_server: {error}")))?;
    if let Some((host, port)) = args.news_server.clone().or(settled) {
        environment = environment.news_server(host, port);
    }
    if !args.answers.is_empty() {
        environment = environment.answers(args.answers.iter().map(String::as_str));
    }
    if args.compact {
        environment = environment.empty_search(EmptySearch::LeftAway);
    }
    for (host, root) in &args.map {
        environment = environment.map_host(host, root);
    }
    Ok(environment)
}

/// Refuses what the policy of the registry files never accesses. A person has asked, which `user` is content with.
fn allowed(session: &Session, url: &Url<'_>) -> Result<(), PlanError> {
    let verdict = session.layers.map(|layers| layers.decide(url));
    let reason = verdict.and_then(|verdict| verdict.reason);
    match reason.filter(|reason| reason.decision == Decision::Never) {
        Some(reason) => Err(PlanError::Denied { by: reason.to_string(), span: url.scheme_span() }),
        None => Ok(()),
    }
}

/// The plan, if all that must be known before is: a person can be asked on the way for the rest.
fn known(plan: Plan) -> Result<Plan, PlanError> {
    match plan.needs().into_iter().find(|need| !need.is_asked()) {
        Some(need) => Err(PlanError::Missing(need)),
        None => Ok(plan),
    }
}

/// The bytes that are sent, a line for each step, with escapes for all that are not graphic.
fn wire(session: &mut Session, plan: &Plan) -> io::Result<()> {
    for step in plan.steps() {
        if let Step::Send(line) = step {
            let bytes = if session.reader.show_password { line.template() } else { line.shown() };
            writeln!(session.out, "{}", bytes.escape_ascii())?;
        }
    }
    Ok(())
}

/// Tells why there is no plan.
fn refuse(session: &mut Session, url: Url<'_>, error: &PlanError) -> io::Result<Exit> {
    if session.json {
        json::line(&mut session.out, &steps::refusal(url, error, &session.reader))?;
        return Ok(Exit::Invalid);
    }
    let Style { error: red, frame, label, reset, .. } = session.err.palette.report;
    let message = error.to_string();
    let mut drawing = format!("{red}refused{reset}: {}\n", visible(&message));
    let redaction = if session.reader.show_password { Redaction::NONE } else { url.redaction() };
    let span = error.span().unwrap_or(url.scheme_span());
    drawing += &pointed(url.text(), span, redaction, session.err.palette.report).to_string();
    if let Some(help) = help(error) {
        // Nothing can fail in writing to a text.
        let _ = writeln!(drawing, "  {frame}={reset} {label}help{reset}: {help}");
    }
    session.object(&drawing)?;
    Ok(Exit::Invalid)
}

/// How to fix it, where this command can.
fn help(error: &PlanError) -> Option<&'static str> {
    match error {
        PlanError::Missing(need) | PlanError::UnsafeValue(need) => match need {
            Need::Email => Some("give it by --email ADDRESS"),
            Need::NewsServer => Some("give it by --news-server HOST[:PORT]"),
            Need::Answers => Some("give it by --answers ANSWER"),
            _ => None,
        },
        PlanError::Denied { .. } => {
            Some("ask those who keep that file; `locator registry why` tells all that is said of a scheme")
        }
        _ => None,
    }
}
