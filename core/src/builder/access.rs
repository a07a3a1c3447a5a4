//! What only a plan refuses: bytes that would act as protocol, and hosts that cannot be looked up.
//!
//! `ftp://a%0D%0ADELE%20b@h/` is a valid URL, which no client may access (RFC 1738 §6). The builder does not write it from
//! a user name in decoded bytes. [`UrlBuilder::build`](super::UrlBuilder::build) says what it leaves to the plan.

use super::BuildError;
use super::assemble::Assembled;
use super::draft::Draft;
use super::given::Given;
use crate::diagnostics::redact::Redaction;
use crate::plan::{Environment, PlanBuilder, PlanError, Planner};
use crate::registration::Role;
use crate::syntax::escape;
use crate::text::prelude::*;
use crate::text::span::Span;
use crate::url::{Parsed, Url};

/// Why a plan refuses a part of a URL.
enum Refusal {
    /// The byte, and the kind of step.
    Byte(u8, &'static str),
    /// The reason why the host cannot be looked up.
    Host(&'static str),
}

impl Refusal {
    fn error(self, component: &str, offset: Option<usize>, is_secret: bool) -> BuildError {
        let component = component.to_owned();
        match self {
            Self::Byte(byte, step) => {
                BuildError::Unsafe { component, offset, byte: Some(byte).filter(|_| !is_secret), step }
            }
            Self::Host(why) => BuildError::NoHost { component, offset, why },
        }
    }
}

impl Draft<'_> {
    /// Checks that a plan accepts the values that are given in decoded bytes. The others are texts of a URL, which may be
    /// valid without a plan.
    #[inline]
    pub(super) fn check_access(self, assembled: Assembled<'_>, parsed: &Parsed<'_, '_>) -> Result<(), BuildError> {
        let may_be_refused = |index| self.given(index).is_some_and(|given| self.may_be_refused(given));
        if self.inputs.not_verbatim().iter().any(may_be_refused) { self.plan(assembled, parsed) } else { Ok(()) }
    }

    /// A cheap check that is false for nearly every value.
    fn may_be_refused(self, given: Given<'_>) -> bool {
        // The host that a scheme is known to look up is checked when it is set.
        let is_unchecked_host = given.component.role == Role::Host && !self.entry.registration().looks_up_host();
        is_unchecked_host || given.any_decoded(|bytes| bytes.iter().any(u8::is_ascii_control))
    }

    #[cold]
    fn plan(self, assembled: Assembled<'_>, parsed: &Parsed<'_, '_>) -> Result<(), BuildError> {
        let Some((place, refusal)) = refusal(&Url::new(parsed)) else { return Ok(()) };
        let Some((index, written)) = assembled.written_at(place.start()) else { return Ok(()) };
        let Some(given) = self.given(index) else { return Ok(()) };
        let is_given = match refusal {
            // Another element of a list may be a text of a URL.
            Refusal::Byte(byte, _) => given.any_decoded(|bytes| bytes.contains(&byte)),
            Refusal::Host(_) => !given.is_verbatim(),
        };
        if !is_given {
            return Ok(());
        }
        let is_one_byte = given.is_text() && matches!(refusal, Refusal::Byte(..));
        let before = &parsed.text[written.start()..place.start()];
        let offset = is_one_byte.then(|| escape::bytes(before).count());
        Err(refusal.error(&given.component.name, offset, given.component.is_secret()))
    }
}

impl Url<'_> {
    /// Checks that a plan accepts what is new in a URL that was made from this text, with another path or query in decoded
    /// bytes. Everything else stays as it was, even if it has no plan.
    pub(super) fn check_edit(&self, before: &str, component: &'static str) -> Result<(), BuildError> {
        let text = self.text();
        // A byte that would act as protocol is written as an escape.
        let Some((place, refusal)) = text.contains('%').then(|| refusal(self)).flatten() else { return Ok(()) };
        let (start, end) = kept(before, text);
        if place.end() <= start || text.len() - end <= place.start() {
            return Ok(());
        }
        let start = match component {
            "query" => self.path_span().end() + 1,
            _ => self.path_span().start(),
        };
        let offset = text.get(start..place.start()).map(|before| escape::bytes(before).count());
        Err(refusal.error(component, offset, false))
    }
}

/// The lengths of what two texts begin with, and of what they end with.
fn kept(one: &str, other: &str) -> (usize, usize) {
    let is_same = |(one, other): &(u8, u8)| one == other;
    let start = one.bytes().zip(other.bytes()).take_while(is_same).count();
    let ends = one.as_bytes()[start..].iter().rev().copied().zip(other.as_bytes()[start..].iter().rev().copied());
    (start, ends.take_while(is_same).count())
}

/// The part of a URL that its plan refuses, whatever the environment is.
fn refusal(url: &Url<'_>) -> Option<(Span, Refusal)> {
    let environment = Environment::new();
    let mut planner = Planner::new(&environment, Redaction::NONE);
    match url.entry().scheme().plan(&mut PlanBuilder::new(url.as_url_ref(), &environment, &mut planner)) {
        // A space is data in many URLs that some protocol cannot send.
        Err(PlanError::UnsafeByte { byte, span, step, .. }) if byte.is_ascii_control() => {
            Some((span, Refusal::Byte(byte, step)))
        }
        Err(PlanError::BadHost { why, span, .. }) => Some((span, Refusal::Host(why))),
        _ => None,
    }
}
