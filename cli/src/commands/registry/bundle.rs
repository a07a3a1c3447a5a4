//! `anyurl registry bundle` and `verify`: one file with all layers, and its hash.

use std::fs;
use std::io::Write;

use anyurl::visible;
use anyurl_declared::format::{Hash, Level};
use anyurl_declared::layers::{Bundle, LockedLayer};

use crate::error::CliError;
use crate::exit::Exit;
use crate::load::{layers, registry_files};
use crate::session::Session;
use crate::{args, input};

/// Writes the bundle of all layers of the run.
pub(super) fn write(session: &mut Session, args: &args::Bundle) -> Result<Exit, CliError> {
    let stack = layers::locked_stack(&session.sources)?;
    let resolved = layers::resolve(&stack, &session.sources, session.environment.as_deref())?;
    if let Some(error) = resolved.findings().iter().find(|finding| finding.level() == Level::Error) {
        return Err(CliError::Registry(error.to_string()));
    }
    // Files are named as in their own folders: a bundle does not show where they are here.
    let stack = layers::without_folders(&stack)?;
    let text = Bundle::new(&stack, session.sources.base).to_string();
    let name = input::name(&args.out);
    fs::write(&args.out, &text).map_err(|error| CliError::File(name.clone(), error))?;
    writeln!(session.out, "{name}: {}", Hash::new(&text))?;
    Ok(Exit::Success)
}

/// Compares the hash of a file, and checks a bundle.
pub(super) fn verify(session: &mut Session, args: &args::Verify) -> Result<Exit, CliError> {
    let name = input::name(&args.file);
    let expected = args.sha256.as_deref().map(expected_hash).transpose()?;
    let file = input::open(&args.file).map_err(|error| CliError::File(name.clone(), error))?;
    let found = Hash::from_reader(file).map_err(|error| CliError::File(name.clone(), error))?;
    if let Some(expected) = expected.filter(|expected| *expected != found) {
        writeln!(session.out, "{name}: the hash is {found}, not {expected}")?;
        return Ok(Exit::Invalid);
    }
    let bundle = if registry_files::is_stream(&args.file) { None } else { registry_files::bundle(&args.file)? };
    match expected {
        Some(_) => writeln!(session.out, "{name}: the hash is as expected")?,
        None => writeln!(session.out, "{name}: {found}")?,
    }
    for LockedLayer { id, version, serial, .. } in bundle.iter().flat_map(|bundle| &bundle.lock().layers) {
        writeln!(session.out, "  {} {version}, serial {serial}", visible(id))?;
    }
    Ok(Exit::Success)
}

fn expected_hash(text: &str) -> Result<Hash, CliError> {
    let digits = text.strip_prefix("sha256:").unwrap_or(text).to_ascii_lowercase();
    Hash::from_hex(&digits).map_err(|error| CliError::Usage(format!("--sha256 {}: {error}", visible(text))))
}
