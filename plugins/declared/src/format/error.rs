//! Errors of reading a registry file.

use std::io;

use anyurl_core::visible;

use super::finding::Findings;

/// Reading a registry file failed. A problem with a position in a file is a [`Finding`](super::Finding) instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryFileError {
    /// The file or folder cannot be read.
    #[error("`{}` cannot be read: {message}", visible(.path))]
    Unreadable {
        /// The path.
        path: String,
        /// The kind of the I/O error.
        kind: io::ErrorKind,
        /// The message of the system.
        message: String,
    },
    /// The file is too long.
    #[error("`{}` is longer than the limit of {most} bytes", visible(.path))]
    TooLong {
        /// The path.
        path: String,
        /// The limit.
        most: usize,
    },
    /// The file has too many tokens.
    #[error("`{}` has more than {most} tokens, such as `=`, blanks and line ends", visible(.path))]
    TooFull {
        /// The path.
        path: String,
        /// The limit.
        most: usize,
    },
    /// Too many entries of one kind.
    #[error("there are more than {most} {what}")]
    TooMany {
        /// The kind of entry, in the plural.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// A path leads out of the folder of the registry.
    #[error(
        "`{}` is outside the folder of the registry: name a file in that folder, with `/` between folders",
        visible(.path)
    )]
    Outside {
        /// The path.
        path: String,
    },
    /// A pattern of `include` is not valid.
    #[error("the `include` pattern `{}` is not valid: {why}", visible(.pattern))]
    Pattern {
        /// The pattern.
        pattern: String,
        /// The reason.
        why: &'static str,
    },
    /// The file includes itself.
    #[error("`{}` includes itself: put the schemes in a folder, `include = [\"schemes/*.toml\"]`", visible(.path))]
    Cycle {
        /// The path.
        path: String,
    },
    /// The value is not a layer with its files.
    #[error("a packed layer cannot be read: {0}")]
    Packed(&'static str),
    /// The file has errors.
    #[error("the registry file has errors:\n{0}")]
    Refused(Box<Findings>),
}

impl RegistryFileError {
    /// Creates [`Unreadable`](Self::Unreadable) from an I/O error.
    pub fn unreadable(path: &str, error: &io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), kind: error.kind(), message: error.to_string() }
    }

    /// Writes the folder in front of the path.
    #[must_use]
    pub(super) fn in_folder(mut self, folder: &str) -> Self {
        if let Self::Unreadable { path, .. } | Self::TooLong { path, .. } | Self::TooFull { path, .. } = &mut self {
            path.insert_str(0, folder);
        }
        self
    }
}
