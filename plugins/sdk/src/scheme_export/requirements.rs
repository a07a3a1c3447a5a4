//! Finds the requirements that a scheme's errors cite, because the ABI lists them in the descriptor.
//!
//! A scheme has them in private constants, so they are collected from its errors and warnings: those of its examples and
//! rejects, and of each text that one small edit makes of them. The general requirements are known without that.

use std::collections::HashSet;

use locator_core::diagnostics::requirement::{common, modern};
use locator_core::{Cursor, Mode, Requirement, RequirementRef, Scheme, Span, Warning};

use crate::panic::caught;

/// Texts to insert: characters that delimit, that need an escape, that no grammar allows, and ordinary ones.
const PROBES: [&str; 18] =
    ["~", " ", "\x7F", "%", "%0A", "%09", "%41", "/", "?", "#", ":", "@", ";", "=", "a", "0", "-", "99999999999"];

/// The requirements that a scheme cites, each with its grammar rule.
pub(super) struct RequirementTable(Vec<RuleRequirement>);

pub(super) struct RuleRequirement {
    /// Empty for any rule: the host names the component instead.
    pub(super) rule: Box<str>,
    pub(super) requirement: RequirementRef,
}

impl RequirementTable {
    /// Collects the requirements of a scheme.
    pub(super) fn of(scheme: &dyn Scheme) -> Self {
        let general = common::ALL.iter().chain(modern::ALL);
        let mut table = Self(Vec::new());
        general.for_each(|requirement| table.add("", RequirementRef::Static(requirement)));
        let registration = scheme.registration();
        let examples = registration.examples.iter().map(|example| &*example.url);
        let rejects = registration.rejects.iter().map(|reject| &*reject.url);
        let mut seen = HashSet::new();
        for text in rejects.map(str::to_owned).chain(examples.flat_map(edits)).filter(|text| seen.insert(text.clone()))
        {
            // Loading a library must not fail because of a text that no one has passed yet.
            caught(|| table.add_errors(scheme, &text));
        }
        table
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &RuleRequirement> {
        self.0.iter()
    }

    /// Returns the index of a requirement: if possible with its rule, and otherwise with any.
    pub(super) fn index(&self, rule: Option<&str>, requirement: &Requirement) -> Option<u32> {
        let position = |rule: Option<&str>| {
            self.0.iter().position(|one| rule.is_none_or(|rule| *one.rule == *rule) && *one.requirement == *requirement)
        };
        let exact = rule.and_then(|rule| position(Some(rule)));
        exact.or_else(|| position(None)).and_then(|index| u32::try_from(index).ok())
    }

    fn add(&mut self, rule: &str, requirement: RequirementRef) {
        if !self.0.iter().any(|one| *one.rule == *rule && one.requirement == requirement) {
            self.0.push(RuleRequirement { rule: rule.into(), requirement });
        }
    }

    /// Adds what the errors and warnings of a text cite.
    fn add_errors(&mut self, scheme: &dyn Scheme, text: &str) {
        let begin = scheme_len(text);
        for mode in [Mode::Strict, Mode::Lenient] {
            let mut on_warning = |warning: Warning| {
                if let Some(requirement) = warning.requirement()
                    && self.index(None, requirement).is_none()
                {
                    self.add("", requirement.clone());
                }
            };
            let mut at = Cursor::new(text, Span::new(begin, text.len()), mode, Some(&mut on_warning));
            if let Err(error) = scheme.parse(&mut at) {
                self.add(error.rule(), error.requirement_ref());
            }
        }
    }
}

/// The length of the scheme's name and the colon.
fn scheme_len(text: &str) -> usize {
    text.find(':').map_or(text.len(), |colon| colon + 1)
}

/// Returns a text, and for each position after the colon: what is before it, the text without the character there, and
/// the text with each probe inserted.
fn edits(text: &str) -> impl Iterator<Item = String> {
    let begin = scheme_len(text);
    let positions = (begin..=text.len()).filter(|at| text.is_char_boundary(*at));
    let edited = positions.flat_map(move |at| {
        let (before, after) = text.split_at(at);
        let mut rest = after.chars();
        rest.next();
        let shorter = [before.to_owned(), format!("{before}{}", rest.as_str())];
        let longer = PROBES.iter().map(move |probe| format!("{before}{probe}{after}"));
        shorter.into_iter().chain(longer)
    });
    std::iter::once(text.to_owned()).chain(edited)
}
