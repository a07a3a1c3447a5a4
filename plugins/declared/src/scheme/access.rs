//! The algorithm of access of a declared scheme: steps, a gateway, or somebody else's affair.

use std::borrow::Cow;

use locator_core::plan::{Operation, Transport};
use locator_core::registration::Registration;
use locator_core::registry::Handle;
use locator_core::{PlanBuilder, PlanError, Slot, Span};

use super::steps::{AccessError, Piece, Steps, pieces};
use crate::format::{self, AccessKind, GatewayEntry, GatewayMode, PortTable};

/// How a URL is accessed.
pub(super) enum Access {
    /// Step by step.
    Steps(Steps),
    /// By a URL of another scheme.
    Gateway(Vec<Piece>),
    /// As a scheme in code is, whose components have the same names.
    Builtin(Option<Handle>),
    /// By something that is not planned here: why, and what to do.
    Elsewhere(&'static str),
}

impl Access {
    /// The access of a table.
    pub(super) fn of(
        table: &format::AccessTable,
        port: Option<&PortTable>,
        registration: &Registration,
        gateways: &[GatewayEntry],
    ) -> Result<Self, AccessError> {
        Ok(match table.kind.value {
            AccessKind::Steps => {
                let mut steps = Steps::default();
                for step in &table.steps {
                    steps.push_by(transport(port), step, registration)?;
                }
                if steps.is_empty() {
                    return Err(AccessError::NoSteps);
                }
                Self::Steps(steps)
            }
            AccessKind::Gateway => Self::Gateway(by_gateway(table, registration, gateways)?),
            AccessKind::Builtin => Self::Builtin(None),
            AccessKind::Handler => Self::Elsewhere("a program of this system has it: hand the URL to that"),
            AccessKind::Dylib => Self::Elsewhere(
                "a library has it, and was not loaded: `locator` does so where config.toml says `[plugins] allow = true`",
            ),
            AccessKind::None => Self::Elsewhere("its URLs name things, and say not how to have them"),
        })
    }

    /// The slots of the components that are sent, byte by byte.
    pub(super) fn sent(&self) -> Vec<Slot> {
        match self {
            Self::Steps(steps) => steps.sent().collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn plan(&self, registration: &Registration, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        match self {
            Self::Steps(steps) => steps.plan(to),
            Self::Gateway(pieces) => {
                let url = to.url();
                let mut locator = to.gateway("");
                for piece in pieces {
                    locator = match piece {
                        Piece::Text(text) => locator.own_text(Cow::Owned(text.clone())),
                        Piece::Component(slot) => locator.slot(*slot),
                        Piece::Need(need) => locator.need(*need),
                        Piece::Url => {
                            without_credentials(&url).into_iter().fold(locator, locator_core::plan::LineBuilder::span)
                        }
                    };
                }
                locator.go()
            }
            Self::Builtin(Some(builtin)) => {
                let builtin = builtin.scheme();
                to.delegate_to(builtin.registration(), |to| builtin.plan(to))
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
        if let Self::Builtin(Some(builtin)) = self {
            let builtin = builtin.scheme();
            return to.delegate_to(builtin.registration(), |to| builtin.operate(operation, to));
        }
        let scheme = registration.name.to_string();
        Err(PlanError::Unsupported { operation, scheme })
    }

    /// The scheme by whose algorithm URLs are accessed, where the table says that it is built in.
    pub(super) fn build_in(&mut self, scheme: Handle) {
        if let Self::Builtin(builtin) = self {
            *builtin = Some(scheme);
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

/// What of a URL stands before and behind its user name and password; the fragment is not sent.
fn without_credentials(url: &locator_core::UrlRef<'_>) -> Vec<Span> {
    let (begin, end) = (url.scheme_span().start(), url.schemepart().end());
    let whole = Span::new(begin, end);
    let Some(user) = url.span(Slot::USER) else {
        return vec![whole];
    };
    let last = url.span(Slot::PASSWORD).unwrap_or(user).end();
    let sign = usize::from(url.text()[last..].starts_with('@'));
    vec![Span::new(begin, user.start()), Span::new(last + sign, end)]
}

/// What a port is reached by: the first that is named.
fn transport(port: Option<&PortTable>) -> Transport {
    let transport = port.and_then(|port| port.transport.first());
    match transport.map(|transport| transport.as_str()) {
        Some("udp") => Transport::Udp,
        Some("tls") => Transport::Tls,
        _ => Transport::Tcp,
    }
}

/// The locator of the gateway that the table names.
fn by_gateway(
    table: &format::AccessTable,
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
    pieces(&gateway.template, registration, gateway.mode.value == GatewayMode::Url)
}
