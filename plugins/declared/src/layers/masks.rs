//! Masks and tombstones: names that lead to nothing, and why.

use std::sync::Arc;

use locator_core::diagnostics::error::ErrorContext;
use locator_core::registration::{Grammar, List, Registration, Status, Text, text};
use locator_core::{Cursor, Error, ErrorKind, Fix, PlanBuilder, PlanError, Requirement, Scheme, Span};
use semver::Version;

use super::names::{Absence, Names};
use super::placed::{Found, Placed};
use crate::format::quoted;

/// Puts the masks of a layer over what stands below it.
pub(super) fn apply(placed: &Placed, names: &mut Names, to: &mut Found<'_>) {
    for mask in placed.layer().masks() {
        let reason = mask.reason.as_ref().map(|reason| reason.value.clone());
        let reason = reason.filter(|reason| !reason.trim().is_empty());
        if reason.is_none() {
            let message = format!("{} is masked without a reason", quoted(&mask.name));
            let help = "write `reason`: whoever meets the mask reads it";
            let finding = placed.finding("SR606", mask.span, message);
            to.add(finding.about(&mask.name).fix(help));
        }
        // The lowest mask stays: nothing above it lifts it.
        names.at(&mask.name).mask.get_or_insert_with(|| Absence {
            by: placed.place(mask.span),
            reason,
            removed: None,
            replacement: None,
        });
    }
}

/// Lays down the tombstones of all layers, and finds what uses their names again (SR707).
pub(super) fn bury(layers: &[Arc<Placed>], names: &mut Names, to: &mut Found<'_>) {
    for placed in layers {
        for stone in placed.layer().tombstones() {
            let text = |text: &Option<crate::format::Located<String>>| text.as_ref().map(|text| text.value.clone());
            let absence = Absence {
                by: placed.place(stone.span),
                reason: text(&stone.reason),
                removed: Some(stone.removed.value),
                replacement: text(&stone.replacement),
            };
            let name = names.at(&stone.name);
            for definition in &name.definitions {
                let message = format!(
                    "{} was removed on {} by {}, and {} uses it again",
                    quoted(&stone.name),
                    stone.removed.value,
                    absence.by,
                    definition.by
                );
                let help = "take another name: what was can never mean something else";
                let finding = match definition.entry() {
                    Some(entry) => entry.finding("SR707", entry.name.span, message),
                    None => placed.finding("SR707", stone.name.span, message).about(&stone.name),
                };
                to.add(finding.fix(help));
            }
            name.tombstone.get_or_insert(absence);
        }
    }
}

/// What stands behind a masked name: it refuses every text, and says who took the name away.
pub(super) struct Masked {
    registration: Registration,
    says: String,
    /// Made at the first refusal, and kept: errors live as long as the program.
    context: Arc<ErrorContext>,
}

impl Masked {
    pub(super) fn new(name: &str, absence: &Absence) -> Self {
        let status = if name.starts_with("x-") { Status::Experimental } else { Status::Reserved };
        let reason = absence.reason.as_deref().map_or_else(String::new, |why| format!(": {why}"));
        let says = format!("`{name}` is masked by {}{reason}", absence.by);
        let registration = Registration {
            name: Text::Owned(name.to_owned()),
            version: Version::new(1, 0, 0),
            status,
            grammar: Grammar::Rfc1738,
            rfc1738: false,
            description: Text::Owned(says.clone()),
            default_port: None,
            components: List::Borrowed(&[]),
            template: text(""),
            reserved: text(""),
            syntax: text("none: no text is a URL of a masked scheme"),
            access: List::Borrowed(const { &[text("none: the name is masked")] }),
            hierarchical: false,
            data_object: false,
            name_properties: text("none: the name is masked"),
            demonstration: text(""),
            references: List::Borrowed(&[]),
            examples: List::Borrowed(&[]),
            rejects: List::Borrowed(&[]),
        };
        let requirement = Requirement::owned("masked", "a mask of the registry", says.clone(), HELP, Fix::Unknown);
        let context = ErrorContext { rule: text("scheme"), component: text("scheme"), requirement: requirement.into() };
        Self { registration, says, context: Arc::new(context) }
    }
}

/// What to do about a masked scheme.
const HELP: &str = "use another scheme, or ask those who keep that layer";

impl Scheme for Masked {
    fn registration(&self) -> &Registration {
        &self.registration
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        let colon = at.position().saturating_sub(1);
        let name = Span::new(colon.saturating_sub(self.registration.name.len()), colon);
        Err(Error::shared(ErrorKind::Forbidden, name, Arc::clone(&self.context)))
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        Err(PlanError::NoAccessMethod { what: self.says.clone(), help: HELP, span: to.url().scheme_span() })
    }
}
