//! Conditions of steps.

use std::borrow::Cow;

use anyurl_core::Slot;
use anyurl_core::authors::{PlanBuilder, Registration, Role, escape};

use super::{AccessError, Element, Names};
use crate::format;
use crate::scheme::text_rule::TextRule;

/// A condition: every subject passes one of its tests.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Condition(Vec<(Subject, Vec<Test>)>);

/// What a test is about.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Subject {
    /// The text of a component, or of the element for which the step is taken.
    Component(Slot),
    /// The text of a keyword, which is in lower case.
    Keyword(Slot),
    /// Whether the URL was parsed in lenient mode.
    Lenient,
    /// Whether a Gopher+ request omits an empty search.
    Compact,
}

#[derive(Clone, PartialEq, Debug)]
enum Test {
    IsPresent(bool),
    Is(String),
    Contains(Vec<u8>),
    Matches(TextRule),
}

impl Condition {
    /// Finds the components and rules that a condition names.
    pub(super) fn new(condition: &format::Condition, names: &Names<'_>) -> Result<Self, AccessError> {
        let tests = condition.tests.iter().map(|(name, tests)| {
            let subject = Subject::new(name, names.registration);
            let subject = subject.ok_or_else(|| super::pieces::unknown(name, names.registration))?;
            let tests: Result<_, _> = tests.iter().map(|test| Test::new(test, names)).collect();
            Ok((subject, tests?))
        });
        tests.collect::<Result<_, _>>().map(Self)
    }

    pub(super) fn holds(&self, element: Element, to: &PlanBuilder<'_>) -> bool {
        self.0.iter().all(|(subject, tests)| {
            let value = subject.value(element, to);
            tests.iter().any(|test| test.holds(value.as_deref()))
        })
    }
}

impl Subject {
    fn new(name: &str, registration: &Registration) -> Option<Self> {
        let component = super::pieces::usable(registration).find(|component| component.name == name);
        match (component, name) {
            (Some(component), _) if component.role == Role::Keyword => Some(Self::Keyword(component.slot)),
            (Some(component), _) => Some(Self::Component(component.slot)),
            (None, "lenient") => Some(Self::Lenient),
            (None, "compact") => Some(Self::Compact),
            (None, _) => None,
        }
    }

    /// The decoded text; `None` for an absent component.
    fn value<'u>(self, element: Element, to: &PlanBuilder<'u>) -> Option<Cow<'u, [u8]>> {
        let url = to.url();
        let of = |slot| match element {
            Some((list, span)) if list == slot => Some(escape::decode(span.of(url.text()))),
            _ => url.get(slot).map(escape::decode),
        };
        let flag = |is: bool| is.then_some(Cow::Borrowed(&b""[..]));
        match self {
            Self::Component(slot) => of(slot),
            Self::Keyword(slot) => of(slot).map(|text| text.to_ascii_lowercase().into()),
            Self::Lenient => flag(to.is_lenient()),
            Self::Compact => flag(to.environment().is_compact()),
        }
    }
}

impl Test {
    fn new(test: &format::Test, names: &Names<'_>) -> Result<Self, AccessError> {
        Ok(match test {
            format::Test::IsPresent(is) => Self::IsPresent(*is),
            format::Test::Is(value) => Self::Is(value.clone()),
            format::Test::Contains(characters) => Self::Contains(characters.as_bytes().to_vec()),
            format::Test::Matches(rule) => Self::Matches(names.rule(rule)?),
        })
    }

    fn holds(&self, value: Option<&[u8]>) -> bool {
        match (self, value) {
            (Self::IsPresent(is), _) => *is == value.is_some(),
            (Self::Is(text), Some(value)) => value == text.as_bytes(),
            (Self::Contains(characters), Some(value)) => value.iter().any(|byte| characters.contains(byte)),
            (Self::Matches(rule), Some(value)) => rule.derives(value),
            (_, None) => false,
        }
    }
}
