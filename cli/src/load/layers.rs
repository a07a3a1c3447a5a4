//! The registry files of a run, stacked as layers.

use std::collections::BTreeMap;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::env::{split_paths, var_os};
use std::path::{Path, PathBuf};

use anyurl::{Entry, Implementation, Layer, Registry, visible};
use anyurl_core::internal::similar_names;
use anyurl_declared::format::{Finding, Findings, LayerKind, ParsedFile, RegistryFile, RegistryFileError};
use anyurl_declared::layers::{Resolved, Stack};
use anyurl_declared::scheme_lint;

use super::sources::LayerSources;
use super::{lock, registry_files};
use crate::args::Global;
use crate::error::CliError;
use crate::input;

/// The registry files of the command line; if there are none, those of `ANYURL_REGISTRY`.
pub(crate) fn named_files(global: &Global) -> Vec<PathBuf> {
    let files = var_os("ANYURL_REGISTRY").unwrap_or_default();
    let files = split_paths(&files).filter(|file| !file.as_os_str().is_empty());
    match &global.registry[..] {
        [] => files.collect(),
        named => named.to_vec(),
    }
}

/// Resolves the layers of the run; `None` without registry files.
pub(crate) fn load(sources: &LayerSources, environment: Option<&str>) -> Result<Option<&'static Resolved>, CliError> {
    if sources.is_locked {
        lock::enforce(&stack(sources)?, sources)?;
    }
    if sources.registries.is_empty() {
        return Ok(None);
    }
    let mut stack = push_named(Stack::new(), sources)?;
    // An override is compared by the hash of the text it replaces, which is in the file but not in the program.
    if sources.shipped && !has_public(&stack) && (replaces_public(&stack) || has_public_name(&stack, sources.base)) {
        stack = stack.push(shipped()?);
    }
    let resolved = resolve(&with_earlier_lock(stack, sources), sources, environment)?;
    // Leaked once, for the lifetime of the process.
    Ok(Some(Box::leak(Box::new(resolved))))
}

/// Whether a layer replaces part of the shipped one.
fn replaces_public(stack: &Stack) -> bool {
    let mut overrides = stack.layers().flat_map(|placed| placed.layer().overrides());
    overrides.any(|one| *one.of == "public")
}

/// Whether a layer has a scheme that the shipped file declares. Only the file knows which names IANA's table lacks, so
/// that a claim on them takes precedence.
fn has_public_name(stack: &Stack, base: &Registry) -> bool {
    let is_public =
        |known: &Entry| known.layer() == Layer::Public && known.implementation() == Implementation::Declared;
    let mut entries = stack.layers().flat_map(|placed| placed.layer().schemes());
    entries.any(|entry| base.versions(&entry.key()).any(is_public))
}

/// Whether a file is the public layer, such as that of a bundle.
pub(crate) fn has_public(stack: &Stack) -> bool {
    stack.layers().any(|placed| *placed.layer().header.kind == LayerKind::Public)
}

/// All layers of the run, including the shipped one unless a bundle has it, for `why`, `delta` and `lock`.
pub(crate) fn stack(sources: &LayerSources) -> Result<Stack, CliError> {
    let stack = push_named(Stack::new(), sources)?;
    let stack = if sources.shipped && !has_public(&stack) { stack.push(shipped()?) } else { stack };
    Ok(with_earlier_lock(stack, sources))
}

/// The warnings that entries declare for deviations, by id, with what they say.
pub(crate) fn deviations(sources: &LayerSources) -> Result<BTreeMap<String, String>, CliError> {
    let stack = stack(sources)?;
    let entries = stack.layers().flat_map(|placed| placed.layer().schemes());
    let deviations = entries.filter_map(|entry| entry.syntax.as_ref()).flat_map(|syntax| &syntax.deviations);
    let warnings = deviations.filter_map(|deviation| deviation.warning.as_ref());
    Ok(warnings.map(|warning| (warning.id.value.clone(), warning.message.value.clone())).collect())
}

/// The layers with the lock that says which of them had a name first, if two have one. A lock that cannot be read says nothing.
fn with_earlier_lock(stack: Stack, sources: &LayerSources) -> Stack {
    match lock::of(sources) {
        Ok(lock) => stack.with_earlier_lock(lock),
        Err(_) => stack,
    }
}

fn push_named(stack: Stack, sources: &LayerSources) -> Result<Stack, CliError> {
    let layers = sources.registries.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    Ok(layers.into_iter().flatten().fold(stack, Stack::push))
}

/// [`stack`], compared with the lock if that is asked for.
pub(crate) fn locked_stack(sources: &LayerSources) -> Result<Stack, CliError> {
    let stack = stack(sources)?;
    if sources.is_locked {
        lock::enforce(&stack, sources)?;
    }
    Ok(stack)
}

/// [`stack`], resolved and, with `--locked`, compared with the lock.
pub(crate) fn resolve_all(sources: &LayerSources, environment: Option<&str>) -> Result<Resolved, CliError> {
    resolve(&locked_stack(sources)?, sources, environment)
}

/// As [`resolve_all`], with files named as in their own folders: what is published does not show where they are here.
pub(crate) fn resolve_to_publish(sources: &LayerSources, environment: Option<&str>) -> Result<Resolved, CliError> {
    resolve(&without_folders(&locked_stack(sources)?)?, sources, environment)
}

/// The layers with files named as in their own folders.
pub(crate) fn without_folders(stack: &Stack) -> Result<Stack, CliError> {
    let without_folder = |layer: &RegistryFile| layer.read_again("").and_then(ParsedFile::load);
    let layers = stack.layers().map(|placed| without_folder(placed.layer())).collect::<Result<Vec<_>, _>>();
    let layers = layers.map_err(|error| CliError::Registry(error.to_string()))?;
    Ok(layers.into_iter().fold(Stack::new(), Stack::push))
}

pub(crate) fn resolve(stack: &Stack, sources: &LayerSources, environment: Option<&str>) -> Result<Resolved, CliError> {
    check_environment(stack, environment)?;
    let resolved = stack.resolve(sources.base, environment);
    resolved.map_err(|error| CliError::Registry(lines(error.findings())))
}

/// Rejects an unknown environment: a misspelt one would silently disable its policy. If no file names an environment,
/// any name is accepted.
fn check_environment(stack: &Stack, environment: Option<&str>) -> Result<(), CliError> {
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
        [] => format!("expected {}", quoted(&known.into_iter().collect::<Vec<_>>())),
        near => format!("did you mean {}?", quoted(near)),
    };
    let name = visible(name);
    Err(CliError::Usage(format!(
        "no loaded registry file defines the environment `{name}`: {hint}\n  help: fix `--env`, `ANYURL_ENV` or `environment` of config.toml; for an environment without rules of its own, write `[policy.env.{name}]` in a registry file"
    )))
}

/// The names that a library registers although the registry file that lists the library does not (SR415).
pub(crate) fn unlisted_names<'n>(
    sources: &LayerSources,
    library: &Path,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Findings, CliError> {
    let stack = push_named(Stack::new(), sources)?;
    let entries = stack.layers().flat_map(|placed| placed.layer().schemes());
    let base = library.file_name().unwrap_or_default().to_string_lossy();
    let base = base.strip_prefix(DLL_PREFIX).unwrap_or(&base);
    let base = base.strip_suffix(DLL_SUFFIX).unwrap_or(base);
    Ok(scheme_lint::registered(entries, base, names))
}

/// The layer shipped with anyurl.
pub(crate) fn shipped() -> Result<RegistryFile, CliError> {
    RegistryFile::from_text("registry.toml", anyurl::REGISTRY_FILE)
        .and_then(ParsedFile::load)
        .map_err(|error| CliError::Registry(error.to_string()))
}

/// Reads the layer in a file, or the layers in a bundle.
pub(crate) fn read(path: &Path) -> Result<Vec<RegistryFile>, CliError> {
    if let Some(bundle) = registry_files::bundle(path)? {
        return Ok(bundle.layers().to_vec());
    }
    let layer = registry_files::parse(path).and_then(ParsedFile::load).map_err(|error| {
        let message = match &error {
            RegistryFileError::Refused(findings) => lines(findings),
            _ if is_path_list(path) => {
                format!("{error}\n  help: `--registry` takes one path: repeat it for each file")
            }
            _ => error.to_string(),
        };
        CliError::Registry(format!("{}:\n  {message}", input::name(path)))
    });
    Ok(vec![layer?])
}

/// Whether a path that does not exist looks like a list of paths, which `ANYURL_REGISTRY` accepts.
fn is_path_list(path: &Path) -> bool {
    !path.exists() && split_paths(path).nth(1).is_some()
}

/// Findings, each with its help.
fn lines(findings: &Findings) -> String {
    let line = |finding: &Finding| match finding.help() {
        None => finding.to_string(),
        Some(help) => format!("{finding}\n    help: {help}"),
    };
    let lines: Vec<_> = findings.iter().map(line).collect();
    lines.join("\n  ")
}
