//! A library as a file: opened once, checked and read by that one descriptor.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use locator_declared::format::Hash;

use crate::error::Fault;
use crate::path;
use crate::policy::LoadPolicy;

/// A file that was checked, and its bytes.
pub(crate) struct Checked {
    /// Without symbolic links.
    pub(crate) path: PathBuf,
    pub(crate) file: File,
    pub(crate) identity: Identity,
    pub(crate) bytes: Vec<u8>,
    pub(crate) hash: Hash,
}

/// Which file it is, whatever its name: device and inode, where there are such.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity(Option<(u64, u64)>);

impl Identity {
    /// Whether both are known, and the same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.0.is_some() && self == other
    }
}

/// Opens, checks and reads a file.
pub(crate) fn checked(given: &Path, policy: &LoadPolicy) -> Result<Checked, Fault> {
    let (path, file) = opened(given)?;
    let found = file.metadata().map_err(Fault::Open)?;
    let size = found.len();
    let most = policy.largest;
    if size > most {
        return Err(Fault::TooLarge { size, most });
    }
    path::check_folder(&path, policy)?;
    path::check(&path, &found, policy)?;
    let bytes = read(&file, most)?;
    let hash = Hash::new(&bytes);
    pinned(hash, policy)?;
    Ok(Checked { path, identity: identity(&found), file, bytes, hash })
}

/// The SHA-256 of a file, as a registry file pins it: what it is made of makes no difference.
///
/// # Errors
/// A relative path, and what is no file or cannot be read.
pub(crate) fn hash(path: &Path) -> Result<Hash, Fault> {
    let (_, file) = opened(path)?;
    Hash::from_reader(file).map_err(Fault::Open)
}

fn opened(given: &Path) -> Result<(PathBuf, File), Fault> {
    let path = path::real(given)?;
    let file = open(&path)?;
    let found = file.metadata().map_err(Fault::Open)?;
    if !found.is_file() {
        return Err(Fault::NotRegular);
    }
    Ok((path, file))
}

/// Neither a link is followed, nor does a pipe make anybody wait.
#[cfg(unix)]
fn open(path: &Path) -> Result<File, Fault> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC;
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(path);
    opened.map_err(|error| match error.raw_os_error() {
        Some(libc::ELOOP) => Fault::Symlink,
        // A socket.
        Some(libc::ENXIO) => Fault::NotRegular,
        _ => Fault::Open(error),
    })
}

#[cfg(not(unix))]
fn open(path: &Path) -> Result<File, Fault> {
    if path.symlink_metadata().map_err(Fault::Open)?.is_symlink() {
        return Err(Fault::Symlink);
    }
    OpenOptions::new().read(true).open(path).map_err(Fault::Open)
}

#[cfg(unix)]
fn identity(found: &std::fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity(Some((found.dev(), found.ino())))
}

#[cfg(not(unix))]
fn identity(_: &std::fs::Metadata) -> Identity {
    Identity(None)
}

/// All of a file, which may grow while it is read.
fn read(mut file: &File, most: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    io::Read::by_ref(&mut file).take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(Fault::Open)?;
    let size = bytes.len() as u64;
    if size > most {
        return Err(Fault::TooLarge { size, most });
    }
    Ok(bytes)
}

fn pinned(found: Hash, policy: &LoadPolicy) -> Result<(), Fault> {
    match policy.hashes.first() {
        _ if policy.hashes.contains(&found) => Ok(()),
        Some(&wanted) => Err(Fault::Hash { wanted, found }),
        None if policy.is_pinned => Err(Fault::Unpinned(found)),
        None => Ok(()),
    }
}
