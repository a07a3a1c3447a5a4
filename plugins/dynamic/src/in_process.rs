//! A plugin that is linked into the program: for tests, and for tools that follow every access to memory.

#![expect(unsafe_code, reason = "it is for the caller to say that the entry is one")]

use std::path::PathBuf;

use locator_plugin::abi::Entry;

use crate::descriptor::Descriptor;
use crate::error::{Fault, LoadError};
use crate::library;
use crate::plugin::Plugin;

/// What an entry shows that is not in a library of its own. No policy is asked; it is prepared.
///
/// # Safety
/// The entry keeps the ABI as `locator_plugin.h` has it.
///
/// # Errors
/// A description that breaks the contract, and a plugin that cannot be prepared.
pub unsafe fn in_process(entry: Entry) -> Result<&'static Plugin, LoadError> {
    let fault = |fault: Fault| LoadError::new(&PathBuf::from("(in process)"), fault);
    // SAFETY: the caller's contract.
    let (memory, header) = unsafe { library::shown(entry) };
    let descriptor = Descriptor::read(memory, header).map_err(fault)?;
    let plugin = Plugin::new(PathBuf::new(), None, descriptor);
    plugin.prepare().map_err(fault)?;
    Ok(plugin)
}
