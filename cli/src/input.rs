//! Inputs: arguments and the lines of files, as bytes.

pub(crate) mod reader;
pub(crate) mod rejected;

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyurl::report::visible;

use crate::secrets;

/// Whether a command without arguments would wait for input that is typed.
pub(crate) fn would_wait() -> bool {
    io::stdin().is_terminal()
}

/// The name of a file in messages. A URL that was mistaken for a path is shown without its password.
pub(crate) fn name(path: &Path) -> String {
    visible(&secrets::mask_path(path)).into_owned()
}

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path)?))
}

/// The maximum size of a configuration or a lock, in bytes.
pub(crate) const MAX_SETTINGS: u64 = 16 * 1024 * 1024;

/// Reads a regular file of at most `max` bytes. A pipe could block, and a device never ends.
pub(crate) fn text(path: &Path, max: u64) -> io::Result<String> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other(if metadata.is_dir() {
            "it is a folder: name a file in it"
        } else {
            "it is not a regular file"
        }));
    }
    text_of(File::open(path)?, max)
}

/// Reads a stream of at most `max` bytes.
pub(crate) fn text_of(from: impl Read, max: u64) -> io::Result<String> {
    let mut text = String::new();
    // One byte more than allowed shows that the text is too long: a file may grow while it is read.
    from.take(max + 1).read_to_string(&mut text)?;
    if text.len() as u64 > max {
        return Err(io::Error::other(format!("it has more than {max} bytes")));
    }
    Ok(text)
}

/// A stream of lines.
pub(crate) struct Source {
    /// The name in messages.
    pub(crate) name: String,
    /// The size in bytes, if known.
    pub(crate) len: Option<u64>,
    pub(crate) stream: Box<dyn Read + Send>,
}

impl Source {
    /// Standard input.
    pub(crate) fn stdin() -> Self {
        Self { name: "<stdin>".to_owned(), len: None, stream: Box::new(io::stdin()) }
    }

    /// A file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::stdin());
        }
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        Ok(Self { name: name(path), len: metadata.is_file().then_some(metadata.len()), stream: Box::new(file) })
    }
}
