//! [`OnceLock`] without `std`.

use core::fmt;

use once_cell::race::OnceBox;

use crate::text::prelude::*;

/// A value that is set once. Threads that compute it at the same time keep the first.
pub(crate) struct OnceLock<T>(OnceBox<T>);

impl<T> OnceLock<T> {
    pub(crate) const fn new() -> Self {
        Self(OnceBox::new())
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.0.get()
    }

    pub(crate) fn set(&self, value: T) -> Result<(), T> {
        self.0.set(Box::new(value)).map_err(|value| *value)
    }

    pub(crate) fn get_or_init(&self, compute: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(|| Box::new(compute()))
    }
}

impl<T: Clone> Clone for OnceLock<T> {
    fn clone(&self) -> Self {
        let clone = Self::new();
        self.get().cloned().map(|value| clone.set(value));
        clone
    }
}

impl<T: fmt::Debug> fmt::Debug for OnceLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OnceLock").field(&self.get()).finish()
    }
}
