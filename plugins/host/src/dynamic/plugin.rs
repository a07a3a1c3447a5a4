//! [`LoadedPlugin`]: the description and the schemes of a loaded library.

use std::path::{Path, PathBuf};

use crate::{PluginErrorKind, PluginFacts, PluginPolicy, PluginScheme, message};
use anyurl_core::Implementation;
use anyurl_declared::format::Hash;
use anyurl_plugin::abi::InitFn;

use crate::dynamic::descriptor::Descriptor;
use crate::dynamic::ffi_call;
use crate::registered::Source;

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

    /// Returns what the plugin says of itself.
    pub fn facts(&self) -> &PluginFacts {
        &self.facts
    }

    /// Returns whether the plugin sets `AUP_PLUGIN_PANIC_SAFE`: no panic leaves it.
    pub fn is_panic_safe(&self) -> bool {
        self.is_panic_safe
    }

    /// Returns the schemes of the plugin.
    pub fn schemes(&self) -> &[PluginScheme] {
        &self.schemes
    }

    /// Where its schemes come from.
    pub(crate) fn origin(&self) -> Source<'_> {
        let file = self.path.display().to_string();
        Source { facts: &self.facts, hash: self.hash, file, implementation: Implementation::Dynamic }
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
