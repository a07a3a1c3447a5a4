//! The normal form of a component: what of it does not count.

use anyurl_core::Span;
use anyurl_core::authors::{FieldSyntax, escape};
use anyurl_core::components::value;

use super::component::Component;
use crate::keywords::{Case, ComponentType, FieldCase, HostKind};

/// The normal form of a component.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Normal {
    /// With letters of one case.
    Case(Case),
    /// With letters of one case, and without escapes, which only lenient mode accepts.
    Word(Case),
    /// A number without leading zeros; if it is a decimal, also without zeros at its end.
    Number,
    /// With names of fields in one case. The values stay as they are: a client may need their case.
    Fields(FieldSyntax, Case),
    /// As it is.
    AsWritten,
}

impl Normal {
    pub(super) fn of(component: &Component) -> Option<Self> {
        match component.kind {
            ComponentType::Integer | ComponentType::Decimal => Some(Self::Number),
            _ if matches!(component.host, Some(HostKind::Opaque | HostKind::Bucket)) => Some(Self::AsWritten),
            ComponentType::Keyword => Some(Self::Word(component.case)),
            _ if component.fields.is_some_and(|fields| fields.case != FieldCase::Preserve) => {
                let case = if component.case == Case::Upper { Case::Upper } else { Case::Lower };
                component.fields.map(|fields| Self::Fields(fields.syntax, case))
            }
            _ if component.case != Case::Preserve => Some(Self::Case(component.case)),
            _ => None,
        }
    }

    /// The normal form of a text whose escapes are canonical.
    pub(super) fn write(self, text: &str) -> String {
        match self {
            Self::Case(case) => folded(text, case),
            Self::Word(case) => folded(&String::from_utf8_lossy(&escape::decode(text)), case),
            Self::Number => value::normal_number(text),
            Self::Fields(syntax, case) => {
                let (mut written, mut at) = (String::with_capacity(text.len()), 0);
                for (name, _) in value::field_spans(text, Span::new(0, text.len()), syntax) {
                    written.push_str(&text[at..name.start()]);
                    written.push_str(&folded(name.of(text), case));
                    at = name.end();
                }
                written + &text[at..]
            }
            Self::AsWritten => text.to_owned(),
        }
    }
}

/// Converts the case of letters. The digits of escapes are always in upper case.
pub(super) fn folded(text: &str, case: Case) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(found) = rest.chars().next() {
        let width = if found == '%' { 3.min(rest.len()) } else { found.len_utf8() };
        let (unit, next) = rest.split_at_checked(width).unwrap_or((rest, ""));
        match (found, case) {
            ('%', _) | (_, Case::Upper) => folded.push_str(&unit.to_ascii_uppercase()),
            (_, Case::Lower) => folded.push_str(&unit.to_ascii_lowercase()),
            (_, Case::Preserve) => folded.push_str(unit),
        }
        rest = next;
    }
    folded
}
