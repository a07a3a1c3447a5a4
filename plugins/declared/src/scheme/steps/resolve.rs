//! Finds the components and rules that the steps of a file name.

use anyurl_abnf::GrammarSource;
use anyurl_core::Slot;
use anyurl_core::authors::{Component, Delimiter, FieldSyntax, Registration, Role};
use anyurl_core::plan::{ArgumentFraming, Need, Prompt, Transport, Until};

use super::condition::Condition;
use super::pieces::{unknown, usable};
use super::send::{Guess, Send};
use super::{AccessError, Call, Piece, Planned, Steps, pieces};
use crate::format::{self, AccessStep, CallStep, Framing, GuessStep, LineKind, PromptFor, SendStep};
use crate::scheme::text_rule::TextRule;

/// What steps can name: the components of a registration, and the rules of a grammar.
#[derive(Clone, Copy)]
pub(in crate::scheme) struct Names<'n> {
    pub(in crate::scheme) registration: &'n Registration,
    grammar: Option<&'n GrammarSource<'n>>,
}

impl<'n> Names<'n> {
    /// The components of a registration.
    pub(in crate::scheme) const fn new(registration: &'n Registration) -> Self {
        Self { registration, grammar: None }
    }

    /// Adds the rules of a grammar.
    pub(in crate::scheme) const fn with_rules(self, grammar: &'n GrammarSource<'n>) -> Self {
        Self { grammar: Some(grammar), ..self }
    }

    /// The rule of this name.
    pub(super) fn rule(&self, name: &str) -> Result<TextRule, AccessError> {
        let rule = self.grammar.and_then(|grammar| TextRule::new(name, grammar).ok());
        rule.ok_or_else(|| AccessError::Rule(name.to_owned()))
    }

    fn component(&self, name: &str) -> Result<&'n Component, AccessError> {
        let component = usable(self.registration).find(|component| component.name == name);
        component.ok_or_else(|| unknown(name, self.registration))
    }

    fn slot(&self, name: &str) -> Result<Slot, AccessError> {
        self.component(name).map(|component| component.slot)
    }

    fn list(&self, step: &'static str, name: &str) -> Result<(Slot, Delimiter), AccessError> {
        let component = self.component(name)?;
        match component.role {
            Role::List(delimiter) => Ok((component.slot, delimiter)),
            _ => Err(AccessError::Kind { step, name: name.to_owned(), expected: "a component of the type `list`" }),
        }
    }

    fn fields(&self, name: &str) -> Result<(Slot, FieldSyntax), AccessError> {
        let component = self.component(name)?;
        let Role::Fields(syntax) = component.role else {
            let expected = "a component of the type `fields`";
            return Err(AccessError::Kind { step: "fields", name: name.to_owned(), expected });
        };
        Ok((component.slot, syntax))
    }
}

/// A step that connects by `over`.
pub(super) fn step(step: &AccessStep, over: Transport, names: &Names<'_>) -> Result<Planned, AccessError> {
    Ok(match step {
        AccessStep::Connect(target) => connect(target, over, names.registration)?,
        AccessStep::Send(send) => Planned::Send(self::send(send, names)?),
        AccessStep::Receive(until) => Planned::Receive(match until {
            format::Until::Close => Until::Close,
            format::Until::DotLine => Until::DotLine,
            format::Until::Line => Until::Line,
            format::Until::Reply => Until::Reply,
            format::Until::LengthU16 => Until::LengthU16,
            format::Until::LengthU32 => Until::LengthU32,
            format::Until::LengthLine => Until::LengthLine,
        }),
        AccessStep::Prompt(what, when) => {
            let what = match what {
                PromptFor::Password => Prompt::Password,
                PromptFor::AskForm => Prompt::AskForm,
            };
            Planned::Prompt(what, *when)
        }
        AccessStep::Advise => Planned::Advise,
        AccessStep::Compose(name) => Planned::Compose(names.slot(variable(name))?),
        AccessStep::Open(name) => {
            let (slot, delimiter) = names.list("open", variable(name))?;
            Planned::Open(slot, delimiter)
        }
        AccessStep::Call(call) => Planned::Call(self::call(call, names)?),
        AccessStep::Follow(what) => Planned::Follow(what.clone()),
        AccessStep::Note { id, text } => Planned::Note(id.clone(), text.clone()),
        AccessStep::Each { list, then } => {
            let (slot, delimiter) = names.list("each", variable(list))?;
            Planned::Each(slot, delimiter, Steps::resolve(then, over, names)?)
        }
        AccessStep::If { any, then, otherwise } => {
            let any: Result<_, _> = any.iter().map(|one| Condition::new(one, names)).collect();
            Planned::If(any?, Steps::resolve(then, over, names)?, Steps::resolve(otherwise, over, names)?)
        }
    })
}

/// The name in `{name}`, or a name without braces.
fn variable(text: &str) -> &str {
    text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text)
}

/// Parses `{host}:{port}`, `{host}:119` or `{news-server}:119`.
fn connect(target: &str, transport: Transport, registration: &Registration) -> Result<Planned, AccessError> {
    let invalid = || AccessError::Target(target.to_owned());
    let number = |port: &str| port.parse::<u16>().map_err(|_| invalid());
    let default = match target.split_once(':') {
        None if target == "{host}" => None,
        Some(("{host}", "{port}")) => None,
        Some(("{host}", port)) => Some(number(port)?),
        Some(("{news-server}", port)) => return Ok(Planned::ConnectTo(transport, Need::NewsServer, number(port)?)),
        _ => return Err(invalid()),
    };
    let has = |slot| registration.components.iter().any(|one| one.slot == slot);
    if !has(Slot::HOST) {
        return Err(unknown("host", registration));
    }
    if default.is_none() && !has(Slot::PORT) && registration.default_port.is_none() {
        return Err(AccessError::NoPort);
    }
    Ok(Planned::Connect(transport, default))
}

/// A text to send. With `rest-of-line`, the last component must be followed by the end of the line.
fn send(send: &SendStep, names: &Names<'_>) -> Result<Send, AccessError> {
    let pieces = pieces(&send.text, names.registration, false)?;
    let last = match send.line {
        LineKind::RestOfLine => Some(last_of_line(&pieces).ok_or_else(|| AccessError::RestOfLine(send.text.clone()))?),
        _ => None,
    };
    let block = send.block.as_ref().map(|(name, rule)| Ok((names.slot(name)?, names.rule(rule)?))).transpose()?;
    let map = send.map.iter().map(|(name, texts)| Ok((names.slot(name)?, texts.clone()))).collect::<Result<_, _>>()?;
    let guess = match &send.guess {
        None => None,
        Some(GuessStep::Whole) => Some(Guess::Whole),
        Some(GuessStep::Type { name, text, image }) => {
            Some(Guess::Type { name: names.slot(name)?, text: text.clone(), image: image.clone() })
        }
    };
    let has_guess = pieces.contains(&Piece::Guess);
    if has_guess != matches!(guess, Some(Guess::Type { .. })) {
        return Err(unknown("guess", names.registration));
    }
    Ok(Send { pieces, line: send.line, last, block, map, after_reply: send.when, guess })
}

/// The last component or guess, if the end of the line follows it.
fn last_of_line(pieces: &[Piece]) -> Option<usize> {
    let last = pieces.iter().rposition(|piece| matches!(piece, Piece::Component(_)))?;
    let ends_line = match pieces.get(last + 1) {
        None => true,
        Some(Piece::Text(text)) => text.starts_with(['\r', '\n']),
        Some(_) => false,
    };
    ends_line.then_some(last)
}

fn call(call: &CallStep, names: &Names<'_>) -> Result<Call, AccessError> {
    let slot = |(name, component): &(String, String)| Ok((name.clone(), names.slot(component)?));
    let slots = |all: &[(String, String)]| all.iter().map(slot).collect::<Result<Vec<_>, AccessError>>();
    Ok(Call {
        protocol: call.protocol.clone(),
        operation: call.operation.clone(),
        arguments: slots(&call.arguments)?,
        own_fields: slots(&call.own_fields)?,
        fields: call.fields.as_deref().map(|name| names.fields(name)).transpose()?,
        framing: match call.framing {
            Framing::Length => ArgumentFraming::LengthPrefixed,
            Framing::Lines => ArgumentFraming::Lines,
        },
    })
}
