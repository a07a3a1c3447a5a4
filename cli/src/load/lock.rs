//! `registry.lock`: the recorded layers and schemes, compared with those that are loaded.

use std::io;
use std::path::{self, Path, PathBuf};

use anyurl::Registry;
use anyurl_declared::layers::{LockDifference, RegistryLock, Stack};

use crate::error::CliError;
use crate::input;
use crate::load::registry_files;
use crate::load::sources::LayerSources;

/// The default path of the lock: beside the registry file that is nearest to the root, whatever the order of the files;
/// or beside the configuration, or in the working folder.
pub(crate) fn default_path(registries: &[PathBuf], configuration: Option<&Path>) -> PathBuf {
    let depth = |file: &&PathBuf| {
        let path = path::absolute(file).unwrap_or_else(|_| (*file).clone());
        (path.components().count(), path)
    };
    let folder = registries.iter().min_by_key(depth).and_then(|file| file.parent()).or(configuration);
    folder.unwrap_or(Path::new("")).join("registry.lock")
}

/// The lock of the run, or without registry files that beside a file.
pub(crate) fn path_for(sources: &LayerSources, file: &Path) -> PathBuf {
    match sources.registries[..] {
        [] => default_path(&[file.to_owned()], None),
        _ => sources.lock.clone(),
    }
}

/// The lock of a run: that in the file, or else that of a bundle.
pub(crate) fn of(sources: &LayerSources) -> Result<RegistryLock, CliError> {
    let bundles = sources.registries.iter().map(|path| registry_files::bundle(path));
    let bundle = bundles.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().next();
    match bundle {
        Some(bundle) if !sources.lock.exists() => Ok(bundle.lock().clone()),
        _ => read(&sources.lock),
    }
}

/// Fails if the layers differ from the lock in the file (`--locked`), or if there is none. That of a bundle does not count:
/// a change of the bundle can include it.
pub(super) fn enforce(stack: &Stack, sources: &LayerSources) -> Result<(), CliError> {
    let LayerSources { base, lock: file, registries, .. } = sources;
    let locked = read(file)?;
    let found = stack.lock(base);
    let mut lines: Vec<_> = rollbacks(&locked, &found).collect();
    lines.extend(locked.differences(&found).iter().map(LockDifference::to_string));
    if lines.is_empty() {
        return Ok(());
    }
    let files: Vec<_> = registries.iter().map(|path| format!(" --registry {}", input::name(path))).collect();
    let files = files.concat();
    Err(CliError::Registry(format!(
        "{}: the layers differ from the lock:\n  {}\n  help: undo the change, or accept it with `anyurl{files} registry lock`",
        input::name(file),
        lines.join("\n  ")
    )))
}

/// The layers that are older than the lock.
fn rollbacks<'l>(locked: &'l RegistryLock, found: &'l RegistryLock) -> impl Iterator<Item = String> + 'l {
    found.layers.iter().filter_map(|layer| {
        let was = locked.layers.iter().find(|one| one.id == layer.id)?;
        let (id, is, was) = (&layer.id, layer.serial, was.serial);
        (is < was).then(|| format!("the layer `{id}` is older than the lock: serial {is}, after {was}"))
    })
}

/// Compares the lock in a file with the layers over `base`.
pub(crate) fn differences(stack: &Stack, base: &Registry, file: &Path) -> Result<Vec<LockDifference>, CliError> {
    Ok(read(file)?.differences(&stack.lock(base)))
}

/// Reads a lock.
pub(crate) fn read(file: &Path) -> Result<RegistryLock, CliError> {
    let name = || input::name(file);
    let text = input::text(file, input::MAX_SETTINGS).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CliError::Registry(format!(
            "{}: there is no lock\n  help: write it with `anyurl registry lock` and the same registry files",
            name()
        )),
        _ => CliError::Registry(format!("{}: {error}", name())),
    })?;
    text.parse().map_err(|error| CliError::Registry(format!("{}: {error}", name())))
}
