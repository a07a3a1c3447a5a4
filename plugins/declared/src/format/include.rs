//! Resolves the patterns of `include`.

use anyurl_core::Span;
use anyurl_core::internal::sort_by;

use super::error::RegistryFileError;
use super::folder::{Folder, check_path};
use super::glob::glob;
use super::located::Located;

/// The maximum number of included files.
const MAX_FILES: usize = 2_000;

/// The maximum number of folders in a pattern.
const MAX_DEPTH: usize = 8;

/// Returns the paths of the files that match the patterns, sorted and without duplicates, each with the place of its pattern.
/// What is wrong with a pattern is given to `report`.
///
/// Stars are allowed in file names only, not in folder names, so that no tree is searched.
pub(super) fn files(
    folder: &dyn Folder,
    main: &str,
    patterns: &[Located<String>],
    mut report: impl FnMut(Span, RegistryFileError),
) -> Result<Vec<(String, Span)>, RegistryFileError> {
    let mut paths = Vec::new();
    for pattern in patterns {
        match matching(folder, pattern) {
            Ok(found) if found.iter().any(|path| path == main) => {
                report(pattern.span, RegistryFileError::Cycle { path: main.to_owned() });
            }
            Ok(found) => paths.extend(found.into_iter().map(|path| (path, pattern.span))),
            Err(error) => report(pattern.span, error),
        }
        if paths.len() > MAX_FILES {
            let what = "included files";
            return Err(RegistryFileError::TooMany { what, most: MAX_FILES });
        }
    }
    sort_by(&mut paths, |(one, _), (other, _)| one.cmp(other));
    paths.dedup_by(|(one, _), (other, _)| one == other);
    Ok(paths)
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
