//! [`ScrubWriter`]: a writer that masks what passes through it.

use std::io::{self, Write};

use super::{Piece, Scrubber};
use crate::diagnostics::secrets::Secrets;

/// A writer that masks the secrets of URLs, for the output of a log.
///
/// The last word of the stream is written when it ends: by whitespace such as the line break of a log message, or by
/// [`ScrubWriter::finish`]. `flush` does not write an incomplete word.
///
/// ```
/// use std::io::Write;
///
/// use anyurl_core::Secrets;
/// use anyurl_core::scrub::ScrubWriter;
///
/// let mut log = ScrubWriter::new(Vec::new(), Secrets::new());
/// writeln!(log, "connected to redis://:{}@db/", "pass")?;
/// write!(log, "closed")?;
/// assert_eq!(log.finish()?, b"connected to redis://:***@db/\nclosed");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ScrubWriter<W> {
    scrubber: Scrubber,
    writer: W,
}

impl<W: Write> ScrubWriter<W> {
    /// Masks what is written to `writer`.
    pub const fn new(writer: W, secrets: Secrets) -> Self {
        Self { scrubber: Scrubber::new(secrets), writer }
    }

    /// Writes the rest, and returns the writer.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(self) -> io::Result<W> {
        let Self { scrubber, mut writer } = self;
        let mut result = Ok(());
        scrubber.finish(&mut |piece| write_to(&mut writer, &piece, &mut result));
        result.map(|()| writer)
    }
}

impl<W: Write> Write for ScrubWriter<W> {
    /// Takes all bytes, even if the writer fails, because they cannot be taken again.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Self { scrubber, writer } = self;
        let mut result = Ok(());
        scrubber.feed(bytes, &mut |piece| write_to(writer, &piece, &mut result));
        result.map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Writes a piece unless an earlier one has failed.
fn write_to(writer: &mut impl Write, piece: &Piece<'_>, result: &mut io::Result<()>) {
    if result.is_ok() {
        *result = writer.write_all(piece.bytes());
    }
}
