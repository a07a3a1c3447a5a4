//! The C functions of a scheme: they check what they are given, call the scheme, and catch its panics.

use std::ffi::c_void;

use crate::abi::{self, Status, Str};
use crate::cursor::Cursor;
use crate::error::{Error, Failure};
use crate::host::{Edits, Host, Steps};
use crate::panic::{guard, message};
use crate::scheme::{Canonicalize, Plan, Scheme};
use crate::span::Spans;
use crate::url::Url;

/// Reads a URL.
///
/// # Safety
/// As the header says of `parse`.
pub(crate) unsafe extern "C" fn parse<T: Scheme>(
    _state: *mut c_void,
    url: Str,
    begin: usize,
    flags: u32,
    out: *mut abi::Span,
    cap: usize,
    out_len: *mut usize,
    error: *mut abi::Error,
) -> Status {
    // SAFETY: the host lends its error for the call.
    let mut error = unsafe { error.as_mut() };
    guard(&mut error, |error| {
        // SAFETY: the host lends the URL for the call.
        let Ok(url) = std::str::from_utf8(unsafe { url.bytes() }) else {
            return abi::F_ARGUMENT;
        };
        if begin > url.len() || out_len.is_null() || (out.is_null() && cap > 0) {
            return abi::F_ARGUMENT;
        }
        let mut at = Cursor::new(url, begin, flags & abi::PARSE_LENIENT != 0);
        let outcome = T::parse(&mut at);
        let mut count = 0;
        for span in at.found(T::DEFINITION.requirements) {
            if count < cap {
                // SAFETY: `out` has room for `cap` spans.
                unsafe { out.add(count).write(span) };
            }
            count += 1;
        }
        // SAFETY: it is not null, and the host lends it for the call.
        unsafe { out_len.write(count) };
        match outcome {
            _ if count > cap => abi::F_CAPACITY,
            Ok(()) => abi::OK,
            Err(fault) => tell::<T>(&fault, error),
        }
    })
}

/// Plans the access of a URL.
///
/// # Safety
/// As the header says of `plan`.
pub(crate) unsafe extern "C" fn plan<T: Plan>(
    _state: *mut c_void,
    url: Str,
    spans: *const abi::Span,
    n_spans: usize,
    steps: *const abi::Steps,
    error: *mut abi::Error,
) -> Status {
    // SAFETY: the host lends its error for the call.
    let mut error = unsafe { error.as_mut() };
    guard(&mut error, |error| {
        // SAFETY: the host lends URL, spans and steps for the call.
        let (url, steps) = unsafe { (read(url, spans, n_spans), steps.as_ref()) };
        let (Some(url), Some(steps)) = (url, steps) else {
            return abi::F_ARGUMENT;
        };
        // SAFETY: these are the host's own function and context.
        let mut steps = unsafe { Steps::new(steps) };
        done::<T>(T::plan(&url, &mut steps), error)
    })
}

/// Tells in what the canonical form of a URL goes beyond the general rules.
///
/// # Safety
/// As the header says of `canonicalize`.
pub(crate) unsafe extern "C" fn canonicalize<T: Canonicalize>(
    _state: *mut c_void,
    url: Str,
    spans: *const abi::Span,
    n_spans: usize,
    edits: *const abi::Edits,
    error: *mut abi::Error,
) -> Status {
    // SAFETY: the host lends its error for the call.
    let mut error = unsafe { error.as_mut() };
    guard(&mut error, |error| {
        // SAFETY: the host lends URL, spans and edits for the call.
        let (url, edits) = unsafe { (read(url, spans, n_spans), edits.as_ref()) };
        let (Some(url), Some(edits)) = (url, edits) else {
            return abi::F_ARGUMENT;
        };
        // SAFETY: these are the host's own function and context.
        let mut edits = unsafe { Edits::new(edits) };
        done::<T>(T::canonicalize(&url, &mut edits), error)
    })
}

/// Prepares the plugin by a function of its author.
///
/// # Safety
/// As the header says of `init`.
pub(crate) unsafe extern "C" fn init<F>(host: *const abi::Host, error: *mut abi::Error) -> Status
where
    F: Fn(Host) -> Result<(), String> + Copy + 'static,
{
    // SAFETY: the host lends its error for the call.
    let mut error = unsafe { error.as_mut() };
    guard(&mut error, |error| {
        // SAFETY: the host is constant until the process ends.
        let Some(host) = (unsafe { host.as_ref() }) else {
            return abi::F_ARGUMENT;
        };
        const {
            assert!(size_of::<F>() == 0, "`init` is a function, not a closure that holds something");
        };
        // SAFETY: a value of `F` has no bytes, and there was one: `export_plugin!` was given it.
        let prepare = unsafe { std::ptr::NonNull::<F>::dangling().read() };
        // SAFETY: it is the host.
        match prepare(unsafe { Host::new(host) }) {
            Ok(()) => abi::OK,
            Err(why) => {
                message(error, why.as_bytes());
                abi::F_INIT
            }
        }
    })
}

/// A URL that was read, as the host hands it back.
///
/// # Safety
/// Text and spans are lent for `'a`.
unsafe fn read<'a>(url: Str, spans: *const abi::Span, n_spans: usize) -> Option<Url<'a>> {
    // SAFETY: the caller says so.
    let text = std::str::from_utf8(unsafe { url.bytes() }).ok()?;
    let spans: &[abi::Span] = match (spans.is_null(), n_spans) {
        (_, 0) => &[],
        (true, _) => return None,
        // SAFETY: the caller says so.
        (false, _) => unsafe { std::slice::from_raw_parts(spans, n_spans) },
    };
    Some(Url::new(text, &Spans::of(spans)))
}

fn done<T: Scheme>(outcome: Result<(), Failure>, error: &mut Option<&mut abi::Error>) -> Status {
    match outcome {
        Ok(()) => abi::OK,
        Err(Failure::Host) => abi::F_HOST,
        Err(Failure::Unsupported) => abi::F_UNSUPPORTED,
        Err(Failure::Refused(fault)) => tell::<T>(&fault, error),
    }
}

/// Fills in the host's error.
fn tell<T: Scheme>(fault: &Error, error: &mut Option<&mut abi::Error>) -> Status {
    let number = fault.requirement.and_then(|requirement| requirement.number(T::DEFINITION.requirements));
    if let Some(error) = error {
        let place = fault.span.abi(0);
        (error.start, error.end) = (place.start, place.end);
        error.component = fault.component.map_or(0, crate::Slot::kind);
        error.requirement = number.map_or(0, |number| number + 1);
    }
    if let (None, Some(requirement)) = (number, fault.requirement) {
        // A requirement that the definition does not list still says its words.
        message(error, requirement.words());
    }
    fault.kind.status()
}
