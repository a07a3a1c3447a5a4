//! A call of an operation in a protocol whose messages Locator does not write, such as Z39.50.

use super::builder::PlanBuilder;
use super::error::PlanError;
use super::guard::Guard;
use super::line::Piece;
use super::{SentBytes, Step};
use crate::text::span::Span;

/// An operation of a protocol, with its arguments: the client encodes them as the protocol asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The protocol, in lower case: `wais`.
    pub protocol: &'static str,
    /// The operation, in lower case: `search`.
    pub operation: &'static str,
    /// The arguments, each under its name.
    pub arguments: Vec<(&'static str, SentBytes)>,
    /// Names and values of the fields, in their order, where the operation takes any.
    pub fields: Option<Vec<(Piece, SentBytes)>>,
}

impl Call {
    /// Protocol and operation, joined by a hyphen: `wais-search`.
    pub fn name(&self) -> String {
        format!("{}-{}", self.protocol, self.operation)
    }

    /// The bytes that stem from the URL.
    pub(super) fn bytes(&self) -> impl Iterator<Item = &SentBytes> {
        let arguments = self.arguments.iter().map(|(_, value)| value);
        let fields = self.fields.iter().flatten().flat_map(|(name, value)| {
            let name = match name {
                Piece::Url(name) => Some(name),
                _ => None,
            };
            name.into_iter().chain([value])
        });
        arguments.chain(fields)
    }
}

/// How a protocol carries the arguments of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Carried {
    /// With their length, so that every byte is data.
    Counted,
    /// As text in lines: CR, LF and NUL are refused.
    InLines,
}

/// Collects the arguments of a call. The bytes of the URL are checked by the way in which the protocol carries them.
#[must_use = "a call is part of the plan when it is sent"]
pub struct CallBuilder<'b, 'p> {
    plan: &'b mut PlanBuilder<'p>,
    guard: Guard,
    call: Call,
    error: Option<PlanError>,
}

impl<'b, 'p> CallBuilder<'b, 'p> {
    pub(super) fn new(
        plan: &'b mut PlanBuilder<'p>,
        protocol: &'static str,
        operation: &'static str,
        carried: Carried,
    ) -> Self {
        let guard = match carried {
            Carried::Counted => Guard::Opaque,
            Carried::InLines => Guard::Handed,
        };
        let call = Call { protocol, operation, arguments: Vec::new(), fields: None };
        Self { plan, guard, call, error: None }
    }

    /// An argument: a piece of the URL under the name that the protocol gives it.
    pub fn argument(mut self, name: &'static str, value: Span) -> Self {
        if let Some(value) = self.bytes(value) {
            self.call.arguments.push((name, value));
        }
        self
    }

    /// A field whose name is the protocol's.
    pub fn own_field(mut self, name: &'static str, value: Span) -> Self {
        if let Some(value) = self.bytes(value) {
            self.call.fields.get_or_insert_default().push((Piece::Protocol(name.into()), value));
        }
        self
    }

    /// The fields of the URL: names and values. An operation that takes fields may have none.
    pub fn fields(mut self, fields: impl Iterator<Item = (Span, Span)>) -> Self {
        self.call.fields.get_or_insert_default();
        for (name, value) in fields {
            if let (Some(name), Some(value)) = (self.bytes(name), self.bytes(value)) {
                self.call.fields.get_or_insert_default().push((Piece::Url(name), value));
            }
        }
        self
    }

    /// Adds the call to the plan.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] for the first byte of the URL that would act as protocol.
    pub fn send(self) -> Result<(), PlanError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        self.plan.push(Step::Call(self.call));
        Ok(())
    }

    /// The bytes of a piece; the first error is kept.
    fn bytes(&mut self, span: Span) -> Option<SentBytes> {
        match self.plan.bytes(span, self.guard) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }
}
