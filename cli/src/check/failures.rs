//! `--failures FILE`: every failing line with its reason; for `-` on standard output.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::exit::Trouble;
use crate::input;
use crate::refusal::Refusal;
use crate::session::Reader;

/// Where the list is written.
pub(crate) struct Failures {
    name: String,
    /// The file, open for writing; none for standard output.
    to: Option<BufWriter<File>>,
}

impl Failures {
    /// Creates the file, unless it is one of those that are to be checked.
    pub(crate) fn create(path: &Path, inputs: &[PathBuf]) -> Result<Self, Trouble> {
        if path == Path::new("-") {
            return Ok(Self { name: "<stdout>".to_owned(), to: None });
        }
        let name = input::name(path);
        if inputs.iter().any(|input| is_same(input, path)) {
            return Err(Trouble::Usage(format!(
                "{name} is to be checked, and cannot be overwritten with its failures"
            )));
        }
        match File::create(path) {
            Ok(file) => Ok(Self { name, to: Some(BufWriter::new(file)) }),
            Err(error) => Err(Trouble::File(name, error)),
        }
    }

    /// One line: place, id, column, message and text.
    pub(crate) fn write(
        &mut self,
        place: &str,
        refusal: &Refusal<'_>,
        reader: &Reader,
        out: &mut impl Write,
    ) -> Result<(), Trouble> {
        match &mut self.to {
            None => Ok(line(out, place, refusal, reader)?),
            Some(file) => {
                let written = line(file, place, refusal, reader);
                written.map_err(|error| self.trouble(error))
            }
        }
    }

    /// Whether the list is on standard output.
    pub(crate) const fn is_printed(&self) -> bool {
        self.to.is_none()
    }

    /// Writes what is still held back.
    pub(crate) fn end(mut self) -> Result<(), Trouble> {
        let flushed = self.to.as_mut().map_or(Ok(()), Write::flush);
        flushed.map_err(|error| self.trouble(error))
    }

    fn trouble(&self, error: io::Error) -> Trouble {
        Trouble::File(self.name.clone(), error)
    }
}

fn line(to: &mut impl Write, place: &str, refusal: &Refusal<'_>, reader: &Reader) -> io::Result<()> {
    let error = refusal.error();
    let (id, column) = (error.requirement().id(), error.span().start() + 1);
    write!(to, "{place}\t{id}\t{column}\t{error}\t")?;
    refusal.shown(reader).write(to)?;
    to.write_all(b"\n")
}

/// Whether both paths lead to one file that is there.
fn is_same(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
