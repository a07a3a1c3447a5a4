//! Safe wrappers of the host's callbacks.

use crate::abi::{self, LocStr};
use crate::error::Failure;
use crate::span::Span;

fn check(status: abi::LocStatus) -> Result<(), Failure> {
    if status == abi::OK { Ok(()) } else { Err(Failure::Host) }
}

/// Receives the steps of an access plan.
///
/// A component in braces is replaced by its bytes. The host decodes them and refuses the plan if they would act as
/// protocol. The host cannot check other text: a plugin should not copy bytes of the URL into it, and must check them if
/// it does.
pub struct Steps<'a>(&'a abi::LocSteps);

impl<'a> Steps<'a> {
    /// # Safety
    /// The callback may be called with its context for as long as the struct is borrowed.
    pub(crate) unsafe fn new(steps: &'a abi::LocSteps) -> Self {
        Self(steps)
    }

    /// Adds a step that connects: `to.connect("{host}:{port}")`.
    ///
    /// # Errors
    /// [`Failure::Host`] if the host refuses the step; return it from `plan`.
    pub fn connect(&mut self, target: &str) -> Result<(), Failure> {
        self.step(abi::S_CONNECT, target)
    }

    /// Adds a step that sends bytes, including the line end: `to.send("{user}\r\n")`.
    ///
    /// # Errors
    /// As [`Steps::connect`].
    pub fn send(&mut self, text: &str) -> Result<(), Failure> {
        self.step(abi::S_SEND, text)
    }

    /// Adds a step that receives bytes.
    ///
    /// # Errors
    /// As [`Steps::connect`].
    pub fn receive(&mut self, until: Until) -> Result<(), Failure> {
        let text = match until {
            Until::Close => "until-close",
            Until::DotLine => "until-dot-line",
            Until::Line => "line",
            Until::Reply => "reply",
            Until::LengthU16 => "length-u16",
            Until::LengthU32 => "length-u32",
            Until::LengthLine => "length-line",
        };
        self.step(abi::S_RECEIVE, text)
    }

    pub(crate) fn step(&mut self, kind: u32, text: &str) -> Result<(), Failure> {
        let step = self.0.step.ok_or(Failure::Unsupported)?;
        // SAFETY: by the contract of `new`; the text is borrowed for the call.
        check(unsafe { step(self.0.ctx, kind, LocStr::new(text)) })
    }
}

/// The end of a step that receives bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// The other end closes the connection.
    Close,
    /// A line that consists of a full stop.
    DotLine,
    /// The end of a line.
    Line,
    /// The end of a reply with a status code.
    Reply,
    /// As many bytes as a number of two bytes says, which comes first, most significant byte first.
    LengthU16,
    /// As many bytes as a number of four bytes says, which comes first, most significant byte first.
    LengthU32,
    /// As many bytes as the decimal number says with which the first line ends.
    LengthLine,
}

/// Receives the edits of the general canonical form.
///
/// Edits are in order, do not overlap, and do not touch host and port. The host parses the result again; only the scheme's
/// own components may differ.
pub struct Edits<'a>(&'a abi::LocEdits);

impl<'a> Edits<'a> {
    /// # Safety
    /// The callback may be called with its context for as long as the struct is borrowed.
    pub(crate) unsafe fn new(edits: &'a abi::LocEdits) -> Self {
        Self(edits)
    }

    /// Replaces a span by a text. An empty text deletes the span; an empty span inserts the text.
    ///
    /// # Errors
    /// [`Failure::Host`] if the host refuses the edit; return it from `canonicalize`.
    pub fn replace(&mut self, span: Span, text: &str) -> Result<(), Failure> {
        let replace = self.0.replace.ok_or(Failure::Unsupported)?;
        let span = span.to_abi(0);
        // SAFETY: by the contract of `new`; the text is borrowed for the call.
        check(unsafe { replace(self.0.ctx, span.start, span.end, LocStr::new(text)) })
    }
}

/// The program that loaded the plugin, passed to `init`. It is valid until the process ends, so it may be stored.
#[derive(Clone, Copy)]
pub struct Host(&'static abi::LocHost);

// SAFETY: the ABI says that the host's functions are called from any thread.
unsafe impl Send for Host {}
// SAFETY: the same.
unsafe impl Sync for Host {}

impl Host {
    /// # Safety
    /// The host is constant, and its functions may be called from several threads, as the ABI requires.
    pub(crate) unsafe fn new(host: &'static abi::LocHost) -> Self {
        Self(host)
    }

    /// Returns its name: `anyurl`.
    pub fn name(&self) -> &'static str {
        // SAFETY: by the contract of `new`.
        core::str::from_utf8(unsafe { self.0.name.bytes() }).unwrap_or_default()
    }

    /// Returns its version: semver.
    pub fn version(&self) -> &'static str {
        // SAFETY: by the contract of `new`.
        core::str::from_utf8(unsafe { self.0.version.bytes() }).unwrap_or_default()
    }

    /// Writes a line to the host's log, if it has one. Greater levels are more important.
    pub fn log(&self, level: i32, message: &str) {
        if let Some(log) = self.0.log {
            // SAFETY: by the contract of `new`; the text is borrowed for the call.
            unsafe { log(self.0.ctx, level, LocStr::new(message)) }
        }
    }
}
