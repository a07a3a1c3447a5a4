//! What an application lets libraries do.

use std::collections::BTreeSet;
use std::path::PathBuf;

use locator_declared::format::Hash;
use semver::VersionReq;

/// Which libraries are loaded, and which schemes they may bring.
///
/// By default none is. A library has all rights of the process, whatever is checked, so that only the application can
/// allow it: what a registry file says narrows a policy, and never widens it.
///
/// ```
/// use locator_dynamic::LoadPolicy;
///
/// // A person has named the file: that is trust enough.
/// let named = LoadPolicy::new().allow_dynamic(true).require_sha256(false);
/// assert!(named.allows("x-shelf") && named.allows("com.example.shelf"));
/// assert!(!named.allows("ftp") && named.clone().allow_name("ftp").allows("ftp"));
/// assert!(!named.only(["x-shelf"]).allows("x-other"));
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a decision of its own, under the name of its method")]
pub struct LoadPolicy {
    pub(crate) is_allowed: bool,
    pub(crate) is_pinned: bool,
    pub(crate) checks_permissions: bool,
    pub(crate) wants_panic_safe: bool,
    pub(crate) largest: u64,
    pub(crate) hashes: BTreeSet<Hash>,
    pub(crate) libraries: BTreeSet<String>,
    /// Anywhere, unless it says where.
    pub(crate) folders: Option<Vec<PathBuf>>,
    pub(crate) version: Option<VersionReq>,
    names: BTreeSet<String>,
    only: Option<BTreeSet<String>>,
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
            libraries: BTreeSet::new(),
            folders: None,
            version: None,
            names: BTreeSet::new(),
            only: None,
        }
    }
}

impl LoadPolicy {
    /// Nothing is loaded.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether libraries are loaded at all.
    #[must_use]
    pub fn allow_dynamic(mut self, is_allowed: bool) -> Self {
        self.is_allowed = is_allowed;
        self
    }

    /// Whether a library is loaded only if its SHA-256 is pinned. Where pins are given, they hold in any case.
    #[must_use]
    pub fn require_sha256(mut self, is_required: bool) -> Self {
        self.is_pinned = is_required;
        self
    }

    /// The SHA-256 of a library that may be loaded; several may.
    #[must_use]
    pub fn pin(mut self, hash: Hash) -> Self {
        self.hashes.insert(hash);
        self
    }

    /// Whether a library is refused that others than root and the user of this process may change.
    #[must_use]
    pub fn check_permissions(mut self, is_checked: bool) -> Self {
        self.checks_permissions = is_checked;
        self
    }

    /// Whether a library is refused that does not say that no panic leaves it.
    #[must_use]
    pub fn require_panic_safe(mut self, is_required: bool) -> Self {
        self.wants_panic_safe = is_required;
        self
    }

    /// How many bytes a library may have; 64 MiB unless this says otherwise.
    #[must_use]
    pub fn largest(mut self, bytes: u64) -> Self {
        self.largest = bytes;
        self
    }

    /// Narrows: no libraries but those that lie below this folder, or another that is named so.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.get_or_insert_default().push(folder.into());
        self
    }

    /// A library that plugins may need beside those of the C language, by its exact name: `libstdc++.so.6`. It is never
    /// searched for: this program must have loaded it, and keep it loaded. Where libraries are no ELF files, what they need
    /// is not looked at.
    #[must_use]
    pub fn allow_library(mut self, name: impl Into<String>) -> Self {
        self.libraries.insert(name.into());
        self
    }

    /// A name that a plugin may bring although it has neither `x-` nor a domain. Whether it is free is another question.
    #[must_use]
    pub fn allow_name(mut self, name: &str) -> Self {
        self.names.insert(name.to_ascii_lowercase());
        self
    }

    /// Narrows: no names but these, of those that were allowed before.
    #[must_use]
    pub fn only<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        let names: BTreeSet<_> = names.into_iter().map(str::to_ascii_lowercase).collect();
        self.only = Some(match self.only {
            Some(before) => before.intersection(&names).cloned().collect(),
            None => names,
        });
        self
    }

    /// Which versions of a library are loaded; any, unless this says otherwise.
    #[must_use]
    pub fn version(mut self, wanted: VersionReq) -> Self {
        self.version = Some(wanted);
        self
    }

    /// Whether a plugin may bring a scheme of this name.
    pub fn allows(&self, name: &str) -> bool {
        let is_listed = self.only.as_ref().is_none_or(|only| only.contains(name));
        let is_free = name.len() > 2 && name.starts_with("x-") || is_reversed_domain(name);
        is_listed && (is_free || self.names.contains(name))
    }
}

/// `com.example.shelf`: labels with dots between them, of which the first is a top-level domain.
fn is_reversed_domain(name: &str) -> bool {
    let top = name.split('.').next().unwrap_or_default();
    name.contains('.')
        && name.split('.').all(|label| !label.is_empty())
        && top.len() > 1
        && top.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_experiments_or_domains() {
        for (name, is_allowed) in [
            ("x-shelf", true),
            ("com.example.shelf", true),
            ("x-", false),
            ("shelf", false),
            ("z39.50", false),
            (".com.example", false),
            ("com..example", false),
            ("com.", false),
            ("c.example", false),
        ] {
            assert_eq!(LoadPolicy::new().allows(name), is_allowed, "{name}");
        }
    }

    #[test]
    fn a_list_narrows_and_never_widens() {
        let policy = LoadPolicy::new().only(["x-a", "ftp"]).only(["x-a", "x-b"]);
        assert!(policy.allows("x-a"));
        assert!(!policy.allows("x-b") && !policy.allows("ftp"));
    }
}
