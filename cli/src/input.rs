//! What is read: arguments and the lines of files, as octets.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use locator::report::visible;

/// One text to be read as a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'a> {
    /// An argument, or a line without its end.
    Octets(&'a [u8]),
    /// A line of more than [`LONGEST`] octets: the first of them.
    TooLong(&'a [u8]),
}

/// The longest line that is read, in octets.
pub(crate) const LONGEST: usize = 16 * 1024 * 1024;

/// How much is read at once.
const BLOCK: usize = 256 * 1024;

/// How much of a line that is too long is kept, to tell its scheme.
const HEAD: usize = 64;

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
    pub(crate) lines: Lines<Box<dyn Read>>,
}

impl Source {
    /// Standard input.
    pub(crate) fn stdin() -> Self {
        Self {
            name: "<stdin>".to_owned(),
            len: None,
            lines: Lines::new(Box::new(io::stdin().lock())),
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
            lines: Lines::new(Box::new(file)),
        })
    }
}

/// The lines of a stream, read in blocks, each lent from the block it stands in.
pub(crate) struct Lines<R> {
    source: R,
    block: Vec<u8>,
    /// What of the block has not been handed out yet.
    start: usize,
    end: usize,
    /// How many lines have been handed out.
    number: u64,
    /// How many octets have been read.
    read: u64,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(source: R) -> Self {
        Self {
            source,
            block: Vec::new(),
            start: 0,
            end: 0,
            number: 0,
            read: 0,
        }
    }

    /// The number of the line that was handed out last, from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// How many octets have been handed out.
    pub(crate) const fn position(&self) -> u64 {
        self.read - (self.end - self.start) as u64
    }

    /// Whether the next line must be waited for.
    pub(crate) const fn is_drained(&self) -> bool {
        self.start == self.end
    }

    /// The next line, without its end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Input<'_>>> {
        let mut searched = self.start;
        loop {
            if let Some(found) = memchr::memchr(b'\n', &self.block[searched..self.end]) {
                let line = self.start..searched + found;
                self.start = line.end + 1;
                self.number += 1;
                return Ok(Some(classify(without_cr(&self.block[line]))));
            }
            // One octet more may be the CR of a line end.
            if self.end - self.start > LONGEST + 1 {
                return self.too_long().map(Some);
            }
            let held = self.end - self.start;
            if !self.fill()? {
                return Ok(self.last());
            }
            searched = self.start + held;
        }
    }

    /// What stands behind the last line end.
    fn last(&mut self) -> Option<Input<'_>> {
        let line = self.start..self.end;
        self.start = self.end;
        if line.is_empty() {
            return None;
        }
        self.number += 1;
        Some(classify(&self.block[line]))
    }

    /// Skips the rest of a line that is too long; its head is moved to the front of the block and kept.
    fn too_long(&mut self) -> io::Result<Input<'_>> {
        self.block.copy_within(self.start..self.start + HEAD, 0);
        loop {
            (self.start, self.end) = (HEAD, HEAD);
            let read = self.read_into(HEAD)?;
            let found = memchr::memchr(b'\n', &self.block[HEAD..self.end]);
            if let Some(found) = found {
                self.start = HEAD + found + 1;
            }
            if found.is_some() || read == 0 {
                break;
            }
        }
        self.number += 1;
        Ok(Input::TooLong(&self.block[..HEAD]))
    }

    /// Reads more behind what is held; `false` at the end of the stream.
    fn fill(&mut self) -> io::Result<bool> {
        self.block.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if self.end == self.block.len() {
            // Never more than the longest line and one block, whatever the stream holds.
            let len = (2 * self.end).clamp(BLOCK, LONGEST + BLOCK);
            self.block.reserve_exact(len - self.block.len());
            self.block.resize(len, 0);
        }
        Ok(self.read_into(self.end)? > 0)
    }

    fn read_into(&mut self, at: usize) -> io::Result<usize> {
        loop {
            match self.source.read(&mut self.block[at..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(read) => {
                    self.end = at + read;
                    self.read += read as u64;
                    return Ok(read);
                }
            }
        }
    }
}

fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn classify(line: &[u8]) -> Input<'_> {
    if line.len() > LONGEST {
        Input::TooLong(&line[..HEAD])
    } else {
        Input::Octets(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out a few octets at a time, as a slow pipe does.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let len = to.len().min(3);
            self.0.read(&mut to[..len])
        }
    }

    fn lines(source: impl Read) -> Vec<String> {
        let mut lines = Lines::new(source);
        let mut all = Vec::new();
        while let Some(line) = lines.next().expect("a slice can be read") {
            all.push(match line {
                Input::Octets(octets) => String::from_utf8_lossy(octets).into_owned(),
                Input::TooLong(head) => {
                    format!("too long: {}", &String::from_utf8_lossy(head)[..2])
                }
            });
        }
        assert_eq!(all.len() as u64, lines.number());
        all
    }

    #[test]
    fn line_ends() {
        for (text, want) in [
            ("", &[] as &[&str]),
            ("\n", &[""]),
            ("a", &["a"]),
            ("a\n", &["a"]),
            ("a\r\nb\n\nc\r", &["a", "b", "", "c\r"]),
            ("\r\n", &[""]),
            ("abcdefgh\nij", &["abcdefgh", "ij"]),
        ] {
            assert_eq!(lines(text.as_bytes()), want, "{text:?}");
            assert_eq!(lines(Slow(text.as_bytes())), want, "{text:?}, slowly");
        }
    }

    #[test]
    fn long_lines_are_skipped_and_no_others() {
        for (len, end, is_long) in [
            (LONGEST, "", false),
            (LONGEST, "\n", false),
            (LONGEST, "\r\n", false),
            (LONGEST + 1, "", true),
            (LONGEST + 1, "\n", true),
            (LONGEST + 1, "\r\n", true),
            (2 * LONGEST, "\n", true),
        ] {
            let text = format!("a\n{}{end}", "x".repeat(len));
            let got = lines(text.as_bytes());
            assert_eq!(got.len(), 2, "{len} {end:?}");
            assert_eq!(got[1] == "too long: xx", is_long, "{len} {end:?}");
            if end == "\n" {
                let got = lines(format!("{text}b\n").as_bytes());
                assert_eq!(got[2], "b", "{len}");
            }
        }
    }

    #[test]
    fn memory_is_bounded() {
        let mut lines = Lines::new(io::repeat(b'x').take(5 * LONGEST as u64));
        assert!(matches!(lines.next(), Ok(Some(Input::TooLong(_)))));
        assert!(lines.block.capacity() <= LONGEST + BLOCK);
    }
}
