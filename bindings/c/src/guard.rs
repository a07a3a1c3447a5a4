//! No panic leaves a function.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::CError;

/// The result of a function; `otherwise` if it panics.
pub(crate) fn guarded<T>(otherwise: T, run: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(otherwise)
}

/// A new object, or NULL with an error.
///
/// # Safety
/// `error` is NULL, or points to a pointer that can be written.
pub(crate) unsafe fn created<T>(error: *mut *mut CError, run: impl FnOnce() -> Result<T, Box<CError>>) -> *mut T {
    let result = guarded(Err(CError::bug()), run);
    let (object, failed) = match result {
        Ok(object) => (Box::into_raw(Box::new(object)), std::ptr::null_mut()),
        Err(failed) => (std::ptr::null_mut(), Box::into_raw(failed)),
    };
    if error.is_null() {
        // SAFETY: it was made above, and has no other owner.
        unsafe { free(failed) };
    } else {
        // SAFETY: the caller of this function says so.
        unsafe { error.write(failed) };
    }
    object
}

/// Frees an object; NULL is none.
///
/// # Safety
/// `object` is NULL, or was returned by [`created`] and not freed.
pub(crate) unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: it came from a box.
        let object = unsafe { Box::from_raw(object) };
        guarded((), || drop(object));
    }
}
