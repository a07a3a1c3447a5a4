//! The loading sequence: check the bytes, read the facts, register the schemes, start the module. If a step fails, nothing
//! is registered, and what is refused never starts.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::{PluginError, PluginErrorKind, PluginPolicy};
use anyurl_core::{Layer, RegistryBuilder};
use anyurl_declared::format::PluginKind;

use crate::wasm::module::LoadedModule;

/// Adds the schemes of a module to a registry.
///
/// ```no_run
/// use anyurl_core::Registry;
/// use anyurl_host::PluginPolicy;
/// use anyurl_host::wasm::AddModule;
///
/// // The user has named the file, so no hash is required.
/// let policy = PluginPolicy::new().allow_modules(true).require_sha256(false);
/// let registry = Registry::builder().add_module_file("shelf.wasm", &policy)?.build();
/// # Ok::<(), anyurl_host::PluginError>(())
/// ```
pub trait AddModule: Sized {
    /// Adds all schemes of a module, or none; `name` is for messages. The code is shared with registries that use it already.
    ///
    /// # Errors
    /// The policy, the module or the registry rejects it.
    fn add_module(self, name: &str, bytes: &[u8], policy: &PluginPolicy) -> Result<Self, PluginError> {
        self.add_module_to(Layer::Application, name, bytes, policy)
    }

    /// [`AddModule::add_module`] to a layer other than [`Layer::Application`].
    ///
    /// # Errors
    /// As [`AddModule::add_module`].
    fn add_module_to(self, layer: Layer, name: &str, bytes: &[u8], policy: &PluginPolicy) -> Result<Self, PluginError>;

    /// [`AddModule::add_module`] of a file.
    ///
    /// # Errors
    /// As [`AddModule::add_module`], and if the file cannot be read.
    fn add_module_file(self, path: impl AsRef<Path>, policy: &PluginPolicy) -> Result<Self, PluginError> {
        let (name, bytes) = read(path.as_ref(), policy)?;
        self.add_module(&name, &bytes, policy)
    }
}

impl AddModule for RegistryBuilder {
    fn add_module_to(self, layer: Layer, name: &str, bytes: &[u8], policy: &PluginPolicy) -> Result<Self, PluginError> {
        let add = || {
            let module = LoadedModule::new(name, bytes, policy)?;
            policy.check_names(module.schemes().iter().map(|scheme| scheme.name()))?;
            let builder = module.origin().register(self, layer, module.schemes().iter().cloned())?;
            module.start().map(|()| builder)
        };
        add().map_err(|kind| PluginError::new(name, kind))
    }
}

impl LoadedModule {
    /// Adds all schemes of the module to a registry, or none.
    ///
    /// # Errors
    /// The registry rejects a scheme: its name is taken, or its registration is incomplete.
    pub fn add_to(&self, builder: RegistryBuilder, layer: Layer) -> Result<RegistryBuilder, PluginError> {
        let added = self.origin().register(builder, layer, self.schemes().iter().cloned());
        added.map_err(|kind| PluginError::new(self.source(), kind))
    }
}

/// Loads the module of a file without registering its schemes, for tests and tools.
///
/// # Errors
/// The file cannot be read, or the policy or the module rejects it.
pub fn load(path: impl AsRef<Path>, policy: &PluginPolicy) -> Result<LoadedModule, PluginError> {
    let (name, bytes) = read(path.as_ref(), policy)?;
    load_bytes(&name, &bytes, policy)
}

/// Loads a module without registering its schemes, for tests and tools. `name` is for messages.
///
/// ```
/// use anyurl_host::PluginPolicy;
/// use anyurl_host::wasm::load_bytes;
///
/// let error = load_bytes("shelf.wasm", b"\0asm", &PluginPolicy::new()).unwrap_err();
/// assert_eq!(error.path().to_str(), Some("shelf.wasm"));
/// ```
///
/// # Errors
/// The policy or the module rejects it.
pub fn load_bytes(name: &str, bytes: &[u8], policy: &PluginPolicy) -> Result<LoadedModule, PluginError> {
    let load = || {
        let module = LoadedModule::new(name, bytes, policy)?;
        policy.check_names(module.schemes().iter().map(|scheme| scheme.name()))?;
        module.start().map(|()| module)
    };
    load().map_err(|kind| PluginError::new(name, kind))
}

/// Returns whether bytes begin as every WebAssembly module does: `\0asm`.
///
/// ```
/// assert!(anyurl_host::wasm::is_module(b"\0asm\x01\0\0\0") && !anyurl_host::wasm::is_module(b"\x7FELF"));
/// ```
pub fn is_module(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\0asm")
}

/// Reads a file, up to the size that the policy allows.
fn read(path: &Path, policy: &PluginPolicy) -> Result<(String, Vec<u8>), PluginError> {
    let name = path.display().to_string();
    let read = || {
        // Nothing is opened if nothing is loaded.
        policy.check_size(PluginKind::Wasm, 0)?;
        let file = File::open(path).map_err(PluginErrorKind::open)?;
        let len = file.metadata().map_err(PluginErrorKind::open)?.len();
        policy.check_size(PluginKind::Wasm, len)?;
        let mut bytes = Vec::new();
        // The file may grow while it is read.
        let limit = policy.largest_of(PluginKind::Wasm).saturating_add(1);
        file.take(limit).read_to_end(&mut bytes).map_err(PluginErrorKind::open)?;
        Ok(bytes)
    };
    read().map(|bytes| (name.clone(), bytes)).map_err(|kind| PluginError::new(&name, kind))
}
