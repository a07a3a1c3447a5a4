//! `anyurl registry`: checks, creates and compares registry files.

mod add;
mod bundle;
mod coloured;
mod diff;
mod export;
mod files;
mod git_revision;
mod included;
mod layers;
mod lint;
mod lock;
mod name_check;
mod relocate;
mod site;
mod today;

use std::fs;
use std::io::Write;
use std::path::Path;

use anyurl::authors::Status;
use anyurl_declared::format::{self, Keyword, RegistryFile};
use anyurl_registry_tools as tools;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::input;
use crate::load::layers::{resolve_all, shipped};
use crate::output::{finding, json};
use crate::secrets::{mask_line, mask_message};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, command: &args::Registry) -> Result<Exit, CliError> {
    match command {
        args::Registry::Lint(args) => lint::run(session, args),
        args::Registry::Fmt(args) => files::format(session, args),
        args::Registry::New(args) => new(session, args),
        args::Registry::Add(args) => add::run(session, args),
        args::Registry::Diff(args) => diff::run(session, args),
        args::Registry::Changelog(args) => diff::changelog(session, args),
        args::Registry::Merge(args) => merge(session, args),
        args::Registry::Export(args) => export::run(session, args),
        args::Registry::Import(args) => import(session, args),
        args::Registry::Promote(args) => promote(session, args),
        args::Registry::Move(args) => relocate::move_to(session, args),
        args::Registry::Rename(args) => relocate::rename(session, args),
        args::Registry::Why { name } => layers::why(session, name),
        args::Registry::Delta(args) => layers::delta(session, args),
        args::Registry::Lock(args) => lock::run(session, args),
        args::Registry::Bundle(args) => bundle::write(session, args),
        args::Registry::Verify(args) => bundle::verify(session, args),
        args::Registry::Schema => schema(session),
        args::Registry::Site(args) => site::run(session, args),
    }
}

/// Prints a template that lints clean once it is filled in, unless the name is unavailable.
fn new(session: &mut Session, args: &args::New) -> Result<Exit, CliError> {
    let draft = match (&args.name, &args.replace) {
        (Some(name), _) => {
            let draft = add::draft(name, &args.draft)?;
            let drafts = std::slice::from_ref(&draft);
            if !name_check::are_available(session, drafts, &name_check::alone(drafts)?, None)? {
                return Ok(Exit::Usage);
            }
            draft.file()
        }
        (None, replaced) => {
            let name = replaced.as_deref().unwrap_or_default();
            let facet = add::facet(&args.facet)?;
            let resolved = resolve_all(&session.sources, session.environment.as_deref())?;
            let kind = add::kind(&args.draft)?;
            let draft = tools::draft_override(&resolved, name, facet, args.draft.id.as_deref(), kind);
            draft.map_err(|error| CliError::Usage(error.to_string()))?
        }
    };
    match &args.out {
        None => write!(session.out.exact(), "{draft}")?,
        Some(file) => {
            let created = fs::File::create_new(file).and_then(|mut file| file.write_all(draft.as_bytes()));
            created.map_err(|error| CliError::File(input::name(file), error))?;
            writeln!(session.out, "{} written", input::name(file))?;
            add::write_schema(session, file)?;
        }
    }
    Ok(Exit::Success)
}

/// Prints the JSON Schema, indented.
fn schema(session: &mut Session) -> Result<Exit, CliError> {
    write!(session.out, "{}", schema_text())?;
    Ok(Exit::Success)
}

fn schema_text() -> String {
    let schema: serde_json::Value = serde_json::from_str(&format::json_schema().to_string())
        .unwrap_or_else(|error| unreachable!("a canonical text is JSON: {error}"));
    format!("{schema:#}\n")
}

fn merge(session: &mut Session, args: &args::Merge) -> Result<Exit, CliError> {
    let part = files::included(session, &args.ours)?;
    let mut read = |path: &Path| if part.is_some() { files::alone(path) } else { files::layer(session, path) };
    let (ours, theirs) = (read(&args.ours)?, read(&args.theirs)?);
    let merged = match &args.base {
        Some(base) => tools::merge(&read(base)?, &ours, &theirs),
        None => tools::join(&ours, &theirs),
    };
    let merged = merged.map_err(|error| CliError::Registry(error.to_string()))?;
    write!(session.out.exact(), "{}", merged.text)?;
    for conflict in &merged.conflicts {
        session.eprint_message(format_args!("conflict: {conflict}"))?;
    }
    let (layer, path) = part.map_or_else(|| (ours.clone(), ours.main().path.clone()), |part| (part.layer, part.path));
    let after = files::loaded(session, Path::new("merged file"), merged.read(&layer, &path))?;
    let changes = diff::merged(session, layer, after, args.fail_on)?;
    Ok(if merged.conflicts.is_empty() { changes } else { Exit::Invalid })
}

fn import(session: &mut Session, args: &args::Import) -> Result<Exit, CliError> {
    let current = match &args.file {
        Some(file) => files::layer(session, file)?,
        None => shipped()?,
    };
    let xml = files::text(&args.xml)?;
    let import = tools::import(&xml, &current, anyurl::registry());
    let import = import.map_err(|error| CliError::Registry(error.to_string()))?;
    if session.json {
        json::print_masked(session, &import.to_json())?;
    } else {
        session.eprint(&mask_message(&import.to_string()))?;
    }
    let text = if args.accept { Ok(import.accepted()) } else { import.text() };
    match text {
        Ok(text) if !session.json => write!(session.out.exact(), "{text}")?,
        Ok(_) => {}
        Err(error) => {
            session.eprint_message(error)?;
            return Ok(Exit::Invalid);
        }
    }
    Ok(Exit::Success)
}

fn promote(session: &mut Session, args: &args::Promote) -> Result<Exit, CliError> {
    let layer = files::layer(session, &args.file)?;
    let Some(to) = &args.to else { return missing_for_each_status(session, &layer, &args.name) };
    let status = Status::parse(to).ok_or_else(|| {
        CliError::Usage(format!("unknown status `{to}`: expected provisional, permanent or historical"))
    })?;
    match tools::promote(&layer, &args.name, status) {
        Ok(promotion) => {
            write!(session.out.exact(), "{}", promotion.text)?;
            Ok(Exit::Success)
        }
        Err(tools::PromoteError::Refused(findings)) => {
            let style = session.err.palette.report;
            for finding in findings {
                session.eprint(&finding::drawn(&finding, style))?;
            }
            Ok(Exit::Invalid)
        }
        Err(error) => {
            session.eprint_message(error)?;
            Ok(Exit::Invalid)
        }
    }
}

/// Prints what a scheme lacks for each status that it may have next.
fn missing_for_each_status(session: &mut Session, layer: &RegistryFile, name: &str) -> Result<Exit, CliError> {
    let steps = tools::next_statuses(layer, name).map_err(|error| CliError::Usage(error.to_string()))?;
    for (status, missing) in steps {
        let status = status.as_str();
        if missing.is_empty() {
            writeln!(session.out, "{status}: nothing is missing")?;
            continue;
        }
        writeln!(session.out, "{status}:")?;
        for finding in missing {
            let help = finding.help().map_or_else(String::new, |help| format!(": {help}"));
            writeln!(session.out, "  {} {}", finding.id(), mask_line(format_args!("{}{help}", finding.message())))?;
        }
    }
    Ok(Exit::Success)
}
