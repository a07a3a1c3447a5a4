//! [`LoadedPlugin`]: the description and the schemes of a loaded library.

use std::path::{Path, PathBuf};

use crate::{PluginErrorKind, PluginFacts, PluginPolicy, PluginScheme, message};
use anyurl_core::semver::{Version, VersionReq};
use anyurl_declared::format::Hash;
use anyurl_plugin::abi::InitFn;

use crate::dynamic::descriptor::Descriptor;
use crate::dynamic::ffi_call;

/// A loaded library with its schemes. It stays in memory until the process ends.
#[derive(Debug)]
pub struct LoadedPlugin {
    path: PathBuf,
    hash: Option<Hash>,
    facts: PluginFacts,
    is_panic_safe: bool,
    init: Option<InitFn>,
    schemes: Vec<PluginScheme>,
}

impl LoadedPlugin {
    pub(crate) fn new(path: PathBuf, hash: Option<Hash>, descriptor: Descriptor) -> &'static Self {
        let Descriptor { facts, is_panic_safe, init, schemes } = descriptor;
        Box::leak(Box::new(Self { path, hash, facts, is_panic_safe, init, schemes }))
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
        &self.facts.name
    }

    /// Returns the version of the plugin.
    pub fn version(&self) -> &Version {
        &self.facts.version
    }

    /// Returns the versions of anyurl that the plugin supports.
    pub fn host_req(&self) -> &VersionReq {
        &self.facts.host_req
    }

    /// Returns the compiler that built the plugin; may be empty.
    pub fn built_with(&self) -> &str {
        &self.facts.built_with
    }

    /// Returns the major and minor version of the ABI that the plugin was built for.
    pub fn abi(&self) -> (u16, u16) {
        self.facts.abi
    }

    /// Returns whether the plugin sets `AUP_PLUGIN_PANIC_SAFE`: no panic leaves it.
    pub fn is_panic_safe(&self) -> bool {
        self.is_panic_safe
    }

    /// Returns the schemes of the plugin.
    pub fn schemes(&self) -> &[PluginScheme] {
        &self.schemes
    }

    /// Checks the plugin's flags, its requirement for the host, and its version.
    pub(crate) fn check(&self, policy: &PluginPolicy) -> Result<(), PluginErrorKind> {
        if policy.wants_panic_safe() && !self.is_panic_safe {
            return Err(PluginErrorKind::NotPanicSafe);
        }
        Ok(self.facts.check(policy.required_version())?)
    }

    /// Calls the plugin's `init`.
    pub(crate) fn initialize(&self) -> Result<(), PluginErrorKind> {
        let Some(init) = self.init else {
            return Ok(());
        };
        let mut text = [0; 512];
        let answer = ffi_call::init(init, &mut text);
        match answer.status {
            anyurl_plugin::abi::OK => Ok(()),
            status => Err(PluginErrorKind::Init { status, text: message(&text, answer.message_len) }),
        }
    }
}
