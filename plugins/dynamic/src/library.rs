//! The system's side: a library is mapped, and its entry found. From here on its code runs.
//!
//! What is mapped stays until the process ends, and so does the descriptor that it was mapped from: glibc takes two
//! libraries for one where the path `/proc/self/fd/N` is the same. What the system refuses to map has neither.

#![expect(unsafe_code, reason = "libraries are mapped, and their functions found")]

use std::ffi::c_void;
use std::fs::File;
use std::mem::ManuallyDrop;
use std::path::Path;

use locator_plugin::abi::{ENTRY, Entry, Header};

use crate::error::Fault;
use crate::memory::Memory;

/// A mapped library, for ever.
pub(crate) struct Library {
    entry: Found,
    /// Only kept.
    _file: ManuallyDrop<File>,
}

/// The entry of a library, or what is in its place. Either way the library is mapped, and known from now on: whoever
/// offers it again gets the same answer, and no second descriptor is kept for it.
enum Found {
    Entry(Entry),
    Nothing,
    /// The function of another file.
    Foreign(String),
}

impl Library {
    /// What its entry shows.
    pub(crate) fn show(&self) -> Result<(Memory, *const Header), Fault> {
        match &self.entry {
            // SAFETY: that a plugin keeps the ABI is what the application has vouched for in its policy.
            Found::Entry(entry) => Ok(unsafe { shown(*entry) }),
            Found::Nothing => Err(Fault::NoEntry),
            Found::Foreign(owner) => Err(Fault::Foreign(owner.clone())),
        }
    }

    /// Maps a file that was checked. Its constructors run. Where the system refuses that, the file is closed.
    pub(crate) fn open(path: &Path, file: File) -> Result<Self, Fault> {
        let name = system::name(path, &file);
        let told = |error: libloading::Error| Fault::Dlopen(cause(&error).replace(&name, &path.display().to_string()));
        let library = ManuallyDrop::new(system::open(&name).map_err(told)?);
        Ok(Self { entry: found(&library, &name), _file: ManuallyDrop::new(file) })
    }
}

/// Looks up the entry of a library that was opened by this name.
fn found(library: &system::Handle, name: &str) -> Found {
    // SAFETY: the ABI says that this name is that of a function of this type.
    let entry = unsafe { library.get::<Entry>(ENTRY.as_bytes()) };
    let Ok(entry) = entry else {
        return Found::Nothing;
    };
    match system::owner(*entry as *const c_void) {
        Some(owner) if owner != name => Found::Foreign(owner),
        _ => Found::Entry(*entry),
    }
}

/// What an entry shows, and leave to read it.
///
/// # Safety
/// It is the entry of a plugin that keeps the ABI.
pub(crate) unsafe fn shown(entry: Entry) -> (Memory, *const Header) {
    // SAFETY: the caller's contract.
    unsafe { (Memory::of_a_plugin(), entry()) }
}

/// What the system says.
fn cause(error: &libloading::Error) -> String {
    let source = std::error::Error::source(error);
    source.map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(unix)]
mod system {
    use std::ffi::CStr;
    use std::os::fd::AsRawFd;

    use super::{File, Path, c_void};

    pub(super) type Handle = libloading::os::unix::Library;

    /// The name that the file is opened by: on Linux the descriptor that was checked, so that nobody can put another file
    /// in its place.
    pub(super) fn name(path: &Path, file: &File) -> String {
        if cfg!(target_os = "linux") {
            format!("/proc/self/fd/{}", file.as_raw_fd())
        } else {
            path.display().to_string()
        }
    }

    pub(super) fn open(name: &str) -> Result<Handle, libloading::Error> {
        // Not `RTLD_NODELETE`: the handle is never closed, and glibc before 2.31 would keep a library that it refused.
        let flags = libc::RTLD_NOW | libc::RTLD_LOCAL;
        // SAFETY: that its constructors do no harm is what the application has vouched for in its policy.
        unsafe { Handle::open(Some(name), flags) }
    }

    /// The file that a function is of.
    pub(super) fn owner(function: *const c_void) -> Option<String> {
        let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
        // SAFETY: it looks up an address, whatever that is, and fills in the struct.
        let found = unsafe { libc::dladdr(function, info.as_mut_ptr()) };
        // SAFETY: all zero is a value of it.
        let info = unsafe { info.assume_init() };
        if found == 0 || info.dli_fname.is_null() {
            return None;
        }
        // SAFETY: a C string of the system's, which stays as long as the library does.
        let name = unsafe { CStr::from_ptr(info.dli_fname) };
        Some(name.to_string_lossy().into_owned())
    }
}

/// Windows: untried.
#[cfg(windows)]
mod system {
    use super::{File, Path, c_void};

    pub(super) type Handle = libloading::os::windows::Library;

    pub(super) fn name(path: &Path, _: &File) -> String {
        path.display().to_string()
    }

    pub(super) fn open(name: &str) -> Result<Handle, libloading::Error> {
        // What it needs comes from there alone, and not from the folder of the library.
        let flags = libloading::os::windows::LOAD_LIBRARY_SEARCH_SYSTEM32;
        // SAFETY: that its constructors do no harm is what the application has vouched for in its policy.
        unsafe { Handle::load_with_flags(name, flags) }
    }

    pub(super) fn owner(_: *const c_void) -> Option<String> {
        None
    }
}
