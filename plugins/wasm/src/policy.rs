//! [`ModulePolicy`]: which modules an application loads, and [`ModuleLimits`]: what they may use.

use std::collections::BTreeSet;

use locator_contract::NameRules;
use locator_declared::format::Hash;
use semver::VersionReq;

use crate::error::ModuleErrorKind;

/// Which modules are loaded, which scheme names they may provide, and what they may use.
///
/// The default loads nothing: a module cannot touch the process, but it decides what the host of a URL is. A registry file
/// narrows a policy, and never widens it.
///
/// ```
/// use locator_wasm::ModulePolicy;
///
/// let named = ModulePolicy::new().allow_modules(true).require_sha256(false);
/// assert!(named.allows("x-shelf") && named.allows("com.example.shelf"));
/// assert!(!named.allows("ftp") && named.clone().allow_name("ftp").allows("ftp"));
/// assert!(!named.only(["x-shelf"]).allows("x-other"));
/// ```
#[derive(Clone, Debug)]
pub struct ModulePolicy {
    pub(crate) is_allowed: bool,
    pub(crate) is_pinned: bool,
    pub(crate) largest: u64,
    pub(crate) hashes: BTreeSet<Hash>,
    pub(crate) version: Option<VersionReq>,
    pub(crate) limits: ModuleLimits,
    names: NameRules,
}

impl Default for ModulePolicy {
    fn default() -> Self {
        Self {
            is_allowed: false,
            is_pinned: true,
            largest: 1 << 20,
            hashes: BTreeSet::new(),
            version: None,
            limits: ModuleLimits::default(),
            names: NameRules::default(),
        }
    }
}

impl ModulePolicy {
    /// Creates a policy that loads nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether modules are loaded at all; `false` by default.
    #[must_use]
    pub fn allow_modules(mut self, is_allowed: bool) -> Self {
        self.is_allowed = is_allowed;
        self
    }

    /// Sets whether a module needs a pinned SHA-256; `true` by default. Pins that are set always apply.
    #[must_use]
    pub fn require_sha256(mut self, is_required: bool) -> Self {
        self.is_pinned = is_required;
        self
    }

    /// Adds the SHA-256 of a module that may be loaded.
    #[must_use]
    pub fn pin(mut self, hash: Hash) -> Self {
        self.hashes.insert(hash);
        self
    }

    /// Sets the largest size of a module in bytes; 1 MiB by default.
    #[must_use]
    pub fn largest(mut self, bytes: u64) -> Self {
        self.largest = bytes;
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

    /// Sets the required version of a module; any by default.
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

    /// Returns whether a module may provide a scheme of this name.
    pub fn allows(&self, name: &str) -> bool {
        self.names.allow(name)
    }

    /// Checks that modules are allowed, and the size of one.
    pub(crate) fn check_size(&self, size: u64) -> Result<(), ModuleErrorKind> {
        let limit = self.largest;
        match self.is_allowed {
            false => Err(ModuleErrorKind::NotAllowed),
            true if size > limit => Err(ModuleErrorKind::TooLarge { size, limit }),
            true => Ok(()),
        }
    }

    pub(crate) fn check_pin(&self, found: Hash) -> Result<(), ModuleErrorKind> {
        match self.hashes.first() {
            _ if self.hashes.contains(&found) => Ok(()),
            Some(&expected) => Err(ModuleErrorKind::Hash { expected, found }),
            None if self.is_pinned => Err(ModuleErrorKind::Unpinned(found)),
            None => Ok(()),
        }
    }
}

/// What a module may use. A URL that needs more is refused.
///
/// ```
/// use locator_wasm::ModuleLimits;
///
/// let limits = ModuleLimits::new().fuel(2_000).memory(16 << 20);
/// assert_eq!(limits.fuel_of(100), 2_000 * (100 + 256));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ModuleLimits {
    pub(crate) fuel: u64,
    pub(crate) memory: usize,
}

impl Default for ModuleLimits {
    fn default() -> Self {
        Self { fuel: 1_000, memory: 4 << 20 }
    }
}

impl ModuleLimits {
    /// A text counts as this many bytes more, for what each call needs.
    const EXTRA_BYTES: u64 = 256;

    /// Creates the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the fuel for each byte of a URL; 1,000 by default. An instruction uses about 1.
    #[must_use]
    pub fn fuel(mut self, for_each_byte: u64) -> Self {
        self.fuel = for_each_byte;
        self
    }

    /// Sets the largest memory of an instance in bytes; 4 MiB by default. There is an instance for each thread.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Returns the fuel for a call about a text of `len` bytes, which counts as 256 bytes more; 0 bytes for a start function.
    pub fn fuel_of(&self, len: usize) -> u64 {
        self.fuel.saturating_mul(Self::EXTRA_BYTES.saturating_add(len as u64))
    }
}
