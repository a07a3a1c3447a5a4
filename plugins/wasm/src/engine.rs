//! The interpreter, as this crate sets it up: for modules of strangers, with the same answers on every machine.

use wasmi::{CompilationMode, Config, EnforcedLimits, Engine, StoreLimits, StoreLimitsBuilder};

/// The largest number of nested calls. Beyond it a module traps.
const MAX_RECURSION: usize = 1000;

/// The largest number of elements in all tables of a module.
const MAX_TABLE: usize = 10_000;

/// Creates an engine. Each thread has its own for each module, because calls into one engine take a lock, and because an
/// engine keeps the code of its modules until it is dropped.
pub(crate) fn new() -> Engine {
    let mut config = Config::default();
    config
        .consume_fuel(true)
        // Everything is validated and translated before anything runs.
        .compilation_mode(CompilationMode::Eager)
        .enforced_limits(EnforcedLimits::strict())
        .set_max_recursion_depth(MAX_RECURSION)
        // The bits of a NaN would differ between machines.
        .floats(false)
        .wasm_multi_memory(false)
        .wasm_custom_page_sizes(false)
        .wasm_wide_arithmetic(false);
    Engine::new(&config)
}

/// Returns the limits of one instance.
pub(crate) fn store_limits(memory: usize) -> StoreLimits {
    let limits = StoreLimitsBuilder::new().memory_size(memory).table_elements(MAX_TABLE);
    // A module that gets less memory than it asks for would trap later, with a less helpful message.
    limits.instances(1).memories(1).tables(8).trap_on_grow_failure(true).build()
}
