//! Why a layer cannot be read at all, or not be used.

use std::io;

use super::finding::Findings;

/// Why there is no layer. What can be said of a place in a file is a [`Finding`](super::Finding) instead.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryFileError {
    /// The file or folder cannot be read.
    #[error("`{path}` cannot be read: {message}")]
    Unreadable {
        /// Which.
        path: String,
        /// Of what kind the fault is.
        kind: io::ErrorKind,
        /// What the system says.
        message: String,
    },
    /// The file is longer than a registry.
    #[error("`{path}` is longer than {most} bytes, the longest that is read")]
    TooLong {
        /// Which.
        path: String,
        /// How long it may be.
        most: usize,
    },
    /// The file has more values than any registry.
    #[error("`{path}` has more than {most} marks, such as `=`, blanks and line ends, the most that are read")]
    TooFull {
        /// Which.
        path: String,
        /// How many there may be.
        most: usize,
    },
    /// More of something than is looked at.
    #[error("there are more than {most} {what}, the most that are read")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// A path that leads out of the folder of the registry.
    #[error("`{path}` leads out of the folder of the registry: name a file in it, with `/`")]
    Outside {
        /// Which.
        path: String,
    },
    /// A pattern of `include` that goes through too many folders, or has its stars in the wrong place.
    #[error("`{pattern}` includes nothing: {why}")]
    Pattern {
        /// Which.
        pattern: String,
        /// Why.
        why: &'static str,
    },
    /// A file that includes itself.
    #[error("`{path}` includes itself: put the schemes in a folder, `include = [\"schemes/*.toml\"]`")]
    Cycle {
        /// Which.
        path: String,
    },
    /// It was read, and cannot be used.
    #[error("the registry cannot be used:\n{0}")]
    Refused(Box<Findings>),
}

impl RegistryFileError {
    /// A file that a [`Folder`](super::Folder) cannot give.
    pub fn unreadable(path: &str, error: &io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), kind: error.kind(), message: error.to_string() }
    }
}
