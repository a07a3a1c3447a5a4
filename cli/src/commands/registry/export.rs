//! `anyurl registry export`: prints a registry in another format.

use std::io::Write;

use anyurl::Registry;
use anyurl_declared::layers::Resolved;
use anyurl_registry_tools::{ExportError, ExportFormat, export, export_resolved, left_out};

use super::files;
use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::load::layers::{resolve_all, resolve_to_publish, shipped};
use crate::load::plugins;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Export) -> Result<Exit, CliError> {
    let format = args.format;
    let text = match &args.file {
        // The built-in schemes belong to the shipped layer, not to another file.
        Some(file) => export(&files::layer(session, file)?, &Registry::builder().build(), format),
        None if session.sources.registries.is_empty() => export(&shipped()?, anyurl::registry(), format),
        // The layers of the run, after all overrides.
        None if format == ExportFormat::Resolved => {
            export_resolved(with_modules(session)?, session.sources.base, format)
        }
        None => {
            let resolved = resolve_all(&session.sources, session.environment.as_deref())?;
            export_resolved(&resolved, session.sources.base, format)
        }
    };
    let text = text.map_err(|error| match error {
        ExportError::OneFile => CliError::Usage(error.to_string()),
        error => CliError::Registry(error.to_string()),
    })?;
    write!(session.out, "{text}")?;
    Ok(Exit::Success)
}

/// The layers of the run with the modules that are loaded, which are a part of the text. Reports what the text lacks.
fn with_modules(session: &mut Session) -> Result<&'static Resolved, CliError> {
    let resolved = resolve_to_publish(&session.sources, session.environment.as_deref())?;
    // Leaked once, for the lifetime of the process.
    let resolved = plugins::add_declared(Box::leak(Box::new(resolved)), &session.config.plugins, session.quiet);
    for one in left_out(resolved) {
        session.eprint_message(format_args!("note: {one}"))?;
    }
    Ok(resolved)
}
