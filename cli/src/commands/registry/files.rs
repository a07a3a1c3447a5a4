//! Reads and formats registry files.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use locator_declared::format::{self, RegistryFile, RegistryFileError};

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::input;
use crate::session::Session;

/// Reads the layer in a file. Errors in its text are drawn on standard error and end the command.
pub(super) fn layer(session: &mut Session, path: &Path) -> Result<RegistryFile, CliError> {
    let read = RegistryFile::open(path).and_then(format::ParsedFile::load);
    read.map_err(|error| match error {
        RegistryFileError::Refused(findings) => {
            let style = session.err.palette.report;
            for finding in findings.iter() {
                // If standard error cannot be written, flushing it at the end reports that.
                let _ = write!(session.err, "{}", finding.drawn(style));
            }
            CliError::Registry(format!("{}: not a valid registry file", input::name(path)))
        }
        error => CliError::Registry(error.to_string()),
    })
}

/// Reads the text of a registry file, valid or not.
fn registry_text(path: &Path) -> Result<String, CliError> {
    let text = input::text(path, MAX_SIZE);
    text.map_err(|error| CliError::Registry(format!("{}: {error}", input::name(path))))
}

/// Reads the text of another file, or of a named pipe.
pub(super) fn text(path: &Path) -> Result<String, CliError> {
    let read = File::open(path).and_then(|file| input::text_of(file, MAX_SIZE));
    read.map_err(|error| CliError::File(input::name(path), error))
}

/// The maximum size of a file that is read as a whole, in bytes: that of a layer with all files it includes.
const MAX_SIZE: u64 = 40 * 1024 * 1024;

/// `locator registry fmt`: formats files in place, or checks their format.
pub(super) fn format(session: &mut Session, args: &args::Fmt) -> Result<Exit, CliError> {
    let mut exit = Exit::Success;
    for path in &args.files {
        let name = input::name(path);
        let before = registry_text(path)?;
        let after =
            format::format_toml(&name, before.as_str()).map_err(|error| CliError::Registry(error.to_string()))?;
        if before == after {
            continue;
        }
        if args.check {
            writeln!(session.out, "{name}: `locator registry fmt` would change it")?;
            exit = Exit::Invalid;
        } else {
            fs::write(path, after).map_err(|error| CliError::File(name, error))?;
        }
    }
    Ok(exit)
}
