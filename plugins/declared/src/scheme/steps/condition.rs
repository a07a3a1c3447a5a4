//! Conditions of steps.

use std::borrow::Cow;

use anyurl_core::Slot;
use anyurl_core::authors::{PlanBuilder, escape};

use super::Element;
use crate::scheme::text_rule::TextRule;

/// A condition: every subject passes one of its tests.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Condition(pub(crate) Vec<(Subject, Vec<Test>)>);

/// What a test is about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Subject {
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
pub(crate) enum Test {
    IsPresent(bool),
    Is(String),
    Contains(Vec<u8>),
    Matches(TextRule),
}

impl Condition {
    pub(super) fn holds(&self, element: Element, to: &PlanBuilder<'_>) -> bool {
        self.0.iter().all(|(subject, tests)| {
            let value = subject.value(element, to);
            tests.iter().any(|test| test.holds(value.as_deref()))
        })
    }
}

impl Subject {
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
