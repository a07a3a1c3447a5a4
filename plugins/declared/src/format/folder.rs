//! File access. No other module of this crate opens files.
//!
//! All other modules read through a [`Folder`], so that a registry can be compiled in and tests need no disk.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyurl_core::internal::NameMap;

use super::error::RegistryFileError;

/// The maximum size of a registry file. The TOML parser allocates seven bytes for each byte of input up front, so memory
/// stays below 64 MiB.
pub(crate) const MAX_FILE_BYTES: usize = 6 << 20;

/// The maximum number of names in a folder.
const MAX_NAMES: usize = 20_000;

/// A folder of files, accessed by relative paths with slashes, such as `schemes/x-lake.toml`. Paths cannot leave the folder.
pub trait Folder {
    /// Reads a file of at most `most` bytes.
    ///
    /// # Errors
    /// [`RegistryFileError::Unreadable`], [`RegistryFileError::TooLong`] and [`RegistryFileError::Outside`].
    fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, RegistryFileError>;

    /// Lists the names in a subfolder, or in this folder for `""`, in no particular order.
    ///
    /// # Errors
    /// [`RegistryFileError::Unreadable`], [`RegistryFileError::TooMany`] and [`RegistryFileError::Outside`].
    fn list(&self, folder: &str) -> Result<Vec<String>, RegistryFileError>;
}

/// A folder on the disk. Symbolic links that lead out of the folder are not followed.
#[derive(Clone, Debug)]
pub struct DiskFolder {
    root: PathBuf,
}

impl DiskFolder {
    /// Opens the folder at a path.
    ///
    /// # Errors
    /// Returns [`RegistryFileError::Unreadable`] if the folder does not exist.
    pub fn new(folder: &Path) -> Result<Self, RegistryFileError> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let unreadable = |error| RegistryFileError::unreadable(&folder.display().to_string(), &error);
        let root = folder.canonicalize().map_err(unreadable)?;
        Ok(Self { root })
    }

    /// Resolves a relative path and all its links.
    fn resolve(&self, path: &str) -> Result<PathBuf, RegistryFileError> {
        check_path(path)?;
        let resolved = self.root.join(path);
        let unreadable = |error| RegistryFileError::unreadable(path, &error);
        let resolved = resolved.canonicalize().map_err(unreadable)?;
        if resolved.starts_with(&self.root) {
            Ok(resolved)
        } else {
            Err(RegistryFileError::Outside { path: path.to_owned() })
        }
    }
}

impl Folder for DiskFolder {
    fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, RegistryFileError> {
        let place = self.resolve(path)?;
        let unreadable = |error: io::Error| RegistryFileError::unreadable(path, &error);
        let metadata = fs::metadata(&place).map_err(unreadable)?;
        if !metadata.is_file() {
            // Reading a pipe could block, and a device may have no end.
            let what = if metadata.is_dir() { "it is a folder: name a file in it" } else { "it is not a regular file" };
            return Err(unreadable(io::Error::other(what)));
        }
        let mut bytes = Vec::new();
        let file = fs::File::open(&place).map_err(unreadable)?;
        // The file may grow while it is read, so the length is checked afterwards, with one byte more than allowed.
        let one_more = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
        file.take(one_more).read_to_end(&mut bytes).map_err(unreadable)?;
        check_length(path, bytes, most)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, RegistryFileError> {
        let place = if folder.is_empty() { self.root.clone() } else { self.resolve(folder)? };
        let unreadable = |error| RegistryFileError::unreadable(folder, &error);
        let mut names = Vec::new();
        for entry in fs::read_dir(place).map_err(unreadable)? {
            if names.len() == MAX_NAMES {
                let what = "names in a folder";
                return Err(RegistryFileError::TooMany { what, most: MAX_NAMES });
            }
            // A name that is not UTF-8 matches no pattern.
            names.extend(entry.map_err(unreadable)?.file_name().into_string());
        }
        Ok(names)
    }
}

/// Files in memory.
///
/// ```
/// use anyurl_declared::format::{Folder, MemoryFolder};
///
/// let files = MemoryFolder::new([("schemes/x-lake.toml", "schema = 1\n")]);
/// assert_eq!(files.list("schemes")?, ["x-lake.toml"]);
/// assert!(files.read("../x-lake.toml", 100).is_err());
/// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryFolder {
    files: NameMap<Vec<u8>>,
}

impl MemoryFolder {
    /// Creates a folder from paths and texts.
    pub fn new<P: Into<String>, T: Into<Vec<u8>>>(files: impl IntoIterator<Item = (P, T)>) -> Self {
        Self { files: files.into_iter().map(|(path, text)| (path.into(), text.into())).collect() }
    }
}

impl Folder for MemoryFolder {
    fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, RegistryFileError> {
        check_path(path)?;
        let absent = || RegistryFileError::unreadable(path, &io::Error::from(io::ErrorKind::NotFound));
        let bytes = self.files.get(path).ok_or_else(absent)?;
        check_length(path, bytes.clone(), most)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, RegistryFileError> {
        let below = |(path, _): (&str, &Vec<u8>)| match folder {
            "" => Some(path.to_owned()),
            _ => path.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned),
        };
        let names = self.files.iter().filter_map(below);
        Ok(names.filter(|name| !name.contains('/')).collect())
    }
}

fn check_length(path: &str, bytes: Vec<u8>, most: usize) -> Result<Vec<u8>, RegistryFileError> {
    if bytes.len() > most {
        let path = path.to_owned();
        return Err(RegistryFileError::TooLong { path, most });
    }
    Ok(bytes)
}

/// Checks that a path cannot leave its folder, on any operating system.
pub(super) fn check_path(path: &str) -> Result<(), RegistryFileError> {
    let leaves = |segment: &str| matches!(segment, "" | "." | "..");
    if path.contains(['\\', ':', '\0']) || path.split('/').any(leaves) {
        return Err(RegistryFileError::Outside { path: path.to_owned() });
    }
    Ok(())
}
