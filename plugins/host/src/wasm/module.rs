//! [`LoadedModule`]: the description and the schemes of a loaded module.

use std::sync::Arc;

use crate::{PluginErrorKind, PluginFacts, PluginPolicy, PluginScheme, SchemeFacts};
use anyurl_core::semver::{Version, VersionReq};
use anyurl_declared::format::{Hash, PluginKind};

use crate::wasm::functions::ModuleFunctions;
use crate::wasm::module_code::ModuleCode;

/// A loaded module with its schemes. Its memory is freed when neither this nor a registry uses it.
#[derive(Debug)]
pub struct LoadedModule {
    name: String,
    hash: Hash,
    schemes: Vec<Arc<PluginScheme>>,
    code: Arc<ModuleCode>,
}

impl LoadedModule {
    /// Checks a module by a policy, except for the names of its schemes. Nothing runs before [`LoadedModule::start`].
    pub(crate) fn new(name: &str, bytes: &[u8], policy: &PluginPolicy) -> Result<Self, PluginErrorKind> {
        policy.check_size(PluginKind::Wasm, bytes.len() as u64)?;
        let hash = Hash::new(bytes);
        policy.check_pin(hash)?;
        let code = ModuleCode::load(bytes, hash, policy.module_limits())?;
        let (facts, schemes) = code.facts();
        let schemes = scheme_list(&code, schemes)?;
        facts.check(policy.required_version()).map_err(PluginErrorKind::Facts)?;
        Ok(Self { name: name.to_owned(), hash, schemes, code })
    }

    /// Runs the start function of a module that was not refused.
    pub(crate) fn start(&self) -> Result<(), PluginErrorKind> {
        self.code.start()
    }

    fn facts(&self) -> &PluginFacts {
        &self.code.facts().0
    }

    /// Returns the name under which the module was loaded: the path of a file.
    pub fn source(&self) -> &str {
        &self.name
    }

    /// Returns the SHA-256 of the module.
    pub fn sha256(&self) -> Hash {
        self.hash
    }

    /// Returns the name of the plugin.
    pub fn name(&self) -> &str {
        &self.facts().name
    }

    /// Returns the version of the plugin.
    pub fn version(&self) -> &Version {
        &self.facts().version
    }

    /// Returns the versions of anyurl that the plugin supports.
    pub fn host_req(&self) -> &VersionReq {
        &self.facts().host_req
    }

    /// Returns the compiler that built the plugin; may be empty.
    pub fn built_with(&self) -> &str {
        &self.facts().built_with
    }

    /// Returns the major and minor version of the ABI that the plugin was built for.
    pub fn abi(&self) -> (u16, u16) {
        self.facts().abi
    }

    /// Returns the schemes of the plugin.
    pub fn schemes(&self) -> &[Arc<PluginScheme>] {
        &self.schemes
    }

    /// Returns the memory of this thread's instance in bytes; 0 if it was stopped and cannot start again.
    pub fn memory_size(&self) -> usize {
        self.code.call(|instance| Ok(instance.memory_size())).unwrap_or(0)
    }
}

fn scheme_list(code: &Arc<ModuleCode>, facts: &[SchemeFacts]) -> Result<Vec<Arc<PluginScheme>>, PluginErrorKind> {
    let schemes = (0..).zip(facts).map(|(index, facts)| {
        let functions = ModuleFunctions::new(Arc::clone(code), index);
        PluginScheme::new(facts, functions).map(Arc::new)
    });
    let schemes = schemes.collect::<Result<Vec<_>, _>>().map_err(PluginErrorKind::Facts)?;
    PluginScheme::check_all(&schemes).map_err(PluginErrorKind::Facts)?;
    Ok(schemes)
}
