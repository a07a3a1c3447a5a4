//! Lines that are sent: parts of the protocol, of the URL and of the environment.

use alloc::borrow::Cow;
use core::fmt;

use super::error::PlanError;
use super::{Need, SentBytes};
use crate::diagnostics::redact::Redaction;
use crate::diagnostics::secrets::Secrets;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};

/// A line that a step sends. `Display` writes escapes such as `\r\n`, placeholders in braces, and masked passwords.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    pub(super) parts: Vec<LinePart>,
    pub(super) after_reply: Option<u16>,
    pub(super) is_guess: bool,
}

impl Line {
    /// Creates a line of bytes from the URL.
    pub(super) fn from_url_bytes(bytes: SentBytes) -> Self {
        Self { parts: vec![LinePart::Url(bytes)], after_reply: None, is_guess: false }
    }

    /// The parts, in order.
    pub fn parts(&self) -> &[LinePart] {
        &self.parts
    }

    /// The reply code that triggers the line, such as `331`, "user name okay, need password" (RFC 959); `None` always
    /// sends it.
    pub const fn after_reply(&self) -> Option<u16> {
        self.after_reply
    }

    /// Whether the line is a guess, since the URL leaves the choice to the client (R-3.2-12).
    pub const fn is_guess(&self) -> bool {
        self.is_guess
    }

    /// The bytes to send.
    ///
    /// # Errors
    /// [`PlanError::Missing`] if the environment has not supplied a value.
    pub fn bytes(&self) -> Result<Vec<u8>, PlanError> {
        match self.needs().next() {
            Some(need) => Err(PlanError::Missing(need)),
            None => Ok(self.printed(LinePart::bytes)),
        }
    }

    /// The bytes, with placeholders for unknown values.
    pub fn template(&self) -> Vec<u8> {
        self.printed(LinePart::bytes)
    }

    /// [`Line::template`], with passwords masked.
    pub fn shown(&self) -> Vec<u8> {
        self.printed(LinePart::shown)
    }

    /// The values that the environment has not supplied.
    pub(super) fn needs(&self) -> impl Iterator<Item = Need> + '_ {
        self.parts.iter().filter_map(|part| match part {
            LinePart::Given(need, None) => Some(*need),
            _ => None,
        })
    }

    /// The bytes from the URL.
    pub(super) fn url_bytes(&self) -> impl Iterator<Item = &SentBytes> {
        self.parts.iter().filter_map(|part| match part {
            LinePart::Url(bytes) => Some(bytes),
            _ => None,
        })
    }

    fn printed<'l>(&'l self, bytes: impl Fn(&'l LinePart) -> Cow<'l, [u8]>) -> Vec<u8> {
        self.parts.iter().flat_map(|part| bytes(part).into_owned()).collect()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shown().escape_ascii())
    }
}

/// A part of a line. `Debug` hides passwords.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinePart {
    /// Text of the protocol, written by the scheme.
    Protocol(Cow<'static, str>),
    /// Bytes from the URL.
    Url(SentBytes),
    /// Text of the protocol, from a scheme that is not part of the program, that repeats a secret of the URL.
    WithSecret {
        /// The bytes to send.
        sent: Box<[u8]>,
        /// The bytes with secrets masked.
        shown: Box<[u8]>,
    },
    /// A value of the environment; a placeholder if it is unknown.
    Given(Need, Option<Box<[u8]>>),
}

impl LinePart {
    /// The bytes to send, or the placeholder of an unknown value.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Protocol(text) => text.as_bytes().into(),
            Self::Url(bytes) => bytes.bytes().into(),
            Self::WithSecret { sent, .. } => (&**sent).into(),
            Self::Given(_, Some(bytes)) => (&**bytes).into(),
            // Answers are whole lines; other values have no line end.
            Self::Given(Need::Answers, None) => b"{answers}\r\n".into(),
            Self::Given(need, None) => need.placeholder().as_bytes().into(),
        }
    }

    /// [`LinePart::bytes`], with secrets masked.
    pub fn shown(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Url(bytes) => bytes.shown().into(),
            Self::WithSecret { shown, .. } => (&**shown).into(),
            Self::Given(Need::Password, Some(_)) => crate::diagnostics::redact::MASK.as_bytes().into(),
            // The value could be a URL by mistake.
            Self::Given(_, Some(bytes)) => {
                let secrets = Secrets::new().search(None).guess_in_bytes(bytes);
                Redaction::new(secrets).apply_to_bytes(bytes).into()
            }
            _ => self.bytes(),
        }
    }
}

impl fmt::Debug for LinePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(bytes) => bytes.fmt(f),
            Self::Protocol(_) | Self::WithSecret { .. } | Self::Given(..) => {
                write!(f, "\"{}\"", self.shown().escape_ascii())
            }
        }
    }
}

/// What is added to a line.
pub(crate) enum NewPart<'l> {
    Text(Cow<'static, str>),
    Component(Slot),
    Span(Span),
    Block(Slot, &'l dyn Fn(&[u8]) -> bool),
    Authority,
    Given(Need),
}
