//! Who runs this process, and on what pages of memory.

#![expect(unsafe_code, reason = "functions of C")]

/// The user whose rights the process has.
pub(crate) fn user() -> u32 {
    // SAFETY: it has no arguments, and cannot fail.
    unsafe { libc::geteuid() }
}

/// The size of a page of memory: at least that of the smallest there is.
#[cfg(not(target_vendor = "apple"))]
pub(crate) fn page() -> u64 {
    const SMALLEST: u64 = 4096;
    // SAFETY: it has no preconditions.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(size).map_or(SMALLEST, |size| size.max(SMALLEST))
}
