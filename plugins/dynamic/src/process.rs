//! Properties of this process: its user and its page size.

#![expect(unsafe_code, reason = "calls functions of libc")]

/// Returns the effective user id of the process.
pub(crate) fn user_id() -> u32 {
    // SAFETY: the function has no preconditions, and cannot fail.
    unsafe { libc::geteuid() }
}

/// Returns the size of a memory page, at least 4096.
#[cfg(elf)]
pub(crate) fn page_size() -> u64 {
    const SMALLEST: u64 = 4096;
    // SAFETY: the function has no preconditions.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(size).map_or(SMALLEST, |size| size.max(SMALLEST))
}
