//! Paths of this system as file URLs, and back.

use std::path::{Path, PathBuf};

use crate::schemes::file_path::{FilePathError, PathStyle, to_path, to_url};
use crate::{AsUrl, OwnedUrl};

/// Returns the file URL of an absolute path of this system.
///
/// [`schemes::file_path`](crate::schemes::file_path) converts the paths of other systems.
///
/// # Errors
/// [`FilePathError`] if the path is relative, names a device, or is not Unicode on Windows.
///
/// # Examples
/// ```
/// # #[cfg(unix)] {
/// let url = anyurl::from_file_path("/a b/c")?;
/// assert_eq!(url, "file:///a%20b/c");
/// assert_eq!(anyurl::to_file_path(&url)?, std::path::Path::new("/a b/c"));
/// # }
/// # Ok::<(), anyurl::schemes::file_path::FilePathError>(())
/// ```
pub fn from_file_path(path: impl AsRef<Path>) -> Result<OwnedUrl, FilePathError> {
    let text = to_url(&bytes_of(path.as_ref())?, PathStyle::NATIVE)?;
    // Only the name of a server can be invalid, since everything else is escaped.
    OwnedUrl::parse(&text).map_err(|error| FilePathError::Host(error.span().of(&text).to_owned()))
}

/// Returns the path of a file URL on this system.
///
/// # Errors
/// [`FilePathError`] if the URL has another scheme, or a host or name that no path of this system has.
pub fn to_file_path(url: &impl AsUrl) -> Result<PathBuf, FilePathError> {
    path_of(to_path(url, PathStyle::NATIVE)?)
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "on other systems a path may not be Unicode")]
fn bytes_of(path: &Path) -> Result<Vec<u8>, FilePathError> {
    use std::os::unix::ffi::OsStrExt;

    Ok(path.as_os_str().as_bytes().to_vec())
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "on other systems the bytes may not be Unicode")]
fn path_of(bytes: Vec<u8>) -> Result<PathBuf, FilePathError> {
    use std::os::unix::ffi::OsStringExt;

    Ok(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn bytes_of(path: &Path) -> Result<Vec<u8>, FilePathError> {
    path.to_str().map(|path| path.as_bytes().to_vec()).ok_or(FilePathError::NotUnicode)
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> Result<PathBuf, FilePathError> {
    String::from_utf8(bytes).map(PathBuf::from).map_err(|_| FilePathError::NotUnicode)
}
