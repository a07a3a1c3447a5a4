//! Access plans: how the resource of a URL is accessed, as data (RFC 1738 §4, "an algorithm for accessing of
//! resources").
//!
//! A plan opens no connection. It lists what a client does: connect, send these bytes, ask for a password, open a file.
//! Bytes from the URL are kept apart from those of the protocol, with their spans; a value of the environment is a
//! placeholder until it is known.
//!
//! ```text
//! Url ──Scheme::plan──▶ PlanBuilder ──guard──▶ Plan ──print / run──▶ outside
//! ```
//!
//! `guard.rs` rejects decoded bytes that would act as protocol, by kind of step. A scheme has no other way to put bytes
//! of the URL into a step (RFC 1738 §6, R-6-2).

pub(crate) mod builder;
pub(crate) mod call;
pub(crate) mod call_builder;
pub(crate) mod environment;
pub(crate) mod error;
mod guard;
pub(crate) mod line;
pub(crate) mod line_builder;
mod planner;
pub(crate) mod steps;
mod summary;

use core::fmt;

use crate::registration::Text;
use crate::text::prelude::*;
use crate::text::span::Span;

pub(crate) use builder::PlanBuilder;
pub use call::{ArgumentFraming, Call};
pub(crate) use environment::Environment;
pub use environment::{EmptySearch, Guess, Transfer};
pub(crate) use error::PlanError;
pub use line::{Line, LinePart};
pub(crate) use planner::Planner;
pub(crate) use steps::{Plan, Step};
pub use summary::StepSummary;

crate::names! {
    /// An operation on a resource other than access (RFC 1738 §2). No scheme of RFC 1738 defines any (R-3.2-14).
    #[non_exhaustive]
    pub enum Operation, "an operation" {
        /// Change it.
        Update = "update",
        /// Replace it.
        Replace = "replace",
        /// Find its attributes.
        FindAttributes = "find-attributes",
    }
}

crate::names! {
    /// A transport protocol.
    #[non_exhaustive]
    pub enum Transport, "a transport" {
        /// TCP.
        Tcp = "tcp",
        /// TLS over TCP, from the first byte.
        Tls = "tls",
        /// UDP.
        Udp = "udp",
    }
}

/// A host to connect to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConnectHost {
    /// The host of the URL: decoded, in lower case and ASCII form, IPv4 numbers without leading zeros.
    Url(SentBytes),
    /// A host of the environment; a placeholder if it is unknown (R-3.6-5).
    Given(Need, Option<String>),
}

impl fmt::Display for ConnectHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(host) => f.write_str(&String::from_utf8_lossy(host.shown())),
            Self::Given(_, Some(host)) => f.write_str(host),
            Self::Given(need, None) => f.write_str(need.placeholder()),
        }
    }
}

crate::names! {
    /// The end of the data to receive.
    #[non_exhaustive]
    pub enum Until, "an end of data" {
        /// The end of the connection.
        Close = "close",
        /// A line with a single dot.
        DotLine = "dot-line",
        /// The end of one line.
        Line = "line",
        /// The end of one reply: a code and its lines.
        Reply = "reply",
        /// As many bytes as a number of two bytes says, which comes first, most significant byte first.
        LengthU16 = "length-u16",
        /// As many bytes as a number of four bytes says, which comes first, most significant byte first.
        LengthU32 = "length-u32",
        /// As many bytes as the decimal number says with which the first line ends: `VALUE key 0 512`, `+512`.
        LengthLine = "length-line",
    }
}

crate::names! {
    /// What the user is asked for.
    #[non_exhaustive]
    pub enum Prompt, "a prompt" {
        /// A password (R-3.2-4).
        Password = "password",
        /// The answers to a form (R-3.4-10).
        AskForm = "ask-form",
    }
}

/// A value that the environment supplies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Need {
    /// The e-mail address of the user.
    Email,
    /// The password that the user was asked for.
    Password,
    /// The news server, which no URL names.
    NewsServer,
    /// The answers to a form, one per line.
    Answers,
    /// Bytes chosen at random: the `Sec-WebSocket-Key` of RFC 6455.
    Nonce,
}

impl Need {
    /// The placeholder for an unknown value.
    pub const fn placeholder(self) -> &'static str {
        match self {
            Self::Email => "{email}",
            Self::Password => "{password}",
            Self::NewsServer => "{news-server}",
            Self::Answers => "{answers}",
            Self::Nonce => "{nonce}",
        }
    }

    /// Whether the user is asked for the value during access, so that it need not be known before.
    pub const fn is_asked(self) -> bool {
        matches!(self, Self::Password | Self::Answers)
    }

    /// A description for error messages.
    const fn description(self) -> &'static str {
        match self {
            Self::Email => "the e-mail address of the user",
            Self::Password => "the password that the user is asked for",
            Self::NewsServer => "a news server",
            Self::Answers => "the answers to the form",
            Self::Nonce => "a nonce",
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.placeholder())
    }
}

/// A note for the client that executes a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlanNote {
    /// The id: `guessed-type`, `skipped`, or the id of an ambiguity (`A-09`).
    pub id: Text,
    /// The text of the note.
    pub message: String,
}

/// Bytes from the URL, and their span. `Debug` hides passwords.
#[derive(Clone, PartialEq, Eq)]
pub struct SentBytes {
    pub(crate) sent: Box<[u8]>,
    /// The bytes with secrets masked; `None` without secrets.
    pub(crate) masked: Option<Box<[u8]>>,
    pub(crate) span: Span,
    pub(crate) is_block: bool,
}

impl SentBytes {
    /// The bytes: decoded once, except in requests, which are sent as written, and in hosts, which are canonical.
    pub fn bytes(&self) -> &[u8] {
        &self.sent
    }

    /// [`SentBytes::bytes`], with secrets masked.
    pub fn shown(&self) -> &[u8] {
        self.masked.as_deref().unwrap_or(&self.sent)
    }

    /// Whether the bytes contain a password.
    pub const fn is_secret(&self) -> bool {
        self.masked.is_some()
    }

    /// Whether the bytes are a block of lines whose framing the scheme has verified: `LineBuilder::block`.
    pub const fn is_block(&self) -> bool {
        self.is_block
    }

    /// The span of the bytes in the text of the URL.
    pub const fn span(&self) -> Span {
        self.span
    }
}

impl fmt::Debug for SentBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"@{:?}", self.shown().escape_ascii(), self.span)
    }
}
