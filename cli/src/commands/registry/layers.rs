//! `locator registry why` and `locator registry delta`: show which layer a value comes from.

use std::io::Write;

use locator_declared::layers::SchemeDefinition;

use crate::error::CliError;
use crate::exit::Exit;
use crate::input;
use crate::load::config::Plugins;
use crate::load::layers::resolve_all;
use crate::session::Session;

pub(super) fn why(session: &mut Session, name: &str) -> Result<Exit, CliError> {
    let resolved = resolve_all(&session.sources, session.environment.as_deref())?;
    let why = resolved.why(name);
    write!(session.out, "{why}")?;
    let mut entries = why.resolved.definitions.iter().filter_map(SchemeDefinition::entry);
    if entries.any(|entry| entry.plugin.is_some()) {
        let setting = plugin_setting(&session.config.plugins);
        writeln!(session.out, "  {:<9} {setting}", "plugins")?;
    }
    Ok(if resolved.name(name).is_some() { Exit::Success } else { Exit::Invalid })
}

/// Whether the configuration allows the libraries of registry files.
fn plugin_setting(plugins: &Plugins) -> String {
    let folders: Vec<_> = plugins.folders.iter().map(|folder| input::name(folder)).collect();
    match (plugins.allow, folders.as_slice()) {
        (false, _) => "not loaded: config.toml has no `[plugins]` with `allow = true`".to_owned(),
        (true, []) => "allowed by config.toml".to_owned(),
        (true, folders) => format!("allowed by config.toml from {}", folders.join(", ")),
    }
}

pub(super) fn delta(session: &mut Session) -> Result<Exit, CliError> {
    for one in resolve_all(&session.sources, session.environment.as_deref())?.delta() {
        writeln!(session.out, "{one}")?;
    }
    Ok(Exit::Success)
}
