//! Lines that fit the width of the output.
//!
//! A line that is too wide is broken at spaces, and continues under its last column, so that a table stays one. Words,
//! such as URLs, stay whole.

use std::env;
use std::io::{self, Write};

use anstream::adapter::strip_str;
use unicode_width::UnicodeWidthStr;

/// Narrower outputs are written as if they were as wide as this.
const MIN_COLUMNS: usize = 40;

/// The width of standard output: that of the terminal, or what `COLUMNS` says where the output is none. `None` if lines
/// may be of any width, because a program reads them.
pub(crate) fn columns(is_terminal: bool) -> Option<usize> {
    let terminal = terminal_size::terminal_size().filter(|_| is_terminal);
    let given = || env::var("COLUMNS").ok()?.parse().ok();
    let columns = terminal.map(|(width, _)| usize::from(width.0)).or_else(given)?;
    Some(columns.max(MIN_COLUMNS))
}

/// Breaks the lines that are written to it.
pub(crate) struct Wrapper<W> {
    to: W,
    columns: Option<usize>,
    /// The beginning of a line.
    line: Vec<u8>,
}

impl<W: Write> Wrapper<W> {
    /// Writes lines as they are.
    pub(crate) const fn new(to: W) -> Self {
        Self { to, columns: None, line: Vec::new() }
    }

    /// Breaks the lines that follow.
    pub(crate) const fn set_columns(&mut self, columns: Option<usize>) {
        self.columns = columns;
    }

    /// The stream itself.
    pub(crate) const fn exact(&mut self) -> &mut W {
        &mut self.to
    }
}

impl<W: Write> Write for Wrapper<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(columns) = self.columns else { return self.to.write(bytes) };
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, is_end) = part.strip_suffix(b"\n").map_or((part, false), |text| (text, true));
            self.line.extend(text);
            if is_end {
                let line = std::mem::take(&mut self.line);
                writeln!(self.to, "{}", wrapped(&String::from_utf8_lossy(&line), columns))?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.write_all(&std::mem::take(&mut self.line))?;
        self.to.flush()
    }
}

/// A text whose lines fit.
pub(crate) fn fitted(text: &str, columns: Option<usize>) -> String {
    match columns {
        Some(columns) => text.lines().map(|line| wrapped(line, columns)).collect::<Vec<_>>().join("\n"),
        None => text.to_owned(),
    }
}

/// A line, with line ends and indentation in place of the spaces where it is too wide.
fn wrapped(line: &str, columns: usize) -> String {
    let plain = strip_str(line).to_string();
    // The carets of a picture stand under its text.
    let is_picture = plain.trim_start().starts_with("| ");
    if is_picture || plain.width() <= columns {
        return line.to_owned();
    }
    let [start, indent] = hanging_indent(&plain, columns);
    let (mut text, mut column, mut spaces) = (String::new(), 0, 0);
    for (n, word) in line.split(' ').enumerate() {
        spaces += usize::from(n > 0);
        let width = strip_str(word).to_string().width();
        if width > 0 {
            let is_too_wide = column + spaces + width > columns && column > indent;
            if is_too_wide {
                text.push('\n');
                // What is too long for the last column is not moved to it.
                (column, spaces) = (0, if indent + width > columns { start } else { indent });
            }
            text.extend(std::iter::repeat_n(' ', spaces));
            column += spaces + width;
            spaces = 0;
        }
        text.push_str(word);
    }
    text
}

/// Where a line continues: a little to the right of its beginning, a paragraph at its beginning; and under the text
/// after its last gap, if it has one.
fn hanging_indent(line: &str, columns: usize) -> [usize; 2] {
    let start = line.len() - line.trim_start_matches(' ').len();
    let is_paragraph = start == 0 && line.starts_with(char::is_uppercase);
    let least = if is_paragraph { 0 } else { start + 2 };
    let (mut indent, mut at) = (least, start);
    while let Some(gap) = line[at..].find("  ") {
        let rest = line[at + gap..].trim_start_matches(' ');
        at = line.len() - rest.len();
        let column = line[..at].width();
        if column > columns / 2 {
            break;
        }
        indent = column;
    }
    [least, indent]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces() {
        for (line, expected) in [
            ("short enough", "short enough"),
            ("Eleven and more words", "Eleven and more\nwords"),
            ("  name  of several words", "  name  of\n        several\n        words"),
            ("  = help: use another one", "  = help: use\n    another one"),
            ("  | a picture of an error", "  | a picture of an error"),
            ("and https://h.example/path b", "and\n  https://h.example/path\n  b"),
            ("\x1B[1mname  \x1B[0m  漢字漢字 漢字", "\x1B[1mname\x1B[0m    漢字漢字\n        漢字"),
        ] {
            assert_eq!(wrapped(line, 16), expected, "{line}");
        }
    }

    #[test]
    fn a_line_may_be_written_in_parts() {
        let mut wrapper = Wrapper::new(Vec::new());
        wrapper.set_columns(Some(10));
        for part in ["some ", "words ", "more\nand", " others"] {
            wrapper.write_all(part.as_bytes()).unwrap();
        }
        wrapper.flush().unwrap();
        assert_eq!(String::from_utf8_lossy(wrapper.exact()), "some words\n  more\nand others");
    }
}
