//! [`LineBuilder`]: how schemes write the lines of a plan.

use alloc::borrow::Cow;

use super::builder::PlanBuilder;
use super::error::PlanError;
use super::guard::Guard;
use super::line::NewPart;
use super::{Need, Step};
use crate::text::span::{Slot, Span};

/// Builds a line, and checks every byte from the URL as the [kind of line](PlanBuilder::line) requires.
#[must_use = "a line is part of the plan when it is sent"]
pub struct LineBuilder<'b, 'p> {
    plan: &'b mut PlanBuilder<'p>,
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
