//! What a plugin says about itself, copied once and checked: nothing of it is read again.

use locator_core::semver::{Version, VersionReq};
use locator_plugin::abi::{self, Header, Init, Str};

use crate::call::Functions;
use crate::error::Fault;
use crate::facts::{self, Facts, LONGEST_NAME};
use crate::memory::{Memory, Wrong};

/// More schemes than this no library brings.
const MOST_SCHEMES: usize = 64;

/// What a library is.
pub(crate) struct Descriptor {
    pub(crate) name: String,
    pub(crate) version: Version,
    /// Empty: any.
    pub(crate) host_req: VersionReq,
    pub(crate) built_with: String,
    pub(crate) abi: (u16, u16),
    pub(crate) is_panic_safe: bool,
    pub(crate) init: Option<Init>,
    pub(crate) schemes: Vec<Facts>,
}

impl Descriptor {
    /// Reads what an entry has returned.
    pub(crate) fn read(memory: Memory, pointer: *const Header) -> Result<Self, Fault> {
        let header = memory.header(pointer).map_err(wrong("its header"))?;
        versions(&header)?;
        let plugin: abi::Plugin =
            memory.growing(pointer.cast(), header.struct_size).map_err(wrong("its descriptor"))?;
        let text = |text: Str, what| line(memory, text, what);
        let name = text(plugin.name, "its name")?;
        if name.is_empty() {
            return Err(Fault::Descriptor("it has no name".to_owned()));
        }
        let version = text(plugin.version, "its version")?;
        let version =
            version.parse().map_err(|error| Fault::Descriptor(format!("its version `{version}` is none: {error}")))?;
        Ok(Self {
            name,
            version,
            host_req: requirement(&text(plugin.host_req, "its `host_req`")?)?,
            built_with: text(plugin.built_with, "its `built_with`")?,
            abi: (header.abi_major, header.abi_minor),
            is_panic_safe: plugin.flags & abi::PLUGIN_PANIC_SAFE != 0,
            init: plugin.init,
            schemes: schemes(memory, &plugin)?,
        })
    }
}

/// A pointer of a plugin's that leads nowhere, as a fault of what it should lead to.
pub(crate) fn wrong(what: &str) -> impl Fn(Wrong) -> Fault {
    move |wrong| Fault::Descriptor(format!("{what} is {wrong}"))
}

/// The frozen header: nothing else is read before its numbers fit.
fn versions(header: &Header) -> Result<(), Fault> {
    if header.magic != abi::MAGIC {
        return Err(Fault::Descriptor("it does not begin with `URL`".to_owned()));
    }
    if header.abi_major != abi::MAJOR {
        return Err(Fault::Major { plugin: header.abi_major, host: abi::MAJOR });
    }
    if header.abi_minor_needed > abi::MINOR {
        return Err(Fault::Minor { needed: header.abi_minor_needed, host: abi::MINOR });
    }
    Ok(())
}

/// A text of one line, and not a long one.
fn line(memory: Memory, text: Str, what: &str) -> Result<String, Fault> {
    let text = memory.text(text).map_err(wrong(what))?;
    if text.len() > LONGEST_NAME || text.contains(char::is_control) {
        return Err(Fault::Descriptor(format!("{what} is too long, or has control characters")));
    }
    Ok(text)
}

/// A requirement; the empty one is that of any version.
fn requirement(text: &str) -> Result<VersionReq, Fault> {
    if text.is_empty() {
        return Ok(VersionReq::STAR);
    }
    let wrong = |error| Fault::Descriptor(format!("its `host_req` `{text}` is none: {error}"));
    text.parse().map_err(wrong)
}

fn schemes(memory: Memory, plugin: &abi::Plugin) -> Result<Vec<Facts>, Fault> {
    let pointers = memory.list(plugin.schemes, plugin.n_schemes, MOST_SCHEMES).map_err(wrong("its list of schemes"))?;
    if pointers.is_empty() {
        return Err(Fault::Descriptor("it brings no scheme".to_owned()));
    }
    let schemes: Result<Vec<_>, _> = pointers.into_iter().map(|pointer| scheme(memory, pointer)).collect();
    let schemes = schemes?;
    for (n, one) in schemes.iter().enumerate() {
        let (name, version) = (&one.registration.name, &one.registration.version);
        let is_same = |other: &Facts| other.registration.name == *name && other.registration.version == *version;
        if schemes[..n].iter().any(is_same) {
            return Err(Fault::Taken {
                name: name.to_string(),
                owner: "another scheme of the same library".to_owned(),
            });
        }
    }
    Ok(schemes)
}

fn scheme(memory: Memory, pointer: *const abi::Scheme) -> Result<Facts, Fault> {
    let size = memory.size(pointer).map_err(wrong("a scheme"))?;
    let raw = memory.growing(pointer, size).map_err(wrong("a scheme"))?;
    let Some(functions) = Functions::of(memory, &raw) else {
        return Err(Fault::Descriptor("a scheme has no `parse`".to_owned()));
    };
    facts::read(memory, &raw, functions)
}
