//! [`CallBuilder`]: how schemes write the calls of a plan.

use super::builder::PlanBuilder;
use super::call::{ArgumentFraming, Call};
use super::error::PlanError;
use super::guard::Guard;
use crate::registration::Text;
use crate::text::prelude::*;
use crate::text::span::Span;

/// Collects the arguments of a call, and checks the bytes of the URL as its [`ArgumentFraming`] requires.
#[must_use = "a call is part of the plan when it is sent"]
pub struct CallBuilder<'b, 'p> {
    plan: &'b mut PlanBuilder<'p>,
}

impl<'p> PlanBuilder<'p> {
    /// Begins a call of an operation in a protocol whose messages anyurl does not encode.
    ///
    /// ```
    /// use anyurl_core::authors::PlanBuilder;
    /// use anyurl_core::plan::ArgumentFraming;
    /// use anyurl_core::{PlanError, Slot};
    ///
    /// fn plan(to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    ///     let query = to.url().span(Slot::own(0)).unwrap_or(to.url().schemepart());
    ///     to.call("z39-50", "search", ArgumentFraming::LengthPrefixed).argument("query", query).send()
    /// }
    /// ```
    pub fn call(
        &mut self,
        protocol: impl Into<Text>,
        operation: impl Into<Text>,
        framing: ArgumentFraming,
    ) -> CallBuilder<'_, 'p> {
        CallBuilder::new(self, protocol.into(), operation.into(), framing)
    }
}

impl<'b, 'p> CallBuilder<'b, 'p> {
    fn new(plan: &'b mut PlanBuilder<'p>, protocol: Text, operation: Text, framing: ArgumentFraming) -> Self {
        let guard = match framing {
            ArgumentFraming::LengthPrefixed => Guard::Opaque,
            ArgumentFraming::Lines => Guard::TextLine,
        };
        plan.planner.begin_call(Call { protocol, operation, arguments: Vec::new(), fields: None }, guard);
        Self { plan }
    }

    /// Adds an argument: a part of the URL under the name that the protocol gives it.
    pub fn argument(self, name: impl Into<Text>, value: Span) -> Self {
        let url = self.plan.url();
        self.plan.planner.argument(&url, name.into(), value);
        self
    }

    /// Adds a field whose name belongs to the protocol.
    pub fn own_field(self, name: impl Into<Text>, value: Span) -> Self {
        let url = self.plan.url();
        self.plan.planner.own_field(&url, name.into(), value);
        self
    }

    /// Adds fields of the URL, as names and values, which may be absent. The list is present even if there are none.
    pub fn fields(self, mut fields: impl Iterator<Item = (Span, Option<Span>)>) -> Self {
        let url = self.plan.url();
        self.plan.planner.fields(&url, &mut fields);
        self
    }

    /// Adds the call to the plan.
    ///
    /// # Errors
    /// [`PlanError::UnsafeByte`] for the first byte of the URL that would act as protocol.
    pub fn send(self) -> Result<(), PlanError> {
        self.plan.planner.end_call()
    }
}
