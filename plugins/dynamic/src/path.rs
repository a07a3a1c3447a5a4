//! Where a library lies, and who may write there.

use std::path::{Path, PathBuf};

use crate::error::Fault;
use crate::policy::LoadPolicy;

/// The path of a library without symbolic links in its folders. Its last part is not looked at yet.
pub(crate) fn real(path: &Path) -> Result<PathBuf, Fault> {
    if !path.is_absolute() {
        return Err(Fault::Relative);
    }
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(Fault::NotRegular);
    };
    let folder = folder.canonicalize().map_err(Fault::Open)?;
    Ok(folder.join(name))
}

/// Whether none but root and the user of this process may change a file, or put another one in its place.
pub(crate) fn check(path: &Path, file: &std::fs::Metadata, policy: &LoadPolicy) -> Result<(), Fault> {
    if !policy.checks_permissions {
        return Ok(());
    }
    let mut open = permissions::Open::default();
    open.look(path, file, false)?;
    for folder in path.ancestors().skip(1) {
        let found = folder.metadata().map_err(Fault::Open)?;
        open.look(folder, &found, true)?;
    }
    open.fault().map_or(Ok(()), Err)
}

/// Whether a file lies below one of the folders that the policy names, if it names any.
pub(crate) fn check_folder(path: &Path, policy: &LoadPolicy) -> Result<(), Fault> {
    let Some(folders) = &policy.folders else {
        return Ok(());
    };
    let mut folders = folders.iter().filter_map(|one| one.canonicalize().ok());
    if folders.any(|folder| path.starts_with(folder)) { Ok(()) } else { Err(Fault::Elsewhere) }
}

#[cfg(unix)]
mod permissions {
    use std::fs::Metadata;
    use std::os::unix::fs::MetadataExt;
    use std::path::{Path, PathBuf};

    use crate::error::Fault;
    use crate::own;

    /// Others may write.
    const OTHERS: u32 = 0o022;
    /// In such a folder only the owner of a file may move it.
    const STICKY: u32 = 0o1000;

    /// What others may write, with its permissions: all of it, so that one command fixes it.
    #[derive(Default)]
    pub(super) struct Open(Vec<(PathBuf, u32)>);

    impl Open {
        pub(super) fn look(&mut self, path: &Path, found: &Metadata, is_folder: bool) -> Result<(), Fault> {
            let (owner, mode) = (found.uid(), found.mode() & 0o7777);
            if owner != 0 && owner != own::user() {
                return Err(Fault::Owner { what: path.to_owned(), owner });
            }
            if mode & OTHERS != 0 && !(is_folder && mode & STICKY != 0) {
                self.0.push((path.to_owned(), mode));
            }
            Ok(())
        }

        pub(super) fn fault(self) -> Option<Fault> {
            let mut all = self.0.into_iter();
            let (what, mode) = all.next()?;
            let above = all.map(|(folder, _)| folder).collect();
            Some(Fault::Writable { what, mode, above })
        }
    }
}

/// Where there are no such permissions, there is nothing to be asked.
#[cfg(not(unix))]
mod permissions {
    use std::fs::Metadata;
    use std::path::Path;

    use crate::error::Fault;

    #[derive(Default)]
    pub(super) struct Open;

    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "elsewhere there is something to be told")]
    impl Open {
        pub(super) fn look(&mut self, _: &Path, _: &Metadata, _: bool) -> Result<(), Fault> {
            Ok(())
        }

        pub(super) fn fault(self) -> Option<Fault> {
            None
        }
    }
}
