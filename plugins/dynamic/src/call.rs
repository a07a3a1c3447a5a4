//! The calls into a plugin: what it is lent, and what it answers, unchecked. No memory changes hands.

#![expect(unsafe_code, reason = "functions of a plugin are called, and call back")]

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use locator_plugin::abi::{self, Init, Span, Status, Str};

use crate::memory::Memory;

/// The functions of one scheme.
pub(crate) struct Functions {
    memory: Memory,
    state: *mut c_void,
    parse: abi::Parse,
    plan: Option<abi::Plan>,
    canonicalize: Option<abi::Canonicalize>,
}

// SAFETY: the ABI says that every function is called from any thread, and from several at once, with the same state.
unsafe impl Send for Functions {}
// SAFETY: the same.
unsafe impl Sync for Functions {}

/// What a function has answered, as it stands there: everything in it may be a lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub(crate) status: Status,
    /// How many spans it says it has written.
    pub(crate) count: usize,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) component: u32,
    pub(crate) requirement: u32,
    /// How long it says its message is.
    pub(crate) said: u32,
}

/// A number of spans that was not written.
pub(crate) const UNWRITTEN: usize = usize::MAX;

/// What is told of one step: its kind and its text. Whether it is taken.
pub(crate) type OnStep<'f> = dyn FnMut(u32, String) -> bool + 'f;

/// What stands in the place of the bytes `start..end`. Whether it is taken.
pub(crate) type OnEdit<'f> = dyn FnMut(u32, u32, String) -> bool + 'f;

impl Functions {
    /// Those of a scheme; none where it has no `parse`.
    pub(crate) fn of(memory: Memory, scheme: &abi::Scheme) -> Option<Self> {
        Some(Self {
            memory,
            state: scheme.state,
            parse: scheme.parse?,
            plan: scheme.plan,
            canonicalize: scheme.canonicalize,
        })
    }

    pub(crate) fn has_plan(&self) -> bool {
        self.plan.is_some()
    }

    pub(crate) fn has_canonicalize(&self) -> bool {
        self.canonicalize.is_some()
    }

    /// Reads `url[begin..]`; writes spans to `out`, and to `message` what there is to say.
    pub(crate) fn parse(
        &self,
        url: &str,
        begin: usize,
        is_lenient: bool,
        out: &mut [Span],
        message: &mut [u8],
    ) -> Answer {
        let mut count = UNWRITTEN;
        let mut error = error(message);
        let flags = if is_lenient { abi::PARSE_LENIENT } else { 0 };
        let (spans, cap) = (out.as_mut_ptr(), out.len());
        // SAFETY: the function is one of a plugin that keeps the ABI; all it is lent lives as long as the call.
        let status =
            unsafe { (self.parse)(self.state, lent(url), begin, flags, spans, cap, &raw mut count, &raw mut error) };
        answer(status, count, &error)
    }

    /// Has the steps of access told; `None` where the scheme has no such function.
    pub(crate) fn plan(&self, url: &str, spans: &[Span], to: &mut OnStep<'_>, message: &mut [u8]) -> Option<Answer> {
        let plan = self.plan?;
        let mut error = error(message);
        let mut told = Told { memory: self.memory, to, is_unread: false };
        let steps = abi::Steps { ctx: (&raw mut told).cast(), step: Some(step) };
        let (start, len) = (spans.as_ptr(), spans.len());
        // SAFETY: as for `parse`; the context is what `step` takes it for.
        let status = unsafe { plan(self.state, lent(url), start, len, &raw const steps, &raw mut error) };
        Some(answer(told.status(status), 0, &error))
    }

    /// Has it told in what the canonical form goes beyond the general rules; `None` where the scheme has no such function.
    pub(crate) fn canonicalize(&self, url: &str, spans: &[Span], to: &mut OnEdit<'_>) -> Option<Answer> {
        let canonicalize = self.canonicalize?;
        let mut error = error(&mut []);
        let mut told = Told { memory: self.memory, to, is_unread: false };
        let edits = abi::Edits { ctx: (&raw mut told).cast(), replace: Some(replace) };
        let (start, len) = (spans.as_ptr(), spans.len());
        // SAFETY: as for `parse`; the context is what `replace` takes it for.
        let status = unsafe { canonicalize(self.state, lent(url), start, len, &raw const edits, &raw mut error) };
        Some(answer(told.status(status), 0, &error))
    }
}

/// Prepares a plugin.
pub(crate) fn init(init: Init, message: &mut [u8]) -> Answer {
    let mut error = error(message);
    // SAFETY: the function is one of a plugin that keeps the ABI; the host stays for ever.
    let status = unsafe { init(&raw const HOST.0, &raw mut error) };
    answer(status, 0, &error)
}

/// What the host says about itself.
struct Host(abi::Host);

// SAFETY: it is constant, and has no context.
unsafe impl Sync for Host {}

static HOST: Host = Host(abi::Host {
    #[expect(clippy::cast_possible_truncation, reason = "a struct of some dozen bytes")]
    struct_size: size_of::<abi::Host>() as u32,
    abi_major: abi::MAJOR,
    abi_minor: abi::MINOR,
    name: Str::new("locator"),
    version: Str::new(env!("CARGO_PKG_VERSION")),
    ctx: std::ptr::null_mut(),
    log: None,
    extension: None,
});

/// A text that is lent.
fn lent(text: &str) -> Str {
    Str { ptr: text.as_ptr(), len: text.len() }
}

/// An error to be filled in. Its message is zeroed, so that a plugin that lies about its length shows nothing of ours.
fn error(message: &mut [u8]) -> abi::Error {
    message.fill(0);
    #[expect(clippy::cast_possible_truncation, reason = "a struct of some dozen bytes")]
    abi::Error {
        struct_size: size_of::<abi::Error>() as u32,
        start: 0,
        end: 0,
        component: 0,
        requirement: 0,
        message_len: 0,
        message_cap: u32::try_from(message.len()).unwrap_or(0),
        reserved: 0,
        // The pointer of an empty slice leads nowhere, and is not null.
        message: if message.is_empty() { std::ptr::null_mut() } else { message.as_mut_ptr() },
    }
}

fn answer(status: Status, count: usize, error: &abi::Error) -> Answer {
    Answer {
        status,
        count,
        start: error.start,
        end: error.end,
        component: error.component,
        requirement: error.requirement,
        said: error.message_len,
    }
}

/// The context of a function of the host.
struct Told<'t, F: ?Sized> {
    memory: Memory,
    to: &'t mut F,
    /// Whether a text could not be read.
    is_unread: bool,
}

impl<F: ?Sized> Told<'_, F> {
    fn text(&mut self, text: Str) -> Option<String> {
        let text = self.memory.text(text).ok();
        self.is_unread |= text.is_none();
        text
    }

    /// What the plugin has answered, unless it says that all is well although a text was refused.
    fn status(&self, status: Status) -> Status {
        if self.is_unread && status == abi::OK { abi::F_HOST } else { status }
    }
}

/// Takes a step.
unsafe extern "C" fn step(ctx: *mut c_void, kind: u32, text: Str) -> Status {
    // SAFETY: the plugin hands back the context of its call, while that lasts.
    let told = unsafe { ctx.cast::<Told<'_, OnStep<'_>>>().as_mut() };
    taken(|| {
        let told = told?;
        let text = told.text(text)?;
        (told.to)(kind, text).then_some(())
    })
}

/// Takes an edit.
unsafe extern "C" fn replace(ctx: *mut c_void, start: u32, end: u32, text: Str) -> Status {
    // SAFETY: the plugin hands back the context of its call, while that lasts.
    let told = unsafe { ctx.cast::<Told<'_, OnEdit<'_>>>().as_mut() };
    taken(|| {
        let told = told?;
        let text = told.text(text)?;
        (told.to)(start, end, text).then_some(())
    })
}

/// What a function of the host answers. No panic of ours leaves it.
fn taken(take: impl FnOnce() -> Option<()>) -> Status {
    match catch_unwind(AssertUnwindSafe(take)) {
        Ok(Some(())) => abi::OK,
        Ok(None) | Err(_) => abi::F_HOST,
    }
}

/// The message of a plugin, as a person can bear it: clamped, UTF-8, and nothing in it acts on a terminal.
pub(crate) fn message(buffer: &[u8], said: u32) -> String {
    let len = usize::try_from(said).unwrap_or(usize::MAX);
    let bytes = &buffer[..len.min(buffer.len())];
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_end_matches('\0');
    text.chars().map(|found| if found.is_control() { '\u{FFFD}' } else { found }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_clamped_and_tamed() {
        for (bytes, said, shown) in [
            (&b"well\0\0"[..], 4, "well"),
            (b"well\0\0", 4000, "well"),
            (b"a\xFFb", 3, "a\u{FFFD}b"),
            (b"\x1B[31mred", 8, "\u{FFFD}[31mred"),
            (b"", u32::MAX, ""),
        ] {
            assert_eq!(message(bytes, said), shown);
        }
    }
}
