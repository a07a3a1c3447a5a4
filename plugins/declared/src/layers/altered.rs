//! A scheme of the base registry with an overridden access or default port.

use anyurl_core::authors::{Cursor, Handle, List, PlanBuilder, Registration, Scheme, Text};
use anyurl_core::plan::Operation;
use anyurl_core::{Error, PlanError};

use super::names::Base;
use crate::AccessError;
use crate::declare::{connects_to_host, deprecation};
use crate::format::{AccessKind, GatewayEntry, Locates};
use crate::scheme::access::Access;

/// Wraps a scheme.
pub(super) struct Altered {
    builtin: Handle,
    registration: Registration,
    access: Option<Access>,
    access_kind: Option<AccessKind>,
}

impl Altered {
    pub(super) fn new(base: &Base, gateways: &[GatewayEntry]) -> Result<Self, AccessError> {
        let mut registration = base.registration().clone();
        if let Some(port) = &base.port {
            registration.default_port = port.default.map(|port| port.value);
        }
        if let Some(notice) = base.metadata.as_ref().and_then(deprecation) {
            registration.deprecated = Some(notice);
        }
        let mut access = None;
        if let Some(table) = &base.access {
            let algorithm = table.algorithm.as_ref().map_or("", |algorithm| algorithm.as_str());
            registration.access = List::Owned(vec![Text::Owned(algorithm.to_owned())]);
            registration.connects |= connects_to_host(table);
            registration.data_object = *table.locates == Locates::DataObject;
            if let Some(properties) = &table.name_properties {
                registration.name_properties = Text::Owned(properties.value.clone());
            }
            let mut overridden = Access::of_registration(table, base.port.as_ref(), &registration, gateways)?;
            overridden.build_in(base.entry.handle().clone());
            access = Some(overridden);
        }
        let access_kind = base.access.as_ref().map(|table| table.kind.value);
        Ok(Self { builtin: base.entry.handle().clone(), registration, access, access_kind })
    }

    /// Returns the kind of the overridden access.
    pub(super) fn access_kind(&self) -> Option<AccessKind> {
        self.access_kind
    }
}

impl Scheme for Altered {
    fn registration(&self) -> &Registration {
        &self.registration
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        self.builtin.scheme().parse(at)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        match &self.access {
            Some(access) => access.plan(&self.registration, to),
            None => self.builtin.scheme().plan(to),
        }
    }

    fn operate(&self, operation: Operation, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        match &self.access {
            Some(access) => access.operate(&self.registration, operation, to),
            None => self.builtin.scheme().operate(operation, to),
        }
    }

    fn inner(&self) -> Option<&dyn Scheme> {
        let builtin = self.builtin.scheme();
        Some(builtin.inner().unwrap_or(builtin))
    }
}
