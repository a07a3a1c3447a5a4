//! Which files `include` names.

use super::error::RegistryFileError;
use super::folder::{Folder, check_path};
use super::glob::glob;

/// At most so many files are included.
const MOST_FILES: usize = 2_000;

/// A pattern goes through at most so many folders.
const DEEPEST: usize = 8;

/// The paths of the files that some patterns name, in order, each once.
///
/// A star stands for any part of a file's name; folders are named in full, so that nothing is searched.
pub(super) fn files(folder: &dyn Folder, main: &str, patterns: &[&str]) -> Result<Vec<String>, RegistryFileError> {
    let mut paths = Vec::new();
    for pattern in patterns {
        paths.extend(matching(folder, pattern)?);
        if paths.len() > MOST_FILES {
            let what = "included files";
            return Err(RegistryFileError::TooMany { what, most: MOST_FILES });
        }
    }
    paths.sort_unstable();
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
        return refuse("name the folders in full: stars stand for files only");
    }
    if inside.split('/').count() > DEEPEST {
        return refuse("it goes through too many folders");
    }
    if !name.contains(['*', '?']) {
        return Ok(vec![pattern.to_owned()]);
    }
    let names = folder.list(inside)?;
    let path = |name: &String| match inside {
        "" => name.clone(),
        _ => format!("{inside}/{name}"),
    };
    // As in a shell, a star does not stand for the dot of a hidden file.
    let visible = names.iter().filter(|found| !found.starts_with('.') || name.starts_with('.'));
    Ok(visible.filter(|found| glob(name, found)).map(path).collect())
}
