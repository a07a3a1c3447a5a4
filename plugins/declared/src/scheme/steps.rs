//! The language of access steps in registry files, plugins and gateways.
//!
//! A variable in braces is a component, whose bytes the plan builder decodes and checks, or a value of the environment.
//!
//! | module | what |
//! |---|---|
//! | `pieces` | texts with variables |
//! | `condition` | conditions of steps |
//! | `send` | sends a text |

mod condition;
mod pieces;
mod send;

use anyurl_core::authors::{Delimiter, FieldSyntax, PlanBuilder};
use anyurl_core::plan::{ArgumentFraming, Need, Prompt, Transport, Until};
use anyurl_core::{PlanError, Slot, Span};

pub(crate) use condition::{Condition, Subject, Test};
pub(crate) use pieces::Piece;
pub(crate) use send::{Guess, GuessedType, Send};

/// An access algorithm as a list of steps.
///
/// ```
/// use anyurl_core::authors::Registration;
/// use anyurl_declared::Steps;
///
/// fn steps(registration: &Registration) -> Result<Steps, anyurl_declared::AccessError> {
///     let text = r#"[{ connect = "{host}:{port}" }, { send = "GET {shelf}\r\n" }, { receive = "until-close" }]"#;
///     Steps::from_text(text, registration)
/// }
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Steps(pub(crate) Vec<Planned>);

/// A step whose names are resolved.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Planned {
    /// Connects to host and port of the URL, whose default may be other than that of the scheme.
    Connect(Transport, Option<u16>),
    /// Connects to a server of the environment, with its default port.
    ConnectTo(Transport, Need, u16),
    Send(Send),
    Receive(Until),
    Prompt(Prompt, Option<u16>),
    Advise,
    Compose(Slot),
    Open(Slot, Delimiter),
    Call(Call),
    Follow(String),
    Note(String, String),
    Each(Slot, Delimiter, Steps),
    /// Takes the first steps if one of the conditions holds, otherwise the others.
    If(Vec<Condition>, Steps, Steps),
}

/// A call of an operation of a protocol.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Call {
    pub(crate) protocol: String,
    pub(crate) operation: String,
    pub(crate) arguments: Vec<(String, Slot)>,
    pub(crate) own_fields: Vec<(String, Slot)>,
    pub(crate) fields: Option<(Slot, FieldSyntax)>,
    pub(crate) framing: ArgumentFraming,
}

impl Steps {
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
        self.plan_for(None, to)
    }

    /// Plans the steps for an element of a list.
    fn plan_for(&self, element: Element, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        for request in self.0.chunk_by(|step, next| !step.is_receive() || next.is_receive()) {
            let (mut has_skipped, mut has_sent) = (false, false);
            for step in request {
                match step {
                    Planned::Send(send) if send.is_skipped(to) => {
                        has_skipped = true;
                        continue;
                    }
                    Planned::Send(..) => has_sent = true,
                    Planned::Receive(_) if has_skipped && !has_sent => continue,
                    _ => {}
                }
                step.plan(element, to)?;
            }
        }
        Ok(())
    }
}

/// The slot of a list and the span of one of its elements, for which steps are taken.
type Element = Option<(Slot, Span)>;

impl Planned {
    const fn is_receive(&self) -> bool {
        matches!(self, Self::Receive(_))
    }

    fn plan(&self, element: Element, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        match self {
            Self::Connect(transport, None) => to.connect(*transport)?,
            Self::Connect(transport, Some(default)) => to.connect_with_default(*transport, *default)?,
            Self::ConnectTo(transport, need, port) => to.connect_to(*transport, *need, *port)?,
            Self::Send(send) => send.plan(element, to)?,
            Self::Receive(until) => to.receive(*until),
            Self::Prompt(what, after_reply) => to.prompt(*what, *after_reply),
            Self::Advise => to.advise_login()?,
            Self::Compose(slot) => {
                if let Some(address) = to.url().span(*slot) {
                    to.compose_message(address)?;
                }
            }
            Self::Open(slot, delimiter) => {
                let segments = to.url().elements(*slot, *delimiter);
                to.open(segments)?;
            }
            Self::Call(call) => call.plan(to)?,
            Self::Follow(what) => to.follow(what.clone()),
            Self::Note(id, text) => to.note(id.clone(), text),
            Self::Each(slot, delimiter, steps) => {
                for span in to.url().elements(*slot, *delimiter) {
                    steps.plan_for(Some((*slot, span)), to)?;
                }
            }
            Self::If(any, then, otherwise) => {
                let holds = any.iter().any(|condition| condition.holds(element, to));
                let steps = if holds { then } else { otherwise };
                steps.plan_for(element, to)?;
            }
        }
        Ok(())
    }
}

impl Call {
    /// Sends the arguments and fields that the URL has.
    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        let url = to.url();
        let mut call = to.call(self.protocol.clone(), self.operation.clone(), self.framing);
        for (name, slot) in &self.arguments {
            if let Some(span) = url.span(*slot) {
                call = call.argument(name.clone(), span);
            }
        }
        for (name, slot) in &self.own_fields {
            if let Some(span) = url.span(*slot) {
                call = call.own_field(name.clone(), span);
            }
        }
        if let Some((slot, syntax)) = self.fields {
            call = call.fields(url.fields(slot, syntax));
        }
        call.send()
    }
}
