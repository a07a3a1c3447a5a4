//! What a scheme plans with.

use std::cell::Cell;

use super::call::{CallBuilder, Carried};
use super::environment::Environment;
use super::error::PlanError;
use super::guard::Guard;
use super::line::LineBuilder;
use super::{Host, Need, Plan, PlanNote, Prompt, SentBytes, Step, Transport, Until};
use crate::components::canonical;
use crate::components::url_ref::UrlRef;
use crate::diagnostics::redact::{MASK, Redaction};
use crate::registration::{Registration, Role};
use crate::syntax::authority;
use crate::syntax::class::EVERYWHERE;
use crate::syntax::escape;
use crate::syntax::idna;
use crate::text::span::{Slot, Span, Spans};

/// What a scheme plans with: it takes pieces of the URL by their spans, and has them checked by kind of step.
///
/// The words of the protocol are written in the scheme's code; what stems from the URL has no other way into a step.
pub struct PlanBuilder<'p> {
    url: UrlRef<'p>,
    environment: &'p Environment,
    redaction: Redaction,
    plan: Plan,
    /// How many pieces of the URL have been asked for.
    pieces: Cell<usize>,
}

/// More pieces of one URL than this are not planned: each costs a hundred times what it takes to write it.
const MOST_PIECES: usize = 1 << 16;

impl<'p> PlanBuilder<'p> {
    pub(crate) fn new(url: UrlRef<'p>, environment: &'p Environment, redaction: Redaction) -> Self {
        let plan = Plan::default();
        Self { url, environment, redaction, plan, pieces: Cell::new(0) }
    }

    pub(crate) fn finish(self) -> Plan {
        self.plan
    }

    /// The URL.
    pub const fn url(&self) -> UrlRef<'p> {
        self.url
    }

    /// What the environment supplies.
    pub const fn environment(&self) -> &'p Environment {
        self.environment
    }

    /// Whether the URL was read leniently.
    pub fn is_lenient(&self) -> bool {
        self.url.options().is_lenient()
    }

    /// Plans by the algorithm of another scheme: its components stand where this URL has those of the same names.
    /// The generic grammar and the default port stay those of the URL's own scheme.
    ///
    /// # Errors
    /// [`PlanError::NoAccessMethod`] where the URL has a component that the other scheme does not know: what it says would
    /// be lost. And those of `plan`.
    ///
    /// # Examples
    /// ```
    /// use locator_core::{PlanBuilder, PlanError, Scheme};
    ///
    /// /// ftp as it is now, which is accessed as it always was.
    /// fn plan(scheme: &dyn Scheme, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    ///     to.delegate_to(scheme.registration(), |to| scheme.plan(to))
    /// }
    /// ```
    pub fn delegate_to(
        &mut self,
        other: &Registration,
        plan: impl FnOnce(&mut PlanBuilder<'_>) -> Result<(), PlanError>,
    ) -> Result<(), PlanError> {
        let own = self.url.registration();
        let registration = Registration { grammar: own.grammar, default_port: own.default_port, ..other.clone() };
        let spans = self.spans_of(other)?;
        let url = UrlRef { spans: &spans, registration: &registration, ..self.url };
        let mut planned = PlanBuilder {
            url,
            environment: self.environment,
            redaction: self.redaction,
            plan: std::mem::take(&mut self.plan),
            pieces: self.pieces.clone(),
        };
        let outcome = plan(&mut planned);
        (self.plan, self.pieces) = (planned.plan, planned.pieces);
        outcome
    }

    /// Where the components of another scheme stand in the URL, by their names.
    fn spans_of(&self, other: &Registration) -> Result<Spans, PlanError> {
        let mut spans = Spans::NONE;
        for component in self.url.registration().components.iter() {
            let Some(span) = self.url.span(component.slot) else {
                continue;
            };
            let mut others = other.components.iter();
            let same = others.find(|one| one.name == component.name);
            let same = same.ok_or_else(|| PlanError::NoAccessMethod {
                what: format!("the {} of `{}`", component.name, self.url.scheme()),
                help: "the built-in algorithm does not know it: omit it",
                span,
            })?;
            spans.set(same.slot, span);
        }
        Ok(spans)
    }

    /// Connects to host and port of the URL, or to the default port of the scheme.
    ///
    /// # Errors
    /// [`PlanError::BadHost`] for what is read as a host and cannot be looked up, [`PlanError::UnsafeByte`] for a
    /// space or a control character in it, and [`PlanError::NoPort`] where the scheme has no default one either.
    pub fn connect(&mut self, transport: Transport) -> Result<(), PlanError> {
        let default = self.url.registration().default_port;
        let no_port = PlanError::NoPort(self.url.span(Slot::HOST).unwrap_or(self.url.schemepart()));
        let port = self.port().or(default).ok_or(no_port)?;
        self.connect_with_default(transport, port)
    }

    /// The same, with a default port that is not the scheme's own: that of the protocol.
    ///
    /// # Errors
    /// [`PlanError::BadHost`], as above.
    pub fn connect_with_default(&mut self, transport: Transport, default: u16) -> Result<(), PlanError> {
        let host = Host::Url(self.host()?);
        let port = self.port().unwrap_or(default);
        if self.has_unwanted_login() {
            self.note("A-09", "the user name and password are not sent: the scheme has none");
        }
        self.push(Step::Connect { transport, host, port });
        Ok(())
    }

    /// Connects to a server that no URL names: the environment's, or at first a placeholder, with this port.
    ///
    /// # Errors
    /// [`PlanError::UnsafeValue`] where the environment's is none.
    pub fn connect_to(&mut self, transport: Transport, server: Need, default: u16) -> Result<(), PlanError> {
        let (host, port) = self.environment.server(server, default)?;
        self.push(Step::Connect { transport, host, port });
        Ok(())
    }

    /// A command line, such as `GROUP comp.lang`: each piece of the URL is one argument, so it may bring no CR, LF, NUL,
    /// space or TAB into it. [`LineBuilder::rest_of_line`] lifts the last two.
    pub fn line(&mut self, text: &'static str) -> LineBuilder<'_, 'p> {
        LineBuilder::new(self, Guard::Argument).text(text)
    }

    /// A line of fields between which a TAB stands: the URL may bring no CR, LF and TAB into it.
    pub fn tabbed(&mut self) -> LineBuilder<'_, 'p> {
        LineBuilder::new(self, Guard::Tabbed)
    }

    /// A command line with a message-id between angle brackets: the URL may bring graphic US-ASCII into it, and neither
    /// bracket (A-34).
    pub fn message_id(&mut self, text: &'static str) -> LineBuilder<'_, 'p> {
        LineBuilder::new(self, Guard::MessageId).text(text)
    }

    /// A request in which the pieces of the URL stand as written, their escapes as escapes (R-3.3-6, R-3.3-7).
    pub fn request(&mut self, text: &'static str) -> LineBuilder<'_, 'p> {
        LineBuilder::new(self, Guard::Written).text(text)
    }

    /// Another URL that leads to the resource (R-4-10): the pieces of this one enter it with every byte encoded that is no
    /// letter, digit, `-`, `.` or `_`. [`LineBuilder::go`] ends it.
    pub fn gateway(&mut self, text: &'static str) -> LineBuilder<'_, 'p> {
        LineBuilder::new(self, Guard::Encoded).text(text)
    }

    /// Receives.
    pub fn receive(&mut self, until: Until) {
        self.push(Step::Receive(until));
    }

    /// Asks the person, perhaps only after a reply code.
    pub fn prompt(&mut self, what: Prompt, when: Option<u16>) {
        self.push(Step::Prompt { what, when });
    }

    /// Tells the person user name and password of the URL, if it has a user name.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] for CR, LF and NUL.
    pub fn advise(&mut self) -> Result<(), PlanError> {
        let user = self.slot(Slot::USER, Guard::Handed)?;
        let password = self.slot(Slot::PASSWORD, Guard::Handed)?;
        if let Some(user) = user {
            self.push(Step::Advise { user, password });
        }
        Ok(())
    }

    /// Writes a message to the address at `to`.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] for CR, LF and NUL.
    pub fn compose(&mut self, to: Span) -> Result<(), PlanError> {
        let to = self.bytes(to, Guard::Handed)?;
        self.push(Step::Compose { to });
        Ok(())
    }

    /// Opens the file of these segments, below a root that the environment maps.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] for NUL and `/` (on Windows also `\`) within a segment.
    pub fn open(&mut self, root: &[String], segments: impl Iterator<Item = Span>) -> Result<(), PlanError> {
        let segments: Result<_, _> = segments.map(|segment| self.bytes(segment, Guard::Segment)).collect();
        let (root, segments) = (root.to_vec(), segments?);
        self.push(Step::Open { root, segments });
        Ok(())
    }

    /// Calls an operation of a protocol whose messages Locator does not write.
    ///
    /// ```
    /// use locator_core::plan::{Carried, PlanBuilder};
    /// use locator_core::{PlanError, Slot};
    ///
    /// fn plan(to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    ///     let query = to.url().span(Slot::own(0)).unwrap_or(to.url().schemepart());
    ///     to.call("z39-50", "search", Carried::Counted).argument("query", query).send()
    /// }
    /// ```
    pub fn call(&mut self, protocol: &'static str, operation: &'static str, carried: Carried) -> CallBuilder<'_, 'p> {
        CallBuilder::new(self, protocol, operation, carried)
    }

    /// Follows what was received, such as further URLs. The client bounds the depth.
    pub fn follow(&mut self, what: &'static str) {
        self.push(Step::Follow { what });
    }

    /// Something that whoever follows the plan should know.
    pub fn note(&mut self, id: &'static str, message: impl Into<String>) {
        let message = message.into();
        self.plan.notes.push(PlanNote { id, message });
    }

    pub(super) fn push(&mut self, step: Step) {
        self.plan.steps.push(step);
    }

    /// The bytes of a component, if it is present.
    fn slot(&self, slot: Slot, guard: Guard) -> Result<Option<SentBytes>, PlanError> {
        self.url.span(slot).map(|span| self.bytes(span, guard)).transpose()
    }

    /// The bytes of a piece of the URL, for a kind of step: the one way from the URL into a plan.
    pub(super) fn bytes(&self, span: Span, guard: Guard) -> Result<SentBytes, PlanError> {
        self.pieces.set(self.pieces.get() + 1);
        if self.pieces.get() > MOST_PIECES {
            return Err(PlanError::TooLong(MOST_PIECES));
        }
        let coded = |text: &str| match guard {
            Guard::Written => canonical::as_written(text, self.url.registration()).into_bytes(),
            Guard::Encoded => encoded(text).into_bytes(),
            _ => escape::decode(text).into_owned(),
        };
        let bytes = coded(span.of(self.url.text()));
        if let Some(byte) = guard.first_refused(&bytes) {
            return Err(self.unsafe_byte(byte, span, guard));
        }
        let hidden = self.redaction.hidden_in(span).is_some();
        let masked = hidden.then(|| coded(&self.redaction.slice(self.url.text(), span)).into());
        Ok(SentBytes { sent: bytes.into(), masked, span, is_block: false })
    }

    /// Words of the scheme with the secrets of the URL masked, where they hold any.
    pub(super) fn masked_words(&self, words: &str) -> Option<String> {
        if self.redaction.is_none() {
            return None;
        }
        let masked = self.redaction.mask_secrets(self.url.text(), words);
        (masked != words).then_some(masked)
    }

    /// Why there is no plan: a byte of a piece, with the escape or the character by which it is written.
    fn unsafe_byte(&self, byte: u8, piece: Span, guard: Guard) -> PlanError {
        let written = piece.of(self.url.text());
        let place = escape::bytes(written).find(|(_, found)| *found == byte);
        let start = written.floor_char_boundary(place.map_or(0, |(offset, _)| offset));
        let end = start + escape::unit_len(&written[start..]);
        PlanError::UnsafeByte {
            byte,
            component: self.component(piece),
            span: Span::new(piece.start() + start, piece.start() + end),
            step: guard.step(),
        }
    }

    /// The host of the URL that is looked up: canonical, decoded, and in its ASCII form.
    pub(super) fn host(&self) -> Result<SentBytes, PlanError> {
        let span = self.url.span(Slot::HOST).unwrap_or(Span::at(0));
        let host = canonical::host_of(&self.url).unwrap_or_default();
        // RFC 3986 lets escapes stand in a host, and whoever connects to it decodes them.
        if let Some(byte) = Guard::Host.first_refused(&escape::decode(&host)) {
            return Err(self.unsafe_byte(byte, span, Guard::Host));
        }
        let reachable = match idna::reachable(&host) {
            Ok(reachable) => reachable,
            Err(why) => return Err(PlanError::BadHost { host, why, span }),
        };
        let hidden = self.redaction.hidden_in(span).map(|_| MASK.as_bytes().into());
        Ok(SentBytes { sent: reachable.into_bytes().into(), masked: hidden, span, is_block: false })
    }

    /// Whether lenient mode has kept a login that the scheme has no place for.
    fn has_unwanted_login(&self) -> bool {
        let components = self.url.registration().components.iter();
        let mut unwanted = components.filter(|component| component.lenient);
        unwanted.any(|component| component.role == Role::User) && self.url.span(Slot::USER).is_some()
    }

    /// The port of the URL, where it is not the default.
    pub(super) fn nondefault_port(&self) -> Option<u16> {
        let default = self.url.registration().default_port;
        self.port().filter(|port| Some(*port) != default)
    }

    /// The port that is written.
    fn port(&self) -> Option<u16> {
        self.url.get(Slot::PORT).and_then(authority::port_number)
    }

    /// The name of the smallest component that holds a piece.
    fn component(&self, piece: Span) -> String {
        let holds = |span: Span| span.start() <= piece.start() && piece.end() <= span.end();
        let components = self.url.registration().components.iter();
        let holding = components.filter_map(|component| {
            let span = self.url.span(component.slot)?;
            // Of a whole and the piece that fills it, the piece has the better name.
            holds(span).then_some((span.len(), component.role == Role::Whole, component))
        });
        let smallest = holding.min_by_key(|(len, is_whole, _)| (*len, *is_whole));
        smallest.map_or_else(|| "the URL".to_owned(), |(_, _, component)| component.name.to_string())
    }
}

/// The bytes of a piece, encoded for any place in any URL.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    escape::encode(&escape::decode(text), &EVERYWHERE, &mut encoded);
    encoded
}
