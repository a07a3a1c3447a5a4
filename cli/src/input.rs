//! What is read: arguments and the lines of files, as octets.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use locator::report::visible;

/// Whether a command without arguments would wait for somebody to type.
pub(crate) fn would_wait() -> bool {
    io::stdin().is_terminal()
}

/// What a file is called in messages.
pub(crate) fn name(path: &Path) -> String {
    visible(&path.display().to_string()).into_owned()
}

/// A file, or standard input for `-`, as it comes.
pub(crate) fn stream(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path)?))
}

/// Something that has lines.
pub(crate) struct Source {
    /// What it is called in messages.
    pub(crate) name: String,
    /// How many octets it holds, where that can be known.
    pub(crate) len: Option<u64>,
    /// Where they come from: read by one thread after the other.
    pub(crate) from: Box<dyn Read + Send>,
}

impl Source {
    /// Standard input.
    pub(crate) fn stdin() -> Self {
        Self {
            name: "<stdin>".to_owned(),
            len: None,
            from: Box::new(io::stdin()),
        }
    }

    /// A file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::stdin());
        }
        let file = File::open(path)?;
        let facts = file.metadata()?;
        Ok(Self {
            name: name(path),
            len: facts.is_file().then_some(facts.len()),
            from: Box::new(file),
        })
    }
}
