//! The builder with which schemes write plans.

use std::cell::Cell;

use super::environment::Environment;
use super::error::PlanError;
use super::guard::Guard;
use super::{ConnectHost, Need, Plan, PlanNote, Prompt, SentBytes, Step, Transport, Until};
use crate::components::canonical;
use crate::components::url_ref::UrlRef;
use crate::diagnostics::redact::{MASK, Redaction};
use crate::registration::{Component, Registration, Role, Text};
use crate::syntax::class::UNRESERVED_EVERYWHERE;
use crate::syntax::{authority, escape, idna};
use crate::text::polyfill::floor_char_boundary;
use crate::text::span::{Slot, Span, Spans};

/// Builds a plan. Schemes name parts of the URL by slot or span, and the builder checks their bytes by kind of step:
/// bytes of the URL enter a step only through this builder, and the text of the protocol is in the code of the scheme.
///
/// ```
/// # use anyurl_core::authors::{text, Component, Registration, RegistrationBuilder, Status, Text};
/// use anyurl_core::{Environment, Error, PlanError, Registry, Slot};
/// use anyurl_core::authors::{Class, Cursor, PlanBuilder, Scheme};
///
/// struct Echo;
///
/// const TEXT: Slot = Slot::own(0);
/// # static REGISTRATION: Registration = RegistrationBuilder::new("x-echo", [1, 0, 0], Status::Experimental)
/// #     .description("an echo").components(COMPONENTS, "{text}").syntax("*xchar", "").access(ACCESS).build();
/// # const COMPONENTS: &[Component] = &[Component::text("text", TEXT)];
/// # const ACCESS: &[Text] = &[text("send the text")];
///
/// impl Scheme for Echo {
/// #     fn registration(&self) -> &Registration { &REGISTRATION }
/// #     fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
/// #         static XCHAR: Class = Class::xchar("xchar");
/// #         let text = at.run(&XCHAR, "text")?;
/// #         at.set(TEXT, text);
/// #         at.finish(&XCHAR, "text")
/// #     }
///     // … registration and parse
///     fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
///         to.line("ECHO ").component(TEXT).send()
///     }
/// }
///
/// let registry = Registry::builder().add(&Echo)?.build();
/// let plan = |text| registry.parse(text).unwrap().plan(&Environment::new());
/// assert_eq!(plan("x-echo:a%22b")?.wire()?, b"ECHO a\"b\r\n");
/// assert!(plan("x-echo:a%0D%0AQUIT").is_err()); // CR LF would end the line
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PlanBuilder<'p> {
    url: UrlRef<'p>,
    environment: &'p Environment,
    redaction: Redaction,
    plan: Plan,
    /// The number of parts of the URL that were used.
    parts: Cell<usize>,
    checks: &'static Checks,
}

/// What the steps of a plan need and little else does. Schemes call it through the builder, so that programs without plans
/// do not link it.
struct Checks {
    mask: fn(&Redaction, &str, &str) -> String,
    reachable: fn(&str) -> Result<String, &'static str>,
}

static CHECKS: Checks = Checks { mask: Redaction::mask_secrets, reachable: idna::reachable };

/// A plan uses at most this many parts of the URL: in memory each is a hundred times as large as in the URL.
const MAX_URL_PARTS: usize = 1 << 16;

impl<'p> PlanBuilder<'p> {
    pub(crate) fn new(url: UrlRef<'p>, environment: &'p Environment, redaction: Redaction) -> Self {
        let plan = Plan::default();
        Self { url, environment, redaction, plan, parts: Cell::new(0), checks: &CHECKS }
    }

    pub(crate) fn finish(self) -> Plan {
        self.plan
    }

    /// The URL.
    pub const fn url(&self) -> UrlRef<'p> {
        self.url
    }

    /// The environment of the client.
    pub const fn environment(&self) -> &'p Environment {
        self.environment
    }

    /// Whether the URL was parsed in lenient mode.
    pub fn is_lenient(&self) -> bool {
        self.url.options().is_lenient()
    }

    /// Plans with the algorithm of another scheme, whose components take the values of the components with the same
    /// names in this URL. The generic grammar and the default port remain those of the URL's own scheme.
    ///
    /// # Errors
    /// [`PlanError::NoAccessMethod`] if the URL has a component that the other scheme does not have, since its value
    /// would be lost; and the errors of `plan`.
    ///
    /// # Examples
    /// ```
    /// use anyurl_core::PlanError;
    /// use anyurl_core::authors::{PlanBuilder, Scheme};
    ///
    /// /// A newer version of ftp that is accessed like the old one.
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
            redaction: self.redaction.clone(),
            plan: std::mem::take(&mut self.plan),
            parts: self.parts.clone(),
            checks: self.checks,
        };
        let outcome = plan(&mut planned);
        (self.plan, self.parts) = (planned.plan, planned.parts);
        outcome
    }

    /// The spans of the components of another scheme in this URL, matched by name.
    fn spans_of(&self, other: &Registration) -> Result<Spans, PlanError> {
        let mut spans = Spans::NONE;
        for component in self.url.registration().components.iter() {
            let Some(span) = self.url.span(component.slot) else {
                continue;
            };
            if let Some(same) = other.component(&component.name) {
                spans.set(same.slot, span);
            } else if !self.has_known_parts(span, other) {
                return Err(PlanError::NoAccessMethod {
                    what: format!("the {} of `{}`", component.name, self.url.scheme()),
                    help: "omit it, since the built-in algorithm does not use it",
                    span,
                });
            }
        }
        Ok(spans)
    }

    /// Whether a component consists of others that another scheme has, as the path of ftp does of `cwd` and `name`.
    fn has_known_parts(&self, whole: Span, other: &Registration) -> bool {
        let known = |component: &&Component| other.component(&component.name).is_some();
        let parts = self.url.registration().components.iter().filter(known);
        let mut spans = parts.filter_map(|component| self.url.span(component.slot));
        spans.any(|part| whole.start() <= part.start() && part.end() <= whole.end())
    }

    /// Connects to the host of the URL, at its port or the default port of the scheme.
    ///
    /// # Errors
    /// [`PlanError::BadHost`] if the host cannot be looked up, [`PlanError::UnsafeByte`] for a space or a control
    /// character in it, and [`PlanError::NoPort`] if neither the URL nor the scheme has a port.
    pub fn connect(&mut self, transport: Transport) -> Result<(), PlanError> {
        let default = self.url.registration().default_port;
        let no_port = PlanError::NoPort(self.url.span(Slot::HOST).unwrap_or(self.url.schemepart()));
        let port = self.port().or(default).ok_or(no_port)?;
        self.connect_with_default(transport, port)
    }

    /// [`PlanBuilder::connect`], with a default port that the scheme does not register.
    ///
    /// # Errors
    /// As [`PlanBuilder::connect`], without [`PlanError::NoPort`].
    pub fn connect_with_default(&mut self, transport: Transport, default: u16) -> Result<(), PlanError> {
        let host = ConnectHost::Url(self.host()?);
        let port = self.port().unwrap_or(default);
        if self.has_unwanted_login() {
            self.note("A-09", "the user name and password are not sent: the scheme has no login");
        }
        self.push(Step::Connect { transport, host, port });
        Ok(())
    }

    /// Connects to a server of the environment, which is not part of the URL; a placeholder and the default port if it
    /// is unknown.
    ///
    /// # Errors
    /// [`PlanError::UnsafeValue`] if the environment's value is not a host.
    pub fn connect_to(&mut self, transport: Transport, server: Need, default: u16) -> Result<(), PlanError> {
        let (host, port) = self.environment.server(server, default)?;
        self.push(Step::Connect { transport, host, port });
        Ok(())
    }

    /// Adds a step that receives data.
    pub fn receive(&mut self, until: Until) {
        self.push(Step::Receive(until));
    }

    /// Adds a step that asks the user, if `after_reply` is given only after that reply code.
    pub fn prompt(&mut self, what: Prompt, after_reply: Option<u16>) {
        self.push(Step::Prompt { what, after_reply });
    }

    /// Shows the user the login of the URL, if it has a user name.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] for CR, LF and NUL.
    pub fn advise_login(&mut self) -> Result<(), PlanError> {
        let user = self.slot(Slot::USER, Guard::TextLine)?;
        let password = self.slot(Slot::PASSWORD, Guard::TextLine)?;
        if let Some(user) = user {
            self.push(Step::Advise { user, password });
        }
        Ok(())
    }

    /// Composes a message to the address at `to`.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] for CR, LF and NUL.
    pub fn compose_message(&mut self, to: Span) -> Result<(), PlanError> {
        let to = self.bytes(to, Guard::TextLine)?;
        self.push(Step::Compose { to });
        Ok(())
    }

    /// Opens the file with these segments: on this machine if the URL has no host, or `localhost`, and otherwise below
    /// the directory to which the environment maps the host.
    ///
    /// ```
    /// use anyurl_core::{Environment, Registry};
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::file::FILE)?.build();
    /// let url = registry.parse("file://vms.dom/a")?;
    /// assert!(url.plan(&Environment::new()).is_err());
    /// assert!(url.plan(&Environment::new().map_host("vms.dom", ["mnt"])).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlanError::NoAccessMethod`] if the host is not mapped, and [`PlanError::UnsafeByte`] for NUL and `/` (on
    /// Windows also `\`) in a segment.
    pub fn open(&mut self, segments: impl Iterator<Item = Span>) -> Result<(), PlanError> {
        let host = canonical::internet_host(self.url.get(Slot::HOST).unwrap_or_default());
        let is_local = matches!(&*host, "" | "localhost");
        let root = if is_local { Some(&[][..]) } else { self.environment.root_of(&host) };
        let Some(root) = root else {
            return Err(PlanError::NoAccessMethod {
                what: format!("the files of the host `{host}`"),
                help: "RFC 1738 §3.10 names none: map the host to a directory, or use another scheme",
                span: self.url.span(Slot::HOST).unwrap_or(self.url.schemepart()),
            });
        };
        let root = root.to_vec();
        let segments = segments.map(|segment| self.bytes(segment, Guard::Segment)).collect::<Result<_, _>>()?;
        self.push(Step::Open { root, segments });
        Ok(())
    }

    /// Follows references in the received data, such as further URLs. The client limits the depth.
    pub fn follow(&mut self, what: impl Into<Text>) {
        self.push(Step::Follow { what: what.into() });
    }

    /// Adds a note for the client that executes the plan, unless it is there already.
    pub fn note(&mut self, id: impl Into<Text>, message: impl Into<String>) {
        let note = PlanNote { id: id.into(), message: message.into() };
        if !self.plan.notes.contains(&note) {
            self.plan.notes.push(note);
        }
    }

    pub(super) fn push(&mut self, step: Step) {
        self.plan.steps.push(step);
    }

    /// The bytes of a component, if it is present.
    fn slot(&self, slot: Slot, guard: Guard) -> Result<Option<SentBytes>, PlanError> {
        self.url.span(slot).map(|span| self.bytes(span, guard)).transpose()
    }

    /// The checked bytes of a part of the URL, for a kind of step. All bytes of the URL in a plan come from here.
    pub(super) fn bytes(&self, span: Span, guard: Guard) -> Result<SentBytes, PlanError> {
        self.parts.set(self.parts.get() + 1);
        if self.parts.get() > MAX_URL_PARTS {
            return Err(PlanError::TooLong(MAX_URL_PARTS));
        }
        let convert = |text: &str| match guard {
            Guard::Verbatim => canonical::as_written(text, self.url.registration()).into_bytes(),
            Guard::Encoded => encoded(text).into_bytes(),
            _ => escape::decode(text).into_owned(),
        };
        let bytes = convert(span.of(self.url.text()));
        if let Some(byte) = guard.first_rejected(&bytes) {
            return Err(self.unsafe_byte(byte, span, guard));
        }
        let hidden = self.redaction.hidden_in(span).is_some();
        let masked = hidden.then(|| convert(&self.redaction.slice(self.url.text(), span)).into());
        Ok(SentBytes { sent: bytes.into(), masked, span, is_block: false })
    }

    /// A text of the scheme with the secrets of the URL masked; `None` if it contains none.
    pub(super) fn masked_text(&self, text: &str) -> Option<String> {
        if self.redaction.is_none() {
            return None;
        }
        let masked = (self.checks.mask)(&self.redaction, self.url.text(), text);
        (masked != text).then_some(masked)
    }

    /// The error about a byte of `part`, with the span of the escape or character that stands for it.
    fn unsafe_byte(&self, byte: u8, part: Span, guard: Guard) -> PlanError {
        let written = part.of(self.url.text());
        let found = escape::bytes(written).find(|(_, found)| *found == byte);
        let start = floor_char_boundary(written, found.map_or(0, |(offset, _)| offset));
        let end = start + escape::unit_len(&written[start..]);
        PlanError::UnsafeByte {
            byte,
            component: self.component_name(part),
            span: Span::new(part.start() + start, part.start() + end),
            step: guard.step(),
        }
    }

    /// The host of the URL as it is looked up: canonical, decoded and in ASCII form.
    pub(super) fn host(&self) -> Result<SentBytes, PlanError> {
        let span = self.url.span(Slot::HOST).unwrap_or(Span::at(0));
        let host = canonical::host_of(&self.url).unwrap_or_default();
        // RFC 3986 allows escapes in a host, and clients decode them before they connect.
        if let Some(byte) = Guard::Host.first_rejected(&escape::decode(&host)) {
            return Err(self.unsafe_byte(byte, span, Guard::Host));
        }
        let is_hidden = self.redaction.hidden_in(span).is_some();
        let reachable = (self.checks.reachable)(&host).map_err(|why| {
            // A host with an encoded `@` looks like a part of a password.
            let host = if is_hidden { self.redaction.slice(self.url.text(), span) } else { host };
            PlanError::BadHost { host: host.into_owned(), why, span }
        })?;
        let masked = is_hidden.then(|| MASK.as_bytes().into());
        Ok(SentBytes { sent: reachable.into_bytes().into(), masked, span, is_block: false })
    }

    /// Whether the URL has a login that only lenient mode accepts.
    fn has_unwanted_login(&self) -> bool {
        let components = self.url.registration().components.iter();
        let mut unwanted = components.filter(|component| component.lenient);
        unwanted.any(|component| component.role == Role::User) && self.url.span(Slot::USER).is_some()
    }

    /// The port of the URL, unless it is the default port.
    pub(super) fn nondefault_port(&self) -> Option<u16> {
        let default = self.url.registration().default_port;
        self.port().filter(|port| Some(*port) != default)
    }

    /// The port in the URL.
    fn port(&self) -> Option<u16> {
        self.url.get(Slot::PORT).and_then(authority::port_number)
    }

    /// The name of the smallest component that contains `part`.
    fn component_name(&self, part: Span) -> String {
        let holds = |span: Span| span.start() <= part.start() && part.end() <= span.end();
        let components = self.url.registration().components.iter();
        let holding = components.filter_map(|component| {
            let span = self.url.span(component.slot)?;
            // If a part fills a composite component, the name of the part is more precise.
            holds(span).then_some((span.len(), component.role == Role::Whole, component))
        });
        let smallest = holding.min_by_key(|(len, is_whole, _)| (*len, *is_whole));
        smallest.map_or_else(|| "the URL".to_owned(), |(_, _, component)| component.name.to_string())
    }
}

/// A part of a URL, encoded for any position in any URL.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    escape::encode(&escape::decode(text), &UNRESERVED_EVERYWHERE, &mut encoded);
    encoded
}
