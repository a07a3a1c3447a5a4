//! A line that is sent: pieces of the protocol, of the URL and of the environment.

use std::borrow::Cow;
use std::fmt;

use super::builder::PlanBuilder;
use super::error::PlanError;
use super::guard::Guard;
use super::{Need, SentBytes, Step};
use crate::diagnostics::redact::Redaction;
use crate::text::span::{Slot, Span};

/// What a step sends. `Display` prints it with escapes such as `\r\n`, placeholders in braces, and passwords masked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pieces: Vec<Piece>,
    when: Option<u16>,
    is_guess: bool,
}

impl Line {
    /// A line of one piece.
    pub(super) fn of(bytes: SentBytes) -> Self {
        Self { pieces: vec![Piece::Url(bytes)], when: None, is_guess: false }
    }

    /// The pieces, in their order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The reply code after which alone it is sent: `331`, "user name okay, need password" (RFC 959).
    pub const fn when(&self) -> Option<u16> {
        self.when
    }

    /// Whether the client chose what the URL leaves open (R-3.2-12).
    pub const fn is_guess(&self) -> bool {
        self.is_guess
    }

    /// The bytes to be sent.
    ///
    /// # Errors
    /// [`PlanError::Missing`] where the environment has not supplied something.
    pub fn bytes(&self) -> Result<Vec<u8>, PlanError> {
        match self.needs().next() {
            Some(need) => Err(PlanError::Missing(need)),
            None => Ok(self.printed(Piece::bytes)),
        }
    }

    /// The bytes, with placeholders for what is not known yet: what a plan prints.
    pub fn template(&self) -> Vec<u8> {
        self.printed(Piece::bytes)
    }

    /// The same, passwords masked.
    pub fn shown(&self) -> Vec<u8> {
        self.printed(Piece::shown)
    }

    /// What the environment has still to supply.
    pub(super) fn needs(&self) -> impl Iterator<Item = Need> + '_ {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Given(need, None) => Some(*need),
            _ => None,
        })
    }

    /// What of it stems from the URL.
    pub(super) fn url_bytes(&self) -> impl Iterator<Item = &SentBytes> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Url(bytes) => Some(bytes),
            _ => None,
        })
    }

    fn printed<'l>(&'l self, bytes: impl Fn(&'l Piece) -> Cow<'l, [u8]>) -> Vec<u8> {
        self.pieces.iter().flat_map(|piece| bytes(piece).into_owned()).collect()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shown().escape_ascii())
    }
}

/// A piece of a line. `Debug` hides passwords.
#[derive(Clone, PartialEq, Eq)]
pub enum Piece {
    /// Of the protocol: written by the scheme.
    Protocol(Cow<'static, str>),
    /// Of the URL.
    Url(SentBytes),
    /// Of the protocol, by a scheme that is not part of the program and has repeated a secret of the URL.
    Repeated {
        /// What is sent.
        sent: Box<[u8]>,
        /// The same, secrets masked.
        shown: Box<[u8]>,
    },
    /// Of the environment; a placeholder while it is unknown.
    Given(Need, Option<Box<[u8]>>),
}

impl Piece {
    /// What is sent, with a placeholder for what the environment has not supplied.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Protocol(text) => text.as_bytes().into(),
            Self::Url(bytes) => bytes.bytes().into(),
            Self::Repeated { sent, .. } => (&**sent).into(),
            Self::Given(_, Some(bytes)) => (&**bytes).into(),
            // A placeholder stands for a text without the end of its line; answers have one each.
            Self::Given(Need::Answers, None) => b"{answers}\r\n".into(),
            Self::Given(need, None) => need.placeholder().as_bytes().into(),
        }
    }

    /// [`Piece::bytes`], with secrets masked.
    pub fn shown(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Url(bytes) => bytes.shown().into(),
            Self::Repeated { shown, .. } => (&**shown).into(),
            Self::Given(Need::Password, Some(_)) => crate::diagnostics::redact::MASK.as_bytes().into(),
            // Somebody may have given a URL where an address belongs.
            Self::Given(_, Some(bytes)) => Redaction::guess_bytes(bytes).apply_to_bytes(bytes).into(),
            _ => self.bytes(),
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(bytes) => bytes.fmt(f),
            Self::Protocol(_) | Self::Repeated { .. } | Self::Given(..) => {
                write!(f, "\"{}\"", self.shown().escape_ascii())
            }
        }
    }
}

/// Writes a line, and has every byte of the URL checked by its [kind](PlanBuilder::line).
#[must_use = "a line is part of the plan when it is sent"]
pub struct LineBuilder<'b, 'p> {
    plan: &'b mut PlanBuilder<'p>,
    guard: Guard,
    line: Line,
    fault: Option<PlanError>,
}

impl<'b, 'p> LineBuilder<'b, 'p> {
    pub(super) fn new(plan: &'b mut PlanBuilder<'p>, guard: Guard) -> Self {
        let line = Line { pieces: Vec::new(), when: None, is_guess: false };
        Self { plan, guard, line, fault: None }
    }

    /// Bytes of the protocol.
    pub fn text(self, text: &'static str) -> Self {
        self.own_text(text.into())
    }

    /// Bytes of the protocol, from a scheme that is itself data: written by its author, never taken from the URL.
    ///
    /// Where the text holds a secret of the URL all the same, as that of a plugin may, it is not shown.
    pub fn own_text(mut self, text: Cow<'static, str>) -> Self {
        // Words that stand in the code hold nothing of a URL.
        let masked = match &text {
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => self.plan.masked_words(text),
        };
        let piece = match masked {
            Some(shown) => Piece::Repeated { sent: text.as_bytes().into(), shown: shown.into_bytes().into() },
            None => Piece::Protocol(text),
        };
        self.line.pieces.push(piece);
        self
    }

    /// Says that what follows in a [command line](PlanBuilder::line) is one argument up to its end, in which spaces and
    /// TABs are data: the pathname of ftp's `RETR` (RFC 959 §5.3.2). Other kinds of lines stay as they are.
    pub fn rest_of_line(mut self) -> Self {
        if self.guard == Guard::Argument {
            self.guard = Guard::RestOfLine;
        }
        self
    }

    /// The bytes of a component; nothing where it is absent.
    pub fn slot(self, slot: Slot) -> Self {
        match self.plan.url().span(slot) {
            // A server is told the host that was connected to, in the same form.
            Some(_) if slot == Slot::HOST && self.guard != Guard::Encoded => {
                let host = self.plan.host();
                self.add(host.map(Piece::Url))
            }
            Some(span) => self.span(span),
            None => self,
        }
    }

    /// The bytes of a piece of the URL.
    pub fn span(self, span: Span) -> Self {
        let bytes = self.plan.bytes(span, self.guard);
        self.add(bytes.map(Piece::Url))
    }

    /// A component that is a whole block of lines: the one case in which line ends may come out of escapes. `is_block` must
    /// verify that the bytes are exactly one block of the protocol, ended by themselves. Bytes that are no block, and those of
    /// a line without [fields](PlanBuilder::tabbed), are checked as in [`LineBuilder::slot`].
    pub fn block(self, slot: Slot, is_block: impl Fn(&[u8]) -> bool) -> Self {
        let Some(span) = self.plan.url().span(slot) else {
            return self;
        };
        let bytes = self.plan.bytes(span, Guard::Opaque);
        let verified = bytes.and_then(|mut bytes| {
            bytes.is_block = self.guard == Guard::Tabbed && is_block(bytes.bytes());
            if bytes.is_block { Ok(bytes) } else { self.plan.bytes(span, self.guard) }
        });
        self.add(verified.map(Piece::Url))
    }

    /// The canonical host, and the port where it is not the default.
    pub fn authority(mut self) -> Self {
        let host = self.plan.host();
        let port = self.plan.nondefault_port();
        self = self.add(host.map(Piece::Url));
        match port {
            Some(port) => self.own_text(format!(":{port}").into()),
            None => self,
        }
    }

    /// What the environment supplies.
    pub fn need(self, need: Need) -> Self {
        let value = self.plan.environment().value(need);
        self.add(value.map(|value| Piece::Given(need, value)))
    }

    /// Sends it only after this reply code.
    pub fn when(mut self, code: u16) -> Self {
        self.line.when = Some(code);
        self
    }

    /// Says that the client chose it.
    pub fn guess(mut self) -> Self {
        self.line.is_guess = true;
        self
    }

    /// Ends the line by CR LF, and makes it a step.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] where a byte of the URL would act as protocol.
    pub fn send(self) -> Result<(), PlanError> {
        self.text("\r\n").send_unended()
    }

    /// Makes it a step as it is: it brings its own end.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] where a byte of the URL would act as protocol.
    pub fn send_unended(self) -> Result<(), PlanError> {
        self.push(Step::Send)
    }

    /// Goes on with the URL that [`PlanBuilder::gateway`] began.
    ///
    /// # Errors
    /// None at present: every byte is encoded.
    pub fn go(self) -> Result<(), PlanError> {
        self.push(|url| Step::Gateway { url })
    }

    fn push(self, step: impl FnOnce(Line) -> Step) -> Result<(), PlanError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        self.plan.push(step(self.line));
        Ok(())
    }

    /// Adds a piece, or keeps the first fault.
    fn add(mut self, piece: Result<Piece, PlanError>) -> Self {
        match piece {
            Ok(piece) => self.line.pieces.push(piece),
            Err(fault) => self.fault = self.fault.or(Some(fault)),
        }
        self
    }
}
