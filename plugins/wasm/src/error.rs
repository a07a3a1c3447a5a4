//! [`ModuleError`]: the module, the problem, and a remedy.

use std::fmt;
use std::io;

use locator_contract::{FactsError, PinFault, Violation};
use locator_core::RegisterError;
use locator_core::semver::Version;
use locator_declared::format::Hash;

/// The error of loading a module. Nothing has been registered.
#[derive(Debug)]
pub struct ModuleError {
    module: String,
    kind: Box<ModuleErrorKind>,
}

impl ModuleError {
    pub(crate) fn new(module: &str, kind: ModuleErrorKind) -> Self {
        Self { module: module.to_owned(), kind: Box::new(kind) }
    }

    /// Returns the name under which the module was to be loaded, which is the path of a file.
    pub fn module(&self) -> &str {
        &self.module
    }

    /// Returns the problem.
    pub fn kind(&self) -> &ModuleErrorKind {
        &self.kind
    }

    /// Returns advice on how to fix the problem, in the imperative.
    pub fn remedy(&self) -> String {
        self.kind.remedy()
    }
}

impl fmt::Display for ModuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { module, kind } = self;
        write!(f, "{module}: {kind}; {}", kind.remedy())
    }
}

impl std::error::Error for ModuleError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.kind {
            ModuleErrorKind::Open(error) => Some(error),
            ModuleErrorKind::Facts(error) => Some(error),
            ModuleErrorKind::Refused(error) => Some(error),
            _ => None,
        }
    }
}

/// The problem with a module. The variants are in the order of the checks.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModuleErrorKind {
    /// The policy loads nothing.
    #[error("loading modules is disabled")]
    NotAllowed,
    /// The file cannot be read.
    #[error("{0}")]
    Open(io::Error),
    /// The module is larger than the policy allows.
    #[error("the module has {size} bytes; the limit is {limit}")]
    TooLarge {
        /// The size of the module.
        size: u64,
        /// The largest size that the policy allows.
        limit: u64,
    },
    /// The policy requires a pinned hash, and none is configured.
    #[error("no SHA-256 pin is configured; the module's hash is {0}")]
    Unpinned(Hash),
    /// The module does not have the pinned hash.
    #[error("the module's hash is {found}, but {expected} is pinned")]
    Hash {
        /// The pinned hash.
        expected: Hash,
        /// The hash of the module.
        found: Hash,
    },
    /// The program is optimized and has debug assertions, so that a module could overflow its stack.
    #[error("this program is optimized and has debug assertions, so that a module could overflow its stack")]
    Build,
    /// The bytes are not a valid module, or use a feature that this host does not allow.
    #[error("not a valid module: {0}")]
    Invalid(String),
    /// A function has so many local variables that a call of it takes much longer than its fuel allows.
    #[error("the function {function} has {locals} local variables; the limit is {limit}")]
    Locals {
        /// The number of the function, from 0.
        function: usize,
        /// The number of its local variables, without its parameters.
        locals: u64,
        /// The largest number.
        limit: u64,
    },
    /// The module imports something.
    #[error("the module imports `{0}`, but a plugin has no imports")]
    Import(String),
    /// The module has no section with facts, or several.
    #[error("not a plugin: the module has {0} sections `locator.plugin`")]
    Sections(usize),
    /// The facts are invalid.
    #[error("invalid facts: {0}")]
    Facts(FactsError),
    /// The module lacks an export, or has it with another type.
    #[error("the module does not export {0}")]
    Export(&'static str),
    /// The module cannot be instantiated, or its start function fails.
    #[error("the module cannot be started: {}", .0.requirement().text())]
    Start(Violation),
    /// The policy does not allow the name of a scheme.
    #[error("the scheme name `{0}` is not allowed: it begins with neither `x-` nor a reversed domain name")]
    NameNotAllowed(String),
    /// The module does not have the scheme that a registry file expects.
    #[error("the module has no scheme `{name}` {version}")]
    NoScheme {
        /// The name.
        name: String,
        /// The version.
        version: Version,
    },
    /// The name of a scheme is already registered.
    #[error("the scheme `{name}` is already registered by {owner}")]
    Taken {
        /// The name.
        name: String,
        /// The provider of the registered scheme.
        owner: String,
    },
    /// The registry rejects a scheme (RFC 1738 §4).
    #[error("{0}")]
    Refused(RegisterError),
    /// The module is not in the folder of its registry file.
    #[error("the module {0} is not in the folder `plugins` of its registry file")]
    Missing(String),
    /// The registry file has no artifact for modules, or an invalid one.
    #[error("{0}")]
    Artifact(String),
    /// No `allow_wasm` of a registry file lists the scheme.
    #[error("no registry file allows a module for `{0}`")]
    NotListed(String),
}

impl ModuleErrorKind {
    /// Returns advice on how to fix the problem, in the imperative.
    pub fn remedy(&self) -> String {
        let remedy = match self {
            Self::NotAllowed => "enable it with `PluginPolicy::allow_modules`",
            Self::Open(_) => "name an existing, readable file",
            Self::TooLarge { .. } => "strip the module, or raise `PluginPolicy::largest`",
            Self::Unpinned(hash) => {
                return format!("pin it: `sha256 = \"{}\"`", hash.to_string().replace("sha256:", ""));
            }
            Self::Hash { .. } => "find out who changed the module; if it was you, update the pin",
            Self::Build => "build it without debug assertions, or with the feature `portable` of `locator-wasm`",
            Self::Invalid(_) => {
                "rebuild the module, and copy the whole file; it may use neither floats nor SIMD, and a function has one result"
            }
            Self::Locals { .. } => "rebuild the module with optimization, or divide the function",
            Self::Import(_) => "build it for `wasm32-unknown-unknown`, and without a C library that needs a system",
            Self::Sections(_) => {
                "build the module with `export_plugin!`, or with its facts as docs/plugin-in-wasm.md shows"
            }
            Self::Facts(FactsError::Major { .. } | FactsError::Minor { .. } | FactsError::HostReq { .. }) => {
                "install another version of the module, or of Locator"
            }
            Self::Facts(FactsError::PluginReq { .. }) => "install a version that satisfies the requirement",
            Self::Start(Violation::Memory) => "raise `ModuleLimits::memory`, or build it with a smaller stack",
            Self::Start(Violation::Fuel) => "raise `ModuleLimits::fuel`, or report this to the module's author",
            Self::Facts(_) | Self::Export(_) | Self::Start(_) => "report this to the module's author",
            Self::NameNotAllowed(_) => "rename the scheme, or allow the name with `PluginPolicy::allow_name`",
            Self::NoScheme { .. } => "correct the registry file, or install the right module",
            Self::Taken { .. } => "remove one of the two, or call `on_conflict`",
            Self::Refused(_) => "fix the scheme",
            Self::Missing(_) => "install it there",
            Self::Artifact(_) => "correct the `[[scheme.plugin.artifact]]`",
            Self::NotListed(_) => "add the scheme to `allow_wasm` under `[policy]`",
        };
        remedy.to_owned()
    }
}

impl From<PinFault> for ModuleErrorKind {
    fn from(fault: PinFault) -> Self {
        match fault {
            PinFault::Missing(found) => Self::Unpinned(found),
            PinFault::Other { expected, found } => Self::Hash { expected, found },
            PinFault::Invalid(problem) => Self::Artifact(format!("`sha256`: {problem}")),
        }
    }
}
