//! The folder of a site: writes nothing outside of it, and nothing over files of others.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Why a site cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// The folder has files, and this crate did not write them.
    #[error("{}: the folder is not empty, and has no file `{MARKER}`, which marks the site of a registry", .0.display())]
    NotASite(PathBuf),
    /// A part of the site is not a file or folder of its own, such as a symbolic link.
    #[error("{}: not a folder: a site is not written through a link or over another file", .0.display())]
    NotAFolder(PathBuf),
    /// A name that cannot be the name of a file.
    #[error("`{0}` is not the name of a scheme, in lower case and of at most 200 characters")]
    Name(String),
    /// A name for the second time.
    #[error("the scheme `{0}` has two pages")]
    Twice(String),
    /// The base URL is not one of the web.
    #[error("`{0}` is not an address such as https://example.org/registry/, without query and fragment")]
    Base(String),
    /// A page could not be made.
    #[error("a page cannot be made: {0}")]
    Page(String),
    /// A file could not be written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// The file that marks the folder of a site.
const MARKER: &str = "anyurl-registry-site.txt";

/// What the marker says.
const MARKER_TEXT: &str = "`anyurl registry site` wrote this folder.\n\
    The next run replaces its files, and removes the pages of names that the registry does not have any more.\n";

/// The folders of a site; `""` is the site itself.
const FOLDERS: [&str; 5] = ["", "assets", "data", "names", "schemes"];

/// The folder of a site.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Creates the folder, or opens one that is empty or has a site.
    pub(crate) fn open(root: &Path) -> Result<Self, SiteError> {
        if root.is_dir() {
            let has_files = fs::read_dir(root).map_err(at(root))?.next().is_some();
            if has_files && !is_file(&root.join(MARKER)) {
                return Err(SiteError::NotASite(root.to_owned()));
            }
        } else {
            fs::create_dir_all(root).map_err(at(root))?;
        }
        let folder = Self { root: root.to_owned() };
        folder.replace(MARKER, MARKER_TEXT.as_bytes())?;
        for name in FOLDERS.into_iter().filter(|name| !name.is_empty()) {
            folder.create(name)?;
        }
        Ok(folder)
    }

    /// Creates a folder in the site. One that exists must not be a link, which could lead elsewhere.
    fn create(&self, name: &str) -> Result<(), SiteError> {
        let path = self.root.join(name);
        match fs::create_dir(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let found = fs::symlink_metadata(&path).map_err(at(&path))?;
                if found.is_dir() { Ok(()) } else { Err(SiteError::NotAFolder(path)) }
            }
            result => result.map_err(at(&path)),
        }
    }

    /// Opens a new file in place of the previous one. A link is removed, not followed.
    pub(crate) fn file(&self, name: &str) -> Result<BufWriter<File>, SiteError> {
        let path = self.root.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(at(&path)(error)),
            _ => {}
        }
        let file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(at(&path))?;
        Ok(BufWriter::with_capacity(1 << 16, file))
    }

    /// Writes a file in place of the previous one.
    pub(crate) fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), SiteError> {
        let mut file = self.file(name)?;
        file.write_all(bytes).and_then(|()| file.flush()).map_err(self.error(name))
    }

    /// Removes the file of an earlier run, if there is one.
    pub(crate) fn remove(&self, name: &str) -> Result<(), SiteError> {
        match fs::remove_file(self.root.join(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.error(name)(error)),
            _ => Ok(()),
        }
    }

    /// Removes the pages of earlier runs: all but `pages`, whose paths are relative to the site.
    pub(crate) fn remove_old_pages(&self, pages: &HashSet<String>) -> Result<(), SiteError> {
        ["names", "schemes"].into_iter().try_for_each(|folder| self.remove_others(folder, "html", pages))
    }

    /// Removes the files of earlier runs with an extension from a folder: all but `files`, whose paths are relative to
    /// the site.
    pub(crate) fn remove_others(
        &self,
        folder: &str,
        extension: &str,
        files: &HashSet<String>,
    ) -> Result<(), SiteError> {
        let path = self.root.join(folder);
        for entry in fs::read_dir(&path).map_err(at(&path))? {
            let entry = entry.map_err(at(&path))?;
            let name = entry.file_name();
            let is_one = Path::new(&name).extension() == Some(OsStr::new(extension));
            let is_new = name.to_str().is_some_and(|name| files.contains(&format!("{folder}/{name}")));
            if is_one && !is_new && is_file(&entry.path()) {
                fs::remove_file(entry.path()).map_err(at(&entry.path()))?;
            }
        }
        Ok(())
    }

    /// Converts an error about a file of the site.
    pub(crate) fn error(&self, name: &str) -> impl FnOnce(io::Error) -> SiteError {
        at(&self.root.join(name))
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> SiteError + use<> {
    let path = path.to_owned();
    |source| SiteError::File { path, source }
}

/// Whether a path is a file and not a link.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}
