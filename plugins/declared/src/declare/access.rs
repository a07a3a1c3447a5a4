//! The access algorithm of an entry.

use anyurl_core::Slot;
use anyurl_core::authors::Registration;
use anyurl_core::plan::Transport;

use super::AccessError;
use super::pieces::pieces;
use super::steps::{Names, resolve};
use crate::format::{self, AccessKind, GatewayEntry, GatewayMode, Keyword as _, PortTable, PortTransport};
use crate::scheme::access::Access;
use crate::scheme::steps::Piece;

impl Access {
    /// The slots of the components that steps send.
    pub(crate) fn sent(&self) -> Vec<Slot> {
        match self {
            Self::Steps(steps) => steps.sent().collect(),
            _ => Vec::new(),
        }
    }

    /// Creates the access of a table without a grammar, for an override of another scheme's access: for URLs with the
    /// components of a registration.
    pub(crate) fn of_registration(
        table: &format::AccessTable,
        port: Option<&PortTable>,
        registration: &Registration,
        gateways: &[GatewayEntry],
    ) -> Result<Self, AccessError> {
        Self::new(table, port, &Names::new(registration), gateways)
    }

    /// Creates the access of a table.
    pub(crate) fn new(
        table: &format::AccessTable,
        port: Option<&PortTable>,
        names: &Names<'_>,
        gateways: &[GatewayEntry],
    ) -> Result<Self, AccessError> {
        let registration = names.registration;
        Ok(match table.kind.value {
            AccessKind::Steps => {
                let steps: Vec<_> = table.steps.iter().map(|step| step.value.clone()).collect();
                let steps = resolve(&steps, transport(port)?, names)?;
                if steps.is_empty() {
                    return Err(AccessError::NoSteps);
                }
                Self::Steps(steps)
            }
            AccessKind::Gateway => Self::Gateway(by_gateway(table, registration, gateways)?),
            AccessKind::Builtin => Self::Builtin(None),
            kind => Self::Elsewhere(kind),
        })
    }
}

/// The first transport of the port; TCP by default.
fn transport(port: Option<&PortTable>) -> Result<Transport, AccessError> {
    match port.and_then(|port| port.transport.first()).map(|first| **first) {
        None | Some(PortTransport::Tcp) => Ok(Transport::Tcp),
        Some(PortTransport::Tls) => Ok(Transport::Tls),
        Some(PortTransport::Udp) => Ok(Transport::Udp),
        Some(other) => Err(AccessError::Transport(other.as_str())),
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
