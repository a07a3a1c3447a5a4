//! What makes the steps of a plan.

use alloc::borrow::Cow;

use super::call::Call;
use super::environment::Environment;
use super::error::PlanError;
use super::guard::Guard;
use super::line::{Line, LinePart, NewPart};
use super::{ConnectHost, Need, Plan, PlanNote, SentBytes, Step, Transport};
use crate::components::canonical;
use crate::components::url_ref::UrlRef;
use crate::diagnostics::redact::{MASK, Redaction};
use crate::registration::{Role, Text};
use crate::syntax::class::UNRESERVED_EVERYWHERE;
use crate::syntax::{authority, escape, idna};
use crate::text::polyfill::floor_char_boundary;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};

/// What a [`PlanBuilder`](super::PlanBuilder) does. A trait, so that programs without plans do not link it, although they
/// link how schemes plan.
pub(crate) trait Planning {
    fn connect(&mut self, url: &UrlRef<'_>, transport: Transport, default: Option<u16>) -> Result<(), PlanError>;
    fn connect_to(&mut self, transport: Transport, server: Need, default: u16) -> Result<(), PlanError>;
    fn push(&mut self, step: Step);
    fn advise_login(&mut self, url: &UrlRef<'_>) -> Result<(), PlanError>;
    fn compose_message(&mut self, url: &UrlRef<'_>, to: Span) -> Result<(), PlanError>;
    fn open(&mut self, url: &UrlRef<'_>, segments: &mut dyn Iterator<Item = Span>) -> Result<(), PlanError>;
    fn note(&mut self, id: Text, message: String);

    fn begin_line(&mut self, guard: Guard);
    /// The line that was begun.
    fn line(&mut self) -> &mut Line;
    fn rest_of_line(&mut self);
    fn add(&mut self, url: &UrlRef<'_>, part: NewPart<'_>);
    /// Adds the line as a step, or returns the first error in it.
    fn end_line(&mut self, step: fn(Line) -> Step) -> Result<(), PlanError>;

    fn begin_call(&mut self, call: Call, guard: Guard);
    fn argument(&mut self, url: &UrlRef<'_>, name: Text, value: Span);
    fn own_field(&mut self, url: &UrlRef<'_>, name: Text, value: Span);
    fn fields(&mut self, url: &UrlRef<'_>, fields: &mut dyn Iterator<Item = (Span, Option<Span>)>);
    /// Adds the call as a step, or returns the first error in it.
    fn end_call(&mut self) -> Result<(), PlanError>;
}

/// Plans for an environment.
pub(crate) struct Planner<'p> {
    environment: &'p Environment,
    redaction: Redaction,
    plan: Plan,
    /// The number of parts of the URL that were used.
    parts: usize,
    /// The line or the call that was begun, how its parts are checked, and the first error in it.
    line: Line,
    call: Option<Call>,
    guard: Guard,
    error: Option<PlanError>,
}

/// A plan uses at most this many parts of the URL: in memory each is a hundred times as large as in the URL.
const MAX_URL_PARTS: usize = 1 << 16;

impl<'p> Planner<'p> {
    pub(crate) fn new(environment: &'p Environment, redaction: Redaction) -> Self {
        let (plan, line) = (Plan::default(), Line::default());
        Self { environment, redaction, plan, parts: 0, line, call: None, guard: Guard::Argument, error: None }
    }

    pub(crate) fn finish(self) -> Plan {
        self.plan
    }

    /// The bytes of a component, if it is present.
    fn slot(&mut self, url: &UrlRef<'_>, slot: Slot) -> Result<Option<SentBytes>, PlanError> {
        url.span(slot).map(|span| self.bytes(url, span, Guard::TextLine)).transpose()
    }

    /// The checked bytes of a part of the URL, for a kind of step. All bytes of the URL in a plan come from here.
    fn bytes(&mut self, url: &UrlRef<'_>, span: Span, guard: Guard) -> Result<SentBytes, PlanError> {
        self.parts += 1;
        if self.parts > MAX_URL_PARTS {
            return Err(PlanError::TooLong(MAX_URL_PARTS));
        }
        let convert = |text: &str| match guard {
            Guard::Verbatim => canonical::as_written(text, url.registration()).into_bytes(),
            Guard::Encoded => encoded(text).into_bytes(),
            _ => escape::decode(text).into_owned(),
        };
        let bytes = convert(span.of(url.text()));
        if let Some(byte) = guard.first_rejected(&bytes) {
            return Err(unsafe_byte(url, byte, span, guard));
        }
        let hidden = self.redaction.hidden_in(span).is_some();
        let masked = hidden.then(|| convert(&self.redaction.slice(url.text(), span)).into());
        Ok(SentBytes { sent: bytes.into(), masked, span, is_block: false })
    }

    /// The checked bytes of a part of the URL for the line or the call that was begun; keeps the first error.
    fn checked(&mut self, url: &UrlRef<'_>, span: Span) -> Option<SentBytes> {
        let bytes = self.bytes(url, span, self.guard);
        self.keep(bytes)
    }

    fn keep<T>(&mut self, result: Result<T, PlanError>) -> Option<T> {
        result.map_err(|error| self.error.get_or_insert(error)).ok()
    }

    /// A text of the protocol, with the secrets of the URL in it masked in output. A `'static` text is part of the code and
    /// contains nothing of a URL.
    fn text(&self, url: &UrlRef<'_>, text: Cow<'static, str>) -> LinePart {
        if matches!(text, Cow::Borrowed(_)) || self.redaction.is_none() {
            return LinePart::Protocol(text);
        }
        let shown = self.redaction.mask_secrets(url.text(), &text);
        if shown == text {
            return LinePart::Protocol(text);
        }
        LinePart::WithSecret { sent: text.as_bytes().into(), shown: shown.into_bytes().into() }
    }

    /// A component as a block of lines, if it is one.
    fn block(
        &mut self,
        url: &UrlRef<'_>,
        span: Span,
        is_block: &dyn Fn(&[u8]) -> bool,
    ) -> Result<SentBytes, PlanError> {
        let mut bytes = self.bytes(url, span, Guard::Opaque)?;
        bytes.is_block = self.guard == Guard::TabSeparated && is_block(bytes.bytes());
        if bytes.is_block { Ok(bytes) } else { self.bytes(url, span, self.guard) }
    }

    /// The host of the URL as it is looked up: canonical, decoded and in ASCII form.
    fn host(&self, url: &UrlRef<'_>) -> Result<SentBytes, PlanError> {
        let span = url.span(Slot::HOST).unwrap_or(Span::at(0));
        let host = canonical::host_of(url).unwrap_or_default();
        // RFC 3986 allows escapes in a host, and clients decode them before they connect.
        if let Some(byte) = Guard::Host.first_rejected(&escape::decode(&host)) {
            return Err(unsafe_byte(url, byte, span, Guard::Host));
        }
        let is_hidden = self.redaction.hidden_in(span).is_some();
        let reachable = idna::reachable(&host).map_err(|why| {
            // A host with an encoded `@` looks like a part of a password.
            let host = if is_hidden { self.redaction.slice(url.text(), span) } else { host };
            PlanError::BadHost { host: host.into_owned(), why, span }
        })?;
        let masked = is_hidden.then(|| MASK.as_bytes().into());
        Ok(SentBytes { sent: reachable.into_bytes().into(), masked, span, is_block: false })
    }
}

impl Planning for Planner<'_> {
    fn connect(&mut self, url: &UrlRef<'_>, transport: Transport, default: Option<u16>) -> Result<(), PlanError> {
        let no_port = PlanError::NoPort(url.span(Slot::HOST).unwrap_or(url.schemepart()));
        let port = port(url).or(default).ok_or(no_port)?;
        let host = ConnectHost::Url(self.host(url)?);
        if has_unwanted_login(url) {
            self.note(
                "A-09".into(),
                "the user name and password are not sent: the access algorithm has no login".into(),
            );
        }
        self.push(Step::Connect { transport, host, port });
        Ok(())
    }

    fn connect_to(&mut self, transport: Transport, server: Need, default: u16) -> Result<(), PlanError> {
        let (host, port) = self.environment.server(server, default)?;
        self.push(Step::Connect { transport, host, port });
        Ok(())
    }

    fn push(&mut self, step: Step) {
        self.plan.steps.push(step);
    }

    fn advise_login(&mut self, url: &UrlRef<'_>) -> Result<(), PlanError> {
        let user = self.slot(url, Slot::USER)?;
        let password = self.slot(url, Slot::PASSWORD)?;
        if let Some(user) = user {
            self.push(Step::Advise { user, password });
        }
        Ok(())
    }

    fn compose_message(&mut self, url: &UrlRef<'_>, to: Span) -> Result<(), PlanError> {
        let to = self.bytes(url, to, Guard::TextLine)?;
        self.push(Step::Compose { to });
        Ok(())
    }

    fn open(&mut self, url: &UrlRef<'_>, segments: &mut dyn Iterator<Item = Span>) -> Result<(), PlanError> {
        let host = canonical::internet_host(url.get(Slot::HOST).unwrap_or_default());
        let is_local = matches!(&*host, "" | "localhost");
        let root = if is_local { Some(&[][..]) } else { self.environment.root_of(&host) };
        let Some(root) = root else {
            return Err(PlanError::NoAccessMethod {
                what: format!("the files of the host `{host}`"),
                help: "RFC 1738 §3.10 names none: map the host to a directory, or use another scheme",
                span: url.span(Slot::HOST).unwrap_or(url.schemepart()),
            });
        };
        let root = root.to_vec();
        let segments =
            segments.map(|segment| self.bytes(url, segment, Guard::Segment)).collect::<Result<Vec<_>, _>>()?;
        // The root of a file system has nothing above it, but a directory has. With links even `a/..` can lead there.
        if let Some(up) = segments.iter().find(|segment| !root.is_empty() && segment.bytes() == b"..") {
            return Err(PlanError::NoAccessMethod {
                what: "a segment `..` below a directory to which a host is mapped".to_owned(),
                help: "it could leave the directory: plan the canonical form, or remove the segment",
                span: up.span(),
            });
        }
        self.push(Step::Open { root, segments });
        Ok(())
    }

    fn note(&mut self, id: Text, message: String) {
        let note = PlanNote { id, message };
        if !self.plan.notes.contains(&note) {
            self.plan.notes.push(note);
        }
    }

    fn begin_line(&mut self, guard: Guard) {
        (self.line, self.guard, self.error) = (Line::default(), guard, None);
    }

    fn line(&mut self) -> &mut Line {
        &mut self.line
    }

    fn rest_of_line(&mut self) {
        if self.guard == Guard::Argument {
            self.guard = Guard::RestOfLine;
        }
    }

    fn add(&mut self, url: &UrlRef<'_>, part: NewPart<'_>) {
        let part = match part {
            NewPart::Text(text) => Ok(self.text(url, text)),
            // The server gets the host in the form that the client connects to.
            NewPart::Component(Slot::HOST) if self.guard != Guard::Encoded => match url.span(Slot::HOST) {
                Some(_) => self.host(url).map(LinePart::Url),
                None => return,
            },
            NewPart::Component(slot) => match url.span(slot) {
                Some(span) => self.bytes(url, span, self.guard).map(LinePart::Url),
                None => return,
            },
            NewPart::Span(span) => self.bytes(url, span, self.guard).map(LinePart::Url),
            NewPart::Block(slot, is_block) => match url.span(slot) {
                Some(span) => self.block(url, span, is_block).map(LinePart::Url),
                None => return,
            },
            NewPart::Authority => {
                self.add(url, NewPart::Component(Slot::HOST));
                let default = url.registration().default_port;
                match port(url).filter(|number| Some(*number) != default) {
                    Some(number) => Ok(self.text(url, format!(":{number}").into())),
                    None => return,
                }
            }
            NewPart::Given(need) => self.environment.value(need).map(|value| LinePart::Given(need, value)),
        };
        if let Some(part) = self.keep(part) {
            self.line.parts.push(part);
        }
    }

    fn end_line(&mut self, step: fn(Line) -> Step) -> Result<(), PlanError> {
        let line = core::mem::take(&mut self.line);
        self.error.take().map_or(Ok(()), Err)?;
        self.push(step(line));
        Ok(())
    }

    fn begin_call(&mut self, call: Call, guard: Guard) {
        (self.call, self.guard, self.error) = (Some(call), guard, None);
    }

    fn argument(&mut self, url: &UrlRef<'_>, name: Text, value: Span) {
        if let (Some(value), Some(call)) = (self.checked(url, value), &mut self.call) {
            call.arguments.push((name, value));
        }
    }

    fn own_field(&mut self, url: &UrlRef<'_>, name: Text, value: Span) {
        if let (Some(value), Some(call)) = (self.checked(url, value), &mut self.call) {
            call.fields.get_or_insert_default().push((LinePart::Protocol(name), value));
        }
    }

    fn fields(&mut self, url: &UrlRef<'_>, fields: &mut dyn Iterator<Item = (Span, Option<Span>)>) {
        let mut read = Vec::new();
        for (name, value) in fields {
            let value = value.unwrap_or(Span::at(name.end()));
            if let (Some(name), Some(value)) = (self.checked(url, name), self.checked(url, value)) {
                read.push((LinePart::Url(name), value));
            }
        }
        if let Some(call) = &mut self.call {
            call.fields.get_or_insert_default().append(&mut read);
        }
    }

    fn end_call(&mut self) -> Result<(), PlanError> {
        self.error.take().map_or(Ok(()), Err)?;
        self.plan.steps.extend(self.call.take().map(Step::Call));
        Ok(())
    }
}

/// The error about a byte of `part`, with the span of the escape or character that stands for it.
fn unsafe_byte(url: &UrlRef<'_>, byte: u8, part: Span, guard: Guard) -> PlanError {
    let written = part.of(url.text());
    let found = escape::bytes(written).find(|(_, found)| *found == byte);
    let start = floor_char_boundary(written, found.map_or(0, |(offset, _)| offset));
    let end = start + escape::unit_len(&written[start..]);
    PlanError::UnsafeByte {
        byte,
        component: component_name(url, part),
        span: Span::new(part.start() + start, part.start() + end),
        step: guard.step(),
    }
}

/// Whether a URL has a login that only lenient mode accepts.
fn has_unwanted_login(url: &UrlRef<'_>) -> bool {
    let mut unwanted = url.registration().components.iter().filter(|component| component.lenient);
    unwanted.any(|component| component.role == Role::User) && url.span(Slot::USER).is_some()
}

/// The port in a URL.
fn port(url: &UrlRef<'_>) -> Option<u16> {
    url.get(Slot::PORT).and_then(authority::port_number)
}

/// The name of the smallest component that contains `part`.
fn component_name(url: &UrlRef<'_>, part: Span) -> String {
    let holds = |span: Span| span.start() <= part.start() && part.end() <= span.end();
    let components = url.registration().components.iter();
    let holding = components.filter_map(|component| {
        let span = url.span(component.slot)?;
        // If a part fills a composite component, the name of the part is more precise.
        holds(span).then_some((span.len(), component.role == Role::Whole, component))
    });
    let smallest = holding.min_by_key(|(len, is_whole, _)| (*len, *is_whole));
    smallest.map_or_else(|| "the URL".to_owned(), |(_, _, component)| component.name.to_string())
}

/// A part of a URL, encoded for any position in any URL.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    escape::encode(&escape::decode(text), &UNRESERVED_EVERYWHERE, &mut encoded);
    encoded
}
