//! Reads and checks the descriptor of a plugin. It is copied once and never read again.

use locator_core::semver::{Version, VersionReq};
use locator_plugin::abi::{self, InitFn, LocHeader, LocStr};

use crate::error::LoadErrorKind;
use crate::ffi_call::Functions;
use crate::ffi_read::{PluginMemory, ReadError};
use crate::registration::{self, MAX_NAME, SchemeDescriptor};

/// The largest number of schemes in a library.
const MAX_SCHEMES: usize = 64;

/// The converted descriptor of a library.
pub(crate) struct Descriptor {
    pub(crate) name: String,
    pub(crate) version: Version,
    pub(crate) host_req: VersionReq,
    pub(crate) built_with: String,
    pub(crate) abi: (u16, u16),
    pub(crate) is_panic_safe: bool,
    pub(crate) init: Option<InitFn>,
    pub(crate) schemes: Vec<SchemeDescriptor>,
}

impl Descriptor {
    /// Reads the result of an entry point.
    pub(crate) fn read(memory: PluginMemory, pointer: *const LocHeader) -> Result<Self, LoadErrorKind> {
        let header = memory.header(pointer).map_err(invalid("the header"))?;
        check_versions(&header)?;
        let plugin: abi::LocPlugin =
            memory.sized(pointer.cast(), header.struct_size).map_err(invalid("the descriptor"))?;
        let text = |text: LocStr, what| line(memory, text, what);
        let name = text(plugin.name, "`name`")?;
        if name.is_empty() {
            return Err(LoadErrorKind::Descriptor("`name` is empty".to_owned()));
        }
        let version = text(plugin.version, "`version`")?;
        let version = version
            .parse()
            .map_err(|error| LoadErrorKind::Descriptor(format!("`version` is `{version}`, not a version: {error}")))?;
        Ok(Self {
            name,
            version,
            host_req: requirement(&text(plugin.host_req, "`host_req`")?)?,
            built_with: text(plugin.built_with, "`built_with`")?,
            abi: (header.abi_major, header.abi_minor),
            is_panic_safe: plugin.flags & abi::PLUGIN_PANIC_SAFE != 0,
            init: plugin.init,
            schemes: schemes(memory, &plugin)?,
        })
    }
}

/// Converts an error of reading `what`.
fn invalid(what: &str) -> impl Fn(ReadError) -> LoadErrorKind {
    move |error| LoadErrorKind::Descriptor(format!("{what} is {error}"))
}

/// Checks the header. Nothing else is read before its versions match.
fn check_versions(header: &LocHeader) -> Result<(), LoadErrorKind> {
    if header.magic != abi::MAGIC {
        return Err(LoadErrorKind::Descriptor("`magic` is wrong".to_owned()));
    }
    if header.abi_major != abi::MAJOR {
        return Err(LoadErrorKind::Major { plugin: header.abi_major, host: abi::MAJOR });
    }
    if header.abi_minor_needed > abi::MINOR {
        return Err(LoadErrorKind::Minor { needed: header.abi_minor_needed, host: abi::MINOR });
    }
    Ok(())
}

/// Reads a short text of one line.
fn line(memory: PluginMemory, text: LocStr, what: &str) -> Result<String, LoadErrorKind> {
    let text = memory.text(text).map_err(invalid(what))?;
    if text.len() > MAX_NAME || text.contains(char::is_control) {
        return Err(LoadErrorKind::Descriptor(format!("{what} is too long, or has control characters")));
    }
    Ok(text)
}

/// Parses a version requirement; the empty text allows any version.
fn requirement(text: &str) -> Result<VersionReq, LoadErrorKind> {
    if text.is_empty() {
        return Ok(VersionReq::STAR);
    }
    text.parse().map_err(|error| {
        LoadErrorKind::Descriptor(format!("`host_req` is `{text}`, not a version requirement: {error}"))
    })
}

fn schemes(memory: PluginMemory, plugin: &abi::LocPlugin) -> Result<Vec<SchemeDescriptor>, LoadErrorKind> {
    let pointers = memory.list(plugin.schemes, plugin.n_schemes, MAX_SCHEMES).map_err(invalid("`schemes`"))?;
    if pointers.is_empty() {
        return Err(LoadErrorKind::Descriptor("`schemes` is empty".to_owned()));
    }
    let schemes: Result<Vec<_>, _> = pointers.into_iter().map(|pointer| scheme(memory, pointer)).collect();
    let schemes = schemes?;
    for (n, one) in schemes.iter().enumerate() {
        let (name, version) = (&one.registration.name, &one.registration.version);
        let is_same =
            |other: &SchemeDescriptor| other.registration.name == *name && other.registration.version == *version;
        if schemes[..n].iter().any(is_same) {
            return Err(LoadErrorKind::Taken { name: name.to_string(), owner: "the same library".to_owned() });
        }
    }
    Ok(schemes)
}

fn scheme(memory: PluginMemory, pointer: *const abi::LocScheme) -> Result<SchemeDescriptor, LoadErrorKind> {
    let size = memory.size(pointer).map_err(invalid("a scheme"))?;
    let raw = memory.sized(pointer, size).map_err(invalid("a scheme"))?;
    let Some(functions) = Functions::new(memory, &raw) else {
        return Err(LoadErrorKind::Descriptor("a scheme has no `parse`".to_owned()));
    };
    registration::read(memory, &raw, functions)
}
