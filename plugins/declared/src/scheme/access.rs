//! The algorithm of access of a declared scheme: steps, a gateway, or somebody else's affair.

use std::borrow::Cow;

use locator_core::plan::{Need, Operation, Transport, Until};
use locator_core::registration::{Registration, Role};
use locator_core::registry::Handle;
use locator_core::{PlanBuilder, PlanError, Slot, Span};

use crate::format::{self, AccessKind, GatewayEntry, GatewayMode, Port, Step};

/// How a URL is accessed.
pub(super) enum Access {
    /// Step by step.
    Steps(Vec<Planned>),
    /// By a URL of another scheme.
    Gateway(Vec<Piece>),
    /// As a scheme in code is, whose components have the same names.
    Builtin(Option<Handle>),
    /// By something that is not planned here: why, and what to do.
    Elsewhere(&'static str),
}

/// One step.
pub(super) enum Planned {
    /// To host and port of the URL.
    Connect(Transport),
    /// To a server that the environment knows, and its port by default.
    ConnectTo(Transport, Need, u16),
    Send(Vec<Piece>),
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

/// What is wrong with an algorithm of access.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AccessError {
    /// A `{` without its `}`, or the other way round.
    #[error(
        "`{text}`: the brace at octet {at} stands alone: write `{{name}}` for a component (SR501)"
    )]
    Brace {
        /// The text.
        text: String,
        /// Where.
        at: usize,
    },
    /// Braces around something that the scheme has not.
    #[error("`{{{variable}}}` is no component: there are {known} (SR501)")]
    Unknown {
        /// The variable.
        variable: String,
        /// What there is.
        known: String,
    },
    /// A target that is neither the URL's host nor a server of the environment.
    #[error(
        "`{0}` cannot be connected to: write `{{host}}:{{port}}`, or `{{news-server}}:119` (SR401)"
    )]
    Target(String),
    /// No steps where there must be some (SR210).
    #[error("there are no steps: write `steps`, or another kind of access (SR210)")]
    NoSteps,
    /// A gateway that is not there, or does not serve the scheme (SR505).
    #[error("the gateway `{0}` is not there, or not for this scheme (SR505)")]
    Gateway(String),
}

impl AccessError {
    /// The lint rule that it breaks.
    pub fn lint(&self) -> &'static str {
        match self {
            Self::Brace { .. } | Self::Unknown { .. } => "SR501",
            Self::Target(_) => "SR401",
            Self::NoSteps => "SR210",
            Self::Gateway(_) => "SR505",
        }
    }
}

impl Access {
    /// The access of a table.
    pub(super) fn of(
        table: &format::Access,
        port: Option<&Port>,
        registration: &Registration,
        gateways: &[GatewayEntry],
    ) -> Result<Self, AccessError> {
        Ok(match table.kind.value {
            AccessKind::Steps => {
                let steps = table.steps.iter();
                let steps: Result<Vec<_>, _> = steps
                    .map(|step| planned(step, port, registration))
                    .collect();
                let steps = steps?;
                if steps.is_empty() {
                    return Err(AccessError::NoSteps);
                }
                Self::Steps(steps)
            }
            AccessKind::Gateway => Self::Gateway(by_gateway(table, registration, gateways)?),
            AccessKind::Builtin => Self::Builtin(None),
            AccessKind::Handler => {
                Self::Elsewhere("a program of this system has it: hand the URL to that")
            }
            AccessKind::Dylib => Self::Elsewhere("a library has it: load that (`--plugin`)"),
            AccessKind::None => {
                Self::Elsewhere("its URLs name things, and say not how to have them")
            }
        })
    }

    pub(super) fn plan(
        &self,
        registration: &Registration,
        to: &mut PlanBuilder<'_>,
    ) -> Result<(), PlanError> {
        match self {
            Self::Steps(steps) => follow(steps, to),
            Self::Gateway(pieces) => {
                let url = to.url();
                let mut locator = to.gateway("");
                for piece in pieces {
                    locator = match piece {
                        Piece::Text(text) => locator.own_text(Cow::Owned(text.clone())),
                        Piece::Component(slot) => locator.slot(*slot),
                        Piece::Need(need) => locator.need(*need),
                        Piece::Url => without_credentials(&url)
                            .into_iter()
                            .fold(locator, locator_core::plan::LineBuilder::span),
                    };
                }
                locator.go()
            }
            Self::Builtin(Some(room)) => {
                let room = room.scheme();
                to.by(room.registration(), |to| room.plan(to))
            }
            Self::Builtin(None) => {
                let help = "its client has it built in: hand the URL to one";
                Err(no_method(registration, help, to))
            }
            Self::Elsewhere(help) => Err(no_method(registration, help, to)),
        }
    }

    /// Plans another operation: only schemes in code have some.
    pub(super) fn operate(
        &self,
        registration: &Registration,
        operation: Operation,
        to: &mut PlanBuilder<'_>,
    ) -> Result<(), PlanError> {
        if let Self::Builtin(Some(room)) = self {
            let room = room.scheme();
            return to.by(room.registration(), |to| room.operate(operation, to));
        }
        let scheme = registration.name.to_string();
        Err(PlanError::Unsupported { operation, scheme })
    }

    /// The room by whose algorithm URLs are accessed, where the table says that it is built in.
    pub(super) fn build_in(&mut self, room: Handle) {
        if let Self::Builtin(builtin) = self {
            *builtin = Some(room);
        }
    }
}

fn no_method(registration: &Registration, help: &'static str, to: &PlanBuilder<'_>) -> PlanError {
    PlanError::NoAccessMethod {
        what: format!("the scheme `{}`", registration.name),
        help,
        span: to.url().scheme_span(),
    }
}

/// Plans step by step. What would send a component that the URL has not is left away, with what it would receive.
fn follow(steps: &[Planned], to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    let mut is_away = false;
    for step in steps {
        is_away = match step {
            Planned::Send(pieces) => pieces.iter().any(|piece| piece.is_absent(to)),
            Planned::Receive(_) => is_away,
            Planned::Connect(_) | Planned::ConnectTo(..) => false,
        };
        if !is_away {
            step.plan(to)?;
        }
    }
    Ok(())
}

impl Piece {
    /// Whether it is a component that the URL has not.
    fn is_absent(&self, to: &PlanBuilder<'_>) -> bool {
        match self {
            Self::Component(slot) => {
                to.url().get(*slot).is_none() && default(to.url().registration(), *slot).is_none()
            }
            Self::Text(_) | Self::Url | Self::Need(_) => false,
        }
    }
}

/// What a component is taken to be when it is absent.
fn default(registration: &Registration, slot: Slot) -> Option<&str> {
    let mut components = registration.components.iter();
    components.find(|one| one.slot == slot)?.default.as_deref()
}

impl Planned {
    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        match self {
            Self::Connect(transport) => to.connect(*transport),
            Self::ConnectTo(transport, need, port) => to.connect_to(*transport, *need, *port),
            Self::Receive(until) => {
                to.receive(*until);
                Ok(())
            }
            Self::Send(pieces) => {
                let url = to.url();
                let mut line = to.line("");
                for piece in pieces {
                    line = match piece {
                        Piece::Text(text) => line.own_text(Cow::Owned(text.clone())),
                        Piece::Component(slot) if url.get(*slot).is_none() => {
                            let default = default(url.registration(), *slot).unwrap_or_default();
                            line.own_text(Cow::Owned(default.to_owned()))
                        }
                        Piece::Component(slot) => line.slot(*slot),
                        Piece::Need(need) => line.need(*need),
                        Piece::Url => line,
                    };
                }
                line.send_unended()
            }
        }
    }
}

/// What of a URL stands before and behind its user name and password; the fragment is not sent.
fn without_credentials(url: &locator_core::Parts<'_>) -> Vec<Span> {
    let (begin, end) = (url.scheme_span().start(), url.schemepart().end());
    let whole = Span::new(begin, end);
    let Some(user) = url.span(Slot::USER) else {
        return vec![whole];
    };
    let last = url.span(Slot::PASSWORD).unwrap_or(user).end();
    let sign = usize::from(url.text()[last..].starts_with('@'));
    vec![Span::new(begin, user.start()), Span::new(last + sign, end)]
}

/// A step of a table.
fn planned(
    step: &Step,
    port: Option<&Port>,
    registration: &Registration,
) -> Result<Planned, AccessError> {
    match step {
        Step::Connect(target) => connect(target, port),
        Step::Send(text) => pieces(text, registration, false).map(Planned::Send),
        Step::Receive(until) => Ok(Planned::Receive(match until {
            format::Until::Close => Until::Close,
            format::Until::DotLine => Until::DotLine,
            format::Until::Line => Until::Line,
            format::Until::Reply => Until::Reply,
        })),
    }
}

/// `{host}:{port}`, or `{news-server}:119`.
fn connect(target: &str, port: Option<&Port>) -> Result<Planned, AccessError> {
    let transport = port.and_then(|port| port.transport.first());
    let transport = match transport.map(|transport| transport.as_str()) {
        Some("udp") => Transport::Udp,
        Some("tls") => Transport::Tls,
        _ => Transport::Tcp,
    };
    let wrong = || AccessError::Target(target.to_owned());
    match target.split_once(':') {
        None | Some((_, "{port}")) if target.starts_with("{host}") => {
            Ok(Planned::Connect(transport))
        }
        Some(("{news-server}", port)) => {
            let port = port.parse().map_err(|_| wrong())?;
            Ok(Planned::ConnectTo(transport, Need::NewsServer, port))
        }
        _ => Err(wrong()),
    }
}

/// The locator of the gateway that the table names.
fn by_gateway(
    table: &format::Access,
    registration: &Registration,
    gateways: &[GatewayEntry],
) -> Result<Vec<Piece>, AccessError> {
    let id = table.gateway.as_ref().map_or("", |id| id.as_str());
    let serves = |gateway: &&GatewayEntry| {
        let mut schemes = gateway.schemes.iter();
        *gateway.id == id && schemes.any(|name| name.eq_ignore_ascii_case(&registration.name))
    };
    let gateway = gateways.iter().find(serves);
    let gateway = gateway.ok_or_else(|| AccessError::Gateway(id.to_owned()))?;
    pieces(
        &gateway.template,
        registration,
        gateway.mode.value == GatewayMode::Url,
    )
}

/// A text with variables: components in braces, and what the environment supplies.
fn pieces(
    text: &str,
    registration: &Registration,
    is_url: bool,
) -> Result<Vec<Piece>, AccessError> {
    let brace = |at| AccessError::Brace {
        text: text.to_owned(),
        at,
    };
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
    // A variable of RFC 6570 has no hyphen.
    let is = |component: &str| component == name || component.replace('-', "_") == name;
    let mut components = registration.components.iter();
    if let Some(component) = components.find(|component| is(&component.name)) {
        return Ok(Piece::Component(component.slot));
    }
    let needs = [Need::Email, Need::Password, Need::NewsServer, Need::Nonce];
    let mut needs = needs.into_iter();
    if let Some(need) = needs.find(|need| need.placeholder() == format!("{{{name}}}")) {
        return Ok(Piece::Need(need));
    }
    let known = registration
        .components
        .iter()
        .filter(|one| one.role != Role::Whole);
    let known: Vec<_> = known.map(|one| format!("`{{{}}}`", one.name)).collect();
    Err(AccessError::Unknown {
        variable: name.to_owned(),
        known: known.join(", "),
    })
}
