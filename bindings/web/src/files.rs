//! Registries with files.

use std::sync::Arc;

use anyurl_core::authors::{Fact, Fix, Handle, Origin, Requirement, Scheme};
use anyurl_core::internal::Refused;
use anyurl_core::{Implementation, Layer, Registry, RegistryBuilder};
use anyurl_declared::Declared;
use anyurl_declared::format::{Mask, ParsedFile, Pin, RegistryFile, SchemeEntry};

use crate::schemes::builtins;

/// The schemes of a base, and those of registry files: what a file has replaces what was there.
///
/// # Errors
/// Why a file cannot be used.
pub fn with_files<T: Into<String>>(
    base: RegistryBuilder,
    files: impl IntoIterator<Item = T>,
) -> Result<Registry, String> {
    files.into_iter().try_fold(base, |builder, text| add_file(builder, &read(text.into())?)).map(RegistryBuilder::build)
}

fn read(toml: String) -> Result<RegistryFile, String> {
    let file = RegistryFile::from_text("registry", toml).and_then(ParsedFile::load);
    let file = file.map_err(|error| error.to_string())?;
    if !file.overrides().is_empty() || !file.tombstones().is_empty() {
        return Err(
            "this file is for layers: `anyurl registry export --format resolved` writes it and those below it as \
                    one file without `[[override]]` and `[[tombstone]]`"
                .to_owned(),
        );
    }
    Ok(file)
}

fn add_file(builder: RegistryBuilder, file: &RegistryFile) -> Result<RegistryBuilder, String> {
    let builder = file.pins().iter().fold(builder, add_pin);
    let builder = file.masks().iter().try_fold(builder, add_mask)?;
    file.schemes().try_fold(builder, |builder, entry| add_entry(builder, entry, file))
}

/// Keeps only the pinned version of a built-in scheme.
fn add_pin(builder: RegistryBuilder, pin: &Pin) -> RegistryBuilder {
    let is_pinned = |scheme: &&'static dyn Scheme| {
        let registration = scheme.registration();
        *registration.name == *pin.name && pin.requirement.matches(&registration.version)
    };
    let pinned: Vec<_> = builtins().filter(is_pinned).collect();
    builder.remove(&pin.name).add_builtin(anyurl_schemes::submissions(&pinned))
}

fn add_mask(builder: RegistryBuilder, mask: &Mask) -> Result<RegistryBuilder, String> {
    const HELP: &str = "use another scheme, or ask the maintainers of the registry";
    let reason = mask.reason.as_ref().map_or_else(String::new, |reason| reason.value.clone());
    let requirement = Requirement::owned("masked", "a mask of the registry", reason, HELP, Fix::Unknown);
    let builder = builder.remove(&mask.name).allow_reserved(&mask.name);
    let refused = Arc::new(Refused::new(&mask.name, requirement));
    let added = builder.add_from(refused, Layer::Public, Implementation::Declared, origin());
    added.map_err(|error| error.to_string())
}

fn add_entry(builder: RegistryBuilder, entry: &SchemeEntry, file: &RegistryFile) -> Result<RegistryBuilder, String> {
    let key = entry.key();
    let builder = builder.allow_reserved(&key);
    if entry.syntax.is_none() {
        let added = builder.add_fact(fact(entry), Layer::Public, origin());
        return added.map_err(|error| error.to_string());
    }
    let scheme = Declared::new(entry, file.gateways()).map_err(|error| error.to_string())?;
    let scheme = with_built_in(scheme);
    let added = match module(entry, file)? {
        Some(module) => builder.add_from(module, Layer::Public, Implementation::Module, origin()),
        None => builder.add_from(Arc::new(scheme), Layer::Public, Implementation::Declared, origin()),
    };
    let alias = |builder: RegistryBuilder, alias: &str| builder.allow_reserved(alias).alias(alias, &key);
    let added = added.and_then(|builder| entry.aliases.iter().try_fold(builder, |builder, one| alias(builder, one)));
    added.map_err(|error| error.to_string())
}

/// What is known of a name without a syntax.
pub(crate) fn fact(entry: &SchemeEntry) -> Fact {
    let mut fact = Fact::new(entry.key(), *entry.status);
    fact.description = entry.description.value.clone().into();
    fact.default_port = entry.port.as_ref().and_then(|port| port.default).map(|port| port.value);
    fact
}

/// The scheme with the access of the built-in one of the same name, if there is one.
pub(crate) fn with_built_in(scheme: Declared) -> Declared {
    let name = &scheme.registration().name;
    match builtins().find(|builtin| builtin.registration().name == *name) {
        Some(builtin) => scheme.built_in(builtin),
        None => scheme,
    }
}

/// The scheme of the module that an entry contains. `anyurl registry site` has checked that it is allowed.
#[cfg(feature = "modules")]
fn module(entry: &SchemeEntry, file: &RegistryFile) -> Result<Option<Handle>, String> {
    use anyurl_host::PluginPolicy;
    use anyurl_host::wasm::load_bytes;

    let Some(bytes) = entry.plugin.as_deref().and_then(|table| file.module_bytes(table)) else { return Ok(None) };
    let bytes = bytes.map_err(|error| error.to_string())?;
    let policy = PluginPolicy::new().allow_modules(true).require_sha256(false).allow_name(&entry.key());
    let module = load_bytes(&entry.key(), &bytes, &policy).map_err(|error| error.to_string())?;
    let mut schemes = module.schemes().iter();
    let scheme = schemes.find(|scheme| scheme.is(&entry.key(), &entry.version)).cloned();
    Ok(scheme.map(Handle::from))
}

#[cfg(not(feature = "modules"))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature as with the feature")]
fn module(_entry: &SchemeEntry, _file: &RegistryFile) -> Result<Option<Handle>, String> {
    Ok(None)
}

pub(crate) fn origin() -> Origin {
    Origin::from_crate("registry", "", "", 0)
}
