//! The exported C functions of a scheme: they check their arguments, call the scheme, and catch its panics.

use alloc::string::String;
use core::ffi::c_void;

use crate::abi::{self, LocStatus, LocStr};
use crate::cursor::Cursor;
use crate::definition::Requirement;
use crate::error::{Error, Failure};
use crate::host::{Edits, Host, Steps};
use crate::message::write_message;
use crate::panic::catch;
use crate::scheme::{Canonicalize, Plan, Scheme};
use crate::span::Spans;
use crate::url::Url;

/// Parses a URL.
///
/// # Safety
/// The contract of `aup_scheme.parse` in the header.
pub(crate) unsafe extern "C" fn parse<T: Scheme>(
    _state: *mut c_void,
    url: LocStr,
    begin: usize,
    flags: u32,
    out: *mut abi::LocSpan,
    cap: usize,
    out_len: *mut usize,
    error: *mut abi::LocError,
) -> LocStatus {
    // SAFETY: the host lends its error for the call.
    let mut error = unsafe { error.as_mut() };
    catch(&mut error, |error| {
        // SAFETY: the host lends the URL for the call.
        let Some(url) = to_str(unsafe { url.bytes() }) else {
            return abi::F_ARGUMENT;
        };
        if begin > url.len() || out_len.is_null() || (out.is_null() && cap > 0) {
            return abi::F_ARGUMENT;
        }
        let mut at = Cursor::new(url, begin, flags & abi::PARSE_LENIENT != 0);
        let outcome = T::parse(&mut at);
        if let Some(requirement) = at.unlisted(T::DEFINITION.requirements) {
            return unlisted(requirement, error);
        }
        // SAFETY: `out` has a capacity of `cap` spans, and `out_len` is not null.
        let fits = unsafe { write_spans(at.abi_spans(T::DEFINITION.requirements), out, cap, out_len) };
        match outcome {
            _ if !fits => abi::F_CAPACITY,
            Ok(()) => abi::OK,
            Err(failure) => report::<T>(&failure, error),
        }
    })
}

/// Returns the text of a URL: it is US-ASCII, if the host follows the ABI.
#[inline]
fn to_str(bytes: &[u8]) -> Option<&str> {
    if is_ascii(bytes) {
        // SAFETY: US-ASCII is UTF-8.
        return Some(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    core::str::from_utf8(bytes).ok()
}

/// Returns whether all bytes are US-ASCII: `<[u8]>::is_ascii` for short texts, without its preparations for long ones.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk() else {
        return bytes.is_ascii();
    };
    let (mut any, mut rest) = (u64::from_ne_bytes(*last), bytes);
    while let Some((word, after)) = rest.split_first_chunk() {
        any |= u64::from_ne_bytes(*word);
        rest = after;
    }
    any & 0x8080_8080_8080_8080 == 0
}

/// Plans the access of a URL.
///
/// # Safety
/// The contract of `aup_scheme.plan` in the header.
pub(crate) unsafe extern "C" fn plan<T: Plan>(
    _state: *mut c_void,
    url: LocStr,
    spans: *const abi::LocSpan,
    n_spans: usize,
    steps: *const abi::LocSteps,
    error: *mut abi::LocError,
) -> LocStatus {
    // SAFETY: the host lends its error for the call.
    let mut error = unsafe { error.as_mut() };
    catch(&mut error, |error| {
        // SAFETY: the host lends URL, spans and steps for the call.
        let (url, steps) = unsafe { (borrow_url(url, spans, n_spans), steps.as_ref()) };
        let (Some(url), Some(steps)) = (url, steps) else {
            return abi::F_ARGUMENT;
        };
        // SAFETY: the host's callback and its context belong together.
        let mut steps = unsafe { Steps::new(steps) };
        status::<T>(T::plan(&url, &mut steps), error)
    })
}

/// Edits the general canonical form of a URL.
///
/// # Safety
/// The contract of `aup_scheme.canonicalize` in the header.
pub(crate) unsafe extern "C" fn canonicalize<T: Canonicalize>(
    _state: *mut c_void,
    url: LocStr,
    spans: *const abi::LocSpan,
    n_spans: usize,
    edits: *const abi::LocEdits,
    error: *mut abi::LocError,
) -> LocStatus {
    // SAFETY: the host lends its error for the call.
    let mut error = unsafe { error.as_mut() };
    catch(&mut error, |error| {
        // SAFETY: the host lends URL, spans and edits for the call.
        let (url, edits) = unsafe { (borrow_url(url, spans, n_spans), edits.as_ref()) };
        let (Some(url), Some(edits)) = (url, edits) else {
            return abi::F_ARGUMENT;
        };
        // SAFETY: the host's callback and its context belong together.
        let mut edits = unsafe { Edits::new(edits) };
        status::<T>(T::canonicalize(&url, &mut edits), error)
    })
}

/// Initializes the plugin by calling the author's function.
///
/// # Safety
/// The contract of `aup_plugin.init` in the header.
pub(crate) unsafe extern "C" fn init<F>(host: *const abi::LocHost, error: *mut abi::LocError) -> LocStatus
where
    F: Fn(Host) -> Result<(), String> + Copy + 'static,
{
    const {
        assert!(size_of::<F>() == 0, "`init` must be a function or a closure without captures");
    };
    // SAFETY: `F` is zero-sized, and a value of it exists: the argument of `export_plugin!`.
    let initialize = unsafe { core::ptr::NonNull::<F>::dangling().read() };
    // SAFETY: the caller's contract.
    unsafe { call_init(host, error, initialize) }
}

/// Calls the author's function with the host.
///
/// # Safety
/// The contract of `aup_plugin.init` in the header.
pub(crate) unsafe fn call_init(
    host: *const abi::LocHost,
    error: *mut abi::LocError,
    initialize: impl Fn(Host) -> Result<(), String>,
) -> LocStatus {
    // SAFETY: the host lends its error for the call.
    let mut error = unsafe { error.as_mut() };
    catch(&mut error, |error| {
        // SAFETY: the host is constant until the process ends.
        let Some(host) = (unsafe { host.as_ref() }) else {
            return abi::F_ARGUMENT;
        };
        // SAFETY: the pointer is the host's description of itself.
        match initialize(unsafe { Host::new(host) }) {
            Ok(()) => abi::OK,
            Err(reason) => {
                write_message(error, reason.as_bytes());
                abi::F_INIT
            }
        }
    })
}

/// Writes spans to the host's buffer, and their number to `out_len`. Returns whether all of them fit.
///
/// # Safety
/// `out` has a capacity of `cap` spans, and `out_len` is not null; the host lends both.
#[inline]
pub(crate) unsafe fn write_spans(
    spans: impl Iterator<Item = abi::LocSpan>,
    out: *mut abi::LocSpan,
    cap: usize,
    out_len: *mut usize,
) -> bool {
    let mut count = 0;
    spans.for_each(|span| {
        if count < cap {
            // SAFETY: `out` has a capacity of `cap` spans.
            unsafe { out.add(count).write(span) };
        }
        count += 1;
    });
    // SAFETY: the caller's contract.
    unsafe { out_len.write(count) };
    count <= cap
}

/// Borrows a parsed URL from the arguments of a call.
///
/// # Safety
/// Text and spans are valid for `'a`.
unsafe fn borrow_url<'a>(url: LocStr, spans: *const abi::LocSpan, n_spans: usize) -> Option<Url<'a>> {
    // SAFETY: the caller's contract.
    let (text, spans) = unsafe { borrow_arguments(url, spans, n_spans) }?;
    Some(Url::new(text, &Spans::from_abi(spans)))
}

/// Borrows text and spans of a URL from the arguments of a call.
///
/// # Safety
/// Text and spans are valid for `'a`.
pub(crate) unsafe fn borrow_arguments<'a>(
    url: LocStr,
    spans: *const abi::LocSpan,
    n_spans: usize,
) -> Option<(&'a str, &'a [abi::LocSpan])> {
    // SAFETY: the caller's contract.
    let text = core::str::from_utf8(unsafe { url.bytes() }).ok()?;
    match (spans.is_null(), n_spans) {
        (_, 0) => Some((text, &[])),
        (true, _) => None,
        // SAFETY: the caller's contract.
        (false, _) => Some((text, unsafe { core::slice::from_raw_parts(spans, n_spans) })),
    }
}

fn status<T: Scheme>(outcome: Result<(), Failure>, error: &mut Option<&mut abi::LocError>) -> LocStatus {
    match outcome {
        Ok(()) => abi::OK,
        Err(Failure::Host) => abi::F_HOST,
        Err(Failure::Unsupported) => abi::F_UNSUPPORTED,
        Err(Failure::Refused(reason)) => report::<T>(&reason, error),
    }
}

/// Copies an error into the host's struct.
fn report<T: Scheme>(failure: &Error, error: &mut Option<&mut abi::LocError>) -> LocStatus {
    let listed = T::DEFINITION.requirements;
    let index = failure.requirement.and_then(|requirement| requirement.index_in(listed));
    if let (None, Some(requirement)) = (index, failure.requirement) {
        return unlisted(requirement, error);
    }
    if let Some(error) = error {
        let span = failure.span.to_abi(0);
        (error.start, error.end) = (span.start, span.end);
        error.component = failure.component.map_or(0, crate::Slot::kind);
        error.requirement = index.map_or(0, |index| index + 1);
    }
    failure.kind.status()
}

/// Fails a call that cites a requirement that the definition does not list, which the host could not show.
#[cold]
fn unlisted(requirement: &Requirement, error: &mut Option<&mut abi::LocError>) -> LocStatus {
    let id = core::str::from_utf8(requirement.id_bytes()).unwrap_or_default();
    // Not `format!`, which would make a module some kilobytes larger.
    let mut text = String::from("the definition does not list the requirement `");
    text.push_str(id);
    text.push_str("`: add it to `requirements`");
    write_message(error, text.as_bytes());
    abi::F_ARGUMENT
}
