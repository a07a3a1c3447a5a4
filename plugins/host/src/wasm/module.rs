//! [`LoadedModule`]: the description and the schemes of a loaded module.

use std::sync::Arc;

use crate::{PluginErrorKind, PluginFacts, PluginPolicy, PluginScheme, SchemeFacts};
use anyurl_core::Implementation;
use anyurl_declared::format::{Hash, PluginKind};

use crate::registered::Source;
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

    /// Returns the name under which the module was loaded: the path of a file.
    pub fn source(&self) -> &str {
        &self.name
    }

    /// Returns the SHA-256 of the module.
    pub fn sha256(&self) -> Hash {
        self.hash
    }

    /// Returns what the module says of itself.
    pub fn facts(&self) -> &PluginFacts {
        &self.code.facts().0
    }

    /// Where its schemes come from.
    pub(crate) fn origin(&self) -> Source<'_> {
        let file = self.name.clone();
        Source { facts: self.facts(), hash: Some(self.hash), file, implementation: Implementation::Module }
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
