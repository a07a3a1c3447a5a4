//! The file of a library: opened once, then checked and read through that descriptor.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::{PluginErrorKind, PluginPolicy};
use anyurl_declared::format::{Hash, PluginKind};

use crate::dynamic::trusted_path;

/// A checked file and its contents.
pub(crate) struct LibraryFile {
    /// The path without symbolic links.
    pub(crate) path: PathBuf,
    pub(crate) file: File,
    pub(crate) identity: Identity,
    pub(crate) bytes: Vec<u8>,
    pub(crate) hash: Hash,
}

/// The identity of a file, independent of its name: device and inode, on systems that have them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity(Option<(u64, u64)>);

impl Identity {
    /// Returns whether both are known and equal.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.0.is_some() && self == other
    }
}

impl LibraryFile {
    /// Opens, checks and reads a file.
    pub(crate) fn open(path: &Path, policy: &PluginPolicy) -> Result<Self, PluginErrorKind> {
        let (path, file, metadata) = open_regular(path)?;
        policy.check_size(PluginKind::Dylib, metadata.len())?;
        trusted_path::check_folder(&path, policy)?;
        trusted_path::check(&path, &metadata, policy)?;
        let mut bytes = Vec::new();
        // The file may grow while it is read.
        let limit = policy.largest_of(PluginKind::Dylib).saturating_add(1);
        io::Read::by_ref(&mut &file).take(limit).read_to_end(&mut bytes).map_err(PluginErrorKind::open)?;
        policy.check_size(PluginKind::Dylib, bytes.len() as u64)?;
        let hash = Hash::new(&bytes);
        policy.check_pin(hash)?;
        Ok(Self { path, identity: identity(&metadata), file, bytes, hash })
    }
}

/// Returns the SHA-256 of a file.
///
/// # Errors
/// The path is relative or not a regular file, or the file cannot be read.
pub(crate) fn hash(path: &Path) -> Result<Hash, PluginErrorKind> {
    let (_, file, _) = open_regular(path)?;
    Hash::from_reader(file).map_err(PluginErrorKind::open)
}

fn open_regular(path: &Path) -> Result<(PathBuf, File, Metadata), PluginErrorKind> {
    let path = trusted_path::real(path)?;
    let file = open(&path)?;
    let metadata = file.metadata().map_err(PluginErrorKind::open)?;
    if metadata.is_file() { Ok((path, file, metadata)) } else { Err(PluginErrorKind::NotRegular) }
}

/// Opens a file without following a link, and without blocking on a pipe.
#[cfg(unix)]
fn open(path: &Path) -> Result<File, PluginErrorKind> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC;
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(path);
    opened.map_err(|error| match error.raw_os_error() {
        Some(libc::ELOOP) => PluginErrorKind::Symlink,
        // A socket.
        Some(libc::ENXIO) => PluginErrorKind::NotRegular,
        _ => PluginErrorKind::open(error),
    })
}

#[cfg(not(unix))]
fn open(path: &Path) -> Result<File, PluginErrorKind> {
    if path.symlink_metadata().map_err(PluginErrorKind::open)?.is_symlink() {
        return Err(PluginErrorKind::Symlink);
    }
    OpenOptions::new().read(true).open(path).map_err(PluginErrorKind::open)
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity(Some((metadata.dev(), metadata.ino())))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {
    Identity(None)
}
