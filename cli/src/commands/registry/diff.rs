//! `anyurl registry diff` and `changelog`: compares two versions of a registry file.

use std::io::Write;

use anyurl_declared::format::{ChangeSeverity, Finding, Findings, LayerKind, Level, RegistryFile};
use anyurl_declared::layers::{LayerError, Resolved, Stack};
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
use crate::secrets::{mask_line, mask_message};
use crate::session::Session;

/// What is compared.
struct Versions {
    before: RegistryFile,
    after: RegistryFile,
    /// The other layers of `--registry`.
    others: Vec<RegistryFile>,
}

pub(super) fn run(session: &mut Session, args: &args::Diff) -> Result<Exit, CliError> {
    let versions = versions(session, &args.versions)?;
    let diff = compared(session, &versions);
    let above = above(session, versions)?;
    if session.json {
        let mut line = diff.to_json();
        line["above"] = above.iter().map(finding::to_json).collect();
        json::print_masked(session, &line)?;
    } else {
        session.print(&coloured::changes(&mask_message(&diff.to_string()), session.out.palette))?;
        for one in &above {
            writeln!(session.out, "above: {}", mask_line(one))?;
            if let Some(help) = one.help() {
                writeln!(session.out, "  help: {}", mask_line(help))?;
            }
        }
    }
    let is_stale = above.iter().any(|one| one.level() == Level::Error);
    let is_refused = is_stale || diff.findings.has_errors() || is_at_least(&diff, args.fail_on);
    Ok(if is_refused { Exit::Invalid } else { Exit::Success })
}

/// What the later version makes faulty in the other layers of the run.
fn above(session: &Session, Versions { before, after, others }: Versions) -> Result<Vec<Finding>, CliError> {
    let sources = &session.sources;
    if sources.registries.is_empty() {
        return Ok(Vec::new());
    }
    let mut others = others.into_iter().fold(Stack::new(), Stack::push);
    if sources.shipped && !layers::has_public(&others) && *after.header.kind != LayerKind::Public {
        others = others.push(layers::shipped()?);
    }
    let found = |layer: &RegistryFile| -> Vec<Finding> {
        let resolved = others.clone().push(layer.clone()).resolve(sources.base, session.environment.as_deref());
        let findings = resolved.as_ref().map_or_else(LayerError::findings, Resolved::findings);
        findings.iter().cloned().collect()
    };
    let own: Vec<_> = after.files.iter().map(|file| &file.document).collect();
    let known: Vec<_> = found(&before).iter().map(Finding::to_string).collect();
    let is_new = |one: &Finding| !own.contains(&one.document()) && !known.contains(&one.to_string());
    Ok(found(&after).into_iter().filter(is_new).collect())
}

pub(super) fn changelog(session: &mut Session, args: &args::Changelog) -> Result<Exit, CliError> {
    let versions = versions(session, &args.versions)?;
    let diff = compared(session, &versions);
    if session.json {
        json::print_masked(session, &diff.to_json())?;
    } else {
        write!(session.out, "{}", mask_message(&diff.changelog(&versions.after)))?;
    }
    Ok(Exit::Success)
}

/// Prints what a merge changes in the first file, on standard error.
pub(super) fn merged(
    session: &mut Session,
    before: RegistryFile,
    after: RegistryFile,
    fail_on: Option<ChangeSeverity>,
) -> Result<Exit, CliError> {
    let mut diff = compared(session, &Versions { before, after, others: Vec::new() });
    // Whether the serial was raised is for the next commit, and not for a merge.
    diff.findings = Findings::new();
    session.eprint(&coloured::changes(&mask_message(&diff.to_string()), session.err.palette))?;
    Ok(if is_at_least(&diff, fail_on) { Exit::Invalid } else { Exit::Success })
}

/// Compares two versions, with their grammars, which may take long.
fn compared(session: &Session, Versions { before, after, others }: &Versions) -> RegistryDiff {
    let _progress = Progress::of_work(session, "comparing grammars");
    tools::diff_beside(before, after, others)
}

fn is_at_least(diff: &RegistryDiff, severity: Option<ChangeSeverity>) -> bool {
    severity.is_some_and(|severity| diff.changes.iter().any(|change: &Change| change.severity >= severity))
}

fn versions(session: &mut Session, args: &args::Versions) -> Result<Versions, CliError> {
    let (before, after) = match (&args.files[..], &args.since) {
        ([file], Some(revision)) => {
            let before = GitRevision::new(file, revision)?.layer(file);
            (files::loaded(session, file, before)?, files::layer(session, file)?)
        }
        ([before, after], None) => (files::layer(session, before)?, files::layer(session, after)?),
        ([_], None) => return Err(CliError::Usage("expected two files, or one and `--since REV`".to_owned())),
        _ => return Err(CliError::Usage("with `--since REV`, expected one file".to_owned())),
    };
    let mut others = Vec::new();
    for path in &session.sources.registries {
        others.extend(layers::read(path)?);
    }
    others.retain(|layer| [&before, &after].iter().all(|one| *one.header.id != *layer.header.id));
    Ok(Versions { before, after, others })
}
