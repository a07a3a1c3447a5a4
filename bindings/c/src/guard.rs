//! No panic leaves a function.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a function; `otherwise` if it panics.
pub(crate) fn guarded<T>(otherwise: T, run: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(otherwise)
}

/// Frees an object; NULL is none.
///
/// # Safety
/// `object` is NULL, or was returned by `created` and not freed.
pub(crate) unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: it came from a box.
        let object = unsafe { Box::from_raw(object) };
        guarded((), || drop(object));
    }
}
