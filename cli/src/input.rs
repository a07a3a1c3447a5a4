//! Inputs: arguments and the lines of files, as bytes.

pub(crate) mod defanged;
pub(crate) mod guess;
pub(crate) mod reader;
pub(crate) mod rejected;
pub(crate) mod repaired;
pub(crate) mod scp;

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyurl::visible;

use crate::secrets;

/// Whether a command without arguments would wait for input that is typed.
pub(crate) fn would_wait() -> bool {
    io::stdin().is_terminal()
}

/// The name of a file in messages. A URL that was mistaken for a path is shown without its password, and without its query:
/// the message that follows would be taken for the rest of a secret.
pub(crate) fn name(path: &Path) -> String {
    let text = secrets::mask_path(path);
    match text.find(['?', '#']) {
        Some(end) if text[..end].contains("://") => visible(&text[..end]).into_owned() + "…",
        _ => visible(&text).into_owned(),
    }
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

/// A folder where a file belongs.
const IS_FOLDER: &str = "it is a folder: name a file in it";

/// Reads a regular file of at most `max` bytes. A pipe could block, and a device never ends.
pub(crate) fn text(path: &Path, max: u64) -> io::Result<String> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other(if metadata.is_dir() { IS_FOLDER } else { "it is not a regular file" }));
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

/// The byte order mark of UTF-8.
pub(crate) const UTF_8_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// The byte order marks of UTF-8 and of both orders of UTF-16.
const MARKS: [&[u8]; 3] = [UTF_8_MARK, &[0xFF, 0xFE], &[0xFE, 0xFF]];

/// The error of a file that does not exist, if a URL was given for its path.
fn explained(path: &Path, error: io::Error) -> io::Error {
    let is_url = error.kind() == io::ErrorKind::NotFound && path.to_string_lossy().contains("://");
    if !is_url {
        return error;
    }
    io::Error::other("it is a URL, and this command reads files: `anyurl URL` reads a URL, and `-` standard input")
}

/// A stream that ends with an error.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
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

    /// A file of lines, or standard input for `-`, without a byte order mark at its beginning.
    pub(crate) fn lines(path: &Path) -> io::Result<Self> {
        Self::open(path, UTF_8_MARK)
    }

    /// A file, or standard input for `-`, with all its bytes.
    pub(crate) fn text(path: &Path) -> io::Result<Self> {
        Self::open(path, &[])
    }

    /// A file that is not UTF-16, without this beginning.
    fn open(path: &Path, left_out: &[u8]) -> io::Result<Self> {
        let mut source = Self::file(path)?;
        let (mut start, mut len) = ([0; 3], 0);
        // As many bytes as may be a mark: a program may write a short line and wait for the answer.
        while len < start.len() && (len == 0 || MARKS.iter().any(|mark| mark.starts_with(&start[..len]))) {
            match source.stream.read(&mut start[len..]) {
                Ok(0) => break,
                Ok(more) => len += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Ok(source.failing(error)),
            }
        }
        let start = &start[..len];
        if start.starts_with(&[0xFF, 0xFE]) || start.starts_with(&[0xFE, 0xFF]) {
            const HELP: &str = "it is UTF-16: convert it, for example by `iconv -f UTF-16 -t UTF-8`";
            return Ok(source.failing(io::Error::other(HELP)));
        }
        let start = start.strip_prefix(left_out).unwrap_or(start).to_owned();
        source.stream = Box::new(io::Cursor::new(start).chain(source.stream));
        Ok(source)
    }

    /// The source, whose next read fails.
    fn failing(self, error: io::Error) -> Self {
        Self { stream: Box::new(Failing(Some(error))), ..self }
    }

    /// A file, or standard input for `-`.
    fn file(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::stdin());
        }
        let file = File::open(path).map_err(|error| explained(path, error))?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::other(IS_FOLDER));
        }
        Ok(Self { name: name(path), len: metadata.is_file().then_some(metadata.len()), stream: Box::new(file) })
    }
}
