//! [`LoadedPlugin`]: the description and the schemes of a loaded library.

use std::path::{Path, PathBuf};

use locator_core::semver::{Version, VersionReq};
use locator_declared::format::Hash;
use locator_plugin::abi::InitFn;

use crate::descriptor::Descriptor;
use crate::error::LoadErrorKind;
use crate::ffi_call;
use crate::policy::LoadPolicy;
use crate::scheme::Dynamic;

/// A loaded library with its schemes. It stays in memory until the process ends.
#[derive(Debug)]
pub struct LoadedPlugin {
    path: PathBuf,
    hash: Option<Hash>,
    name: String,
    version: Version,
    host_req: VersionReq,
    built_with: String,
    abi: (u16, u16),
    is_panic_safe: bool,
    init: Option<InitFn>,
    schemes: Vec<Dynamic>,
}

impl LoadedPlugin {
    pub(crate) fn new(path: PathBuf, hash: Option<Hash>, descriptor: Descriptor) -> &'static Self {
        let Descriptor { name, version, host_req, built_with, abi, is_panic_safe, init, schemes } = descriptor;
        Box::leak(Box::new(Self {
            path,
            hash,
            name,
            version,
            host_req,
            built_with,
            abi,
            is_panic_safe,
            init,
            schemes: schemes.into_iter().map(Dynamic::new).collect(),
        }))
    }

    /// Returns the file, without symbolic links; empty for a plugin that is part of the program.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the SHA-256 of the file; `None` for a plugin that is part of the program.
    pub fn sha256(&self) -> Option<Hash> {
        self.hash
    }

    /// Returns the name of the plugin.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the version of the plugin.
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// Returns the versions of Locator that the plugin supports.
    pub fn host_req(&self) -> &VersionReq {
        &self.host_req
    }

    /// Returns the compiler that built the plugin; may be empty.
    pub fn built_with(&self) -> &str {
        &self.built_with
    }

    /// Returns the major and minor version of the ABI that the plugin was built for.
    pub fn abi(&self) -> (u16, u16) {
        self.abi
    }

    /// Returns whether the plugin sets `LOC_PLUGIN_PANIC_SAFE`: no panic leaves it.
    pub fn is_panic_safe(&self) -> bool {
        self.is_panic_safe
    }

    /// Returns the schemes of the plugin.
    pub fn schemes(&self) -> &[Dynamic] {
        &self.schemes
    }

    /// Checks the plugin's flags, its requirement for the host, and its version.
    pub(crate) fn check(&self, policy: &LoadPolicy) -> Result<(), LoadErrorKind> {
        if policy.wants_panic_safe && !self.is_panic_safe {
            return Err(LoadErrorKind::NotPanicSafe);
        }
        let host = host_version();
        if !self.host_req.matches(&host) {
            return Err(LoadErrorKind::HostReq { required: self.host_req.clone(), host });
        }
        match &policy.version {
            Some(required) if !required.matches(&self.version) => {
                Err(LoadErrorKind::PluginReq { required: required.clone(), version: self.version.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Calls the plugin's `init`.
    pub(crate) fn initialize(&self) -> Result<(), LoadErrorKind> {
        let Some(init) = self.init else {
            return Ok(());
        };
        let mut message = [0; 512];
        let answer = ffi_call::init(init, &mut message);
        match answer.status {
            locator_plugin::abi::OK => Ok(()),
            status => Err(LoadErrorKind::Init { status, text: ffi_call::message(&message, answer.message_len) }),
        }
    }
}

/// Returns the version of Locator without its pre-release, because a requirement such as `>=0.1, <1` matches no
/// pre-release.
fn host_version() -> Version {
    let number = |text: &str| text.parse().unwrap_or(0);
    Version::new(
        number(env!("CARGO_PKG_VERSION_MAJOR")),
        number(env!("CARGO_PKG_VERSION_MINOR")),
        number(env!("CARGO_PKG_VERSION_PATCH")),
    )
}
