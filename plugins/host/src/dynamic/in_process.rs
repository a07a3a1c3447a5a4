//! A plugin that is linked into the program, for tests and for tools that trace memory accesses.

#![expect(unsafe_code, reason = "the caller vouches for the entry point")]

use crate::PluginError;
use std::path::{Path, PathBuf};

use anyurl_plugin::abi::EntryFn;

use crate::dynamic::descriptor::Descriptor;
use crate::dynamic::dlopen;
use crate::dynamic::plugin::LoadedPlugin;

/// Initializes a plugin that is part of this program. No policy applies.
///
/// # Safety
/// The entry point follows the ABI of `anyurl_plugin.h`.
///
/// # Errors
/// The descriptor violates the contract, or the initialization fails.
pub unsafe fn in_process(entry: EntryFn) -> Result<&'static LoadedPlugin, PluginError> {
    let error = |kind| PluginError::new(Path::new("(in process)"), kind);
    // SAFETY: the caller's contract.
    let (memory, header) = unsafe { dlopen::call_entry(entry) };
    let descriptor = Descriptor::read(memory, header).map_err(error)?;
    let plugin = LoadedPlugin::new(PathBuf::new(), None, descriptor);
    plugin.initialize().map_err(error)?;
    Ok(plugin)
}
