//! Reads and formats registry files.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyurl_declared::format::{self, ParsedFile, RegistryFile, RegistryFileError};

use super::included::{self, Target};
use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::input;
use crate::load::registry_files;
use crate::output::finding;
use crate::session::Session;

/// Reads the layer in a file. Errors in its text are drawn on standard error and end the command.
pub(super) fn layer(session: &mut Session, path: &Path) -> Result<RegistryFile, CliError> {
    loaded(session, path, registry_files::parse(path))
}

/// Returns a layer that was read; draws the errors in its text.
pub(super) fn loaded(
    session: &mut Session,
    path: &Path,
    read: Result<ParsedFile, RegistryFileError>,
) -> Result<RegistryFile, CliError> {
    let read = read.and_then(ParsedFile::load);
    read.map_err(|error| match error {
        RegistryFileError::Refused(findings) => {
            let style = session.err.palette.report;
            for finding in findings.iter() {
                // If standard error cannot be written, flushing it at the end reports that.
                let _ = write!(session.err, "{}", finding::drawn(finding, style));
            }
            CliError::Registry(format!("{}: not a valid registry file", input::name(path)))
        }
        error => CliError::Registry(error.to_string()),
    })
}

/// A file that another one includes: its layer, and its path there.
pub(super) struct Part {
    pub(super) layer: RegistryFile,
    pub(super) path: String,
}

/// Reads the layer of an included file; `None` for another file, and for one that no file includes.
pub(super) fn included(session: &mut Session, path: &Path) -> Result<Option<Part>, CliError> {
    let Ok(Target { reading, part: Some(part), is_alone: false, .. }) = included::target(path) else { return Ok(None) };
    let layer = loaded(session, path, Ok(reading))?;
    let found = layer.files.iter().find(|file| file.document.name() == part).map(|file| file.path.clone());
    Ok(found.map(|path| Part { layer, path }))
}

/// Reads a file without its layer, whatever it lacks of that.
pub(super) fn alone(path: &Path) -> Result<RegistryFile, CliError> {
    let read = registry_files::text(path).and_then(|text| RegistryFile::from_text(&input::name(path), text));
    read.map(|read| read.layer().clone()).map_err(|error| CliError::Registry(error.to_string()))
}

/// Reads the text of another file, or of a named pipe.
pub(super) fn text(path: &Path) -> Result<String, CliError> {
    let read = input::open(path).and_then(|file| input::text_of(file, registry_files::MAX_SIZE));
    read.map_err(|error| CliError::File(input::name(path), error))
}

/// `anyurl registry fmt`: formats files in place, or checks their format; what comes from a pipe is printed.
pub(super) fn format(session: &mut Session, args: &args::Fmt) -> Result<Exit, CliError> {
    let mut exit = Exit::Success;
    for path in &args.files {
        let name = input::name(path);
        let before = registry_files::text(path).map_err(|error| CliError::Registry(error.to_string()))?;
        let after =
            format::format_toml(&name, before.as_str()).map_err(|error| CliError::Registry(error.to_string()))?;
        if !is_registry_file(&after) {
            let why = "a registry file has `[registry]` or `[[scheme]]`, and no `[[layer]]`";
            return Err(CliError::Registry(format!("{name}: not a registry file, so it is not formatted: {why}")));
        }
        let is_stream = registry_files::is_stream(path);
        if is_stream && !args.check {
            write!(session.out.exact(), "{after}")?;
        } else if args.check && before != after {
            writeln!(session.out, "{name}: `anyurl registry fmt` would change it")?;
            exit = Exit::Invalid;
        } else if before != after {
            fs::write(path, after).map_err(|error| CliError::File(name, error))?;
        }
    }
    Ok(exit)
}

/// Whether a text in TOML has a table that a registry file or an included file must have, and is no lock and no bundle.
fn is_registry_file(text: &str) -> bool {
    let table: toml::Table = text.parse().unwrap_or_default();
    ["registry", "scheme"].iter().any(|key| table.contains_key(*key)) && !table.contains_key("layer")
}
