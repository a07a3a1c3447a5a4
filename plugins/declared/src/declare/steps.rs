//! Finds the components and rules that the steps of a file name.

use anyurl_abnf::GrammarSource;
use anyurl_core::Slot;
use anyurl_core::authors::{Component, Delimiter, FieldSyntax, Registration, Role};
use anyurl_core::plan::{ArgumentFraming, Need, Prompt, Transport, Until};

use super::AccessError;
use super::pieces::{pieces, unknown, usable};
use crate::format::{self, AccessStep, CallStep, Framing, GuessStep, LineKind, PromptFor, SendStep};
use crate::scheme::steps::{Call, Condition, Guess, GuessedType, Piece, Planned, Send, Steps, Subject, Test};
use crate::scheme::text_rule::TextRule;

/// What steps can name: the components of a registration, and the rules of a grammar.
#[derive(Clone, Copy)]
pub(crate) struct Names<'n> {
    pub(crate) registration: &'n Registration,
    grammar: Option<&'n GrammarSource<'n>>,
}

impl<'n> Names<'n> {
    /// The components of a registration.
    pub(crate) const fn new(registration: &'n Registration) -> Self {
        Self { registration, grammar: None }
    }

    /// Adds the rules of a grammar.
    pub(crate) const fn with_rules(self, grammar: &'n GrammarSource<'n>) -> Self {
        Self { grammar: Some(grammar), ..self }
    }

    /// The rule of this name.
    pub(super) fn rule(&self, name: &str) -> Result<TextRule, AccessError> {
        let rule = self.grammar.and_then(|grammar| TextRule::in_grammar(name, grammar).ok());
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

impl Steps {
    /// Parses an array of tables in the notation of a registry file.
    ///
    /// # Errors
    /// Returns an [`AccessError`] if the text or a step is invalid.
    pub fn from_text(text: &str, registration: &Registration) -> Result<Self, AccessError> {
        let steps = format::steps(&format!("steps = {text}")).map_err(AccessError::Text)?;
        let steps = resolve(&steps, Transport::Tcp, &Names::new(registration))?;
        if steps.is_empty() { Err(AccessError::NoSteps) } else { Ok(steps) }
    }

    /// Adds a step, for URLs with the components of a registration.
    ///
    /// # Errors
    /// Returns an [`AccessError`] if a target or variable is invalid.
    pub fn push(&mut self, step: &AccessStep, registration: &Registration) -> Result<(), AccessError> {
        self.0.push(self::step(step, Transport::Tcp, &Names::new(registration))?);
        Ok(())
    }

    /// The slots of the components that are sent under no condition.
    pub(crate) fn sent(&self) -> impl Iterator<Item = Slot> {
        let pieces = self.0.iter().filter_map(|step| match step {
            Planned::Send(send) => Some(&send.pieces),
            _ => None,
        });
        pieces.flatten().filter_map(|piece| match piece {
            Piece::Component(slot) => Some(*slot),
            _ => None,
        })
    }
}

/// Finds what the steps of a file name; they connect by `over`.
pub(super) fn resolve(steps: &[AccessStep], over: Transport, names: &Names<'_>) -> Result<Steps, AccessError> {
    steps.iter().map(|step| self::step(step, over, names)).collect::<Result<_, _>>().map(Steps)
}

/// A step that connects by `over`.
fn step(step: &AccessStep, over: Transport, names: &Names<'_>) -> Result<Planned, AccessError> {
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
            Planned::Each(slot, delimiter, resolve(then, over, names)?)
        }
        AccessStep::If { any, then, otherwise } => {
            let any: Result<_, _> = any.iter().map(|one| condition(one, names)).collect();
            Planned::If(any?, resolve(then, over, names)?, resolve(otherwise, over, names)?)
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
            Some(Guess::Type(GuessedType { name: names.slot(name)?, text: text.clone(), image: image.clone() }))
        }
    };
    let has_guess = pieces.contains(&Piece::Guess);
    if has_guess != matches!(guess, Some(Guess::Type(_))) {
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

/// Finds the components and rules that a condition names.
fn condition(condition: &format::Condition, names: &Names<'_>) -> Result<Condition, AccessError> {
    let tests = condition.tests.iter().map(|(name, tests)| {
        let subject = subject(name, names.registration);
        let subject = subject.ok_or_else(|| unknown(name, names.registration))?;
        let tests: Result<_, _> = tests.iter().map(|test| self::test(test, names)).collect();
        Ok((subject, tests?))
    });
    tests.collect::<Result<_, _>>().map(Condition)
}

fn subject(name: &str, registration: &Registration) -> Option<Subject> {
    let component = usable(registration).find(|component| component.name == name);
    match (component, name) {
        (Some(component), _) if component.role == Role::Keyword => Some(Subject::Keyword(component.slot)),
        (Some(component), _) => Some(Subject::Component(component.slot)),
        (None, "lenient") => Some(Subject::Lenient),
        (None, "compact") => Some(Subject::Compact),
        (None, _) => None,
    }
}

fn test(test: &format::Test, names: &Names<'_>) -> Result<Test, AccessError> {
    Ok(match test {
        format::Test::IsPresent(is) => Test::IsPresent(*is),
        format::Test::Is(value) => Test::Is(value.clone()),
        format::Test::Contains(characters) => Test::Contains(characters.as_bytes().to_vec()),
        format::Test::Matches(rule) => Test::Matches(names.rule(rule)?),
    })
}
