//! Properties of this process: its user and its page size.

#![expect(unsafe_code, reason = "calls functions of libc")]

/// Returns the effective user id of the process.
pub(crate) fn user_id() -> u32 {
    // SAFETY: the function has no preconditions, and cannot fail.
    unsafe { libc::geteuid() }
}
