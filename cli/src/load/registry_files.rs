//! Opens the registry files of the command line: files on the disk, `-`, and pipes.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyurl_declared::format::{ParsedFile, RegistryFile, RegistryFileError};
use anyurl_declared::layers::Bundle;

use crate::error::CliError;
use crate::input;

/// Reads a registry file with its included files. A pipe has no folder to include files from.
pub(crate) fn parse(path: &Path) -> Result<ParsedFile, RegistryFileError> {
    if is_stream(path) { RegistryFile::from_text(&name(path), text(path)?) } else { RegistryFile::open(path) }
}

/// Reads the text of a registry file, valid or not.
pub(crate) fn text(path: &Path) -> Result<String, RegistryFileError> {
    /// A pipe can be read once, and a command may need its text several times.
    static STREAMS: Mutex<Option<HashMap<PathBuf, String>>> = Mutex::new(None);

    let unreadable = |error| RegistryFileError::unreadable(&input::name(path), &error);
    if !is_stream(path) {
        return input::text(path, MAX_SIZE).map_err(unreadable);
    }
    let mut streams = STREAMS.lock().unwrap_or_else(PoisonError::into_inner);
    let streams = streams.get_or_insert_default();
    if let Some(text) = streams.get(path) {
        return Ok(text.clone());
    }
    let text = input::open(path).and_then(|stream| input::text_of(stream, MAX_SIZE)).map_err(unreadable)?;
    streams.insert(path.to_owned(), text.clone());
    Ok(text)
}

/// Reads a bundle; `None` if the file is another one, or cannot be read.
pub(crate) fn bundle(path: &Path) -> Result<Option<Bundle>, CliError> {
    let Some(text) = text(path).ok().filter(|text| Bundle::is_bundle(text)) else { return Ok(None) };
    let bundle = text.parse().map_err(|error| CliError::Registry(format!("{}: {error}", name(path))))?;
    Ok(Some(bundle))
}

/// The maximum size of a file that is read as a whole, in bytes: that of a layer with all files it includes.
pub(crate) const MAX_SIZE: u64 = 40 * 1024 * 1024;

/// Whether a path is `-`, or names a pipe that this process was given: `/dev/stdin`, or `<(…)` of a shell. To open another
/// pipe could wait forever for a writer.
pub(crate) fn is_stream(path: &Path) -> bool {
    let is_pipe = || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    let was_given = ["/dev/stdin", "/dev/fd", "/proc/self/fd"].iter().any(|given| path.starts_with(given));
    path == Path::new("-") || was_given && is_pipe()
}

/// The name of a file in messages.
fn name(path: &Path) -> String {
    if path == Path::new("-") { "<stdin>".to_owned() } else { input::name(path) }
}
