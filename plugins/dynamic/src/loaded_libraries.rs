//! The libraries that this process has loaded, which a plugin may need.
//!
//! `dl_iterate_phdr` lists them. They are compared by the `DT_SONAME` in memory, as glibc and FreeBSD do to decide whether a
//! needed library is already loaded. `dlopen` with `RTLD_NOLOAD` is no alternative: if the library is not loaded, it
//! searches `LD_LIBRARY_PATH` and opens what it finds, under a name chosen by a file that is not trusted yet. Nor are the
//! base names of paths: the linker searches again for a library that was loaded by its path and has no `DT_SONAME`.

#![expect(unsafe_code, reason = "the system's list is read, and the names in memory")]

/// Returns whether the dynamic linker resolves a name to a loaded library, without a search.
pub(crate) fn is_loaded(name: &str) -> bool {
    is_part_of_musl(name) || system::any(name)
}

/// Returns whether musl implements a library itself: `libc.so`, `libpthread.so.0` and so on.
fn is_part_of_musl(name: &str) -> bool {
    const STEMS: [&str; 7] = ["c", "pthread", "rt", "m", "dl", "util", "xnet"];
    let stem = name.strip_prefix("lib").and_then(|rest| rest.split_once('.'));
    cfg!(target_env = "musl") && stem.is_some_and(|(stem, _)| STEMS.contains(&stem))
}

#[cfg(dl_iterate_phdr)]
mod system {
    use std::ffi::{CStr, c_int, c_void};
    use std::ptr;

    use object::elf;

    struct Search<'n> {
        name: &'n [u8],
        is_found: bool,
    }

    /// Returns whether one of the loaded libraries has this name.
    pub(super) fn any(name: &str) -> bool {
        let mut search = Search { name: name.as_bytes(), is_found: false };
        // SAFETY: `visit` expects a `Search` as its data, and the search outlives the call.
        unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut search).cast()) };
        search.is_found
    }

    /// Compares one library; a result other than 0 ends the iteration.
    unsafe extern "C" fn visit(info: *mut libc::dl_phdr_info, size: libc::size_t, search: *mut c_void) -> c_int {
        if size < std::mem::offset_of!(libc::dl_phdr_info, dlpi_phnum) + 2 {
            return 0;
        }
        // SAFETY: both are valid for this call, and `any` passed the search.
        let (info, search) = unsafe { (&*info, &mut *search.cast::<Search<'_>>()) };
        // SAFETY: the library stays in memory during the call.
        search.is_found = unsafe { name(info) } == Some(search.name);
        c_int::from(search.is_found)
    }

    /// Returns the name that the linker compares: the file name on musl, and `DT_SONAME` elsewhere.
    ///
    /// # Safety
    /// The library stays in memory while the name is used.
    unsafe fn name(info: &libc::dl_phdr_info) -> Option<&[u8]> {
        if !cfg!(target_env = "musl") {
            // SAFETY: the caller's contract.
            return unsafe { soname(info) };
        }
        if info.dlpi_name.is_null() {
            return None;
        }
        // SAFETY: a C string that is valid as long as the library is loaded.
        let path = unsafe { CStr::from_ptr(info.dlpi_name) }.to_bytes();
        path.rsplit(|byte| *byte == b'/').next()
    }

    /// An entry of a dynamic table, in the ELF class of this program.
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct DynamicEntry {
        tag: isize,
        value: usize,
    }

    /// A range of addresses.
    type AddressRange = (usize, usize);

    /// Returns the `DT_SONAME` of a library in memory.
    ///
    /// # Safety
    /// As [`name`].
    unsafe fn soname(info: &libc::dl_phdr_info) -> Option<&[u8]> {
        // SAFETY: the caller's contract.
        let entries = unsafe { table(info) }?;
        let value = |tag: elf::DynamicTag| {
            let mut entries = entries.iter();
            let entry = entries.find(|one| i64::try_from(one.tag) == Ok(tag.0))?;
            Some(entry.value)
        };
        let (strings, size) = (value(elf::DT_STRTAB)?, value(elf::DT_STRSZ)?);
        let offset = value(elf::DT_SONAME)?;
        let len = size.checked_sub(offset)?;
        // On most machines glibc has added the base address to the entry; other systems have not.
        let base = address(info.dlpi_addr)?;
        let mut candidates = [strings, base.wrapping_add(strings)].into_iter();
        let start = candidates.find(|start| is_mapped(info, *start, size))?;
        // SAFETY: within a segment of the library, which is mapped for reading.
        let text = unsafe { std::slice::from_raw_parts(ptr::with_exposed_provenance::<u8>(start + offset), len) };
        Some(CStr::from_bytes_until_nul(text).ok()?.to_bytes())
    }

    /// Returns the dynamic table of a library in memory, up to `DT_NULL`.
    ///
    /// # Safety
    /// As [`name`].
    unsafe fn table(info: &libc::dl_phdr_info) -> Option<&[DynamicEntry]> {
        let (start, end) = segments(info, elf::PT_DYNAMIC).next()?;
        if !is_mapped(info, start, end - start) || !start.is_multiple_of(align_of::<DynamicEntry>()) {
            return None;
        }
        let count = (end - start) / size_of::<DynamicEntry>();
        // SAFETY: within a segment of the library, and aligned.
        let all = unsafe { std::slice::from_raw_parts(ptr::with_exposed_provenance::<DynamicEntry>(start), count) };
        let end = all.iter().position(|one| one.tag == 0)?;
        all.get(..end)
    }

    /// Returns the address ranges of the segments of a type.
    fn segments(info: &libc::dl_phdr_info, kind: elf::ProgramType) -> impl Iterator<Item = AddressRange> + '_ {
        let headers = if info.dlpi_phdr.is_null() {
            &[]
        } else {
            // SAFETY: `dlpi_phdr` points to `dlpi_phnum` headers.
            unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) }
        };
        headers.iter().filter_map(move |one| {
            let start = address(info.dlpi_addr)?.wrapping_add(address(one.p_vaddr)?);
            let end = start.checked_add(address(one.p_memsz)?)?;
            (one.p_type == kind.0).then_some((start, end))
        })
    }

    /// Returns whether a range lies within one loaded segment of a library.
    fn is_mapped(info: &libc::dl_phdr_info, start: usize, len: usize) -> bool {
        let end = start.checked_add(len);
        let mut loads = segments(info, elf::PT_LOAD);
        end.is_some_and(|end| loads.any(|load| load.0 <= start && end <= load.1))
    }

    /// Converts an address, whose type in `libc` differs between systems.
    fn address(number: impl TryInto<usize>) -> Option<usize> {
        number.try_into().ok()
    }
}

/// Without `dl_iterate_phdr`, no library counts as loaded.
#[cfg(not(dl_iterate_phdr))]
mod system {
    pub(super) fn any(_: &str) -> bool {
        false
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    #[test]
    fn loaded_libraries_are_found_by_exact_name() {
        assert!(is_loaded("libc.so.6"));
        for name in ["", "libc.so", "libc.so.6\0", "libc.musl-x86_64.so.1", "libnobody.so", "LIBC.so.6"] {
            assert!(!is_loaded(name), "{name}");
        }
    }
}
