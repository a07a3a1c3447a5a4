//! The language of access steps in registry files, plugins and gateways.
//!
//! A variable in braces is a component, whose bytes the plan builder decodes and checks, or a value of the environment.

use std::borrow::Cow;

use locator_core::plan::{Need, Transport, Until};
use locator_core::registration::{Component, Registration, Role};
use locator_core::{PlanBuilder, PlanError, Slot};

use crate::format::{self, AccessStep, Keyword};

/// An access algorithm as a list of steps.
///
/// ```
/// use locator_core::registration::Registration;
/// use locator_declared::Steps;
///
/// fn steps(registration: &Registration) -> Result<Steps, locator_declared::AccessError> {
///     let text = r#"[{ connect = "{host}:{port}" }, { send = "GET {shelf}\r\n" }, { receive = "until-close" }]"#;
///     Steps::from_text(text, registration)
/// }
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Steps(Vec<Planned>);

/// A parsed step.
#[derive(Clone, PartialEq, Debug)]
enum Planned {
    /// Connects to host and port of the URL.
    Connect(Transport),
    /// Connects to a server of the environment, with its default port.
    ConnectTo(Transport, Need, u16),
    /// Sends pieces; the index is the piece that takes the rest of its line.
    Send(Vec<Piece>, Option<usize>),
    Receive(Until),
}

/// A piece of a text with variables.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Piece {
    Text(String),
    Component(Slot),
    /// The whole URL, without its credentials.
    Url,
    Need(Need),
}

/// An access algorithm is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AccessError {
    /// An unbalanced brace.
    #[error("`{text}`: unbalanced brace at byte {at}: write `{{name}}` for a component (SR501)")]
    Brace {
        /// The text.
        text: String,
        /// The byte offset.
        at: usize,
    },
    /// An unknown variable.
    #[error("`{{{variable}}}` is not a component; the components are {known} (SR501)")]
    Unknown {
        /// The variable.
        variable: String,
        /// The known components.
        known: String,
    },
    /// A target that is neither the URL's host nor a server of the environment.
    #[error("cannot connect to `{0}`: write `{{host}}:{{port}}`, or `{{news-server}}:119` (SR401)")]
    Target(String),
    /// `rest_of_line` without a component at the end of the line.
    #[error(
        "`{0}`: `rest_of_line` lets a component contain spaces and TABs, so that component must end its line, as in `RETR {{name}}\\r\\n` (SR401)"
    )]
    RestOfLine(String),
    /// A connection without a port in the URL or a default port (SR402).
    #[error("the port is unknown: write `port = {{ default = … }}`, or a form with `[:<port>]` (SR402)")]
    NoPort,
    /// There are no steps (SR210).
    #[error("there are no steps: write `steps`, or another kind of access (SR210)")]
    NoSteps,
    /// A gateway that does not exist, or does not serve the scheme (SR505).
    #[error("the gateway `{0}` does not exist, or does not serve this scheme (SR505)")]
    Gateway(String),
    /// A text that is not an array of steps.
    #[error("not an array of steps: {0}; write `[{{ connect = … }}, {{ send = … }}, {{ receive = … }}]`")]
    Text(String),
}

impl AccessError {
    /// Returns the id of the lint rule for this error.
    pub fn lint(&self) -> &'static str {
        match self {
            Self::Brace { .. } | Self::Unknown { .. } => "SR501",
            Self::Target(_) | Self::RestOfLine(_) => "SR401",
            Self::NoPort => "SR402",
            Self::NoSteps | Self::Text(_) => "SR210",
            Self::Gateway(_) => "SR505",
        }
    }
}

impl Steps {
    /// Parses an array of tables in the notation of a registry file.
    ///
    /// # Errors
    /// Returns an [`AccessError`] if the text or a step is invalid.
    pub fn from_text(text: &str, registration: &Registration) -> Result<Self, AccessError> {
        let mut steps = Self::default();
        for step in parse_steps(text)? {
            steps.push(&step, registration)?;
        }
        if steps.is_empty() {
            return Err(AccessError::NoSteps);
        }
        Ok(steps)
    }

    /// Adds a step, for URLs with the components of a registration.
    ///
    /// # Errors
    /// Returns an [`AccessError`] if a target or variable is invalid.
    pub fn push(&mut self, step: &AccessStep, registration: &Registration) -> Result<(), AccessError> {
        self.push_over(Transport::Tcp, step, registration)
    }

    pub(super) fn push_over(
        &mut self,
        transport: Transport,
        step: &AccessStep,
        registration: &Registration,
    ) -> Result<(), AccessError> {
        self.0.push(match step {
            AccessStep::Connect(target) => connect(target, transport, registration)?,
            AccessStep::Send { text, rest_of_line } => send(text, *rest_of_line, registration)?,
            AccessStep::Receive(until) => Planned::Receive(match until {
                format::Until::Close => Until::Close,
                format::Until::DotLine => Until::DotLine,
                format::Until::Line => Until::Line,
                format::Until::Reply => Until::Reply,
            }),
        });
        Ok(())
    }

    /// The slots of the components that are sent.
    pub(super) fn sent(&self) -> impl Iterator<Item = Slot> {
        let pieces = self.0.iter().filter_map(|step| match step {
            Planned::Send(pieces, _) => Some(pieces),
            _ => None,
        });
        pieces.flatten().filter_map(|piece| match piece {
            Piece::Component(slot) => Some(*slot),
            _ => None,
        })
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Plans the steps. A step that sends a component absent from the URL is skipped; a note reports it. The `receive`
    /// steps after several `send` steps are for all of these, and are skipped if all of these are.
    ///
    /// # Errors
    /// Returns the errors of the builder, which refuses bytes that would act as protocol.
    pub fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        for request in self.0.chunk_by(|step, next| !step.is_receive() || next.is_receive()) {
            let (mut has_skipped, mut has_sent) = (false, false);
            for step in request {
                match step {
                    Planned::Send(pieces, _) if skips(pieces, to) => {
                        has_skipped = true;
                        continue;
                    }
                    Planned::Send(..) => has_sent = true,
                    Planned::Receive(_) if has_skipped && !has_sent => continue,
                    _ => {}
                }
                step.plan(to)?;
            }
        }
        Ok(())
    }
}

/// Parses an array of steps.
fn parse_steps(text: &str) -> Result<Vec<AccessStep>, AccessError> {
    let invalid = |what: &str| AccessError::Text(what.to_owned());
    let table: toml::Table =
        format!("steps = {text}").parse().map_err(|error: toml::de::Error| invalid(error.message()))?;
    let steps = table.get("steps").and_then(toml::Value::as_array);
    let steps = steps.filter(|_| table.len() == 1);
    let steps = steps.ok_or_else(|| invalid("the text is not an array"))?;
    let step = |step: &toml::Value| {
        let table = step.as_table().ok_or_else(|| invalid("a step is a table"))?;
        let rest_of_line = match table.get("rest_of_line") {
            None => false,
            Some(toml::Value::Boolean(is)) if table.contains_key("send") => *is,
            Some(_) => return Err(invalid("`rest_of_line` must be true or false, in a step with `send`")),
        };
        let mut pairs = table.iter().filter(|(key, _)| *key != "rest_of_line");
        let (Some((key, value)), None) = (pairs.next(), pairs.next()) else {
            return Err(invalid("a step has one key, and optionally `rest_of_line`"));
        };
        let text = value.as_str().ok_or_else(|| invalid("the value of a step is a text"))?;
        match key.as_str() {
            "connect" => Ok(AccessStep::Connect(text.to_owned())),
            "send" => Ok(AccessStep::Send { text: text.to_owned(), rest_of_line }),
            "receive" => format::Until::parse(text)
                .map(AccessStep::Receive)
                .ok_or_else(|| invalid(&format!("`receive` cannot be `{text}`"))),
            other => Err(invalid(&format!("`{other}` is not a step"))),
        }
    };
    steps.iter().map(step).collect()
}

impl Piece {
    /// Whether it is a component that is absent from the URL and has no default.
    fn is_absent(&self, to: &PlanBuilder<'_>) -> bool {
        match self {
            Self::Component(slot) => to.url().get(*slot).is_none() && default(to.url().registration(), *slot).is_none(),
            Self::Text(_) | Self::Url | Self::Need(_) => false,
        }
    }
}

/// Returns whether a step would send an absent component, and adds a note to the plan if so.
fn skips(pieces: &[Piece], to: &mut PlanBuilder<'_>) -> bool {
    let absent = pieces.iter().find_map(|piece| match piece {
        Piece::Component(slot) if piece.is_absent(to) => Some(*slot),
        _ => None,
    });
    let Some(slot) = absent else { return false };
    let mut components = to.url().registration().components.iter();
    let name = components.find(|one| one.slot == slot);
    let name = name.map_or("component", |one| &*one.name);
    let message = format!("the step that sends `{{{name}}}` is skipped: the URL has no {name}");
    to.note("skipped", message);
    true
}

/// The default value of a component.
fn default(registration: &Registration, slot: Slot) -> Option<&str> {
    let mut components = registration.components.iter();
    components.find(|one| one.slot == slot)?.default.as_deref()
}

impl Planned {
    const fn is_receive(&self) -> bool {
        matches!(self, Self::Receive(_))
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        match self {
            Self::Connect(transport) => to.connect(*transport),
            Self::ConnectTo(transport, need, port) => to.connect_to(*transport, *need, *port),
            Self::Receive(until) => {
                to.receive(*until);
                Ok(())
            }
            Self::Send(pieces, last) => {
                let url = to.url();
                let mut line = to.line("");
                for (n, piece) in pieces.iter().enumerate() {
                    if Some(n) == *last {
                        line = line.rest_of_line();
                    }
                    line = match piece {
                        Piece::Text(text) => line.own_text(Cow::Owned(text.clone())),
                        Piece::Component(slot) if url.get(*slot).is_none() => {
                            let default = default(url.registration(), *slot).unwrap_or_default();
                            line.own_text(Cow::Owned(default.to_owned()))
                        }
                        Piece::Component(slot) => line.component(*slot),
                        Piece::Need(need) => line.placeholder(*need),
                        Piece::Url => line,
                    };
                }
                line.send_unended()
            }
        }
    }
}

/// Parses `{host}:{port}` or `{news-server}:119`.
fn connect(target: &str, transport: Transport, registration: &Registration) -> Result<Planned, AccessError> {
    let invalid = || AccessError::Target(target.to_owned());
    match target.split_once(':') {
        None if target == "{host}" => {}
        Some(("{host}", "{port}")) => {}
        Some(("{news-server}", port)) => {
            let port = port.parse().map_err(|_| invalid())?;
            return Ok(Planned::ConnectTo(transport, Need::NewsServer, port));
        }
        _ => return Err(invalid()),
    }
    let has = |slot| registration.components.iter().any(|one| one.slot == slot);
    if !has(Slot::HOST) {
        return Err(unknown("host", registration));
    }
    if !has(Slot::PORT) && registration.default_port.is_none() {
        return Err(AccessError::NoPort);
    }
    Ok(Planned::Connect(transport))
}

/// Parses a text to send. With `rest_of_line`, the last component must be followed by the end of the line.
fn send(text: &str, rest_of_line: bool, registration: &Registration) -> Result<Planned, AccessError> {
    let pieces = pieces(text, registration, false)?;
    if !rest_of_line {
        return Ok(Planned::Send(pieces, None));
    }
    let is_component = |piece: &Piece| matches!(piece, Piece::Component(_));
    let last = pieces.iter().rposition(is_component);
    let ends_line = |last: usize| match pieces.get(last + 1) {
        None => true,
        Some(Piece::Text(text)) => text.starts_with(['\r', '\n']),
        Some(_) => false,
    };
    match last.filter(|last| ends_line(*last)) {
        Some(last) => Ok(Planned::Send(pieces, Some(last))),
        None => Err(AccessError::RestOfLine(text.to_owned())),
    }
}

/// Parses a text with variables for components and values of the environment.
pub(super) fn pieces(text: &str, registration: &Registration, is_url: bool) -> Result<Vec<Piece>, AccessError> {
    let brace = |at| AccessError::Brace { text: text.to_owned(), at };
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find(['{', '}']) {
        let open = at + found;
        let close = text[open..].find('}').filter(|close| *close > 0);
        let close = open + close.ok_or_else(|| brace(open))?;
        let name = &text[open + 1..close];
        if name.contains('{') {
            return Err(brace(open));
        }
        if at < open {
            pieces.push(Piece::Text(text[at..open].to_owned()));
        }
        pieces.push(variable(name, registration, is_url)?);
        at = close + 1;
    }
    if at < text.len() {
        pieces.push(Piece::Text(text[at..].to_owned()));
    }
    Ok(pieces)
}

fn variable(name: &str, registration: &Registration, is_url: bool) -> Result<Piece, AccessError> {
    if is_url && name == "url" {
        return Ok(Piece::Url);
    }
    // Variables of RFC 6570 have no hyphens.
    let is_named = |component: &str| component == name || component.replace('-', "_") == name;
    if let Some(component) = usable(registration).find(|component| is_named(&component.name)) {
        return Ok(Piece::Component(component.slot));
    }
    let needs = [Need::Email, Need::Password, Need::NewsServer, Need::Nonce];
    let mut needs = needs.into_iter();
    if let Some(need) = needs.find(|need| need.placeholder() == format!("{{{name}}}")) {
        return Ok(Piece::Need(need));
    }
    Err(unknown(name, registration))
}

/// The components that steps can use: all except those of lenient mode.
fn usable(registration: &Registration) -> impl Iterator<Item = &Component> {
    let components = registration.components.iter();
    components.filter(|component| !component.lenient)
}

/// The error for an unknown variable.
fn unknown(variable: &str, registration: &Registration) -> AccessError {
    let known = usable(registration).filter(|one| one.role != Role::Whole);
    let known: Vec<_> = known.map(|one| format!("`{{{}}}`", one.name)).collect();
    AccessError::Unknown {
        variable: variable.to_owned(),
        known: if known.is_empty() { "none".to_owned() } else { known.join(", ") },
    }
}
