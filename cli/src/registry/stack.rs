//! Layers over each other: the registry of a run, and what tells where a value comes from.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::env::split_paths;
use std::io::Write;
use std::path::Path;

use locator::declared::format::{Finding, Findings, ParsedFile, RegistryFile, RegistryFileError};
use locator::declared::layers::{Resolved, SchemeDefinition, Stack};
use locator::declared::lint;
use locator::report::visible;
use locator::text::did_you_mean::similar_names;

use super::lock;
use crate::config::Plugins;
use crate::exit::{Exit, Trouble};
use crate::input;
use crate::session::{Files, Session};

/// The layers of the run: what its files say over what the program brings; none where no files were named.
pub(crate) fn layers(files: &Files, environment: Option<&str>) -> Result<Option<&'static Resolved>, Trouble> {
    if files.is_locked {
        lock::enforce(&read(files)?, files)?;
    }
    if files.registries.is_empty() {
        return Ok(None);
    }
    let mut stack = named(files, Stack::new())?;
    // What is replaced is compared by the hash of its text, which the file has and the program has not.
    if files.shipped && replaces_public(&stack) {
        stack = stack.push(super::files::shipped()?);
    }
    let resolved = resolve(&stack, files, environment)?;
    // They live as long as the command runs, which is once.
    Ok(Some(Box::leak(Box::new(resolved))))
}

/// Whether a layer replaces something of the one that comes with Locator.
fn replaces_public(stack: &Stack) -> bool {
    let mut overrides = stack.layers().flat_map(|placed| placed.layer().overrides());
    overrides.any(|one| *one.of == "public")
}

/// The layers of the run, with the shipped one as a file like the others: what `why`, `delta` and `lock` speak of.
pub(super) fn read(files: &Files) -> Result<Stack, Trouble> {
    let mut stack = Stack::new();
    if files.shipped {
        stack = stack.push(super::files::shipped()?);
    }
    named(files, stack)
}

/// The files that were named, over other layers.
fn named(files: &Files, mut stack: Stack) -> Result<Stack, Trouble> {
    for path in &files.registries {
        stack = stack.push(load(path)?);
    }
    Ok(stack)
}

/// What the files have against the names that a library brings (SR415), where they name that library.
pub(crate) fn unlisted<'n>(
    files: &Files,
    library: &Path,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Findings, Trouble> {
    let stack = named(files, Stack::new())?;
    let entries = stack.layers().flat_map(|placed| placed.layer().schemes());
    let base = library.file_name().unwrap_or_default().to_string_lossy();
    let base = base.strip_prefix(DLL_PREFIX).unwrap_or(&base);
    let base = base.strip_suffix(DLL_SUFFIX).unwrap_or(base);
    Ok(lint::registered(entries, base, names))
}

pub(super) fn resolve(stack: &Stack, files: &Files, environment: Option<&str>) -> Result<Resolved, Trouble> {
    check_environment(stack, environment)?;
    let resolved = stack.resolve(files.base, environment);
    resolved.map_err(|error| Trouble::Registry(lines(error.findings())))
}

/// A misspelt environment would silently disable its policy. Where no file names any, there is nothing to compare with.
fn check_environment(stack: &Stack, environment: Option<&str>) -> Result<(), Trouble> {
    let known = stack.environments();
    let Some(name) = environment.filter(|name| !known.is_empty() && !known.contains(name)) else {
        return Ok(());
    };
    let quoted = |names: &[&str]| -> String {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    let near = similar_names(name, known.iter().copied());
    let hint = match near.as_slice() {
        [] => format!("there are {}", quoted(&known.into_iter().collect::<Vec<_>>())),
        near => format!("did you mean {}?", quoted(near)),
    };
    let name = visible(name);
    Err(Trouble::Usage(format!(
        "no registry file of the run names the environment `{name}`: {hint}\n  help: fix `--env`, `LOCATOR_ENV` or `environment` of config.toml; where it differs from the others in nothing, write `[policy.env.{name}]` in a registry file"
    )))
}

/// A layer, to be used.
pub(super) fn load(path: &Path) -> Result<RegistryFile, Trouble> {
    RegistryFile::open(path).and_then(ParsedFile::load).map_err(|error| {
        let what = match &error {
            RegistryFileError::Refused(findings) => lines(findings),
            _ if is_list(path) => {
                format!("{error}\n  help: `--registry` takes one path: give it once for each file")
            }
            _ => error.to_string(),
        };
        Trouble::Registry(format!("{}:\n  {what}", input::name(path)))
    })
}

/// Whether a path that leads nowhere is taken for a list, as `LOCATOR_REGISTRY` is one.
fn is_list(path: &Path) -> bool {
    !path.exists() && split_paths(path).nth(1).is_some()
}

/// Findings, each with how to fix it.
fn lines(findings: &Findings) -> String {
    let line = |finding: &Finding| match finding.help() {
        None => finding.to_string(),
        Some(help) => format!("{finding}\n    help: {help}"),
    };
    let lines: Vec<_> = findings.iter().map(line).collect();
    lines.join("\n  ")
}

/// The layers of the run, laid over each other.
pub(super) fn all(session: &Session) -> Result<Resolved, Trouble> {
    let files = &session.files;
    let stack = read(files)?;
    if files.is_locked {
        lock::enforce(&stack, files)?;
    }
    resolve(&stack, files, session.environment.as_deref())
}

pub(super) fn why(session: &mut Session, name: &str) -> Result<Exit, Trouble> {
    let resolved = all(session)?;
    let why = resolved.why(name);
    write!(session.out, "{why}")?;
    let mut entries = why.resolved.definitions.iter().filter_map(SchemeDefinition::entry);
    if entries.any(|entry| entry.plugin.is_some()) {
        let settled = settled(&session.config.plugins);
        writeln!(session.out, "  {:<9} {settled}", "plugins")?;
    }
    Ok(if resolved.name(name).is_some() { Exit::Well } else { Exit::Invalid })
}

/// What the person has settled about the libraries that registry files name.
fn settled(plugins: &Plugins) -> String {
    let folders: Vec<_> = plugins.folders.iter().map(|folder| input::name(folder)).collect();
    match (plugins.allow, folders.as_slice()) {
        (false, _) => "config.toml loads none: it has no `[plugins]` with `allow = true`".to_owned(),
        (true, []) => "config.toml lets them be loaded".to_owned(),
        (true, folders) => format!("config.toml lets them be loaded from {}", folders.join(", ")),
    }
}

pub(super) fn delta(session: &mut Session) -> Result<Exit, Trouble> {
    for one in all(session)?.delta() {
        writeln!(session.out, "{one}")?;
    }
    Ok(Exit::Well)
}
