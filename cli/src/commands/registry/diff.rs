//! `anyurl registry diff` and `changelog`: compares two versions of a registry file.

use std::io::Write;

use anyurl::visible;
use anyurl_declared::format::{ChangeSeverity, Finding, Findings, LayerKind, Level, RegistryFile};
use anyurl_declared::layers::Stack;
use anyurl_registry_tools as tools;
use anyurl_registry_tools::{Change, RegistryDiff};

use super::git_revision::GitRevision;
use super::{coloured, files};
use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::load::layers;
use crate::output::{finding, json};
use crate::progress::Progress;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Diff) -> Result<Exit, CliError> {
    let (before, after) = versions(session, &args.versions)?;
    let diff = compared(session, &before, &after);
    let above = above(session, &before, &after)?;
    if session.json {
        let mut line = diff.to_json();
        line["above"] = above.iter().map(finding::to_json).collect();
        json::line(&mut session.out, &line)?;
    } else {
        session.print(&coloured::changes(&diff.to_string(), session.out.palette))?;
        for one in &above {
            writeln!(session.out, "above: {one}")?;
            if let Some(help) = one.help() {
                writeln!(session.out, "  help: {}", visible(help))?;
            }
        }
    }
    let is_stale = above.iter().any(|one| one.level() == Level::Error);
    let is_refused = is_stale || diff.findings.has_errors() || is_at_least(&diff, args.fail_on);
    Ok(if is_refused { Exit::Invalid } else { Exit::Success })
}

/// What the later version makes faulty in the other layers of the run.
fn above(session: &Session, before: &RegistryFile, after: &RegistryFile) -> Result<Vec<Finding>, CliError> {
    let sources = &session.sources;
    if sources.registries.is_empty() {
        return Ok(Vec::new());
    }
    let mut others = Stack::new();
    for path in &sources.registries {
        let layers = layers::read(path)?.into_iter();
        let layers = layers.filter(|layer| [before, after].iter().all(|one| *one.header.id != *layer.header.id));
        others = layers.fold(others, Stack::push);
    }
    if sources.shipped && !layers::has_public(&others) && *after.header.kind != LayerKind::Public {
        others = others.push(layers::shipped()?);
    }
    let found = |layer: &RegistryFile| -> Vec<Finding> {
        let resolved = others.clone().push(layer.clone()).resolve(sources.base, session.environment.as_deref());
        match resolved {
            Ok(resolved) => resolved.findings().iter().cloned().collect(),
            Err(error) => error.findings().iter().cloned().collect(),
        }
    };
    let own: Vec<_> = after.files.iter().map(|file| &file.document).collect();
    let known: Vec<_> = found(before).iter().map(Finding::to_string).collect();
    let is_new = |one: &Finding| !own.contains(&one.document()) && !known.contains(&one.to_string());
    Ok(found(after).into_iter().filter(is_new).collect())
}

pub(super) fn changelog(session: &mut Session, args: &args::Changelog) -> Result<Exit, CliError> {
    let (before, after) = versions(session, &args.versions)?;
    let diff = compared(session, &before, &after);
    if session.json {
        json::line(&mut session.out, &diff.to_json())?;
    } else {
        write!(session.out, "{}", diff.changelog(&after))?;
    }
    Ok(Exit::Success)
}

/// Prints what a merge changes in the first file, on standard error.
pub(super) fn merged(
    session: &mut Session,
    ours: &RegistryFile,
    text: &str,
    fail_on: Option<ChangeSeverity>,
) -> Result<Exit, CliError> {
    let merged = RegistryFile::from_text("merged", text).map(|read| read.layer().clone());
    let Ok(merged) = merged else { return Ok(Exit::Success) };
    let mut diff = compared(session, ours, &merged);
    // Whether the serial was raised is for the next commit, and not for a merge.
    diff.findings = Findings::new();
    session.eprint(&coloured::changes(&diff.to_string(), session.err.palette))?;
    Ok(if is_at_least(&diff, fail_on) { Exit::Invalid } else { Exit::Success })
}

/// Compares two versions, with their grammars, which may take long.
fn compared(session: &Session, before: &RegistryFile, after: &RegistryFile) -> RegistryDiff {
    let _progress = Progress::of_work(session, "comparing grammars");
    tools::diff(before, after)
}

fn is_at_least(diff: &RegistryDiff, severity: Option<ChangeSeverity>) -> bool {
    severity.is_some_and(|severity| diff.changes.iter().any(|change: &Change| change.severity >= severity))
}

fn versions(session: &mut Session, args: &args::Versions) -> Result<(RegistryFile, RegistryFile), CliError> {
    match (&args.files[..], &args.since) {
        ([file], Some(revision)) => {
            let before = GitRevision::new(file, revision)?.layer(file);
            Ok((files::loaded(session, file, before)?, files::layer(session, file)?))
        }
        ([before, after], None) => Ok((files::layer(session, before)?, files::layer(session, after)?)),
        ([_], None) => Err(CliError::Usage("expected two files, or one and `--since REV`".to_owned())),
        _ => Err(CliError::Usage("with `--since REV`, expected one file".to_owned())),
    }
}
