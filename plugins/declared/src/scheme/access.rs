//! The access algorithm of a declared scheme: steps, a gateway, a built-in scheme, or none.

use std::borrow::Cow;

use anyurl_core::authors::{Handle, PlanBuilder, Registration};
use anyurl_core::plan::{Operation, Transport};
use anyurl_core::{PlanError, Slot, Span};

use super::steps::{AccessError, Names, Piece, Steps, pieces};
use crate::format::{self, AccessKind, GatewayEntry, GatewayMode, PortTable};

/// How a URL is accessed.
pub(super) enum Access {
    /// By steps.
    Steps(Steps),
    /// Through a gateway, by a URL of another scheme.
    Gateway(Vec<Piece>),
    /// By the built-in scheme, whose components have the same names.
    Builtin(Option<Handle>),
    /// Without a plan; the text is the help for the user.
    Elsewhere(&'static str),
}

impl Access {
    /// Creates the access of a table.
    pub(super) fn new(
        table: &format::AccessTable,
        port: Option<&PortTable>,
        names: &Names<'_>,
        gateways: &[GatewayEntry],
    ) -> Result<Self, AccessError> {
        let registration = names.registration;
        Ok(match table.kind.value {
            AccessKind::Steps => {
                let steps: Vec<_> = table.steps.iter().map(|step| step.value.clone()).collect();
                let steps = Steps::resolve(&steps, transport(port), names)?;
                if steps.is_empty() {
                    return Err(AccessError::NoSteps);
                }
                Self::Steps(steps)
            }
            AccessKind::Gateway => Self::Gateway(by_gateway(table, registration, gateways)?),
            AccessKind::Builtin => Self::Builtin(None),
            AccessKind::Handler => {
                Self::Elsewhere("URLs of this scheme are opened by a program registered with the system")
            }
            AccessKind::Dylib => Self::Elsewhere(
                "this scheme needs a library, which was not loaded: a `[policy]` must list it in `allow_dylib`, and config.toml must have `[plugins] allow = true`; `anyurl registry why SCHEME` shows which is missing",
            ),
            AccessKind::Wasm => Self::Elsewhere(
                "this scheme needs a module, which was not loaded: a `[policy]` must list it in `allow_wasm`, and config.toml must have `[plugins] wasm = \"allow\"`; `anyurl registry why SCHEME` shows which is missing",
            ),
            AccessKind::None => Self::Elsewhere("URLs of this scheme are names, not locations"),
        })
    }

    /// The slots of the components that steps send.
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
                let mut anyurl = to.gateway("");
                for piece in pieces {
                    anyurl = match piece {
                        Piece::Text(text) => anyurl.own_text(Cow::Owned(text.clone())),
                        Piece::Component(slot) => anyurl.component(*slot),
                        Piece::Need(need) => anyurl.placeholder(*need),
                        Piece::Guess => anyurl,
                        Piece::Url => {
                            without_credentials(&url).into_iter().fold(anyurl, anyurl_core::authors::LineBuilder::span)
                        }
                    };
                }
                anyurl.finish()
            }
            Self::Builtin(Some(builtin)) => {
                let builtin = builtin.scheme();
                to.delegate_to(builtin.registration(), |to| builtin.plan(to))
            }
            Self::Builtin(None) => {
                let help = "clients of this scheme implement the access: open the URL with one";
                Err(no_method(registration, help, to))
            }
            Self::Elsewhere(help) => Err(no_method(registration, help, to)),
        }
    }

    /// Plans another operation, which only built-in schemes support.
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

    /// Sets the built-in scheme, if the table has `kind = "builtin"`.
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

/// The spans of a URL around user name, password and secret fields, without the fragment.
fn without_credentials(url: &anyurl_core::authors::UrlRef<'_>) -> Vec<Span> {
    let (begin, end) = (url.scheme_span().start(), url.schemepart().end());
    let login = url.span(Slot::USER).map(|user| {
        let last = url.span(Slot::PASSWORD).unwrap_or(user).end();
        let sign = usize::from(url.text()[last..].starts_with('@'));
        Span::new(user.start(), last + sign)
    });
    let mut cuts: Vec<Span> = login.into_iter().chain(url.secret_fields()).collect();
    cuts.sort_unstable();
    let starts = std::iter::once(begin).chain(cuts.iter().map(|cut| cut.end()));
    let ends = cuts.iter().map(|cut| cut.start()).chain([end]);
    starts.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| Span::new(start, end)).collect()
}

/// The first transport of the port; TCP by default.
fn transport(port: Option<&PortTable>) -> Transport {
    let transport = port.and_then(|port| port.transport.first());
    match transport.map(|transport| transport.as_str()) {
        Some("udp") => Transport::Udp,
        Some("tls") => Transport::Tls,
        _ => Transport::Tcp,
    }
}

/// The parsed template of the gateway that the table names.
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
