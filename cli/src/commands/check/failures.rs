//! `--failures FILE`: the list of all failing lines, with their errors.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::input;
use crate::input::reader::InputReader;
use crate::input::rejected::RejectedInput;

/// The destination of the list.
pub(crate) struct Failures {
    name: String,
    /// The open file; `None` for standard output.
    file: Option<BufWriter<File>>,
}

impl Failures {
    /// Creates the file, unless it is one of the inputs.
    pub(crate) fn create(path: &Path, inputs: &[PathBuf]) -> Result<Self, CliError> {
        if path == Path::new("-") {
            return Ok(Self { name: "<stdout>".to_owned(), file: None });
        }
        let name = input::name(path);
        if inputs.iter().any(|input| is_same(input, path)) {
            return Err(CliError::Usage(format!(
                "{name} is one of the files to check: write the failures to another file"
            )));
        }
        match File::create(path) {
            Ok(file) => Ok(Self { name, file: Some(BufWriter::new(file)) }),
            Err(error) => Err(CliError::File(name, error)),
        }
    }

    /// Writes one line: place, id, column, message and text.
    pub(crate) fn write(
        &mut self,
        place: &str,
        rejected: &RejectedInput<'_>,
        reader: &InputReader,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        match &mut self.file {
            None => Ok(line(out, place, rejected, reader)?),
            Some(file) => {
                let written = line(file, place, rejected, reader);
                written.map_err(|error| self.file_error(error))
            }
        }
    }

    /// Whether the list goes to standard output.
    pub(crate) const fn is_printed(&self) -> bool {
        self.file.is_none()
    }

    /// Flushes the file.
    pub(crate) fn finish(mut self) -> Result<(), CliError> {
        let flushed = self.file.as_mut().map_or(Ok(()), Write::flush);
        flushed.map_err(|error| self.file_error(error))
    }

    fn file_error(&self, error: io::Error) -> CliError {
        CliError::File(self.name.clone(), error)
    }
}

fn line(to: &mut impl Write, place: &str, rejected: &RejectedInput<'_>, reader: &InputReader) -> io::Result<()> {
    let error = rejected.error();
    let (id, column) = (error.requirement().id(), error.span().start() + 1);
    write!(to, "{place}\t{id}\t{column}\t{error}\t")?;
    rejected.shown(reader).write(to)?;
    to.write_all(b"\n")
}

/// Whether both paths lead to the same existing file.
fn is_same(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
