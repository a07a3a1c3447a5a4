//! [`ModuleLimits`]: the fuel and the memory that a WebAssembly module may use.

/// What a module may use. A URL that needs more is refused.
///
/// ```
/// use anyurl_host::ModuleLimits;
///
/// let limits = ModuleLimits::new().fuel(2_000).memory(16 << 20);
/// assert_ne!(limits, ModuleLimits::new());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ModuleLimits {
    pub(crate) fuel: u64,
    pub(crate) memory: usize,
}

impl Default for ModuleLimits {
    fn default() -> Self {
        Self { fuel: 1_000, memory: 4 << 20 }
    }
}

impl ModuleLimits {
    /// Creates the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the fuel for each byte of a URL; 1,000 by default. An instruction uses about 1.
    #[must_use]
    pub fn fuel(mut self, for_each_byte: u64) -> Self {
        self.fuel = for_each_byte;
        self
    }

    /// Sets the largest memory of an instance in bytes; 4 MiB by default. There is an instance for each thread.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Returns the fuel for each byte.
    pub const fn fuel_per_byte(&self) -> u64 {
        self.fuel
    }

    /// Returns the largest memory of an instance in bytes.
    pub const fn memory_size(&self) -> usize {
        self.memory
    }
}
