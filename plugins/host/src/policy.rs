//! [`PluginPolicy`]: which plugins an application loads.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyurl_declared::format::{Artifact, Hash, PluginKind};
use semver::VersionReq;

use crate::error::PluginErrorKind;
use crate::module_limits::ModuleLimits;
use crate::names::NameRules;

/// Which libraries and modules are loaded, which scheme names they may provide, and what modules may use.
///
/// The default loads nothing. A library has all rights of the process, and a module decides what the host of a URL is, so
/// only the application can allow them: a registry file narrows a policy, and never widens it.
///
/// ```
/// use anyurl_host::PluginPolicy;
///
/// // The user has named the file, so no hash is required.
/// let named = PluginPolicy::new().allow_libraries(true).require_sha256(false);
/// assert!(named.allows("x-shelf") && named.allows("com.example.shelf"));
/// assert!(!named.allows("ftp") && named.clone().allow_name("ftp").allows("ftp"));
/// assert!(!named.only(["x-shelf"]).allows("x-other"));
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent settings, each with its own method")]
pub struct PluginPolicy {
    allows_libraries: bool,
    allows_modules: bool,
    is_pinned: bool,
    checks_permissions: bool,
    wants_panic_safe: bool,
    largest: Option<u64>,
    hashes: BTreeSet<Hash>,
    /// `None` allows any folder.
    folders: Option<Vec<PathBuf>>,
    version: Option<VersionReq>,
    limits: ModuleLimits,
    names: NameRules,
}

impl Default for PluginPolicy {
    fn default() -> Self {
        Self {
            allows_libraries: false,
            allows_modules: false,
            is_pinned: true,
            checks_permissions: true,
            wants_panic_safe: true,
            largest: None,
            hashes: BTreeSet::new(),
            folders: None,
            version: None,
            limits: ModuleLimits::default(),
            names: NameRules::default(),
        }
    }
}

impl PluginPolicy {
    /// Creates a policy that loads nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether libraries are loaded at all; `false` by default.
    #[must_use]
    pub fn allow_libraries(mut self, are_allowed: bool) -> Self {
        self.allows_libraries = are_allowed;
        self
    }

    /// Sets whether modules are loaded at all; `false` by default.
    #[must_use]
    pub fn allow_modules(mut self, are_allowed: bool) -> Self {
        self.allows_modules = are_allowed;
        self
    }

    /// Sets whether a plugin needs a pinned SHA-256; `true` by default. Pins that are set always apply.
    #[must_use]
    pub fn require_sha256(mut self, is_required: bool) -> Self {
        self.is_pinned = is_required;
        self
    }

    /// Adds the SHA-256 of a plugin that may be loaded.
    #[must_use]
    pub fn pin(mut self, hash: Hash) -> Self {
        self.hashes.insert(hash);
        self
    }

    /// Sets whether to refuse a library that users other than root and the user of this process can modify; `true` by
    /// default.
    #[must_use]
    pub fn check_permissions(mut self, is_checked: bool) -> Self {
        self.checks_permissions = is_checked;
        self
    }

    /// Sets whether to refuse a library that does not set `AUP_PLUGIN_PANIC_SAFE`; `true` by default.
    #[must_use]
    pub fn require_panic_safe(mut self, is_required: bool) -> Self {
        self.wants_panic_safe = is_required;
        self
    }

    /// Sets the largest size of a plugin in bytes; by default 64 MiB for a library, and 1 MiB for a module.
    #[must_use]
    pub fn largest(mut self, bytes: u64) -> Self {
        self.largest = Some(bytes);
        self
    }

    /// Adds a folder that libraries may be in. Without any, all folders are allowed.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.get_or_insert_default().push(folder.into());
        self
    }

    /// Allows a scheme name that begins with neither `x-` nor a reversed domain name. It must not be registered already.
    #[must_use]
    pub fn allow_name(mut self, name: &str) -> Self {
        self.names.add(name);
        self
    }

    /// Restricts the allowed scheme names to those in `names`.
    #[must_use]
    pub fn only<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        self.names.restrict(names);
        self
    }

    /// Sets the required version of a plugin; any by default.
    #[must_use]
    pub fn version(mut self, required: VersionReq) -> Self {
        self.version = Some(required);
        self
    }

    /// Sets what a module may use.
    #[must_use]
    pub fn limits(mut self, limits: ModuleLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Returns whether a plugin may provide a scheme of this name.
    pub fn allows(&self, name: &str) -> bool {
        self.names.allow(name)
    }
}

/// What loaders ask.
#[cfg_attr(not(all(feature = "dynamic", feature = "wasm")), allow(dead_code, reason = "each loader asks for a part"))]
impl PluginPolicy {
    pub(crate) fn loads(&self, kind: PluginKind) -> bool {
        if kind == PluginKind::Wasm { self.allows_modules } else { self.allows_libraries }
    }

    pub(crate) fn largest_of(&self, kind: PluginKind) -> u64 {
        self.largest.unwrap_or(if kind == PluginKind::Wasm { 1 << 20 } else { 64 << 20 })
    }

    pub(crate) const fn checks_permissions(&self) -> bool {
        self.checks_permissions
    }

    pub(crate) const fn wants_panic_safe(&self) -> bool {
        self.wants_panic_safe
    }

    pub(crate) fn folders(&self) -> Option<&[PathBuf]> {
        self.folders.as_deref()
    }

    pub(crate) const fn required_version(&self) -> Option<&VersionReq> {
        self.version.as_ref()
    }

    pub(crate) const fn module_limits(&self) -> ModuleLimits {
        self.limits
    }

    /// Checks that plugins of a kind are loaded, and the size of one.
    pub(crate) fn check_size(&self, kind: PluginKind, size: u64) -> Result<(), PluginErrorKind> {
        let limit = self.largest_of(kind);
        match self.loads(kind) {
            false => Err(PluginErrorKind::NotAllowed(kind)),
            true if size > limit => Err(PluginErrorKind::TooLarge { size, limit }),
            true => Ok(()),
        }
    }

    /// Checks the hash of a plugin: that it is pinned, or that none is and none has to be.
    pub(crate) fn check_pin(&self, found: Hash) -> Result<(), PluginErrorKind> {
        match self.hashes.first() {
            _ if self.hashes.contains(&found) => Ok(()),
            Some(&expected) => Err(PluginErrorKind::Hash { expected, found }),
            None if self.is_pinned => Err(PluginErrorKind::Unpinned(found)),
            None => Ok(()),
        }
    }

    /// Checks that a plugin may provide schemes of these names.
    pub(crate) fn check_names<'s>(&self, mut names: impl Iterator<Item = &'s str>) -> Result<(), PluginErrorKind> {
        match names.find(|name| !self.allows(name)) {
            Some(name) => Err(PluginErrorKind::NameNotAllowed(name.to_owned())),
            None => Ok(()),
        }
    }

    /// The policy for an artifact of a registry file, which narrows it; `version` is that of the file.
    pub(crate) fn narrowed(
        &self,
        kind: PluginKind,
        artifact: &Artifact,
        version: Option<&VersionReq>,
    ) -> Result<Self, PluginErrorKind> {
        let mut policy = self.clone();
        if let Some(size) = &artifact.size {
            policy.largest = Some(self.largest_of(kind).min(size.value));
        }
        if let Some(version) = version {
            policy.version = Some(version.clone());
        }
        if let Some(digits) = &artifact.sha256 {
            let invalid = |error| PluginErrorKind::Artifact(format!("`sha256` in the registry file: {error}"));
            let pin = Hash::from_hex(digits).map_err(invalid)?;
            if !self.hashes.is_empty() {
                self.check_pin(pin)?;
            }
            policy.hashes = BTreeSet::from([pin]);
        }
        Ok(policy)
    }
}
