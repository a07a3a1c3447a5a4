//! `--failures FILE`: every failing line with its reason.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::exit::Trouble;
use crate::input;
use crate::refusal::Refusal;
use crate::session::Reader;

/// The file, open for writing.
pub(crate) struct Failures {
    name: String,
    to: BufWriter<File>,
}

impl Failures {
    /// Creates the file, unless it is one of those that are to be checked.
    pub(crate) fn create(path: &Path, inputs: &[PathBuf]) -> Result<Self, Trouble> {
        let name = input::name(path);
        if inputs.iter().any(|input| is_same(input, path)) {
            return Err(Trouble::Usage(format!(
                "{name} is to be checked, and cannot be overwritten with its failures"
            )));
        }
        match File::create(path) {
            Ok(file) => Ok(Self {
                name,
                to: BufWriter::new(file),
            }),
            Err(error) => Err(Trouble::File(name, error)),
        }
    }

    /// One line: place, id, column, message and text.
    pub(crate) fn write(
        &mut self,
        place: &str,
        refusal: &Refusal<'_>,
        reader: &Reader,
    ) -> Result<(), Trouble> {
        let error = refusal.error();
        let written = write!(
            self.to,
            "{place}\t{}\t{}\t{error}\t",
            error.clause().id,
            error.span().start() + 1,
        )
        .and_then(|()| refusal.shown(reader).write(&mut self.to))
        .and_then(|()| self.to.write_all(b"\n"));
        written.map_err(|error| self.trouble(error))
    }

    /// Writes what is still held back.
    pub(crate) fn end(mut self) -> Result<(), Trouble> {
        self.to.flush().map_err(|error| self.trouble(error))
    }

    fn trouble(&self, error: io::Error) -> Trouble {
        Trouble::File(self.name.clone(), error)
    }
}

/// Whether both paths lead to one file that is there.
fn is_same(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
