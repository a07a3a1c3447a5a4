//! Which libraries this process has loaded: those that a plugin may need.
//!
//! The list is that of the system (`dl_iterate_phdr`), and the name is the `DT_SONAME` in memory, because by it glibc and
//! FreeBSD take a library that is needed for one that is loaded. `dlopen` with `RTLD_NOLOAD` would answer as well, but
//! where the name is not loaded it searches `LD_LIBRARY_PATH` and opens what it finds there, by a name that a file chose
//! which nobody trusts yet. The base names of paths would answer wrongly: a library that was loaded by its path and
//! has no `DT_SONAME` is searched for once more.

#![expect(unsafe_code, reason = "the system's list is read, and the names in memory")]

/// Whether the system takes a name for a library that is loaded already, and searches for none.
pub(crate) fn is_loaded(name: &str) -> bool {
    is_of_musl(name) || system::any(name)
}

/// What musl takes for itself, loaded or not: `libc.so`, `libpthread.so.0` and so on.
fn is_of_musl(name: &str) -> bool {
    const OWN: [&str; 7] = ["c", "pthread", "rt", "m", "dl", "util", "xnet"];
    let stem = name.strip_prefix("lib").and_then(|rest| rest.split_once('.'));
    cfg!(target_env = "musl") && stem.is_some_and(|(stem, _)| OWN.contains(&stem))
}

#[cfg(any(
    target_os = "linux",
    target_os = "android",
    target_os = "freebsd",
    target_os = "dragonfly",
    target_os = "netbsd",
    target_os = "openbsd",
    target_os = "illumos",
    target_os = "solaris"
))]
mod system {
    use std::ffi::{CStr, c_int, c_void};
    use std::ptr;

    use object::elf;

    /// A name that is looked for among what is loaded.
    struct Search<'n> {
        name: &'n [u8],
        is_found: bool,
    }

    /// Whether one of the loaded libraries has this name.
    pub(super) fn any(name: &str) -> bool {
        let mut search = Search { name: name.as_bytes(), is_found: false };
        // SAFETY: the function is one for this list, and the search lives as long as the call.
        unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut search).cast()) };
        search.is_found
    }

    /// Looks at one library; anything but 0 ends the list.
    unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, size: libc::size_t, search: *mut c_void) -> c_int {
        if size < std::mem::offset_of!(libc::dl_phdr_info, dlpi_phnum) + 2 {
            return 0;
        }
        // SAFETY: the system lends both for this call; `any` has given it the search.
        let (info, search) = unsafe { (&*info, &mut *search.cast::<Search<'_>>()) };
        // SAFETY: the system keeps a library in memory while it shows it.
        search.is_found = unsafe { name(info) } == Some(search.name);
        c_int::from(search.is_found)
    }

    /// The name that a library is known by: on musl that of its file, elsewhere its `DT_SONAME`.
    ///
    /// # Safety
    /// The library stays in memory as long as the name is used.
    unsafe fn name(info: &libc::dl_phdr_info) -> Option<&[u8]> {
        if !cfg!(target_env = "musl") {
            // SAFETY: the caller's contract.
            return unsafe { soname(info) };
        }
        if info.dlpi_name.is_null() {
            return None;
        }
        // SAFETY: a C string of the system's, which is lent as long as the library is.
        let path = unsafe { CStr::from_ptr(info.dlpi_name) }.to_bytes();
        path.rsplit(|byte| *byte == b'/').next()
    }

    /// An entry of a dynamic table, of either class.
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Entry {
        tag: isize,
        value: usize,
    }

    /// Addresses from the first to the second.
    type Range = (usize, usize);

    /// The `DT_SONAME` of a library in memory.
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
        let at = value(elf::DT_SONAME)?;
        let len = size.checked_sub(at)?;
        // glibc has added the base address on most machines, and other systems have not.
        let base = address(info.dlpi_addr)?;
        let mut places = [strings, base.wrapping_add(strings)].into_iter();
        let start = places.find(|start| is_mapped(info, *start, size))?;
        // SAFETY: within a segment of the library, which is mapped for reading.
        let text = unsafe { std::slice::from_raw_parts(ptr::with_exposed_provenance::<u8>(start + at), len) };
        Some(CStr::from_bytes_until_nul(text).ok()?.to_bytes())
    }

    /// The dynamic table of a library in memory, up to `DT_NULL`.
    ///
    /// # Safety
    /// As [`name`].
    unsafe fn table(info: &libc::dl_phdr_info) -> Option<&[Entry]> {
        let (start, end) = ranges(info, elf::PT_DYNAMIC).next()?;
        let is_whole = is_mapped(info, start, end - start);
        if !is_whole || !start.is_multiple_of(align_of::<Entry>()) {
            return None;
        }
        let count = (end - start) / size_of::<Entry>();
        // SAFETY: within a segment of the library, and aligned.
        let all = unsafe { std::slice::from_raw_parts(ptr::with_exposed_provenance::<Entry>(start), count) };
        let end = all.iter().position(|one| one.tag == 0)?;
        all.get(..end)
    }

    /// Where the segments of a type are in memory.
    fn ranges(info: &libc::dl_phdr_info, kind: elf::ProgramType) -> impl Iterator<Item = Range> + '_ {
        let headers = if info.dlpi_phdr.is_null() {
            &[]
        } else {
            // SAFETY: the system shows as many headers as it says.
            unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) }
        };
        headers.iter().filter_map(move |one| {
            let start = address(info.dlpi_addr)?.wrapping_add(address(one.p_vaddr)?);
            let end = start.checked_add(address(one.p_memsz)?)?;
            (one.p_type == kind.0).then_some((start, end))
        })
    }

    /// Whether bytes are all in one segment of a library.
    fn is_mapped(info: &libc::dl_phdr_info, start: usize, len: usize) -> bool {
        let end = start.checked_add(len);
        let mut loads = ranges(info, elf::PT_LOAD);
        end.is_some_and(|end| loads.any(|load| load.0 <= start && end <= load.1))
    }

    /// Addresses are numbers of various types in `libc`.
    fn address(number: impl TryInto<usize>) -> Option<usize> {
        number.try_into().ok()
    }
}

/// Where there is no list, nothing that a plugin needs is known to be loaded.
#[cfg(not(any(
    target_os = "linux",
    target_os = "android",
    target_os = "freebsd",
    target_os = "dragonfly",
    target_os = "netbsd",
    target_os = "openbsd",
    target_os = "illumos",
    target_os = "solaris"
)))]
mod system {
    pub(super) fn any(_: &str) -> bool {
        false
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_loaded_is_known_by_its_exact_name() {
        assert!(is_loaded("libc.so.6"));
        for name in ["", "libc.so", "libc.so.6\0", "libc.musl-x86_64.so.1", "libnobody.so", "LIBC.so.6"] {
            assert!(!is_loaded(name), "{name}");
        }
    }
}
