//! The interpreter, as this crate sets it up: for modules of strangers, with the same answers on every machine.

use wasmi::{CompilationMode, Config, EnforcedLimits, Engine, StoreLimits, StoreLimitsBuilder};

/// Whether a long loop of a module could overflow the stack. In an optimized build, wasmi runs each instruction by a call that
/// the optimizer turns into a jump, which debug assertions prevent (docs/decisions/0030-modules-are-interpreted.md).
pub(crate) const CAN_OVERFLOW: bool = cfg!(all(optimized, debug_assertions, not(feature = "portable")));

/// The largest number of nested calls. Beyond it a module traps.
const MAX_RECURSION: usize = 1000;

/// The largest number of tables of a module.
const MAX_TABLES: usize = 8;

/// The largest number of elements in each table.
const MAX_ELEMENTS: usize = 10_000;

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
        // The code of a branch grows with the results of its block: a megabyte of branches became 260 megabytes.
        .wasm_multi_value(false)
        .wasm_multi_memory(false)
        .wasm_custom_page_sizes(false)
        .wasm_wide_arithmetic(false);
    Engine::new(&config)
}

/// Returns the limits of one instance.
pub(crate) fn store_limits(memory: usize) -> StoreLimits {
    let limits = StoreLimitsBuilder::new().memory_size(memory).table_elements(MAX_ELEMENTS);
    // A module that gets less memory than it asks for would trap later, with a less helpful message.
    limits.instances(1).memories(1).tables(MAX_TABLES).trap_on_grow_failure(true).build()
}
