//! `locator registry`: what keepers of registry files do with them.

mod files;
mod findings;
mod lint;
mod lock;
mod name;
mod since;
mod stack;

use std::io::Write;

use locator::Registry;
use locator::declared::format::{self, Facet, Keyword};
use locator::registration::Status;
use locator::report::visible;
use locator_registry_tools as tools;

use crate::args;
use crate::exit::{Exit, Trouble};
use crate::output::json;
use crate::session::Session;

pub(crate) use findings::object as finding;
pub(crate) use lock::beside as lock_beside;
pub(crate) use stack::{layers, unlisted};

pub(crate) fn run(session: &mut Session, command: &args::Registry) -> Result<Exit, Trouble> {
    match command {
        args::Registry::Lint(args) => lint::run(session, args),
        args::Registry::Fmt(args) => files::tidy(session, args),
        args::Registry::New(args) => new(session, args),
        args::Registry::Diff(args) => diff(session, args),
        args::Registry::Merge(args) => merge(session, args),
        args::Registry::Export(args) => export(session, args),
        args::Registry::Import(args) => import(session, args),
        args::Registry::Promote(args) => promote(session, args),
        args::Registry::Why { name } => stack::why(session, name),
        args::Registry::Delta => stack::delta(session),
        args::Registry::Lock(args) => lock::run(session, args),
    }
}

/// A file that lints clean once it is filled in; nothing for a name that cannot be had.
fn new(session: &mut Session, args: &args::New) -> Result<Exit, Trouble> {
    let draft = match (&args.name, &args.replace) {
        (Some(name), _) => {
            let expires = args.expires.unwrap_or_else(|| files::today().next_year());
            let draft = format::draft(name, expires);
            if !name::may_be_taken(session, name, &draft)? {
                return Ok(Exit::Usage);
            }
            draft
        }
        (None, replaced) => {
            let name = replaced.as_deref().unwrap_or_default();
            let facet = Facet::parse(&args.facet)
                .ok_or_else(|| Trouble::Usage(format!("no facet `{}`: access, port or syntax", args.facet)))?;
            let draft = tools::draft_override(&stack::all(session)?, name, facet);
            draft.map_err(|error| Trouble::Usage(error.to_string()))?
        }
    };
    write!(session.out, "{draft}")?;
    Ok(Exit::Well)
}

fn diff(session: &mut Session, args: &args::Diff) -> Result<Exit, Trouble> {
    let (before, after) = (files::layer(session, &args.before)?, files::layer(session, &args.after)?);
    let diff = tools::diff(&before, &after);
    if session.json {
        json::line(&mut session.out, &diff.to_json())?;
    } else {
        write!(session.out, "{diff}")?;
    }
    Ok(if diff.findings.has_errors() { Exit::Invalid } else { Exit::Well })
}

fn merge(session: &mut Session, args: &args::Merge) -> Result<Exit, Trouble> {
    let (ours, theirs) = (files::layer(session, &args.ours)?, files::layer(session, &args.theirs)?);
    let merged = match &args.base {
        Some(base) => tools::merge(&files::layer(session, base)?, &ours, &theirs),
        None => tools::join(&ours, &theirs),
    };
    let merged = merged.map_err(|error| Trouble::Registry(error.to_string()))?;
    write!(session.out, "{}", merged.text)?;
    for conflict in &merged.conflicts {
        session.object(&format!("conflict: {}\n", visible(&conflict.to_string())))?;
    }
    Ok(if merged.conflicts.is_empty() { Exit::Well } else { Exit::Invalid })
}

fn export(session: &mut Session, args: &args::Export) -> Result<Exit, Trouble> {
    // The built-in schemes are part of what comes with Locator, and of nobody else's file.
    let nothing = Registry::builder().build();
    let (layer, builtins) = match &args.file {
        Some(file) => (files::layer(session, file)?, &nothing),
        None => (files::shipped()?, locator::registry()),
    };
    let format = tools::ExportFormat::parse(&args.format).ok_or_else(|| {
        let words: Vec<_> = tools::ExportFormat::ALL.iter().map(|one| one.as_str()).collect();
        Trouble::Usage(format!("no format `{}`: there are {}", args.format, words.join(", ")))
    })?;
    let text = tools::export(&layer, builtins, format);
    let text = text.map_err(|error| Trouble::Registry(error.to_string()))?;
    write!(session.out, "{text}")?;
    Ok(Exit::Well)
}

fn import(session: &mut Session, args: &args::Import) -> Result<Exit, Trouble> {
    let current = match &args.file {
        Some(file) => files::layer(session, file)?,
        None => files::shipped()?,
    };
    let xml = files::text(&args.xml)?;
    let import = tools::import(&xml, &current, locator::registry());
    let import = import.map_err(|error| Trouble::Registry(error.to_string()))?;
    if session.json {
        json::line(&mut session.out, &import.to_json())?;
    } else {
        session.object(&import.to_string())?;
    }
    let text = if args.accept { Ok(import.accepted()) } else { import.text() };
    match text {
        Ok(text) if !session.json => write!(session.out, "{text}")?,
        Ok(_) => {}
        Err(refusal) => {
            session.object(&format!("{refusal}\n"))?;
            return Ok(Exit::Invalid);
        }
    }
    Ok(Exit::Well)
}

fn promote(session: &mut Session, args: &args::Promote) -> Result<Exit, Trouble> {
    let layer = files::layer(session, &args.file)?;
    let status = Status::parse(&args.to)
        .ok_or_else(|| Trouble::Usage(format!("no status `{}`: provisional, permanent or historical", args.to)))?;
    match tools::promote(&layer, &args.name, status) {
        Ok(promotion) => {
            write!(session.out, "{}", promotion.text)?;
            Ok(Exit::Well)
        }
        Err(tools::PromoteError::Refused(findings)) => {
            let style = session.err.palette.report;
            for finding in findings {
                session.object(&finding.drawn(style).to_string())?;
            }
            Ok(Exit::Invalid)
        }
        Err(error) => {
            session.object(&format!("{error}\n"))?;
            Ok(Exit::Invalid)
        }
    }
}
