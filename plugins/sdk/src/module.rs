//! The exports of a WebAssembly module, by the same functions that a library has.
//!
//! A module describes itself by its [facts](crate::facts), so it needs the functions of the descriptors alone.

#[cfg(any(test, all(target_arch = "wasm32", not(feature = "std"))))]
mod arena;
#[cfg(target_arch = "wasm32")]
mod buffer;
#[cfg(all(target_arch = "wasm32", not(feature = "std")))]
mod memory;
mod records;

use core::ptr;

use crate::abi::{self, LocError, LocSpan, LocStatus, LocStr};
use crate::export;
use crate::scheme::Scheme;
use crate::thunk;
#[cfg(target_arch = "wasm32")]
pub use buffer::buffer;
use records::Records;

/// The functions of a scheme.
#[derive(Clone, Copy)]
pub struct Calls {
    parse: abi::ParseFn,
    canonicalize: Option<abi::CanonicalizeFn>,
}

impl Calls {
    /// Collects the functions of a scheme.
    ///
    /// # Panics
    /// At compile time, if the definition is incomplete, or has what a module cannot have.
    pub const fn new<T: Scheme>(plan: Option<abi::PlanFn>, canonicalize: Option<abi::CanonicalizeFn>) -> Self {
        assert!(
            plan.is_none(),
            "a WebAssembly module cannot implement `Plan`: describe the access in `steps`, or build a shared library"
        );
        export::check(&T::DEFINITION, false);
        Self { parse: thunk::parse::<T>, canonicalize }
    }
}

/// `anyurl_parse`: `aup_scheme.parse` of the scheme that the host selects; `None` if there is no such scheme.
///
/// # Safety
/// The contract of `anyurl_parse` in the header.
#[inline]
pub unsafe fn parse(
    scheme: Option<&Calls>,
    url: LocStr,
    begin: usize,
    flags: u32,
    (out, cap): (*mut LocSpan, usize),
    out_len: *mut usize,
    error: *mut LocError,
) -> LocStatus {
    begin_call();
    let Some(scheme) = scheme else {
        return abi::F_ARGUMENT;
    };
    // SAFETY: the caller's contract.
    unsafe { (scheme.parse)(ptr::null_mut(), url, begin, flags, out, cap, out_len, error) }
}

/// `anyurl_canonicalize`: `aup_scheme.canonicalize` of the scheme that the host selects, with its edits as records.
///
/// # Safety
/// The contract of `anyurl_canonicalize` in the header.
#[inline]
pub unsafe fn canonicalize(
    scheme: Option<&Calls>,
    url: LocStr,
    (spans, n_spans): (*const LocSpan, usize),
    (out, cap): (*mut u8, usize),
    out_len: *mut usize,
    error: *mut LocError,
) -> LocStatus {
    begin_call();
    let Some(scheme) = scheme else {
        return abi::F_ARGUMENT;
    };
    let Some(canonicalize) = scheme.canonicalize else {
        return abi::F_UNSUPPORTED;
    };
    if out_len.is_null() || (out.is_null() && cap > 0) {
        return abi::F_ARGUMENT;
    }
    // SAFETY: `out` has a capacity of `cap` bytes, which the host lends for the call.
    let mut records = unsafe { Records::new(out, cap) };
    let edits = records.edits();
    // SAFETY: the caller's contract; the records stay where they are.
    let status = unsafe { canonicalize(ptr::null_mut(), url, spans, n_spans, &raw const edits, error) };
    // SAFETY: `out_len` is not null, and the host lends it for the call.
    unsafe { out_len.write(records.len()) };
    if status == abi::OK && records.len() > cap { abi::F_CAPACITY } else { status }
}

/// Frees what earlier calls have allocated.
#[inline]
fn begin_call() {
    #[cfg(all(target_arch = "wasm32", not(feature = "std")))]
    memory::begin_call();
}

// What crosses the boundary has the layout that `anyurl_plugin.h` documents for wasm32.
#[cfg(target_arch = "wasm32")]
const _: () = assert!(size_of::<LocSpan>() == 12 && size_of::<LocError>() == 36 && align_of::<LocError>() == 4);
