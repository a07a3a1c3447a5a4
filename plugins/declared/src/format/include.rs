//! Resolves the patterns of `include`.

use anyurl_core::internal::sort_by;

use super::error::RegistryFileError;
use super::folder::{Folder, check_path};
use super::glob::glob;

/// The maximum number of included files.
const MAX_FILES: usize = 2_000;

/// The maximum number of folders in a pattern.
const MAX_DEPTH: usize = 8;

/// Returns the paths of the files that match the patterns, sorted and without duplicates.
///
/// Stars are allowed in file names only, not in folder names, so that no tree is searched.
pub(super) fn files(folder: &dyn Folder, main: &str, patterns: &[&str]) -> Result<Vec<String>, RegistryFileError> {
    let mut paths = Vec::new();
    for pattern in patterns {
        paths.extend(matching(folder, pattern)?);
        if paths.len() > MAX_FILES {
            let what = "included files";
            return Err(RegistryFileError::TooMany { what, most: MAX_FILES });
        }
    }
    sort_by(&mut paths, Ord::cmp);
    paths.dedup();
    match paths.iter().find(|path| *path == main) {
        Some(path) => Err(RegistryFileError::Cycle { path: path.clone() }),
        None => Ok(paths),
    }
}

fn matching(folder: &dyn Folder, pattern: &str) -> Result<Vec<String>, RegistryFileError> {
    check_path(pattern)?;
    let refuse = |why| {
        let pattern = pattern.to_owned();
        Err(RegistryFileError::Pattern { pattern, why })
    };
    let (inside, name) = pattern.rsplit_once('/').unwrap_or(("", pattern));
    if inside.contains(['*', '?']) {
        return refuse("write folder names in full: `*` and `?` match file names only");
    }
    if inside.split('/').count() > MAX_DEPTH {
        return refuse("too many nested folders");
    }
    if !name.contains(['*', '?']) {
        return Ok(vec![pattern.to_owned()]);
    }
    let names = folder.list(inside)?;
    let path = |name: &String| match inside {
        "" => name.clone(),
        _ => format!("{inside}/{name}"),
    };
    // As in a shell, a star does not match the leading dot of a hidden file.
    let visible = names.iter().filter(|found| !found.starts_with('.') || name.starts_with('.'));
    Ok(visible.filter(|found| glob(name, found)).map(path).collect())
}
