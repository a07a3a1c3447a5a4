//! `anyurl registry lint`: reports problems in registry files.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyurl_declared::format::{
    ChangedEntries, Finding, Level, LintOptions, RegistryFile, RegistryFileError, lint_rule,
};
use anyurl_declared::layers::Stack;

use super::git_revision::GitRevision;
use super::included::{self, Target};
use super::today::Today;
use crate::args::{self, FindingFormat};
use crate::error::CliError;
use crate::exit::Exit;
use crate::input;
use crate::load::sources::LayerSources;
use crate::load::{layers, lock};
use crate::output::numbers::count;
use crate::output::{finding, json};
use crate::progress::Progress;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Lint) -> Result<Exit, CliError> {
    let format = format(session, args)?;
    let mut options = LintOptions::default();
    options.today = Some(args.today.unwrap_or_else(|| Today::now().0));
    options.strict = args.strict;
    let targets: Vec<_> = args.files.iter().map(|path| (path, included::target(path))).collect();
    let given = given_layers(&targets);
    let mut findings = Vec::new();
    for (path, target) in targets {
        let _progress = Progress::of_work(session, &format!("checking {}", input::name(path)));
        match target {
            Ok(target) => findings.extend(lint(session, args, (path, target), &given, options)?),
            Err(RegistryFileError::Refused(refused)) => findings.extend(*refused),
            Err(error) => return Err(CliError::Registry(error.to_string())),
        }
    }
    // What two files of one stack have in common is found with each of them.
    let mut known = BTreeSet::new();
    findings.retain(|finding| known.insert(finding.to_string()));
    print(session, format, &findings)?;
    let has_errors = findings.iter().any(|finding| finding.level() == Level::Error);
    Ok(if has_errors { Exit::Invalid } else { Exit::Success })
}

/// The format of the findings. Clap does not see a `--json` that is before the subcommand when it looks for conflicts.
fn format(session: &Session, args: &args::Lint) -> Result<FindingFormat, CliError> {
    let given = if args.sarif { Some(FindingFormat::Sarif) } else { args.format };
    match given {
        Some(_) if session.json => {
            let option = if args.sarif { "--sarif" } else { "--format" };
            Err(CliError::Usage(format!("the argument '--json' cannot be used with '{option}'")))
        }
        Some(format) => Ok(format),
        None if session.json => Ok(FindingFormat::Json),
        None => Ok(FindingFormat::Human),
    }
}

fn print(session: &mut Session, format: FindingFormat, findings: &[Finding]) -> Result<(), CliError> {
    match format {
        FindingFormat::Human => draw(session, findings)?,
        FindingFormat::Json => {
            for finding in findings {
                json::print_masked(session, &finding::to_json(finding))?;
            }
        }
        FindingFormat::Sarif => json::line(&mut session.out, &json::masked(&finding::to_sarif(findings)))?,
        FindingFormat::Github => {
            for finding in findings {
                writeln!(session.out, "{}", finding::to_github(finding))?;
            }
        }
    }
    Ok(())
}

/// The number of findings that a reader counts himself.
const MOST_WITHOUT_SUMS: usize = 10;

/// How often each rule was broken, the worst and most frequent first.
fn by_rule(findings: &[Finding]) -> String {
    let mut sums: BTreeMap<&str, (Level, u64)> = BTreeMap::new();
    for finding in findings {
        let (level, sum) = sums.entry(finding.id()).or_insert((finding.level(), 0));
        (*level, *sum) = (finding.level().max(*level), *sum + 1);
    }
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_by_key(|(_, (level, sum))| Reverse((*level, *sum)));
    let line = |(id, (level, sum)): (&str, (Level, u64))| {
        let rule = lint_rule(id);
        let says = rule.map_or("", |rule| rule.says);
        format!("{sum:>6} \u{d7} {level}[{id}]: {says}\n")
    };
    sums.into_iter().map(line).collect()
}

/// Prints the findings with carets, and a summary.
fn draw(session: &mut Session, findings: &[Finding]) -> Result<(), CliError> {
    let palette = session.out.palette;
    for finding in findings {
        let mut style = palette.report;
        style.error = match finding.level() {
            Level::Error => style.error,
            Level::Warning => palette.warning,
            _ => palette.title,
        };
        session.print(&finding::drawn(finding, style))?;
    }
    if findings.len() > MOST_WITHOUT_SUMS {
        session.print(&by_rule(findings))?;
    }
    let number = |level| findings.iter().filter(|finding| finding.level() == level).count() as u64;
    let (errors, warnings, notes) = (number(Level::Error), number(Level::Warning), number(Level::Note));
    let only = match findings.iter().filter(|finding| finding.is_lint_only()).count() {
        0 => String::new(),
        only => format!(" ({only} of lint only)"),
    };
    let (errors, warnings, notes) = (count(errors, "error"), count(warnings, "warning"), count(notes, "note"));
    let summary = format!("{errors}{only}, {warnings}, {notes}\n");
    session.print(&summary)?;
    Ok(())
}

/// The findings in a file and the files it includes, or in an included file; those in changed entries if that is asked for.
fn lint(
    session: &mut Session,
    args: &args::Lint,
    (path, target): (&Path, Target),
    given: &[(PathBuf, RegistryFile)],
    options: LintOptions,
) -> Result<Vec<Finding>, CliError> {
    let Target { reading, main, part, is_alone } = target;
    if is_alone {
        let name = input::name(path);
        session.eprint_message(format_args!(
            "{name}: no registry file includes it, so its names are compared with no claims"
        ))?;
    }
    let since = args.changed_since.as_deref();
    let since = since.map(|revision| GitRevision::new(&main, revision)).transpose()?;
    let mut stack = other_layers(session, given, &main)?;
    if let Some(file) = &args.lock {
        stack = stack.with_lock(lock::read(file)?);
    }
    if let Some(today) = options.today {
        stack = stack.with_date(today);
    }
    let environment = session.environment.as_deref();
    let findings = stack.lint(&reading, options, session.sources.base, environment);
    let before = since.map(|since| since.layer(&main));
    if let Some(Err(error)) = &before {
        let problem = problem(error);
        session.eprint_message(format_args!("note: nothing is compared, so all findings are reported: {problem}"))?;
    }
    let changed = before.and_then(Result::ok).map(|before| ChangedEntries::between(before.layer(), reading.layer()));
    let is_new = |finding: &Finding| changed.as_ref().is_none_or(|changed| changed.has(finding));
    let is_asked_for = |finding: &Finding| part.as_ref().is_none_or(|part| finding.file() == part);
    Ok(findings.into_iter().filter(|finding| is_new(finding) && is_asked_for(finding)).collect())
}

/// Why a revision of a file cannot be compared, in one line.
fn problem(error: &RegistryFileError) -> String {
    match error {
        RegistryFileError::Refused(findings) => findings.iter().next().map_or_else(String::new, Finding::to_string),
        error => error.to_string(),
    }
}

/// The layers of the files to lint, by their main files. Whether a file can be read is reported for the file itself.
fn given_layers(targets: &[(&PathBuf, Result<Target, RegistryFileError>)]) -> Vec<(PathBuf, RegistryFile)> {
    let mut layers: Vec<(PathBuf, RegistryFile)> = Vec::new();
    let targets = targets.iter().filter_map(|(_, target)| target.as_ref().ok());
    for Target { reading, main, .. } in targets.filter(|target| !target.is_alone) {
        // A pipe has no other path.
        let main = fs::canonicalize(main).unwrap_or_else(|_| main.clone());
        if layers.iter().all(|(other, _)| *other != main)
            && let Ok(layer) = reading.clone().load()
        {
            layers.push((main, layer));
        }
    }
    layers
}

/// The layers of the run and the other files to lint, which are layers of one stack: all except the file itself. The lock
/// of the run, or that beside the file, says which layer had a name first.
fn other_layers(session: &Session, given: &[(PathBuf, RegistryFile)], path: &Path) -> Result<Stack, CliError> {
    let sources = &session.sources;
    let full_path = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let itself = full_path(path);
    let is_given = |other: &Path| given.iter().any(|(file, _)| *file == other);
    let mut stack = Stack::new();
    for other in &sources.registries {
        let full = full_path(other);
        if full != itself && !is_given(&full) {
            stack = layers::read(other)?.into_iter().fold(stack, Stack::push);
        }
    }
    let others = given.iter().filter(|(file, _)| *file != itself);
    stack = others.fold(stack, |stack, (_, layer)| stack.push(layer.clone()));
    if sources.shipped && !layers::has_public(&stack) {
        stack = stack.push(layers::shipped()?);
    }
    let lock = lock::path_for(sources, path);
    Ok(match lock::of(&LayerSources { lock, ..sources.clone() }) {
        Ok(lock) => stack.with_earlier_lock(lock),
        Err(_) => stack,
    })
}
