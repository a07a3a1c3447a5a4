//! The builder with which schemes write plans.

use super::environment::Environment;
use super::error::PlanError;
use super::planner::Planning;
use super::{Need, Prompt, Step, Transport, Until};
use crate::components::url_ref::UrlRef;
use crate::registration::{Component, Registration, Text};
use crate::text::prelude::*;
use crate::text::span::{Span, Spans};

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
    pub(super) planner: &'p mut (dyn Planning + 'p),
}

impl<'p> PlanBuilder<'p> {
    pub(crate) fn new(url: UrlRef<'p>, environment: &'p Environment, planner: &'p mut (dyn Planning + 'p)) -> Self {
        Self { url, environment, planner }
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
        plan(&mut PlanBuilder { url, environment: self.environment, planner: &mut *self.planner })
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
        self.planner.connect(&self.url, transport, self.url.registration().default_port)
    }

    /// [`PlanBuilder::connect`], with a default port that the scheme does not register.
    ///
    /// # Errors
    /// As [`PlanBuilder::connect`], without [`PlanError::NoPort`].
    pub fn connect_with_default(&mut self, transport: Transport, default: u16) -> Result<(), PlanError> {
        self.planner.connect(&self.url, transport, Some(default))
    }

    /// Connects to a server of the environment, which is not part of the URL; a placeholder and the default port if it
    /// is unknown.
    ///
    /// # Errors
    /// [`PlanError::UnsafeValue`] if the environment's value is not a host.
    pub fn connect_to(&mut self, transport: Transport, server: Need, default: u16) -> Result<(), PlanError> {
        self.planner.connect_to(transport, server, default)
    }

    /// Adds a step that receives data.
    pub fn receive(&mut self, until: Until) {
        self.planner.push(Step::Receive(until));
    }

    /// Adds a step that asks the user, if `after_reply` is given only after that reply code.
    pub fn prompt(&mut self, what: Prompt, after_reply: Option<u16>) {
        self.planner.push(Step::Prompt { what, after_reply });
    }

    /// Shows the user the login of the URL, if it has a user name.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] for CR, LF and NUL.
    pub fn advise_login(&mut self) -> Result<(), PlanError> {
        self.planner.advise_login(&self.url)
    }

    /// Composes a message to the address at `to`.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] for CR, LF and NUL.
    pub fn compose_message(&mut self, to: Span) -> Result<(), PlanError> {
        self.planner.compose_message(&self.url, to)
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
    /// [`PlanError::NoAccessMethod`] if the host is not mapped, or is mapped to a directory that a segment `..` could
    /// leave, and [`PlanError::UnsafeByte`] for NUL and `/` (on Windows also `\`) in a segment.
    pub fn open(&mut self, mut segments: impl Iterator<Item = Span>) -> Result<(), PlanError> {
        self.planner.open(&self.url, &mut segments)
    }

    /// Follows references in the received data, such as further URLs. The client limits the depth.
    pub fn follow(&mut self, what: impl Into<Text>) {
        self.planner.push(Step::Follow { what: what.into() });
    }

    /// Adds a note for the client that executes the plan, unless it is there already.
    pub fn note(&mut self, id: impl Into<Text>, message: impl Into<String>) {
        self.planner.note(id.into(), message.into());
    }
}
