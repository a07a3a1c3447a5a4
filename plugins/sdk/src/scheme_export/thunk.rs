//! The exported C functions of all schemes: they check their arguments, call the scheme that is their `state`, and catch
//! its panics.

use std::ffi::c_void;

use locator_core::Mode;

use super::exported::{ExportedScheme, Refusal};
use super::plan::{self, Refused};
use super::{Exports, canonical, initialize, kinds, to_abi, to_u32};
use crate::abi::{self, LocStatus, LocStr};
use crate::error::Failure;
use crate::host::{Edits, Steps};
use crate::message::write_message;
use crate::panic::catch;
use crate::span::Span;
use crate::thunk;

/// Parses a URL.
///
/// # Safety
/// The contract of `loc_scheme.parse` in the header; `state` is that of the descriptor.
pub(super) unsafe extern "C" fn parse(
    state: *mut c_void,
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
        // SAFETY: the host lends the URL for the call, and passes the state of the descriptor.
        let (url, scheme) = unsafe { (std::str::from_utf8(url.bytes()), exported(state)) };
        let (Ok(url), Some(scheme)) = (url, scheme) else {
            return abi::F_ARGUMENT;
        };
        if !url.is_char_boundary(begin) || out_len.is_null() || (out.is_null() && cap > 0) {
            return abi::F_ARGUMENT;
        }
        let mode = if flags & abi::PARSE_LENIENT == 0 { Mode::Strict } else { Mode::Lenient };
        let parsed = scheme.parse(url, begin, mode);
        let components =
            kinds::SLOTS.into_iter().filter_map(|(slot, kind)| Some(to_abi(parsed.spans.get(slot)?, kind)));
        let deviations = parsed.deviations.iter().map(|(index, span)| to_abi(*span, abi::C_DEVIATION + index));
        // SAFETY: `out` has a capacity of `cap` spans, and `out_len` is not null.
        let fits = unsafe { thunk::write_spans(components.chain(deviations), out, cap, out_len) };
        match parsed.error {
            _ if !fits => abi::F_CAPACITY,
            None => abi::OK,
            Some(refusal) => report(&refusal, error),
        }
    })
}

/// Plans the access of a URL.
///
/// # Safety
/// The contract of `loc_scheme.plan` in the header; `state` is that of the descriptor.
pub(super) unsafe extern "C" fn plan(
    state: *mut c_void,
    url: LocStr,
    spans: *const abi::LocSpan,
    n_spans: usize,
    steps: *const abi::LocSteps,
    error: *mut abi::LocError,
) -> LocStatus {
    // SAFETY: the host lends its error for the call.
    let mut error = unsafe { error.as_mut() };
    catch(&mut error, |error| {
        // SAFETY: the host lends URL, spans and steps for the call, and passes the state of the descriptor.
        let (arguments, scheme, steps) =
            unsafe { (thunk::borrow_arguments(url, spans, n_spans), exported(state), steps.as_ref()) };
        let (Some((text, spans)), Some(scheme), Some(steps)) = (arguments, scheme, steps) else {
            return abi::F_ARGUMENT;
        };
        // SAFETY: the host's callback and its context belong together.
        let mut to = unsafe { Steps::new(steps) };
        let planned = scheme.url(text, spans).map_err(Refused::Because).and_then(|url| plan::steps(&url));
        match planned {
            Ok(planned) => status(&planned.iter().try_for_each(|(kind, text)| to.step(*kind, text))),
            Err(Refused::NoMethod) => abi::F_UNSUPPORTED,
            Err(Refused::Because(reason)) => {
                write_message(error, reason.as_bytes());
                abi::E_FORBIDDEN
            }
        }
    })
}

/// Edits the general canonical form of a URL.
///
/// # Safety
/// The contract of `loc_scheme.canonicalize` in the header; `state` is that of the descriptor.
pub(super) unsafe extern "C" fn canonicalize(
    state: *mut c_void,
    url: LocStr,
    spans: *const abi::LocSpan,
    n_spans: usize,
    edits: *const abi::LocEdits,
    error: *mut abi::LocError,
) -> LocStatus {
    // SAFETY: the host lends its error for the call.
    let mut error = unsafe { error.as_mut() };
    catch(&mut error, |_| {
        // SAFETY: the host lends URL, spans and edits for the call, and passes the state of the descriptor.
        let (arguments, scheme, edits) =
            unsafe { (thunk::borrow_arguments(url, spans, n_spans), exported(state), edits.as_ref()) };
        let (Some((text, spans)), Some(scheme), Some(edits)) = (arguments, scheme, edits) else {
            return abi::F_ARGUMENT;
        };
        // SAFETY: the host's callback and its context belong together.
        let mut to = unsafe { Edits::new(edits) };
        let Ok(url) = scheme.url(text, spans) else { return abi::F_UNSUPPORTED };
        let canonical = url.to_canonical();
        let Ok(canonical) = scheme.url(&canonical, spans) else { return abi::F_UNSUPPORTED };
        let mut edits = canonical::edits(&url, &canonical).into_iter();
        status(&edits.try_for_each(|(span, text)| to.replace(Span { start: span.start, end: span.end }, &text)))
    })
}

/// Initializes the plugin.
///
/// # Safety
/// The contract of `loc_plugin.init` in the header.
pub(super) unsafe extern "C" fn init<E: Exports>(host: *const abi::LocHost, error: *mut abi::LocError) -> LocStatus {
    // SAFETY: the caller's contract.
    unsafe { thunk::call_init(host, error, initialize::<E>) }
}

/// Borrows the scheme of a call.
///
/// # Safety
/// `state` is that of a descriptor of this library, or null.
unsafe fn exported(state: *mut c_void) -> Option<&'static ExportedScheme> {
    // SAFETY: the caller's contract; the scheme is never freed and never modified.
    unsafe { state.cast::<ExportedScheme>().as_ref() }
}

fn status(outcome: &Result<(), Failure>) -> LocStatus {
    match outcome {
        Ok(()) => abi::OK,
        Err(Failure::Unsupported) => abi::F_UNSUPPORTED,
        Err(_) => abi::F_HOST,
    }
}

/// Copies an error into the host's struct.
fn report(refusal: &Refusal, error: &mut Option<&mut abi::LocError>) -> LocStatus {
    if let Some(error) = error {
        (error.start, error.end) = (to_u32(refusal.span.start()), to_u32(refusal.span.end()));
        (error.component, error.requirement) = (refusal.component, refusal.requirement);
    }
    if let Some(message) = &refusal.message {
        write_message(error, message.as_bytes());
    }
    refusal.status
}
