//! Where a library lies, and who may write there.

use std::path::{Path, PathBuf};

use crate::error::Fault;
use crate::policy::Policy;

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
pub(crate) fn check(path: &Path, file: &std::fs::Metadata, policy: &Policy) -> Result<(), Fault> {
    if !policy.checks_permissions {
        return Ok(());
    }
    permissions::check(path, file, false)?;
    for folder in path.ancestors().skip(1) {
        let found = folder.metadata().map_err(Fault::Open)?;
        permissions::check(folder, &found, true)?;
    }
    Ok(())
}

#[cfg(unix)]
mod permissions {
    use std::fs::Metadata;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    use crate::error::Fault;
    use crate::own;

    /// Others may write.
    const OTHERS: u32 = 0o022;
    /// In such a folder only the owner of a file may move it.
    const STICKY: u32 = 0o1000;

    pub(super) fn check(path: &Path, found: &Metadata, is_folder: bool) -> Result<(), Fault> {
        let (owner, mode) = (found.uid(), found.mode() & 0o7777);
        if owner != 0 && owner != own::user() {
            return Err(Fault::Owner {
                what: path.to_owned(),
                owner,
            });
        }
        if mode & OTHERS != 0 && !(is_folder && mode & STICKY != 0) {
            return Err(Fault::Writable {
                what: path.to_owned(),
                mode,
            });
        }
        Ok(())
    }
}

/// Where there are no such permissions, there is nothing to be asked.
#[cfg(not(unix))]
mod permissions {
    use std::fs::Metadata;
    use std::path::Path;

    use crate::error::Fault;

    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
    pub(super) fn check(_: &Path, _: &Metadata, _: bool) -> Result<(), Fault> {
        Ok(())
    }
}
