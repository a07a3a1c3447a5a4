//! Lines that are sent: parts of the protocol, of the URL and of the environment.

use std::borrow::Cow;
use std::fmt;

use super::builder::PlanBuilder;
use super::error::PlanError;
use super::guard::Guard;
use super::{Need, SentBytes, Step};
use crate::diagnostics::redact::Redaction;
use crate::diagnostics::secrets::Secrets;
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

/// Builds a line, and checks every byte from the URL as the [kind of line](PlanBuilder::line) requires.
#[must_use = "a line is part of the plan when it is sent"]
pub struct LineBuilder<'b, 'p> {
    plan: &'b mut PlanBuilder<'p>,
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

impl<'p> PlanBuilder<'p> {
    /// Begins a command line, such as `GROUP comp.lang`. Each part of the URL is one argument: no CR, LF, NUL, space
    /// and TAB.
    pub fn line(&mut self, text: &'static str) -> LineBuilder<'_, 'p> {
        LineBuilder::new(self, Guard::Argument).text(text)
    }

    /// Begins a line of fields separated by TAB; parts of the URL may not contain CR, LF and TAB.
    pub fn tab_separated(&mut self) -> LineBuilder<'_, 'p> {
        LineBuilder::new(self, Guard::TabSeparated)
    }

    /// Begins a command line with a message-id in angle brackets; of the URL it accepts only graphic US-ASCII (A-34).
    pub fn message_id(&mut self, text: &'static str) -> LineBuilder<'_, 'p> {
        LineBuilder::new(self, Guard::MessageId).text(text)
    }

    /// Begins a request line, in which parts of the URL are sent as written, without decoding (R-3.3-6, R-3.3-7).
    pub fn request(&mut self, text: &'static str) -> LineBuilder<'_, 'p> {
        LineBuilder::new(self, Guard::Verbatim).text(text)
    }

    /// Begins the URL of a gateway (R-4-10). Parts of this URL are encoded, except letters, digits, `-`, `.` and `_`.
    pub fn gateway(&mut self, text: &'static str) -> LineBuilder<'_, 'p> {
        LineBuilder::new(self, Guard::Encoded).text(text)
    }
}

impl<'b, 'p> LineBuilder<'b, 'p> {
    pub(super) fn new(plan: &'b mut PlanBuilder<'p>, guard: Guard) -> Self {
        plan.planner.begin_line(guard);
        Self { plan }
    }

    fn add(self, part: NewPart<'_>) -> Self {
        let url = self.plan.url();
        self.plan.planner.add(&url, part);
        self
    }

    /// Adds text of the protocol.
    pub fn text(self, text: &'static str) -> Self {
        self.own_text(text.into())
    }

    /// Adds text of the protocol that a scheme has from a file or a library. Secrets of the URL in it are masked in
    /// output.
    pub fn own_text(self, text: Cow<'static, str>) -> Self {
        self.add(NewPart::Text(text))
    }

    /// Makes the rest of a [command line](PlanBuilder::line) one argument, in which spaces and TABs are data, such as
    /// the pathname of ftp's `RETR` (RFC 959 §5.3.2). Has no effect on other kinds of lines.
    ///
    /// ```
    /// use anyurl_core::{Environment, Registry};
    ///
    /// // The scheme writes `to.line("RETR ").rest_of_line().component(NAME).send()`.
    /// let registry = Registry::builder().add(anyurl_schemes::ftp::FTP)?.build();
    /// let plan = registry.parse("ftp://h/a%20b")?.plan(&Environment::new().email("me@h"))?;
    /// assert!(plan.wire()?.ends_with(b"RETR a b\r\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rest_of_line(self) -> Self {
        self.plan.planner.rest_of_line();
        self
    }

    /// Adds the bytes of a component, if it is present.
    pub fn component(self, slot: Slot) -> Self {
        self.add(NewPart::Component(slot))
    }

    /// Adds the bytes of a part of the URL.
    pub fn span(self, span: Span) -> Self {
        self.add(NewPart::Span(span))
    }

    /// Adds a component that is a block of lines in a line with [fields](PlanBuilder::tab_separated): the only case in
    /// which decoded line ends are allowed. `is_block` must verify that the bytes are exactly one block of the
    /// protocol, including its end. Other bytes, and the bytes in other kinds of lines, are checked as in
    /// [`LineBuilder::component`].
    ///
    /// ```
    /// use anyurl_core::{Environment, Registry};
    ///
    /// // gopher verifies that the Gopher+ string is one data block: `+-1`, lines, and a line with a dot.
    /// let registry = Registry::builder().add(anyurl_schemes::gopher::GOPHER)?.build();
    /// let plan = |text| registry.parse(text).unwrap().plan(&Environment::new());
    /// let block = plan("gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A")?;
    /// assert_eq!(block.wire()?, b"s\t+\t1\r\n+-1\r\na\r\n.\r\n");
    /// assert!(plan("gopher://h/0s%09%09+%091%0D%0AQUIT").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn block(self, slot: Slot, is_block: impl Fn(&[u8]) -> bool) -> Self {
        self.add(NewPart::Block(slot, &is_block))
    }

    /// Adds the canonical host, and the port unless it is the default port.
    pub fn authority(self) -> Self {
        self.add(NewPart::Authority)
    }

    /// Adds a value of the environment, or its placeholder.
    pub fn placeholder(self, need: Need) -> Self {
        self.add(NewPart::Given(need))
    }

    /// Sends the line only after this reply code.
    pub fn after_reply(self, code: u16) -> Self {
        self.plan.planner.line().after_reply = Some(code);
        self
    }

    /// Marks the line as a guess of the client.
    pub fn guessed(self) -> Self {
        self.plan.planner.line().is_guess = true;
        self
    }

    /// Ends the line with CR LF (A-16), and adds the step.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] if a byte of the URL would act as protocol.
    pub fn send(self) -> Result<(), PlanError> {
        self.text("\r\n").send_unended()
    }

    /// Adds the step without CR LF, for a line that already has its end.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] if a byte of the URL would act as protocol.
    pub fn send_unended(self) -> Result<(), PlanError> {
        self.plan.planner.end_line(Step::Send)
    }

    /// Adds the step that accesses the URL begun by [`PlanBuilder::gateway`].
    ///
    /// # Errors
    /// None at present, since every byte is encoded.
    pub fn finish(self) -> Result<(), PlanError> {
        self.plan.planner.end_line(|url| Step::Gateway { url })
    }
}
