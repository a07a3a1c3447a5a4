//! Who runs this process.

#![expect(unsafe_code, reason = "a function of C")]

/// The user whose rights the process has.
pub(crate) fn user() -> u32 {
    // SAFETY: it has no arguments, and cannot fail.
    unsafe { libc::geteuid() }
}
