//! The functions of the host, for a plugin.

use crate::abi::{self, Str};
use crate::error::Failure;
use crate::span::Span;

/// A text of the plugin's, borrowed for a call.
fn lent(text: &str) -> Str {
    Str { ptr: text.as_ptr(), len: text.len() }
}

fn answer(status: abi::Status) -> Result<(), Failure> {
    if status == abi::OK { Ok(()) } else { Err(Failure::Host) }
}

/// Where steps of access are told. A component in braces stands for its bytes, which the host decodes, and refuses where
/// they would act as protocol. All other text is the plugin's own: one that copies bytes of the URL into it must check
/// them itself, and should not.
pub struct Steps<'a>(&'a abi::Steps);

impl<'a> Steps<'a> {
    /// # Safety
    /// Its function may be called with its context, for as long as it is borrowed.
    pub(crate) unsafe fn new(steps: &'a abi::Steps) -> Self {
        Self(steps)
    }

    /// Connects: `to.connect("{host}:{port}")`.
    ///
    /// # Errors
    /// [`Failure::Host`], which is passed on.
    pub fn connect(&mut self, target: &str) -> Result<(), Failure> {
        self.step(abi::S_CONNECT, target)
    }

    /// Sends bytes, with the CR and LF at their end: `to.send("{user}\r\n")`.
    ///
    /// # Errors
    /// [`Failure::Host`], which is passed on.
    pub fn send(&mut self, text: &str) -> Result<(), Failure> {
        self.step(abi::S_SEND, text)
    }

    /// Receives.
    ///
    /// # Errors
    /// [`Failure::Host`], which is passed on.
    pub fn receive(&mut self, until: Until) -> Result<(), Failure> {
        let text = match until {
            Until::Close => "until-close",
            Until::DotLine => "until-dot-line",
            Until::Line => "line",
            Until::Reply => "reply",
        };
        self.step(abi::S_RECEIVE, text)
    }

    fn step(&mut self, kind: u32, text: &str) -> Result<(), Failure> {
        let step = self.0.step.ok_or(Failure::Unsupported)?;
        // SAFETY: by the contract of `new`; the text is lent for the call.
        answer(unsafe { step(self.0.ctx, kind, lent(text)) })
    }
}

/// Up to where is received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// The other end closes the connection.
    Close,
    /// A line with a full stop alone.
    DotLine,
    /// The end of a line.
    Line,
    /// A reply with its code.
    Reply,
}

/// Where it is told what the canonical form has in the place of some bytes: in order, none overlapping, and not within
/// host and port. What comes of it is read again, and must be the same but for the scheme's own components.
pub struct Edits<'a>(&'a abi::Edits);

impl<'a> Edits<'a> {
    /// # Safety
    /// Its function may be called with its context, for as long as it is borrowed.
    pub(crate) unsafe fn new(edits: &'a abi::Edits) -> Self {
        Self(edits)
    }

    /// Puts a text in the place of a span; an empty one takes the span away, an empty span inserts.
    ///
    /// # Errors
    /// [`Failure::Host`], which is passed on.
    pub fn replace(&mut self, span: Span, text: &str) -> Result<(), Failure> {
        let replace = self.0.replace.ok_or(Failure::Unsupported)?;
        let place = span.abi(0);
        // SAFETY: by the contract of `new`; the text is lent for the call.
        answer(unsafe { replace(self.0.ctx, place.start, place.end, lent(text)) })
    }
}

/// The program that has loaded the plugin: what `init` is given. It stays until the process ends, and may be kept.
#[derive(Clone, Copy)]
pub struct Host(&'static abi::Host);

// SAFETY: the ABI says that the host's functions are called from any thread.
unsafe impl Send for Host {}
// SAFETY: the same.
unsafe impl Sync for Host {}

impl Host {
    /// # Safety
    /// It is what the ABI asks of a host: constant, with functions that bear several threads.
    pub(crate) unsafe fn new(host: &'static abi::Host) -> Self {
        Self(host)
    }

    /// Its name: `locator`.
    pub fn name(&self) -> &'static str {
        // SAFETY: by the contract of `new`.
        std::str::from_utf8(unsafe { self.0.name.bytes() }).unwrap_or_default()
    }

    /// Its version: semver.
    pub fn version(&self) -> &'static str {
        // SAFETY: by the contract of `new`.
        std::str::from_utf8(unsafe { self.0.version.bytes() }).unwrap_or_default()
    }

    /// Writes a line to its log, if it has one. Greater levels matter more.
    pub fn log(&self, level: i32, message: &str) {
        if let Some(log) = self.0.log {
            // SAFETY: by the contract of `new`; the text is lent for the call.
            unsafe { log(self.0.ctx, level, lent(message)) }
        }
    }
}
