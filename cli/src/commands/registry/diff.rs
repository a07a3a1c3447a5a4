//! `anyurl registry diff` and `changelog`: compares two versions of a registry file.

use std::io::Write;

use anyurl_declared::format::{ChangeSeverity, Findings, RegistryFile};
use anyurl_registry_tools as tools;
use anyurl_registry_tools::{Change, RegistryDiff};

use super::git_revision::GitRevision;
use super::{coloured, files};
use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::json;
use crate::progress::Progress;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Diff) -> Result<Exit, CliError> {
    let (before, after) = versions(session, &args.versions)?;
    let diff = compared(session, &before, &after);
    if session.json {
        json::line(&mut session.out, &diff.to_json())?;
    } else {
        session.print(&coloured::changes(&diff.to_string(), session.out.palette))?;
    }
    let is_refused = diff.findings.has_errors() || is_at_least(&diff, args.fail_on);
    Ok(if is_refused { Exit::Invalid } else { Exit::Success })
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
