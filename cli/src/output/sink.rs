//! The output streams: texts for people, in which everything is visible, and data, which is exact.

use std::io::{self, BufWriter, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anyurl_core::internal::visible_lines;

use super::Palette;
use super::wrap::{self, Wrapper};
use crate::args::Color;

/// A stream and its colours.
///
/// What is written to it is for people: characters that are invisible or steer a terminal are replaced, but for the colours
/// of the palette. A line end in a value would begin a line that looks like one of ours, so values pass
/// [`visible`](anyurl::visible) before. [`Sink::exact`] writes data.
pub(crate) struct Sink {
    writer: Wrapper<Box<dyn Write>>,
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
        let palette = palette.with_columns(wrap::columns(is_terminal));
        let writer = Box::new(BufWriter::with_capacity(64 * 1024, AutoStream::new(stream, choice)));
        Self { writer: Wrapper::new(writer), palette, is_terminal, is_used: false }
    }

    /// Discards everything.
    pub(crate) fn null() -> Self {
        Self {
            writer: Wrapper::new(Box::new(io::sink())),
            palette: Palette::plain(),
            is_terminal: false,
            is_used: false,
        }
    }

    /// Whether a person reads it.
    pub(crate) const fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// The same stream for data that a program reads, such as a URL: nothing is replaced.
    pub(crate) fn exact(&mut self) -> &mut impl Write {
        self.writer.exact()
    }

    /// Begins an item, whose lines fit the width of the output, after flushing the `other` stream. An empty line separates the item from the one before it, as
    /// the reader of this stream sees it.
    pub(crate) fn begin_item(&mut self, other: &mut Self) -> io::Result<()> {
        other.flush()?;
        let sees_other = other.is_used && other.is_terminal && self.is_terminal;
        if self.is_used || sees_other {
            self.write_all(b"\n")?;
        }
        self.is_used = true;
        self.writer.set_columns(self.palette.columns());
        Ok(())
    }
}

/// Begins the escape sequences of terminals.
const ESCAPE: char = '\x1B';

/// The rest of an escape sequence that sets colours, `[1;31m`, at the start of a text.
fn colour(text: &str) -> &str {
    let end = text.strip_prefix('[').and_then(|rest| rest.find(|found: char| !found.is_ascii_digit() && found != ';'));
    match end {
        Some(end) if text.as_bytes()[1 + end] == b'm' => &text[..end + 2],
        _ => "",
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Nearly all output is this. Reads to the end, so that the compiler makes vectors of it.
        if bytes.iter().fold(true, |all, byte| all & matches!(byte, b' '..=b'~' | b'\n')) {
            return self.writer.write(bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        let mut parts = text.split(ESCAPE);
        self.writer.write_all(visible_lines(parts.next().unwrap_or_default()).as_bytes())?;
        for part in parts {
            let colour = if self.palette.has_colours() { colour(part) } else { "" };
            self.writer.write_all(if colour.is_empty() { "\u{241B}" } else { "\x1B" }.as_bytes())?;
            self.writer.write_all(colour.as_bytes())?;
            self.writer.write_all(visible_lines(&part[colour.len()..]).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Rc<RefCell<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn written(palette: &'static Palette, write: impl Fn(&mut Sink)) -> String {
        let to = Written::default();
        let mut sink = Sink { writer: Wrapper::new(Box::new(to.clone())), palette, is_terminal: false, is_used: false };
        write(&mut sink);
        String::from_utf8(to.0.take()).unwrap()
    }

    #[test]
    fn only_colours_of_the_palette_pass() {
        for (text, plain, coloured) in [
            ("a\n\tb\r", "a\n\tb␍", "a\n\tb␍"),
            ("\x1B[1;31mé\x1B[0m", "␛[1;31mé␛[0m", "\x1B[1;31mé\x1B[0m"),
            ("\x1B]0;title\x07\x1B[2J\x1B[", "␛]0;title␇␛[2J␛[", "␛]0;title␇␛[2J␛["),
            ("\u{9B}31m\u{202E}", "\u{FFFD}31m\u{FFFD}", "\u{FFFD}31m\u{FFFD}"),
        ] {
            assert_eq!(written(Palette::plain(), |to| write!(to, "{text}").unwrap()), plain);
            assert_eq!(written(Palette::coloured(), |to| write!(to, "{text}").unwrap()), coloured);
            assert_eq!(written(Palette::plain(), |to| write!(to.exact(), "{text}").unwrap()), text);
        }
    }
}
