//! The order in which a library is looked at, mapped, asked and registered. Whatever fails, nothing is registered.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use locator_core::registry::Origin;
use locator_core::{Implementation, Layer, RegisterError, RegistryBuilder};
use locator_declared::format::Hash;

use crate::descriptor::Descriptor;
use crate::error::{Fault, LoadError};
use crate::file::{self, Checked, Identity};
use crate::library::Library;
use crate::plugin::Plugin;
use crate::policy::LoadPolicy;

/// What is mapped in this process. One library is loaded after the other.
static MAPPED: Mutex<Vec<Mapped>> = Mutex::new(Vec::new());

/// A library that was mapped.
struct Mapped {
    identity: Identity,
    hash: Hash,
    library: Library,
    path: std::path::PathBuf,
    /// What it says about itself, once that was found good.
    plugin: Option<&'static Plugin>,
    is_prepared: bool,
}

/// Adds the schemes of a shared library to a registry.
///
/// ```no_run
/// use locator_core::Registry;
/// use locator_dynamic::{AddLibrary, LoadPolicy};
///
/// let policy = LoadPolicy::new().allow_dynamic(true).require_sha256(false);
/// let registry = Registry::builder().add_library("/opt/plugins/libshelf.so", &policy)?.build();
/// # Ok::<(), locator_dynamic::LoadError>(())
/// ```
pub trait AddLibrary: Sized {
    /// Adds all schemes of a library, or none. What two builders load is mapped once.
    ///
    /// A library has all rights of the process: it is the policy of the application that vouches for it. Not to be called
    /// while a library is being loaded, such as by its constructors.
    ///
    /// # Errors
    /// What the policy, the file, the system, the plugin or the registry has against it.
    fn add_library(self, path: impl AsRef<Path>, policy: &LoadPolicy) -> Result<Self, LoadError> {
        self.add_library_to(Layer::Application, path, policy)
    }

    /// The same, to a layer.
    ///
    /// # Errors
    /// As [`AddLibrary::add_library`].
    fn add_library_to(self, layer: Layer, path: impl AsRef<Path>, policy: &LoadPolicy) -> Result<Self, LoadError>;
}

impl AddLibrary for RegistryBuilder {
    fn add_library_to(self, layer: Layer, path: impl AsRef<Path>, policy: &LoadPolicy) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let mut mapped = lock();
        let add = || {
            let one = map(path, policy, &mut mapped)?;
            let plugin = known(one)?;
            check(plugin, policy)?;
            let builder = register(self, plugin, layer)?;
            prepare(one, plugin)?;
            Ok(builder)
        };
        add().map_err(|fault| LoadError::new(path, fault))
    }
}

/// Loads a library and prepares it, and registers nothing: its schemes can be tried.
///
/// # Errors
/// What the policy, the file, the system or the plugin has against it.
pub fn load(path: impl AsRef<Path>, policy: &LoadPolicy) -> Result<&'static Plugin, LoadError> {
    let path = path.as_ref();
    let mut mapped = lock();
    let mut load = || {
        let one = map(path, policy, &mut mapped)?;
        let plugin = known(one)?;
        check(plugin, policy)?;
        prepare(one, plugin)?;
        Ok(plugin)
    };
    load().map_err(|fault| LoadError::new(path, fault))
}

/// Loads a library only so far that it says what it is: it is not prepared, and what it needs is not compared with what
/// there is. Its constructors run.
///
/// # Errors
/// What the policy, the file or the system has against it, and a description that breaks the contract.
pub fn describe(path: impl AsRef<Path>, policy: &LoadPolicy) -> Result<&'static Plugin, LoadError> {
    let path = path.as_ref();
    let mut mapped = lock();
    let mut describe = || known(map(path, policy, &mut mapped)?);
    describe().map_err(|fault| LoadError::new(path, fault))
}

/// The SHA-256 of a file, as a policy or a registry file pins it. Nothing is loaded.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("file");
/// std::fs::write(&path, "")?;
/// let hash = locator_dynamic::sha256_of(&path)?;
/// assert!(hash.to_string().starts_with("sha256:e3b0c442"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A relative path, and what is no file or cannot be read.
pub fn sha256_of(path: impl AsRef<Path>) -> Result<Hash, LoadError> {
    let path = path.as_ref();
    file::hash(path).map_err(|fault| LoadError::new(path, fault))
}

fn lock() -> MutexGuard<'static, Vec<Mapped>> {
    // What a panic leaves behind is whole: an entry is pushed when all of it is known.
    MAPPED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Looks at a file and maps it, unless it is mapped already.
fn map<'m>(path: &Path, policy: &LoadPolicy, mapped: &'m mut Vec<Mapped>) -> Result<&'m mut Mapped, Fault> {
    if !policy.is_allowed {
        return Err(Fault::NotAllowed);
    }
    let checked = file::checked(path, policy)?;
    check_content(&checked.bytes, policy)?;
    let known = place(&checked, mapped)?;
    let n = known.unwrap_or(mapped.len());
    if known.is_none() {
        mapped.push(mapping(checked)?);
    }
    Ok(&mut mapped[n])
}

/// Looks at what a file says before any of its code runs, where libraries are ELF files.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn check_content(bytes: &[u8], policy: &LoadPolicy) -> Result<(), Fault> {
    crate::elf::check(bytes, policy)
}

/// Mach-O and PE files are believed: SECURITY.md says so.
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
#[expect(clippy::unnecessary_wraps, reason = "ELF files can be refused")]
fn check_content(_: &[u8], _: &LoadPolicy) -> Result<(), Fault> {
    Ok(())
}

/// Where a file stands among what is mapped: the same file, or one of the same bytes.
fn place(checked: &Checked, mapped: &[Mapped]) -> Result<Option<usize>, Fault> {
    let same_file = mapped.iter().position(|one| one.identity.is(&checked.identity));
    match same_file {
        Some(n) if mapped[n].hash != checked.hash => Err(Fault::Changed),
        Some(n) => Ok(Some(n)),
        None => Ok(mapped.iter().position(|one| one.hash == checked.hash)),
    }
}

fn mapping(checked: Checked) -> Result<Mapped, Fault> {
    let Checked { path, file, identity, hash, .. } = checked;
    Ok(Mapped { library: Library::open(&path, file)?, identity, hash, path, plugin: None, is_prepared: false })
}

/// What a library says about itself: asked until the answer is good, and then never again.
fn known(one: &mut Mapped) -> Result<&'static Plugin, Fault> {
    if let Some(plugin) = one.plugin {
        return Ok(plugin);
    }
    let (memory, header) = one.library.show()?;
    let descriptor = Descriptor::read(memory, header)?;
    let plugin = Plugin::new(one.path.clone(), Some(one.hash), descriptor);
    one.plugin = Some(plugin);
    Ok(plugin)
}

/// Whether a plugin may be used, and may bring what it brings.
fn check(plugin: &Plugin, policy: &LoadPolicy) -> Result<(), Fault> {
    plugin.check(policy)?;
    for scheme in plugin.schemes() {
        let name = name(scheme);
        if !policy.allows(name) {
            return Err(Fault::NameNotAllowed(name.to_owned()));
        }
    }
    Ok(())
}

pub(crate) fn name(scheme: &crate::Dynamic) -> &str {
    &locator_core::Scheme::registration(scheme).name
}

/// All schemes of a plugin, or none: a builder that refuses one is given up.
fn register(mut builder: RegistryBuilder, plugin: &'static Plugin, layer: Layer) -> Result<RegistryBuilder, Fault> {
    for scheme in plugin.schemes() {
        let added = builder.add_from(scheme, layer, Implementation::Dynamic, origin(plugin));
        builder = added.map_err(|error| refused(error, plugin))?;
    }
    Ok(builder)
}

/// Who brings the schemes of a plugin: no other library is called the same, whatever it says its name is.
fn origin(plugin: &Plugin) -> Origin {
    let hash = plugin.sha256().map(|hash| hash.to_string());
    let hash = hash.as_deref().and_then(|hash| hash.get(7..15));
    Origin {
        package: Cow::Owned(format!("plugin {} ({})", plugin.name(), hash.unwrap_or("no file"))),
        version: Cow::Owned(plugin.version().to_string()),
        file: Cow::Owned(plugin.path().display().to_string()),
        line: 0,
    }
}

pub(crate) fn refused(error: RegisterError, plugin: &Plugin) -> Fault {
    match error {
        RegisterError::Taken { first, .. } if first.package == origin(plugin).package => {
            Fault::Already(plugin.path().to_owned())
        }
        RegisterError::Taken { name, first, .. } => Fault::Taken { name, owner: first.to_string() },
        error => Fault::Refused(error),
    }
}

/// Has a plugin prepare itself, once.
fn prepare(one: &mut Mapped, plugin: &Plugin) -> Result<(), Fault> {
    if !one.is_prepared {
        plugin.prepare()?;
        one.is_prepared = true;
    }
    Ok(())
}

/// What the layers of registry files do with a library: load it, and take one scheme of it.
pub(crate) fn scheme_of(
    path: &Path,
    policy: &LoadPolicy,
    is_wanted: impl Fn(&crate::Dynamic) -> bool,
) -> Result<Option<(&'static Plugin, &'static crate::Dynamic)>, Fault> {
    let mut mapped = lock();
    let one = map(path, policy, &mut mapped)?;
    let plugin = known(one)?;
    plugin.check(policy)?;
    let scheme = plugin.schemes().iter().find(|one| is_wanted(one));
    prepare(one, plugin)?;
    Ok(scheme.map(|scheme| (plugin, scheme)))
}
