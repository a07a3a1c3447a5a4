//! Where files come from: the one scheme that opens any.
//!
//! Everything else works on texts that a [`Folder`] gives, so that a registry can be compiled in and tests need no disk.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::RegistryFileError;

/// A registry file is at most so long. The reader of TOML asks for seven bytes of memory for each of them, before it has
/// read any: all of it stays below 64 MiB.
pub const MAX_FILE_BYTES: usize = 6 << 20;

/// So many names of a folder are looked at.
const MOST_NAMES: usize = 20_000;

/// A folder with files in it, by paths relative to it: `schemes/x-lake.toml`, with slashes, never out of it.
pub trait Folder {
    /// The bytes of a file, if there are at most so many.
    ///
    /// # Errors
    /// [`RegistryFileError::Unreadable`], [`RegistryFileError::TooLong`] and [`RegistryFileError::Outside`].
    fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, RegistryFileError>;

    /// The names of the files in a folder below, `""` for this one; in no order.
    ///
    /// # Errors
    /// [`RegistryFileError::Unreadable`], [`RegistryFileError::TooMany`] and [`RegistryFileError::Outside`].
    fn list(&self, folder: &str) -> Result<Vec<String>, RegistryFileError>;
}

/// A folder of this machine.
///
/// A link that leads out of it is not followed.
#[derive(Clone, Debug)]
pub struct DiskFolder {
    root: PathBuf,
}

impl DiskFolder {
    /// The folder of a path.
    ///
    /// # Errors
    /// [`RegistryFileError::Unreadable`] where there is none.
    pub fn new(folder: &Path) -> Result<Self, RegistryFileError> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let unreadable = |error| RegistryFileError::unreadable(&folder.display().to_string(), &error);
        let root = folder.canonicalize().map_err(unreadable)?;
        Ok(Self { root })
    }

    /// A path below the root, with every link followed.
    fn place(&self, path: &str) -> Result<PathBuf, RegistryFileError> {
        check_path(path)?;
        let place = self.root.join(path);
        let unreadable = |error| RegistryFileError::unreadable(path, &error);
        let place = place.canonicalize().map_err(unreadable)?;
        if place.starts_with(&self.root) {
            Ok(place)
        } else {
            Err(RegistryFileError::Outside { path: path.to_owned() })
        }
    }
}

impl Folder for DiskFolder {
    fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, RegistryFileError> {
        let place = self.place(path)?;
        let unreadable = |error: io::Error| RegistryFileError::unreadable(path, &error);
        let metadata = fs::metadata(&place).map_err(unreadable)?;
        if !metadata.is_file() {
            // A pipe would be waited for, and a device never ends.
            let what = if metadata.is_dir() { "it is a folder: name a file in it" } else { "it is no file" };
            return Err(unreadable(io::Error::other(what)));
        }
        let mut bytes = Vec::new();
        let file = fs::File::open(&place).map_err(unreadable)?;
        // The file may grow while it is read; one byte more than allowed tells that it is too long.
        let one_more = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
        file.take(one_more).read_to_end(&mut bytes).map_err(unreadable)?;
        check_length(path, bytes, most)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, RegistryFileError> {
        let place = if folder.is_empty() { self.root.clone() } else { self.place(folder)? };
        let unreadable = |error| RegistryFileError::unreadable(folder, &error);
        let mut names = Vec::new();
        for entry in fs::read_dir(place).map_err(unreadable)? {
            if names.len() == MOST_NAMES {
                let what = "names in a folder";
                return Err(RegistryFileError::TooMany { what, most: MOST_NAMES });
            }
            // A name that is not UTF-8 is of no pattern.
            names.extend(entry.map_err(unreadable)?.file_name().into_string());
        }
        Ok(names)
    }
}

/// Files that are texts of the program.
///
/// ```
/// use locator_declared::format::{Folder, MemoryFolder};
///
/// let files = MemoryFolder::new([("schemes/x-lake.toml", "schema = 1\n")]);
/// assert_eq!(files.list("schemes")?, ["x-lake.toml"]);
/// assert!(files.read("../x-lake.toml", 100).is_err());
/// # Ok::<(), locator_declared::format::RegistryFileError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryFolder {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFolder {
    /// Files by path.
    pub fn new<P: Into<String>, T: Into<Vec<u8>>>(files: impl IntoIterator<Item = (P, T)>) -> Self {
        let owned = |(path, text): (P, T)| (path.into(), text.into());
        Self { files: files.into_iter().map(owned).collect() }
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
        let below = |path: &String| match folder {
            "" => Some(path.clone()),
            _ => path.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned),
        };
        let names = self.files.keys().filter_map(below);
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

/// Whether a path stays in its folder, on every system.
pub(super) fn check_path(path: &str) -> Result<(), RegistryFileError> {
    let leaves = |segment: &str| matches!(segment, "" | "." | "..");
    if path.contains(['\\', ':', '\0']) || path.split('/').any(leaves) {
        return Err(RegistryFileError::Outside { path: path.to_owned() });
    }
    Ok(())
}
