//! [`LoadPolicy`]: which libraries an application loads.

use std::collections::BTreeSet;
use std::path::PathBuf;

use locator_contract::NameRules;
use locator_declared::format::Hash;
use semver::VersionReq;

/// Which libraries are loaded, and which scheme names they may provide.
///
/// The default loads nothing. A library has all rights of the process, so only the application can allow it: a registry
/// file narrows a policy, and never widens it.
///
/// ```
/// use locator_dynamic::LoadPolicy;
///
/// // The user has named the file, so no hash is required.
/// let named = LoadPolicy::new().allow_dynamic(true).require_sha256(false);
/// assert!(named.allows("x-shelf") && named.allows("com.example.shelf"));
/// assert!(!named.allows("ftp") && named.clone().allow_name("ftp").allows("ftp"));
/// assert!(!named.only(["x-shelf"]).allows("x-other"));
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent settings, each with its own method")]
pub struct LoadPolicy {
    pub(crate) is_allowed: bool,
    pub(crate) is_pinned: bool,
    pub(crate) checks_permissions: bool,
    pub(crate) wants_panic_safe: bool,
    pub(crate) largest: u64,
    pub(crate) hashes: BTreeSet<Hash>,
    /// `None` allows any folder.
    pub(crate) folders: Option<Vec<PathBuf>>,
    pub(crate) version: Option<VersionReq>,
    names: NameRules,
}

impl Default for LoadPolicy {
    fn default() -> Self {
        Self {
            is_allowed: false,
            is_pinned: true,
            checks_permissions: true,
            wants_panic_safe: true,
            largest: 64 << 20,
            hashes: BTreeSet::new(),
            folders: None,
            version: None,
            names: NameRules::default(),
        }
    }
}

impl LoadPolicy {
    /// Creates a policy that loads nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether libraries are loaded at all; `false` by default.
    #[must_use]
    pub fn allow_dynamic(mut self, is_allowed: bool) -> Self {
        self.is_allowed = is_allowed;
        self
    }

    /// Sets whether a library needs a pinned SHA-256; `true` by default. Pins that are set always apply.
    #[must_use]
    pub fn require_sha256(mut self, is_required: bool) -> Self {
        self.is_pinned = is_required;
        self
    }

    /// Adds the SHA-256 of a library that may be loaded.
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

    /// Sets whether to refuse a library that does not set `LOC_PLUGIN_PANIC_SAFE`; `true` by default.
    #[must_use]
    pub fn require_panic_safe(mut self, is_required: bool) -> Self {
        self.wants_panic_safe = is_required;
        self
    }

    /// Sets the largest size of a library in bytes; 64 MiB by default.
    #[must_use]
    pub fn largest(mut self, bytes: u64) -> Self {
        self.largest = bytes;
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

    /// Sets the required version of a library; any by default.
    #[must_use]
    pub fn version(mut self, required: VersionReq) -> Self {
        self.version = Some(required);
        self
    }

    /// Returns whether a plugin may provide a scheme of this name.
    pub fn allows(&self, name: &str) -> bool {
        self.names.allow(name)
    }
}
