//! Maps a library and finds its entry point. From here on, the library's code runs.
//!
//! A mapped library stays mapped until the process ends, and the file descriptor that it was mapped from stays open: glibc
//! would take two libraries with the same path `/proc/self/fd/N` for one. If mapping fails, the descriptor is closed.

#![expect(unsafe_code, reason = "maps libraries and looks up their functions")]

use crate::PluginErrorKind;
use std::ffi::c_void;
use std::fs::File;
use std::mem::ManuallyDrop;
use std::path::Path;

use anyurl_plugin::abi::{ENTRY, EntryFn, LocHeader};

use crate::dynamic::ffi_read::PluginMemory;

/// A library that is mapped until the process ends.
pub(crate) struct Library {
    entry: EntryPoint,
    /// Kept open.
    _file: ManuallyDrop<File>,
}

/// The result of looking up the entry point. A library without one stays mapped as well, so that a second attempt gets the
/// same answer and opens no second descriptor.
enum EntryPoint {
    Function(EntryFn),
    Missing,
    /// The function belongs to another file.
    Foreign(String),
}

impl Library {
    /// Calls the entry point.
    pub(crate) fn header(&self) -> Result<(PluginMemory, *const LocHeader), PluginErrorKind> {
        match &self.entry {
            // SAFETY: the application's policy vouches that the plugin follows the ABI.
            EntryPoint::Function(entry) => Ok(unsafe { call_entry(*entry) }),
            EntryPoint::Missing => Err(PluginErrorKind::NoEntry),
            EntryPoint::Foreign(owner) => Err(PluginErrorKind::Foreign(owner.clone())),
        }
    }

    /// Maps a checked file. Its constructors run.
    pub(crate) fn open(path: &Path, file: File) -> Result<Self, PluginErrorKind> {
        let name = system::name(path, &file);
        let error = |error: libloading::Error| {
            PluginErrorKind::Dlopen(message(&error).replace(&name, &path.display().to_string()))
        };
        let library = ManuallyDrop::new(system::open(&name).map_err(error)?);
        Ok(Self { entry: find_entry(&library, &name), _file: ManuallyDrop::new(file) })
    }
}

/// Looks up the entry point of a library that was opened by `name`.
fn find_entry(library: &system::Handle, name: &str) -> EntryPoint {
    // SAFETY: the ABI defines the type of the function with this name.
    let entry = unsafe { library.get::<EntryFn>(ENTRY.as_bytes()) };
    let Ok(entry) = entry else {
        return EntryPoint::Missing;
    };
    match system::owner(*entry as *const c_void) {
        Some(owner) if owner != name => EntryPoint::Foreign(owner),
        _ => EntryPoint::Function(*entry),
    }
}

/// Whether the process has loaded a library that another one needs by this name.
#[cfg(elf)]
pub(crate) fn is_loaded(name: &str) -> bool {
    // SAFETY: with this flag nothing is loaded, so no constructor runs.
    unsafe { system::Handle::open(Some(name), libc::RTLD_NOLOAD | libc::RTLD_NOW) }.is_ok()
}

/// Calls an entry point, and returns the right to read its result.
///
/// # Safety
/// The entry point belongs to a plugin that follows the ABI.
pub(crate) unsafe fn call_entry(entry: EntryFn) -> (PluginMemory, *const LocHeader) {
    // SAFETY: the caller's contract.
    unsafe { (PluginMemory::new(), entry()) }
}

/// The system's message.
fn message(error: &libloading::Error) -> String {
    let source = std::error::Error::source(error);
    source.map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(unix)]
mod system {
    use std::ffi::CStr;
    use std::os::fd::AsRawFd;

    use super::{File, Path, c_void};

    pub(super) type Handle = libloading::os::unix::Library;

    /// Returns the name to open the file by: on Linux the checked descriptor, so that the file cannot be exchanged.
    pub(super) fn name(path: &Path, file: &File) -> String {
        if cfg!(target_os = "linux") {
            format!("/proc/self/fd/{}", file.as_raw_fd())
        } else {
            path.display().to_string()
        }
    }

    pub(super) fn open(name: &str) -> Result<Handle, libloading::Error> {
        // Not `RTLD_NODELETE`: glibc before 2.31 would keep a library that failed to load, and the handle is never closed.
        let flags = libc::RTLD_NOW | libc::RTLD_LOCAL;
        // SAFETY: the application's policy vouches for the constructors of the library.
        unsafe { Handle::open(Some(name), flags) }
    }

    /// Returns the file that a function belongs to.
    pub(super) fn owner(function: *const c_void) -> Option<String> {
        let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
        // SAFETY: `dladdr` accepts any address, and fills in the struct.
        let found = unsafe { libc::dladdr(function, info.as_mut_ptr()) };
        // SAFETY: all-zero bytes are a valid value.
        let info = unsafe { info.assume_init() };
        if found == 0 || info.dli_fname.is_null() {
            return None;
        }
        // SAFETY: a C string that is valid as long as the library is loaded.
        let name = unsafe { CStr::from_ptr(info.dli_fname) };
        Some(name.to_string_lossy().into_owned())
    }
}

/// Untested.
#[cfg(windows)]
mod system {
    use super::{File, Path, c_void};

    pub(super) type Handle = libloading::os::windows::Library;

    pub(super) fn name(path: &Path, _: &File) -> String {
        path.display().to_string()
    }

    pub(super) fn open(name: &str) -> Result<Handle, libloading::Error> {
        // Searches the system folder only, not the folder of the library.
        let flags = libloading::os::windows::LOAD_LIBRARY_SEARCH_SYSTEM32;
        // SAFETY: the application's policy vouches for the constructors of the library.
        unsafe { Handle::load_with_flags(name, flags) }
    }

    pub(super) fn owner(_: *const c_void) -> Option<String> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use anyurl_testkit::plugin::compile;

    use super::*;

    /// The dynamic linker also finds functions of the libraries that a library needs.
    #[test]
    fn the_entry_point_is_the_librarys_own() {
        let source = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name);
        let Some(plugin) = compile("pigeon-entry", &[&source("plugin.c")], &[]) else { return };
        let flags = ["-nostdlib", "-Wl,--no-as-needed", plugin.to_str().unwrap()];
        let other = compile("no-entry", &[&source("empty.c")], &flags).unwrap();
        let header = |path: &Path| {
            let library = Library::open(path, File::open(path).unwrap()).unwrap();
            library.header().map(|_| ())
        };
        assert!(header(&plugin).is_ok());
        let found = header(&other);
        assert!(matches!(&found, Err(PluginErrorKind::Foreign(_))), "{found:?}");
    }
}
