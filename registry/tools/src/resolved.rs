//! Schemes after the resolution of all layers, as a registry file of their own.

use std::fmt::Write as _;

use anyurl_core::internal::scheme_of;
use anyurl_core::{Implementation, Layer};
use anyurl_declared::format::{Facet, GatewayEntry, Hash, Keyword, MAX_INLINE_BYTES, MODULE_TARGET, SchemeEntry};
use anyurl_declared::layers::{GatewayRow, NameRemoval, Provenance, Resolved, ResolvedName, SchemeDefinition};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use toml::{Table, Value};

/// A registry file with what the name of a scheme and those of its subschemes mean after the resolution of all layers:
/// their usable versions with their overrides, the gateway of an access, a pin, or a mask. `None` if nothing in a file
/// decides about the name: it is unknown, or in code; and for a subscheme, which is in the file of its scheme.
///
/// The file has what decides how URLs are read and planned, and no examples and metadata but what errors cite. A
/// WebAssembly module is inline, if the registry has loaded it and it is not too large for that. Libraries are left out, and
/// so are overrides of schemes in code.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::format::{ParsedFile, RegistryFile};
/// use anyurl_declared::layers::Stack;
///
/// let org = r#"schema = 1
/// [registry]
/// id = "com.example"
/// kind = "organization"
/// title = "Example"
/// version = "1.0.0"
/// serial = 1
/// contact = ["urls@example.com"]
/// change_controller = "Example"
/// claims = ["com.example.*"]
/// [[mask]]
/// name = "telnet"
/// reason = "use ssh"
/// "#;
/// let stack = Stack::new().push(RegistryFile::from_text("org.toml", org)?.load()?);
/// let resolved = stack.resolve(&Registry::builder().build(), None)?;
/// let text = anyurl_registry_tools::resolved_file(&resolved, "telnet").unwrap();
/// assert!(text.contains("[[mask]]") && text.contains("`telnet` is masked by com.example (org.toml:11): use ssh"));
/// assert_eq!(anyurl_registry_tools::resolved_file(&resolved, "gopher"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn resolved_file(resolved: &Resolved, name: &str) -> Option<String> {
    let mut tables = Tables::default();
    for (name, found) in resolved.names().filter(|(other, _)| scheme_of(other) == name) {
        tables.add(resolved, name, found);
    }
    tables.into_file()
}

/// A registry file with what [`resolved_file`] has, of all names that layers above the public one decide about.
pub(crate) fn own_names(resolved: &Resolved) -> String {
    let mut tables = Tables::default();
    for (name, found) in own(resolved) {
        tables.add(resolved, name, found);
    }
    let mut text = "# Written by `anyurl registry export --format resolved`, of:\n".to_owned();
    for header in resolved.layers().filter(|layer| layer.rank() != Layer::Public).map(|layer| &layer.layer().header) {
        let _ = writeln!(text, "#   {} {}, serial {}", header.id.value, header.version.value, header.serial.value);
    }
    text + "\n" + &tables.into_file().unwrap_or_default()
}

/// What [`ExportFormat::Resolved`](crate::ExportFormat) leaves out of these layers: libraries, modules that are not loaded
/// or too large for a file, overrides of schemes in code, policies, and gateways that no entry names. A sentence for each.
pub fn left_out(resolved: &Resolved) -> Vec<String> {
    let each = own(resolved).flat_map(|(name, found)| found.visible().map(move |definition| (name, definition)));
    let left_out = each.filter_map(|(name, definition)| {
        let what = match definition.entry() {
            None if has_own(definition) => "its overrides, since it is in code",
            Some(entry) if entry.plugin.is_some() && module(resolved, definition, entry).is_none() => "its plugin",
            _ => return None,
        };
        Some(format!("`{name}` is without {what}"))
    });
    left_out.chain(left_out_of_layers(resolved)).collect()
}

/// What belongs to no scheme: policies, and gateways that no entry names.
fn left_out_of_layers(resolved: &Resolved) -> impl Iterator<Item = String> {
    let is_named = |row: &GatewayRow| {
        let mut accesses =
            own(resolved).flat_map(|(_, found)| found.visible()).filter_map(|one| one.entry()?.access.as_ref());
        accesses.any(|access| access.gateway.as_ref().is_some_and(|id| **id == *row.entry.id))
    };
    let rows = resolved.gateway_rows().iter().filter(move |row| is_above(&row.by) && !is_named(row));
    let gateways = rows.map(|row| format!("the gateway `{}` is not in it", row.entry.id));
    let layers = resolved.layers().filter(|placed| placed.layer().policy().is_some());
    gateways.chain(layers.map(|placed| format!("the `[policy]` of {} is not in it", placed.id())))
}

/// The names that layers above the public one decide about.
fn own(resolved: &Resolved) -> impl Iterator<Item = (&str, &ResolvedName)> {
    let is_own = |found: &ResolvedName| {
        let removals = found.mask.iter().chain(&found.tombstone).map(|removal| &removal.by);
        let others = found.refused.iter().map(|refused| &refused.by).chain(found.pin.iter().map(|pin| &pin.by));
        removals.chain(others).any(is_above) || found.visible().any(has_own)
    };
    resolved.names().filter(move |(_, found)| is_own(found))
}

/// Whether an upper layer wrote a definition or one of its facets.
fn has_own(definition: &SchemeDefinition) -> bool {
    is_above(&definition.by) || definition.facets.values().any(|facet| is_above(&facet.by))
}

fn is_above(by: &Provenance) -> bool {
    !matches!(by.rank, Layer::Builtin | Layer::Public)
}

/// The tables of a file.
#[derive(Default)]
struct Tables {
    masks: Vec<Table>,
    pins: Table,
    schemes: Vec<Table>,
    gateways: Vec<Table>,
}

impl Tables {
    /// Adds what a name means.
    fn add(&mut self, resolved: &Resolved, name: &str, found: &ResolvedName) {
        let removal = found.mask.as_ref().or(found.tombstone.as_ref()).map(|removal| reason(name, removal));
        let refusal = || found.refused.as_ref().map(|refused| format!("{}; {}", refused.message, refused.help));
        if let Some(reason) = removal.or_else(refusal) {
            let mask = [("name", name.to_owned()), ("reason", reason)];
            self.masks.push(mask.map(|(key, text)| (key.to_owned(), Value::String(text))).into_iter().collect());
            return;
        }
        if let Some(pin) = &found.pin {
            let (key, pinned) = with_key((name, Value::String(format!("={}", pin.version))));
            self.pins.insert(key, pinned);
        }
        for (definition, entry) in found.visible().filter_map(|definition| Some((definition, definition.entry()?))) {
            let module = module(resolved, definition, entry).map(|table| ("plugin".to_owned(), Value::Table(table)));
            self.schemes.push(scheme(entry).into_iter().chain(module).collect());
            let gateway = gateway(resolved, entry).filter(|gateway| !self.gateways.contains(gateway));
            self.gateways.extend(gateway);
        }
    }

    /// `None` if there is nothing to say.
    fn into_file(self) -> Option<String> {
        let lists = [("mask", self.masks), ("scheme", self.schemes), ("gateway", self.gateways)];
        let lists = lists.into_iter().filter(|(_, tables)| !tables.is_empty());
        let mut tables: Vec<_> = lists.map(|(key, tables)| (key, list(tables))).collect();
        if !self.pins.is_empty() {
            tables.push(("pin", Value::Table(self.pins)));
        }
        if tables.is_empty() {
            return None;
        }
        let head = [("schema", Value::Integer(1)), ("registry", header())];
        Some(head.into_iter().chain(tables).map(with_key).collect::<Table>().to_string())
    }
}

fn with_key((key, value): (&str, Value)) -> (String, Value) {
    (key.to_owned(), value)
}

/// The header of a file that is no layer.
fn header() -> Value {
    let texts = ["id", "kind", "title", "change_controller"].map(|key| (key, Value::String("public".to_owned())));
    let version = ("version", Value::String("1.0.0".to_owned()));
    let keys = texts.into_iter().chain([version, ("serial", Value::Integer(1)), ("contact", Value::Array(Vec::new()))]);
    Value::Table(keys.map(with_key).collect())
}

fn list<T: IntoIterator<Item = (String, Value)>>(tables: impl IntoIterator<Item = T>) -> Value {
    Value::Array(tables.into_iter().map(|table| Value::Table(table.into_iter().collect())).collect())
}

/// Why a name has no usable scheme.
fn reason(name: &str, removal: &NameRemoval) -> String {
    let because = removal.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
    let instead = removal.replacement.as_ref().map_or_else(String::new, |other| format!("; use `{other}`"));
    match removal.removed {
        Some(date) => format!("`{name}` was removed on {date} by {}{because}{instead}", removal.by),
        None => format!("`{name}` is masked by {}{because}", removal.by),
    }
}

fn scheme(entry: &SchemeEntry) -> Table {
    let text = |text: &str| Value::String(text.to_owned());
    let mut table = Table::from_iter([
        ("name".to_owned(), text(&entry.name)),
        ("version".to_owned(), text(&entry.version.to_string())),
        ("status".to_owned(), text(entry.status.as_str())),
        ("description".to_owned(), text(&entry.description)),
        evidence(entry),
    ]);
    if !entry.aliases.is_empty() {
        let aliases = entry.aliases.iter().map(|alias| text(alias)).collect();
        table.insert("alias".to_owned(), Value::Array(aliases));
    }
    for (key, facet) in [("syntax", Facet::Syntax), ("access", Facet::Access), ("port", Facet::Port)] {
        if let Some(mut value) = facet_value(entry, facet) {
            value.remove("plugin");
            table.insert(key.to_owned(), Value::Table(value));
        }
    }
    table
}

/// What errors cite, as the title of a document: it names the registry's own file, and not this one. Without a syntax there
/// are no errors, but a permanent scheme needs a document or a demonstration.
fn evidence(entry: &SchemeEntry) -> (String, Value) {
    match entry.syntax {
        Some(_) => with_key(("reference", list([[("title".to_owned(), Value::String(entry.cited()))]]))),
        None => with_key(("demonstration", Value::String("-".to_owned()))),
    }
}

/// The table `plugin` of a scheme whose module the registry has loaded, with the module inline.
fn module(resolved: &Resolved, definition: &SchemeDefinition, entry: &SchemeEntry) -> Option<Table> {
    let plugin = entry.plugin.as_deref()?;
    let mut versions = resolved.registry().versions(&entry.name);
    let loaded = versions.find(|one| one.registration().version == definition.version)?;
    let placed = resolved.layers().find(|placed| placed.id() == definition.by.layer)?;
    let bytes = placed.layer().module_bytes(plugin)?.ok()?;
    if loaded.implementation() != Implementation::Module || bytes.len() > MAX_INLINE_BYTES {
        return None;
    }
    let text = |text: &str| Value::String(text.to_owned());
    let artifact = [
        ("target", text(MODULE_TARGET)),
        ("version", text(&loaded.origin().version)),
        ("sha256", text(&Hash::new(&*bytes).to_string().replace("sha256:", ""))),
        ("inline", text(&STANDARD.encode(bytes))),
    ];
    let keys = [
        ("kind", text(plugin.kind.as_str())),
        ("library", text(&plugin.library)),
        ("version", text(&format!("={}", loaded.origin().version))),
        ("abi", Value::Integer(i64::from(*plugin.abi))),
        ("artifact", list([artifact.map(with_key)])),
    ];
    Some(keys.into_iter().map(with_key).collect())
}

/// The table of a facet.
fn facet_value(entry: &SchemeEntry, facet: Facet) -> Option<Table> {
    // The canonical text is JSON, with the keys of the file.
    serde_json::from_str(&entry.canonical(facet)?).ok()
}

/// The gateway of an access.
fn gateway(resolved: &Resolved, entry: &SchemeEntry) -> Option<Table> {
    let id = entry.access.as_ref()?.gateway.as_ref()?;
    let row = resolved.gateway_rows().iter().find(|row| *row.entry.id == **id)?;
    let GatewayEntry { schemes, mode, template, operations, strip, contact, .. } = &row.entry;
    let text = |text: &str| Value::String(text.to_owned());
    let texts =
        |all: &[anyurl_declared::format::Located<String>]| Value::Array(all.iter().map(|one| text(one)).collect());
    let keys = [
        ("id", text(id)),
        ("for", texts(schemes)),
        ("mode", text(mode.as_str())),
        ("template", text(template)),
        ("operations", texts(operations)),
        ("strip", texts(strip)),
        ("contact", texts(contact)),
    ];
    Some(keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}
