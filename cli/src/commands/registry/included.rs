//! Included files: each is checked as a part of the registry file that includes it.

use std::fs;
use std::path::{Path, PathBuf};

use anyurl_declared::format::{DiskFolder, Folder, ParsedFile, RegistryFile, RegistryFileError, glob};

use crate::load::registry_files;

/// The folders above a file in which the registry file may be that includes it.
const MAX_FOLDERS: usize = 4;

/// A layer to check, and the file of it that was asked for.
pub(super) struct Target {
    pub(super) reading: ParsedFile,
    /// The registry file.
    pub(super) main: PathBuf,
    /// The included file, as findings name it; `None` if the whole layer was asked for.
    pub(super) part: Option<String>,
    /// Whether no registry file was found that includes it.
    pub(super) is_alone: bool,
}

/// Reads a registry file, or the registry file that includes a file.
pub(super) fn target(path: &Path) -> Result<Target, RegistryFileError> {
    let reading = registry_files::parse(path)?;
    if !is_part(reading.layer()) || registry_files::is_stream(path) {
        return Ok(Target { reading, main: path.to_owned(), part: None, is_alone: false });
    }
    match including(path) {
        Some(target) => Ok(target),
        None => alone(path),
    }
}

/// Whether a file has schemes and nothing that only a registry file may have.
fn is_part(layer: &RegistryFile) -> bool {
    let main = layer.main();
    let has_others = main.policy.is_some() || main.lint.is_some() || !main.gateways.is_empty();
    let has_others = has_others || !main.overrides.is_empty() || !main.masks.is_empty() || !main.tombstones.is_empty();
    main.header.is_none() && !main.schemes.is_empty() && !has_others
}

/// The registry file that includes a file, or that would if the file existed.
pub(super) fn including_file(path: &Path) -> Option<PathBuf> {
    if path.exists() {
        return target(path).ok().filter(|target| target.part.is_some() && !target.is_alone).map(|target| target.main);
    }
    including(path).map(|target| target.main)
}

/// The registry file that includes a file: in its folder, or in one above it in the same checkout.
fn including(path: &Path) -> Option<Target> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new = || Some(fs::canonicalize(parent).ok()?.join(path.file_name()?));
    let path = fs::canonicalize(path).ok().or_else(new)?;
    for folder in path.ancestors().skip(1).take(MAX_FOLDERS) {
        let mut files: Vec<_> = fs::read_dir(folder).ok()?.filter_map(|file| Some(file.ok()?.path())).collect();
        files.sort();
        let is_toml = |file: &&PathBuf| file.extension().is_some_and(|extension| extension == "toml") && **file != path;
        let found = files.iter().filter(is_toml).find_map(|main| included_by(main, folder, &path));
        if found.is_some() || folder.join(".git").exists() {
            return found;
        }
    }
    None
}

fn included_by(main: &Path, folder: &Path, path: &Path) -> Option<Target> {
    if !registry_files::text(main).ok()?.contains("include") {
        return None;
    }
    let shown = display_path(main);
    let reading = RegistryFile::open(&shown).ok()?;
    let inside = path.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/");
    let layer = reading.layer();
    let names_it = |pattern: &str| {
        let (folder, name) = inside.rsplit_once('/').unwrap_or(("", &inside));
        let (pattern_folder, pattern) = pattern.rsplit_once('/').unwrap_or(("", pattern));
        folder == pattern_folder && glob(pattern, name)
    };
    let is_included = layer.files.iter().skip(1).any(|file| file.path == inside);
    if !is_included && (path.exists() || !layer.header.include.iter().any(|pattern| names_it(pattern))) {
        return None;
    }
    let part = Some(format!("{}{inside}", layer.folder()));
    Some(Target { reading, main: shown, part, is_alone: false })
}

/// A path relative to the working folder, if it is below that.
fn display_path(path: &Path) -> PathBuf {
    let current = std::env::current_dir().and_then(fs::canonicalize);
    let below = current.ok().and_then(|current| path.strip_prefix(current).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned())
}

/// Reads an included file below a header that claims every name.
fn alone(path: &Path) -> Result<Target, RegistryFileError> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let parent = path.parent().unwrap_or(Path::new(""));
    let shown = path.to_string_lossy();
    let shown = shown.strip_suffix(name).unwrap_or_default();
    let folder = WithHeader { disk: DiskFolder::new(parent)?, header: header(name) };
    let reading = RegistryFile::read(&folder, shown, HEADER)?;
    let part = Some(format!("{shown}{name}"));
    Ok(Target { reading, main: path.to_owned(), part, is_alone: true })
}

/// The name of the file that has only a header.
const HEADER: &str = "(header)";

fn header(included: &str) -> String {
    format!(
        "schema = 1\n[registry]\nid = \"com.example.alone\"\nkind = \"organization\"\ntitle = \"-\"\nversion = \"1.0.0\"\n\
         serial = 1\ncontact = [\"-\"]\nchange_controller = \"-\"\nclaims = [\"*\"]\ninclude = [{included:?}]\n"
    )
}

/// A folder with one more file.
struct WithHeader {
    disk: DiskFolder,
    header: String,
}

impl Folder for WithHeader {
    fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, RegistryFileError> {
        if path == HEADER { Ok(self.header.clone().into_bytes()) } else { self.disk.read(path, most) }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, RegistryFileError> {
        self.disk.list(folder)
    }
}
