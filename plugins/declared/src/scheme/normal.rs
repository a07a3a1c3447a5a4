//! The normal form of a component: what of it does not count.

use std::borrow::Cow;

use anyurl_core::authors::{Delimiter, FieldSyntax, escape};
use anyurl_core::components::value;

use super::component::{Component, KnownField};
use super::text_form::{TextForm, folded};
use crate::keywords::{Case, ComponentType, FieldCase, HostKind};

/// The normal form of a component.
pub(super) enum Normal {
    /// As the keys of the component say.
    Text(TextForm, Case),
    /// With letters of one case, and without escapes, which only lenient mode accepts.
    Word(Case),
    /// A number without leading zeros; if it is a decimal, also without zeros at its end.
    Number,
    /// With names of fields in one case, and without the fields that have their default.
    Fields(NormalFields),
    /// As it is.
    AsWritten,
}

/// What of the fields of a component does not count.
pub(super) struct NormalFields {
    syntax: FieldSyntax,
    /// The case of names. Values stay as they are: a client may need their case.
    case: Case,
    /// Whether names, and whether values, are compared without their case.
    ignores_case: (bool, bool),
    /// The fields with a default.
    defaults: Vec<KnownField>,
}

impl Normal {
    pub(super) fn of(component: &Component) -> Option<Self> {
        if let Some(fields) = NormalFields::of(component) {
            return Some(Self::Fields(fields));
        }
        match component.kind {
            ComponentType::Integer | ComponentType::Decimal => Some(Self::Number),
            _ if matches!(component.host, Some(HostKind::Opaque | HostKind::Bucket)) => Some(Self::AsWritten),
            ComponentType::Keyword => Some(Self::Word(component.case)),
            _ if component.form.is_other(component.case) => Some(Self::Text(component.form.clone(), component.case)),
            _ => None,
        }
    }

    /// The normal form of a text whose escapes are canonical.
    pub(super) fn write<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self {
            Self::Text(form, case) => form.write(text, *case),
            Self::Word(case) if text.contains('%') => {
                folded(&String::from_utf8_lossy(&escape::decode(text)), *case).into_owned().into()
            }
            Self::Word(case) => folded(text, *case),
            Self::Number => value::normal_number(text),
            Self::Fields(fields) => fields.write(text).into(),
            Self::AsWritten => text.into(),
        }
    }
}

impl NormalFields {
    fn of(component: &Component) -> Option<Self> {
        let fields = component.fields?;
        let defaults: Vec<_> = component.known_fields.iter().filter(|one| one.default.is_some()).cloned().collect();
        let case = match (fields.case, component.case) {
            (FieldCase::Preserve, _) if defaults.is_empty() => return None,
            (FieldCase::Preserve, _) => Case::Preserve,
            (_, Case::Upper) => Case::Upper,
            (..) => Case::Lower,
        };
        let ignores_case = (fields.case != FieldCase::Preserve, fields.case == FieldCase::All);
        Some(Self { syntax: fields.syntax, case, ignores_case, defaults })
    }

    fn write(&self, text: &str) -> String {
        let fields = value::fields(text, self.syntax).filter(|(name, value)| !self.is_default(name, *value));
        let field = |(name, value): (&str, Option<&str>)| {
            let name = folded(name, self.case);
            value.map_or_else(|| name.to_string(), |value| format!("{name}{}{value}", char::from(self.syntax.equals())))
        };
        let fields: Vec<String> = fields.map(field).collect();
        let sign = char::from(self.syntax.delimiter().byte()).to_string();
        let lead = self.syntax.lead().map(char::from);
        match self.syntax.delimiter() {
            Delimiter::Between(_) => fields.join(&sign),
            Delimiter::Before(_) => fields
                .iter()
                .flat_map(|one| [sign.clone(), lead.map_or_else(String::new, String::from), one.clone()])
                .collect(),
            Delimiter::After(_) => fields.iter().flat_map(|one| [one, &sign]).map(String::as_str).collect(),
        }
    }

    fn is_default(&self, name: &str, value: Option<&str>) -> bool {
        let is = |ignores_case: bool, one: &str, other: &str| {
            if ignores_case { one.eq_ignore_ascii_case(other) } else { one == other }
        };
        let is_default = |one: &KnownField| {
            is(self.ignores_case.0, &one.name, name)
                && one.default.as_deref().zip(value).is_some_and(|(one, value)| is(self.ignores_case.1, one, value))
        };
        self.defaults.iter().any(is_default)
    }
}
