//! `locator_registry`.

use locator::{AddToml, Options, Registry};

use crate::error::CError;
use crate::guard::{created, free, guarded};
use crate::text::bytes;

/// `locator_registry`
pub struct CRegistry(Registry);

impl CRegistry {
    /// The registry with the options of a call.
    pub(crate) fn registry(&self) -> &Registry {
        &self.0
    }
}

const LENIENT: u32 = 1;
const CURRENT: u32 = 2;

/// The options of a call. Unknown bits have no effect.
pub(crate) fn options(bits: u32) -> Options {
    let options = Options::new();
    let options = if bits & LENIENT == 0 { options } else { options.lenient() };
    if bits & CURRENT == 0 { options } else { options.current() }
}

/// See `locator.h`.
#[unsafe(no_mangle)]
pub extern "C" fn locator_c_abi() -> u32 {
    1
}

/// See `locator.h`.
#[unsafe(no_mangle)]
pub extern "C" fn locator_registry_shipped() -> *const CRegistry {
    static SHIPPED: std::sync::LazyLock<CRegistry> =
        std::sync::LazyLock::new(|| CRegistry(locator::registry().clone()));
    guarded(std::ptr::null(), || std::ptr::from_ref(&*SHIPPED))
}

/// See `locator.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn locator_registry_from_toml(
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
        let builder = locator::registry().to_builder().add_toml(&name, toml);
        Ok(CRegistry(builder.map_err(|error| CError::registry(error.to_string()))?.build()))
    };
    // SAFETY: the header asks for it.
    unsafe { created(error, load) }
}

/// See `locator.h`.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn locator_registry_free(registry: *mut CRegistry) {
    // SAFETY: the header asks for it.
    unsafe { free(registry) };
}
