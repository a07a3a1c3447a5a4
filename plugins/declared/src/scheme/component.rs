//! What a component of a URL is checked by, and compared by.

use std::fmt;

use anyurl_core::Slot;
use anyurl_core::authors::{Delimiter, FieldSyntax};

use super::ByMode;
use super::text_form::TextForm;
use super::text_rule::TextRule;
use crate::keywords::{Case, ComponentType, FieldCase, HostKind};

/// A component and its slot.
pub(crate) struct Component {
    pub(crate) name: String,
    pub(crate) rule: String,
    pub(crate) slot: Slot,
    pub(crate) kind: ComponentType,
    pub(crate) case: Case,
    pub(crate) default: Option<String>,
    /// Whether an empty text is the default as well.
    pub(crate) is_empty_default: bool,
    /// How fields are divided, and what of them does not count.
    pub(crate) fields: Option<Fields>,
    /// The fields that the scheme defines.
    pub(crate) known_fields: Vec<KnownField>,
    /// The delimiter of a list whose order does not count.
    pub(crate) unordered: Option<Delimiter>,
    /// What of its text does not count.
    pub(crate) form: TextForm,
    /// What the host is.
    pub(crate) host: Option<HostKind>,
    /// The rules that the decoded text must match in strict and lenient mode.
    pub(crate) decoded: ByMode<Option<TextRule>>,
    /// Whether writing the default makes another URL.
    pub(crate) is_default_significant: bool,
    /// The numbers that it can have, if it is a whole number with limits.
    pub(crate) range: Option<Range>,
    /// The greatest number of characters, if there is one.
    pub(crate) max_length: Option<i64>,
}

/// A field that a scheme defines.
#[derive(Clone)]
pub(crate) struct KnownField {
    pub(crate) name: String,
    /// The rule for its decoded value.
    pub(crate) rule: Option<TextRule>,
    /// The value of an absent field.
    pub(crate) default: Option<String>,
    pub(crate) is_required: bool,
}

/// The least and the greatest number of a component.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub(crate) least: Option<i128>,
    pub(crate) greatest: Option<i128>,
}

impl Range {
    /// Whether the number in a text of digits with or without a sign is in the range.
    pub(crate) fn contains(self, text: &str) -> bool {
        let Ok(number) = text.parse::<i128>() else {
            // More digits than any limit has.
            return if text.starts_with('-') { self.least.is_none() } else { self.greatest.is_none() };
        };
        self.least.is_none_or(|least| least <= number) && self.greatest.is_none_or(|greatest| number <= greatest)
    }
}

/// `from 0 to 255`, `at least 1`, `at most 9`
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.greatest) {
            (Some(least), Some(greatest)) => write!(f, "from {least} to {greatest}"),
            (Some(least), None) => write!(f, "at least {least}"),
            (None, Some(greatest)) => write!(f, "at most {greatest}"),
            (None, None) => f.write_str("any number"),
        }
    }
}

/// How fields are divided, and what of them does not count.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    pub(crate) syntax: FieldSyntax,
    pub(crate) case: FieldCase,
    pub(crate) any_order: bool,
    /// Whether no two fields have the same name.
    pub(crate) unique: bool,
    /// Whether there are no other fields than the known ones.
    pub(crate) only_known: bool,
}
