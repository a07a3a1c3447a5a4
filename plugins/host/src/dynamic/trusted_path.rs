//! Checks of the path of a library: where the file is, and who may write there.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use crate::{PluginErrorKind, PluginPolicy};

#[cfg(unix)]
use crate::dynamic::process;

/// Resolves the symbolic links in the folders of a path, but not its last component.
pub(crate) fn real(path: &Path) -> Result<PathBuf, PluginErrorKind> {
    if !path.is_absolute() {
        return Err(PluginErrorKind::Relative);
    }
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(PluginErrorKind::NotRegular);
    };
    let folder = folder.canonicalize().map_err(PluginErrorKind::open)?;
    Ok(folder.join(name))
}

/// Checks that only root and the user of this process can modify or replace a file.
#[cfg(unix)]
pub(crate) fn check(path: &Path, file: &Metadata, policy: &PluginPolicy) -> Result<(), PluginErrorKind> {
    use std::os::unix::fs::MetadataExt;
    /// Group and others may write.
    const WRITABLE: u32 = 0o022;
    /// Only the owner of a file may rename it in such a folder.
    const STICKY: u32 = 0o1000;

    if !policy.checks_permissions() {
        return Ok(());
    }
    // Collects all writable paths, so that one command fixes them.
    let mut writable = Vec::new();
    let mut check = |path: &Path, metadata: &Metadata| {
        let (owner, mode) = (metadata.uid(), metadata.mode() & 0o7777);
        if !is_trusted(owner, process::user_id()) {
            return Err(PluginErrorKind::Owner { path: path.to_owned(), owner });
        }
        if mode & WRITABLE != 0 && !(metadata.is_dir() && mode & STICKY != 0) {
            writable.push((path.to_owned(), mode));
        }
        Ok(())
    };
    check(path, file)?;
    for folder in path.ancestors().skip(1) {
        check(folder, &folder.metadata().map_err(PluginErrorKind::open)?)?;
    }
    let mut writable = writable.into_iter();
    writable.next().map_or(Ok(()), |(path, mode)| {
        Err(PluginErrorKind::Writable { path, mode, above: writable.map(|(folder, _)| folder).collect() })
    })
}

/// Whether a process of `user` trusts what `owner` can modify.
#[cfg(unix)]
fn is_trusted(owner: u32, user: u32) -> bool {
    owner == 0 || owner == user
}

/// Checks nothing: there are no such permissions.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the check can fail on Unix")]
pub(crate) fn check(_: &Path, _: &Metadata, _: &PluginPolicy) -> Result<(), PluginErrorKind> {
    Ok(())
}

/// Checks that a file is below one of the folders of the policy, if it has any.
pub(crate) fn check_folder(path: &Path, policy: &PluginPolicy) -> Result<(), PluginErrorKind> {
    let Some(folders) = policy.folders() else {
        return Ok(());
    };
    let mut folders = folders.iter().filter_map(|one| one.canonicalize().ok());
    if folders.any(|folder| path.starts_with(folder)) { Ok(()) } else { Err(PluginErrorKind::Elsewhere) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn root_and_the_user_are_trusted() {
        for (owner, user, expected) in [(0, 0, true), (0, 7, true), (7, 7, true), (7, 0, false), (7, 8, false)] {
            assert_eq!(is_trusted(owner, user), expected, "{owner} {user}");
        }
    }
}
