//! `anyurl registry why` and `anyurl registry delta`: show which layer a value comes from.

use std::collections::BTreeSet;
use std::fmt::Write;

use anyurl_declared::format::PluginKind;
use anyurl_declared::layers::{Delta, DeltaKind, PlacedLayer, Provenance, Resolved, SchemeDefinition};
use anyurl_registry_tools as tools;
use anyurl_registry_tools::Change;
use serde_json::{Value, json};

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::input;
use crate::load::config::{ModulePermission, Plugins};
use crate::load::layers::resolve_all;
use crate::output::json;
use crate::secrets::mask_message;
use crate::session::Session;

use super::coloured;

pub(super) fn why(session: &mut Session, name: &str) -> Result<Exit, CliError> {
    let resolved = resolve_all(&session.sources, session.environment.as_deref())?;
    let why = resolved.why(name);
    let mut text = why.to_string();
    let entries = why.resolved.definitions.iter().filter_map(SchemeDefinition::entry);
    let kinds: BTreeSet<_> = entries.filter_map(|entry| Some(*entry.plugin.as_ref()?.kind)).collect();
    for kind in kinds {
        let setting = plugin_setting(&session.config.plugins, kind);
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "  {:<9} {setting}", "plugins");
    }
    session.print(&coloured::labels(&mask_message(&text), session.out.palette))?;
    Ok(if resolved.name(name).is_some() { Exit::Success } else { Exit::Invalid })
}

/// Whether the configuration allows the libraries or modules of registry files.
fn plugin_setting(plugins: &Plugins, kind: PluginKind) -> String {
    if kind == PluginKind::Wasm {
        return match plugins.wasm {
            ModulePermission::Allow => "modules are allowed by config.toml".to_owned(),
            ModulePermission::Deny => "not loaded: config.toml has no `[plugins]` with `wasm = \"allow\"`".to_owned(),
        };
    }
    let folders: Vec<_> = plugins.folders.iter().map(|folder| input::name(folder)).collect();
    match (plugins.allow, folders.as_slice()) {
        (false, _) => "not loaded: config.toml has no `[plugins]` with `allow = true`".to_owned(),
        (true, []) => "allowed by config.toml".to_owned(),
        (true, folders) => format!("allowed by config.toml from {}", folders.join(", ")),
    }
}

pub(super) fn delta(session: &mut Session, args: &args::Delta) -> Result<Exit, CliError> {
    let resolved = resolve_all(&session.sources, session.environment.as_deref())?;
    let all = resolved.delta();
    let mut text = String::new();
    for one in &all {
        let changes = override_changes(&resolved, one);
        if session.json {
            json::print_masked(session, &delta_json(one, &changes))?;
            continue;
        }
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{}[{}]: {one}", one.severity, one.kind.id());
        for change in changes {
            let _ = writeln!(text, "    {}", change.to_string().replace('\n', "\n    "));
        }
    }
    if !session.json {
        session.print(&coloured::changes(&mask_message(&text), session.out.palette))?;
    }
    let is_refused = args.fail_on.is_some_and(|severity| all.iter().any(|one| one.severity >= severity));
    Ok(if is_refused { Exit::Invalid } else { Exit::Success })
}

/// What an override changes, key by key.
fn override_changes(resolved: &Resolved, delta: &Delta) -> Vec<Change> {
    let DeltaKind::Override(facet) = delta.kind else { return Vec::new() };
    let mut layers = resolved.layers().map(PlacedLayer::layer);
    let layer = layers.find(|layer| *layer.header.id == delta.by.layer);
    layer.map(|layer| tools::override_changes(resolved, layer, &delta.name, facet)).unwrap_or_default()
}

fn delta_json(delta: &Delta, changes: &[Change]) -> Value {
    let place = |by: &Provenance| json!({ "layer": by.layer, "file": by.file, "line": by.line });
    json!({
        "id": delta.kind.id(),
        "severity": delta.severity.as_str(),
        "kind": delta.kind.to_string(),
        "name": delta.name,
        "by": place(&delta.by),
        "over": delta.over.iter().map(place).collect::<Vec<_>>(),
        "detail": delta.detail,
        "changes": changes.iter().map(Change::to_json).collect::<Vec<_>>(),
    })
}
