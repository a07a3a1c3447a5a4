//! Schemes from registry files: reading, checking and combining them (`docs/registry-format.md`).
//!
//! These are the parts that applications need; the crate `anyurl-declared` has all of it.

pub use anyurl_declared::{AddTomlError, Declared};

pub use crate::portable::{PortableRegistry, PortableRegistryError};

/// The contents of a registry file, and what lint finds in it.
pub mod format {
    pub use anyurl_declared::format::{
        ChangeSeverity, Decision, DiskFolder, Document, Finding, Findings, Folder, Hash, Level, LintOptions,
        MemoryFolder, ParsedFile, RegistryFile, RegistryFileError, SchemeEntry,
    };
}

/// Several files, combined into one registry with its policy and gateways.
pub mod layers {
    pub use anyurl_declared::layers::{
        AccessPolicy, AccessRules, AccessVerdict, BoundAccess, Bundle, BundleError, Delta, DeltaKind, LayerError,
        LockDifference, LockError, Lookup, PlacedLayer, PolicyReason, Provenance, RefusedName, RegistryLock, Resolved,
        ResolvedName, SelectorError, Shadow, ShadowKind, Stack, Why,
    };
}
