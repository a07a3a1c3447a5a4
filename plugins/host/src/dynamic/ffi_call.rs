//! Calls into a plugin. The answers are unchecked; no memory changes hands.

#![expect(unsafe_code, reason = "calls functions of a plugin, which call back")]

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Answer, Functions, OnEdit, OnStep, UNWRITTEN};
use anyurl_plugin::abi::{self, InitFn, LocSpan, LocStatus, LocStr};

use crate::dynamic::ffi_read::PluginMemory;

/// The functions of one scheme of a library.
pub(crate) struct LibraryFunctions {
    memory: PluginMemory,
    state: *mut c_void,
    parse: abi::ParseFn,
    plan: Option<abi::PlanFn>,
    canonicalize: Option<abi::CanonicalizeFn>,
}

// SAFETY: the ABI requires that all functions can be called from any thread, and concurrently, with the same state.
unsafe impl Send for LibraryFunctions {}
// SAFETY: as for `Send`.
unsafe impl Sync for LibraryFunctions {}

impl LibraryFunctions {
    /// Returns the functions of a scheme, or `None` if it has no `parse`.
    pub(crate) fn new(memory: PluginMemory, scheme: &abi::LocScheme) -> Option<Self> {
        Some(Self {
            memory,
            state: scheme.state,
            parse: scheme.parse?,
            plan: scheme.plan,
            canonicalize: scheme.canonicalize,
        })
    }
}

impl Functions for LibraryFunctions {
    fn has_plan(&self) -> bool {
        self.plan.is_some()
    }

    fn has_canonicalize(&self) -> bool {
        self.canonicalize.is_some()
    }

    fn parse(&self, url: &str, begin: usize, is_lenient: bool, out: &mut [LocSpan], message: &mut [u8]) -> Answer {
        let mut count = UNWRITTEN;
        let mut error = new_error(message);
        let flags = if is_lenient { abi::PARSE_LENIENT } else { 0 };
        let (spans, cap) = (out.as_mut_ptr(), out.len());
        let url = LocStr::new(url);
        // SAFETY: the plugin follows the ABI; all arguments outlive the call.
        let status = unsafe { (self.parse)(self.state, url, begin, flags, spans, cap, &raw mut count, &raw mut error) };
        answer(status, count, &error)
    }

    fn plan(&self, url: &str, spans: &[LocSpan], to: &mut OnStep<'_>, message: &mut [u8]) -> Option<Answer> {
        let plan = self.plan?;
        let mut error = new_error(message);
        let mut callback = Callback { memory: self.memory, to, has_invalid_text: false };
        let steps = abi::LocSteps { ctx: (&raw mut callback).cast(), step: Some(step) };
        let (start, len) = (spans.as_ptr(), spans.len());
        // SAFETY: as in `parse`; `step` expects this type of context.
        let status = unsafe { plan(self.state, LocStr::new(url), start, len, &raw const steps, &raw mut error) };
        Some(answer(callback.status(status), 0, &error))
    }

    fn canonicalize(&self, url: &str, spans: &[LocSpan], to: &mut OnEdit<'_>) -> Option<Answer> {
        let canonicalize = self.canonicalize?;
        let mut error = new_error(&mut []);
        let mut callback = Callback { memory: self.memory, to, has_invalid_text: false };
        let edits = abi::LocEdits { ctx: (&raw mut callback).cast(), replace: Some(replace) };
        let (start, len) = (spans.as_ptr(), spans.len());
        // SAFETY: as in `parse`; `replace` expects this type of context.
        let status =
            unsafe { canonicalize(self.state, LocStr::new(url), start, len, &raw const edits, &raw mut error) };
        Some(answer(callback.status(status), 0, &error))
    }
}

/// Initializes a plugin.
pub(crate) fn init(init: InitFn, message: &mut [u8]) -> Answer {
    let mut error = new_error(message);
    // SAFETY: the plugin follows the ABI; `HOST` is `'static`.
    let status = unsafe { init(&raw const HOST.0, &raw mut error) };
    answer(status, 0, &error)
}

/// The host's description of itself.
struct Host(abi::LocHost);

// SAFETY: the struct is constant and has no context.
unsafe impl Sync for Host {}

static HOST: Host = Host(abi::LocHost {
    #[expect(clippy::cast_possible_truncation, reason = "a struct of some dozen bytes")]
    struct_size: size_of::<abi::LocHost>() as u32,
    abi_major: abi::MAJOR,
    abi_minor: abi::MINOR,
    name: LocStr::new("anyurl"),
    version: LocStr::new(env!("CARGO_PKG_VERSION")),
    ctx: std::ptr::null_mut(),
    log: None,
    extension: None,
});

/// Creates an error for the plugin to fill in. The message buffer is zeroed, so that a plugin that claims a wrong length
/// cannot make the host show its own memory.
fn new_error(message: &mut [u8]) -> abi::LocError {
    if !message.is_empty() {
        // For an empty buffer, `fill` would call `memset` of glibc, whose store with an empty mask, to an address that is
        // not mapped, took a quarter of the time of a URL.
        message.fill(0);
    }
    #[expect(clippy::cast_possible_truncation, reason = "a struct of some dozen bytes")]
    abi::LocError {
        struct_size: size_of::<abi::LocError>() as u32,
        start: 0,
        end: 0,
        component: 0,
        requirement: 0,
        message_len: 0,
        message_cap: u32::try_from(message.len()).unwrap_or(0),
        reserved: 0,
        // The pointer of an empty slice is dangling, not null.
        message: if message.is_empty() { std::ptr::null_mut() } else { message.as_mut_ptr() },
    }
}

fn answer(status: LocStatus, count: usize, error: &abi::LocError) -> Answer {
    Answer {
        status,
        stopped: None,
        count,
        start: error.start,
        end: error.end,
        component: error.component,
        requirement: error.requirement,
        message_len: error.message_len,
    }
}

/// The context of a callback.
struct Callback<'t, F: ?Sized> {
    memory: PluginMemory,
    to: &'t mut F,
    /// Whether the plugin passed a text that could not be read.
    has_invalid_text: bool,
}

impl<F: ?Sized> Callback<'_, F> {
    fn read(&mut self, text: LocStr) -> Option<String> {
        let text = self.memory.text(text).ok();
        self.has_invalid_text |= text.is_none();
        text
    }

    /// Returns the plugin's status, or [`abi::F_HOST`] if the plugin reports success although it passed an invalid text.
    fn status(&self, status: LocStatus) -> LocStatus {
        if self.has_invalid_text && status == abi::OK { abi::F_HOST } else { status }
    }
}

unsafe extern "C" fn step(ctx: *mut c_void, kind: u32, text: LocStr) -> LocStatus {
    // SAFETY: the plugin passes the context of the current call.
    let callback = unsafe { ctx.cast::<Callback<'_, OnStep<'_>>>().as_mut() };
    catch_panic(|| {
        let callback = callback?;
        let text = callback.read(text)?;
        (callback.to)(kind, text).then_some(())
    })
}

unsafe extern "C" fn replace(ctx: *mut c_void, start: u32, end: u32, text: LocStr) -> LocStatus {
    // SAFETY: the plugin passes the context of the current call.
    let callback = unsafe { ctx.cast::<Callback<'_, OnEdit<'_>>>().as_mut() };
    catch_panic(|| {
        let callback = callback?;
        let text = callback.read(text)?;
        (callback.to)(start, end, text).then_some(())
    })
}

/// Converts the result of a callback to a status. A panic of the host must not unwind into the plugin.
fn catch_panic(accept: impl FnOnce() -> Option<()>) -> LocStatus {
    match catch_unwind(AssertUnwindSafe(accept)) {
        Ok(Some(())) => abi::OK,
        Ok(None) | Err(_) => abi::F_HOST,
    }
}
