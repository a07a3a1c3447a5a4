//! What is read: arguments and the lines of files, as bytes.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use locator::report::visible;

use crate::secrets;

/// Whether a command without arguments would wait for somebody to type.
pub(crate) fn would_wait() -> bool {
    io::stdin().is_terminal()
}

/// What a file is called in messages: a URL that was taken for a path without its password.
pub(crate) fn name(path: &Path) -> String {
    visible(&secrets::in_path(path)).into_owned()
}

/// A file, or standard input for `-`, as it comes.
pub(crate) fn stream(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path)?))
}

/// A configuration or a lock is not longer than this, in bytes.
pub(crate) const SETTINGS: u64 = 16 * 1024 * 1024;

/// The text of a regular file of at most so many bytes. A pipe would be waited for, and a device never ends.
pub(crate) fn text(path: &Path, most: u64) -> io::Result<String> {
    let facts = fs::metadata(path)?;
    if !facts.is_file() {
        return Err(io::Error::other(if facts.is_dir() {
            "it is a folder: name a file in it"
        } else {
            "it is not a regular file"
        }));
    }
    text_of(File::open(path)?, most)
}

/// The text of a stream that ends within so many bytes.
pub(crate) fn text_of(from: impl Read, most: u64) -> io::Result<String> {
    let mut text = String::new();
    // A file may grow while it is read: one byte more than allowed tells that it is too long.
    from.take(most + 1).read_to_string(&mut text)?;
    if text.len() as u64 > most {
        let message = format!("it has more than {most} bytes");
        return Err(io::Error::other(message));
    }
    Ok(text)
}

/// Something that has lines.
pub(crate) struct Source {
    /// What it is called in messages.
    pub(crate) name: String,
    /// How many bytes it holds, where that can be known.
    pub(crate) len: Option<u64>,
    /// Where they come from: read by one thread after the other.
    pub(crate) from: Box<dyn Read + Send>,
}

impl Source {
    /// Standard input.
    pub(crate) fn stdin() -> Self {
        Self { name: "<stdin>".to_owned(), len: None, from: Box::new(io::stdin()) }
    }

    /// A file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::stdin());
        }
        let file = File::open(path)?;
        let facts = file.metadata()?;
        Ok(Self { name: name(path), len: facts.is_file().then_some(facts.len()), from: Box::new(file) })
    }
}
