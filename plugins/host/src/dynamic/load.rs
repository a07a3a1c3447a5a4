//! The loading sequence: check the file, map it, read its descriptor, register its schemes. If a step fails, nothing is
//! registered.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{PluginError, PluginErrorKind, PluginPolicy, PluginScheme};
use anyurl_core::{Layer, RegistryBuilder};
use anyurl_declared::format::{Hash, PluginKind};

use crate::dynamic::descriptor::Descriptor;
use crate::dynamic::dlopen::Library;
use crate::dynamic::library_file::{self, Identity, LibraryFile};
use crate::dynamic::plugin::LoadedPlugin;

/// The libraries mapped in this process. The lock serialises loading.
static MAPPED: Mutex<Vec<MappedLibrary>> = Mutex::new(Vec::new());

struct MappedLibrary {
    identity: Identity,
    hash: Hash,
    library: Library,
    path: std::path::PathBuf,
    /// Set once the descriptor has been read successfully.
    plugin: Option<&'static LoadedPlugin>,
    is_initialized: bool,
}

/// Adds the schemes of a shared library to a registry.
///
/// A library has all rights of the process: the application vouches for it by its policy. The methods must not be
/// called while a library is being loaded, for example by its constructors.
///
/// ```no_run
/// use anyurl_core::Registry;
/// use anyurl_host::PluginPolicy;
/// use anyurl_host::dynamic::AddLibrary;
///
/// let policy = PluginPolicy::new().allow_libraries(true).require_sha256(false);
/// let registry = Registry::builder().add_library("/opt/plugins/libshelf.so", &policy)?.build();
/// # Ok::<(), anyurl_host::PluginError>(())
/// ```
pub trait AddLibrary: Sized {
    /// Adds all schemes of a library, or none. A library that several builders load is mapped once.
    ///
    /// # Errors
    /// The policy, the file, the system, the plugin or the registry rejects the library.
    fn add_library(self, path: impl AsRef<Path>, policy: &PluginPolicy) -> Result<Self, PluginError> {
        self.add_library_to(Layer::Application, path, policy)
    }

    /// [`AddLibrary::add_library`] to a layer other than [`Layer::Application`].
    ///
    /// # Errors
    /// As [`AddLibrary::add_library`].
    fn add_library_to(self, layer: Layer, path: impl AsRef<Path>, policy: &PluginPolicy) -> Result<Self, PluginError>;
}

impl AddLibrary for RegistryBuilder {
    fn add_library_to(self, layer: Layer, path: impl AsRef<Path>, policy: &PluginPolicy) -> Result<Self, PluginError> {
        let path = path.as_ref();
        let mut mapped = lock();
        let add = || {
            let library = map(path, policy, &mut mapped)?;
            let plugin = plugin_of(library)?;
            check(plugin, policy)?;
            let builder = plugin.origin().register(self, layer, plugin.schemes())?;
            initialize(library, plugin)?;
            Ok(builder)
        };
        add().map_err(|kind| PluginError::new(path, kind))
    }
}

/// Loads and initializes a library without registering its schemes, for tests and tools.
///
/// # Errors
/// The policy, the file, the system or the plugin rejects the library.
pub fn load(path: impl AsRef<Path>, policy: &PluginPolicy) -> Result<&'static LoadedPlugin, PluginError> {
    let path = path.as_ref();
    let mut mapped = lock();
    let mut load = || {
        let library = map(path, policy, &mut mapped)?;
        let plugin = plugin_of(library)?;
        check(plugin, policy)?;
        initialize(library, plugin)?;
        Ok(plugin)
    };
    load().map_err(|kind| PluginError::new(path, kind))
}

/// Loads a library and reads its descriptor, without initializing it or checking its requirements. Its constructors run.
///
/// # Errors
/// The policy, the file or the system rejects the library, or its descriptor violates the contract.
pub fn describe(path: impl AsRef<Path>, policy: &PluginPolicy) -> Result<&'static LoadedPlugin, PluginError> {
    let path = path.as_ref();
    let mut mapped = lock();
    let mut describe = || plugin_of(map(path, policy, &mut mapped)?);
    describe().map_err(|kind| PluginError::new(path, kind))
}

/// Returns the SHA-256 of a file, for the pin of a policy or a registry file. Loads nothing.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("file");
/// std::fs::write(&path, "")?;
/// let hash = anyurl_host::dynamic::sha256_of(&path)?;
/// assert!(hash.to_string().starts_with("sha256:e3b0c442"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The path is relative or not a regular file, or the file cannot be read.
pub fn sha256_of(path: impl AsRef<Path>) -> Result<Hash, PluginError> {
    let path = path.as_ref();
    library_file::hash(path).map_err(|kind| PluginError::new(path, kind))
}

fn lock() -> MutexGuard<'static, Vec<MappedLibrary>> {
    // A panic leaves the list consistent: only complete entries are pushed.
    MAPPED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks and maps a file, unless it is already mapped.
fn map<'m>(
    path: &Path,
    policy: &PluginPolicy,
    mapped: &'m mut Vec<MappedLibrary>,
) -> Result<&'m mut MappedLibrary, PluginErrorKind> {
    if !policy.loads(PluginKind::Dylib) {
        return Err(PluginErrorKind::NotAllowed(PluginKind::Dylib));
    }
    let file = LibraryFile::open(path, policy)?;
    #[cfg(elf)]
    crate::dynamic::elf::check(&file.bytes)?;
    let index = find(&file, mapped)?;
    let n = index.unwrap_or(mapped.len());
    if index.is_none() {
        let LibraryFile { path, file, identity, hash, .. } = file;
        let library = Library::open(&path, file)?;
        mapped.push(MappedLibrary { library, identity, hash, path, plugin: None, is_initialized: false });
    }
    Ok(&mut mapped[n])
}

/// Returns the index of the mapped library that is the same file, or has the same bytes.
fn find(file: &LibraryFile, mapped: &[MappedLibrary]) -> Result<Option<usize>, PluginErrorKind> {
    let same_file = mapped.iter().position(|one| one.identity.is(&file.identity));
    match same_file {
        Some(n) if mapped[n].hash != file.hash => Err(PluginErrorKind::Changed),
        Some(n) => Ok(Some(n)),
        None => Ok(mapped.iter().position(|one| one.hash == file.hash)),
    }
}

/// Reads the descriptor of a library, until that has succeeded once.
fn plugin_of(library: &mut MappedLibrary) -> Result<&'static LoadedPlugin, PluginErrorKind> {
    if let Some(plugin) = library.plugin {
        return Ok(plugin);
    }
    let (memory, header) = library.library.header()?;
    let descriptor = Descriptor::read(memory, header)?;
    let plugin = LoadedPlugin::new(library.path.clone(), Some(library.hash), descriptor);
    library.plugin = Some(plugin);
    Ok(plugin)
}

/// Checks the requirements of a plugin and the names of its schemes.
fn check(plugin: &LoadedPlugin, policy: &PluginPolicy) -> Result<(), PluginErrorKind> {
    plugin.check(policy)?;
    policy.check_names(plugin.schemes().iter().map(PluginScheme::name))
}

/// Initializes a plugin, once.
fn initialize(library: &mut MappedLibrary, plugin: &LoadedPlugin) -> Result<(), PluginErrorKind> {
    if !library.is_initialized {
        plugin.initialize()?;
        library.is_initialized = true;
    }
    Ok(())
}

/// Loads a library and returns one of its schemes.
pub(crate) fn load_scheme(
    path: &Path,
    policy: &PluginPolicy,
    wanted: impl Fn(&'static [PluginScheme]) -> Result<&'static PluginScheme, PluginErrorKind>,
) -> Result<(&'static LoadedPlugin, &'static PluginScheme), PluginErrorKind> {
    let mut mapped = lock();
    let library = map(path, policy, &mut mapped)?;
    let plugin = plugin_of(library)?;
    plugin.check(policy)?;
    let scheme = wanted(plugin.schemes())?;
    initialize(library, plugin)?;
    Ok((plugin, scheme))
}
