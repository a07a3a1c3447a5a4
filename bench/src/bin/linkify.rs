//! The contestant of `anyurl extract --all`: prints the URLs that the crate `linkify` finds in a file, each with its file,
//! line and column, as the command does.
//!
//! `anyurl-bench-linkify FILE`, or `anyurl-bench-linkify -o FILE` for the URLs alone; `-` is standard input.

use std::error::Error;
use std::io::{self, BufWriter, Write as _};
use std::{env, fs};

use linkify::{LinkFinder, LinkKind};

/// The line and the column, counted in characters, of a byte; both from 1.
struct Place {
    offset: usize,
    line: usize,
    column: usize,
}

impl Place {
    /// Moves on to a later byte.
    fn advance(&mut self, text: &str, offset: usize) {
        let passed = &text[self.offset..offset];
        self.offset = offset;
        let last = memchr::memrchr(b'\n', passed.as_bytes());
        if last.is_some() {
            self.line += memchr::memchr_iter(b'\n', passed.as_bytes()).count();
            self.column = 1;
        }
        self.column += passed[last.map_or(0, |last| last + 1)..].chars().count();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (file, is_placed) = match &*arguments {
        [file] => (file, true),
        [option, file] if option == "-o" => (file, false),
        _ => return Err("usage: anyurl-bench-linkify [-o] FILE".into()),
    };
    let text = if file == "-" { io::read_to_string(io::stdin())? } else { fs::read_to_string(file)? };
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    let mut place = Place { offset: 0, line: 1, column: 1 };
    for found in finder.links(&text) {
        if is_placed {
            place.advance(&text, found.start());
            write!(out, "{file}:{}:{}: ", place.line, place.column)?;
        }
        writeln!(out, "{}", found.as_str())?;
    }
    out.flush()?;
    Ok(())
}
