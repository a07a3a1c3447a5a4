//! The output streams.

use std::io::{self, BufWriter, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};

use super::Palette;
use crate::args::Color;

/// A stream and its colours.
pub(crate) struct Sink {
    writer: Box<dyn Write>,
    pub(crate) palette: &'static Palette,
    is_terminal: bool,
    /// Whether an item was written.
    is_used: bool,
}

impl Sink {
    pub(crate) fn new<S: RawStream + 'static>(stream: S, color: Color) -> Self
    where
        AutoStream<S>: Write,
    {
        let choice = match color {
            Color::Auto => AutoStream::choice(&stream),
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let (choice, palette) = match choice {
            // The palette is empty: there is nothing to strip, and stripping would have to read every byte.
            ColorChoice::Never => (ColorChoice::AlwaysAnsi, Palette::plain()),
            choice => (choice, Palette::coloured()),
        };
        let is_terminal = stream.is_terminal();
        let writer = Box::new(BufWriter::with_capacity(64 * 1024, AutoStream::new(stream, choice)));
        Self { writer, palette, is_terminal, is_used: false }
    }

    /// Discards everything.
    pub(crate) fn null() -> Self {
        Self { writer: Box::new(io::sink()), palette: Palette::plain(), is_terminal: false, is_used: false }
    }

    /// Whether a person reads it.
    pub(crate) const fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Begins an item after flushing the `other` stream. An empty line separates the item from the one before it, as
    /// the reader of this stream sees it.
    pub(crate) fn begin_item(&mut self, other: &mut Self) -> io::Result<()> {
        other.flush()?;
        let sees_other = other.is_used && other.is_terminal && self.is_terminal;
        if self.is_used || sees_other {
            self.write_all(b"\n")?;
        }
        self.is_used = true;
        Ok(())
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
