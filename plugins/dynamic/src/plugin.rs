//! A plugin that was loaded.

use std::path::{Path, PathBuf};

use locator_core::semver::{Version, VersionReq};
use locator_declared::format::Hash;
use locator_plugin::abi::Init;

use crate::call;
use crate::descriptor::Descriptor;
use crate::error::Fault;
use crate::policy::LoadPolicy;
use crate::scheme::Dynamic;

/// A library that was loaded: what it says about itself, and its schemes. It stays until the process ends.
#[derive(Debug)]
pub struct Plugin {
    path: PathBuf,
    hash: Option<Hash>,
    name: String,
    version: Version,
    host_req: VersionReq,
    built_with: String,
    abi: (u16, u16),
    is_panic_safe: bool,
    init: Option<Init>,
    schemes: Vec<Dynamic>,
}

impl Plugin {
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

    /// The file, without symbolic links; empty where there is none.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The SHA-256 of the file; `None` where there is none.
    pub fn sha256(&self) -> Option<Hash> {
        self.hash
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its version.
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// Which versions of Locator it works with.
    pub fn host_req(&self) -> &VersionReq {
        &self.host_req
    }

    /// What it was built with; may be empty.
    pub fn built_with(&self) -> &str {
        &self.built_with
    }

    /// The version of the ABI that it was built for: major and minor.
    pub fn abi(&self) -> (u16, u16) {
        self.abi
    }

    /// Whether it says that no panic leaves it.
    pub fn is_panic_safe(&self) -> bool {
        self.is_panic_safe
    }

    /// Its schemes.
    pub fn schemes(&self) -> &[Dynamic] {
        &self.schemes
    }

    /// Whether it may be used at all, by what it says about itself.
    pub(crate) fn check(&self, policy: &LoadPolicy) -> Result<(), Fault> {
        if policy.wants_panic_safe && !self.is_panic_safe {
            return Err(Fault::NotPanicSafe);
        }
        let host = host_version();
        if !self.host_req.matches(&host) {
            return Err(Fault::HostReq { wanted: self.host_req.clone(), host });
        }
        match &policy.version {
            Some(wanted) if !wanted.matches(&self.version) => {
                Err(Fault::PluginReq { wanted: wanted.clone(), version: self.version.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Has it prepare itself.
    pub(crate) fn prepare(&self) -> Result<(), Fault> {
        let Some(init) = self.init else {
            return Ok(());
        };
        let mut message = [0; 512];
        let answer = call::init(init, &mut message);
        match answer.status {
            locator_plugin::abi::OK => Ok(()),
            status => Err(Fault::Init { status, text: call::message(&message, answer.said) }),
        }
    }
}

/// The version of this program's Locator, without its pre-release: a requirement such as `>=0.1, <1` would refuse every
/// pre-release otherwise.
fn host_version() -> Version {
    let number = |text: &str| text.parse().unwrap_or(0);
    Version::new(
        number(env!("CARGO_PKG_VERSION_MAJOR")),
        number(env!("CARGO_PKG_VERSION_MINOR")),
        number(env!("CARGO_PKG_VERSION_PATCH")),
    )
}
