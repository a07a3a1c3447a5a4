//! `anyurl_registry`.

use anyurl::declared::PortableRegistry;
use anyurl::declared::format::{ParsedFile, RegistryFile};
use anyurl::{Options, Registry};

use crate::error::{CError, created};
use crate::guard::{free, guarded};
use crate::text::{CText, bytes};

/// `anyurl_registry`
pub struct CRegistry {
    registry: Registry,
    /// The names whose URLs are errors because of a fault in the registry file, sorted, and the reasons.
    refused: Vec<(String, String)>,
}

impl CRegistry {
    fn new(portable: &PortableRegistry) -> Self {
        let registry = portable.registry().clone();
        let why = |why: String| registry.mask_words(&why, []);
        let refused = portable.refused().map(|(name, reason)| (name.to_owned(), why(reason.to_string()))).collect();
        Self { registry, refused }
    }

    /// The registry with the options of a call.
    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }
}

const LENIENT: u32 = 1;
const RFC1738: u32 = 2;

/// The options of a call. Unknown bits have no effect.
pub(crate) fn options(bits: u32) -> Options {
    let options = Options::new();
    let options = if bits & LENIENT == 0 { options } else { options.lenient() };
    if bits & RFC1738 == 0 { options } else { options.rfc1738() }
}

/// See `anyurl.h`.
#[unsafe(no_mangle)]
pub extern "C" fn anyurl_c_abi() -> u32 {
    1
}

/// See `anyurl.h`.
#[unsafe(no_mangle)]
pub extern "C" fn anyurl_registry_shipped() -> *const CRegistry {
    static SHIPPED: std::sync::LazyLock<CRegistry> =
        std::sync::LazyLock::new(|| CRegistry::new(&PortableRegistry::default()));
    guarded(std::ptr::null(), || std::ptr::from_ref(&*SHIPPED))
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_registry_from_toml(
    name: *const u8,
    name_len: usize,
    toml: *const u8,
    toml_len: usize,
    error: *mut *mut CError,
) -> *mut CRegistry {
    // SAFETY: the header asks for it.
    let (name, toml) = unsafe { (bytes(name, name_len), bytes(toml, toml_len)) };
    let load = || {
        let (Some(name), Some(toml)) = (name, toml) else { return Err(CError::too_long()) };
        let name = String::from_utf8_lossy(name);
        let file = RegistryFile::from_text(&name, toml).and_then(ParsedFile::load);
        let file = file.map_err(|error| CError::registry(&error.to_string()))?;
        // As a layer: a fault of one name refuses its URLs, and all other names work.
        let portable = PortableRegistry::new([file]).map_err(|error| CError::registry(&error.to_string()))?;
        Ok(CRegistry::new(&portable))
    };
    // SAFETY: the header asks for it.
    unsafe { created(error, load) }
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_registry_refused_at(
    registry: *const CRegistry,
    n: usize,
    name: *mut CText,
    why: *mut CText,
) -> bool {
    // SAFETY: the header asks for it.
    let registry = unsafe { &*registry };
    let found = registry.refused.get(n).map(|(name, why)| (name.as_str(), why.as_str()));
    // SAFETY: the header asks for it.
    unsafe {
        name.write(found.map(|(name, _)| name).into());
        why.write(found.map(|(_, why)| why).into());
    }
    found.is_some()
}

/// See `anyurl.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn anyurl_registry_free(registry: *mut CRegistry) {
    // SAFETY: the header asks for it.
    unsafe { free(registry) };
}
