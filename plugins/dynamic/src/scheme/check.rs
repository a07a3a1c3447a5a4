//! What a plugin answers is checked before any of it is used.

use locator_core::{Mode, Slot};
use locator_plugin::abi;

use super::Dynamic;
use super::text::Given;
use crate::call::{Answer, UNWRITTEN};
use crate::facts;
use crate::violation::Violation;

/// How many spans have scheme on the stack: each component once, and some deviations.
pub(super) const FEW: usize = 16;

/// A plugin that asks for more spans than this is not asked again.
const MOST: usize = 4096;

/// Where each component stands, by the number of its kind.
#[derive(Clone, Copy)]
pub(super) struct Places([Option<(u32, u32)>; facts::PLACES]);

impl Places {
    const USER: usize = 0;
    const PASSWORD: usize = 1;
    const HOST: usize = 2;
    const PORT: usize = 3;

    /// From the beginning of the host to the end of the port.
    pub(super) fn host_and_port(&self) -> Option<(u32, u32)> {
        let (start, end) = self.0[Self::HOST]?;
        Some((start, self.0[Self::PORT].map_or(end, |(_, end)| end)))
    }
}

/// Where spans are written to.
pub(super) struct Buffer {
    few: [abi::Span; FEW],
    many: Vec<abi::Span>,
}

impl Buffer {
    pub(super) const fn new() -> Self {
        const NONE: abi::Span = abi::Span { kind: 0, start: 0, end: 0 };
        Self { few: [NONE; FEW], many: Vec::new() }
    }

    /// The first of them.
    pub(super) fn spans(&self, count: usize) -> &[abi::Span] {
        let all = if self.many.is_empty() { &self.few[..] } else { &self.many };
        &all[..count.min(all.len())]
    }
}

/// What the plugin says of a URL: statuses and spans that there can be.
pub(super) struct Checked<'b> {
    /// As the plugin has written them.
    pub(super) spans: &'b [abi::Span],
    /// The components among them.
    pub(super) places: Places,
    /// Why the URL is bad, if it is.
    pub(super) refusal: Option<Answer>,
}

/// Has a plugin read a URL.
pub(super) fn read<'b>(
    scheme: &Dynamic,
    given: &Given<'_>,
    mode: Mode,
    buffer: &'b mut Buffer,
    message: &mut [u8],
) -> Result<Checked<'b>, Violation> {
    let is_lenient = mode == Mode::Lenient;
    let functions = &scheme.functions;
    let (url, begin) = (&*given.url, given.begin);
    let mut cap = FEW;
    let mut answer = functions.parse(url, begin, is_lenient, &mut buffer.few, message);
    if answer.status == abi::F_CAPACITY {
        // Only deviations can be more than there is scheme for, and only lenient mode has any.
        let is_sensible = is_lenient && (FEW + 1..=MOST).contains(&answer.count);
        if !is_sensible {
            return Err(Violation::Count);
        }
        cap = answer.count;
        buffer.many = vec![abi::Span::default(); cap];
        answer = functions.parse(url, begin, is_lenient, &mut buffer.many, message);
    }
    let refusal = refusal(answer)?;
    let count = match answer.count {
        // What a plugin has found before a fault it need not tell.
        UNWRITTEN if refusal.is_some() => 0,
        count if count > cap => return Err(Violation::Count),
        count => count,
    };
    let spans = buffer.spans(count);
    let places = places(scheme, given, is_lenient, spans)?;
    if let Some(refusal) = &refusal {
        check_error(scheme, given, refusal)?;
    }
    Ok(Checked { spans, places, refusal })
}

/// Whether the URL is good or bad; anything else is no answer.
fn refusal(answer: Answer) -> Result<Option<Answer>, Violation> {
    match answer.status {
        abi::OK => Ok(None),
        status if facts::kind(status).is_some() => Ok(Some(answer)),
        abi::F_PANIC => Err(Violation::Panic),
        abi::F_CAPACITY => Err(Violation::Count),
        abi::F_UNSUPPORTED | abi::F_NOMEM | abi::F_ARGUMENT => Err(Violation::Failed),
        _ => Err(Violation::Status),
    }
}

/// Finds each component among spans that there can be.
fn places(scheme: &Dynamic, given: &Given<'_>, is_lenient: bool, spans: &[abi::Span]) -> Result<Places, Violation> {
    let mut places = Places([None; facts::PLACES]);
    for span in spans {
        if !is_inside(given, span.start, span.end) {
            return Err(Violation::Span);
        }
        let Some(place) = facts::place(span.kind) else {
            check_deviation(scheme, is_lenient, span.kind)?;
            continue;
        };
        let known = scheme.components[place].as_ref().ok_or(Violation::Kind)?;
        if known.is_lenient && !is_lenient {
            return Err(Violation::Lenient);
        }
        if places.0[place].replace((span.start, span.end)).is_some() {
            return Err(Violation::Twice);
        }
    }
    check_order(given, &places)?;
    Ok(places)
}

/// What is no component is a deviation from a requirement that there is, in lenient mode.
fn check_deviation(scheme: &Dynamic, is_lenient: bool, kind: u32) -> Result<(), Violation> {
    let requirement = kind.checked_sub(abi::C_DEVIATION).ok_or(Violation::Kind)?;
    if !is_lenient {
        Err(Violation::Lenient)
    } else if requirement as usize >= scheme.requirements.len() {
        Err(Violation::Deviation)
    } else {
        Ok(())
    }
}

/// Bytes of the schemepart, or the place behind its end.
fn is_inside(given: &Given<'_>, start: u32, end: u32) -> bool {
    let (start, end) = (start as usize, end as usize);
    given.begin <= start && start <= end && end <= given.url.len()
}

/// User, password, host and port stand in this order; a password has a user, and a port follows the colon of its host.
fn check_order(given: &Given<'_>, Places(places): &Places) -> Result<(), Violation> {
    let mut end = 0;
    for (start, after) in places[..=Places::PORT].iter().flatten() {
        if *start < end {
            return Err(Violation::Order);
        }
        end = *after;
    }
    let has_user = places[Places::PASSWORD].is_none() || places[Places::USER].is_some();
    let follows = match (places[Places::HOST], places[Places::PORT]) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some((_, colon)), Some((port, _))) => {
            port == colon + 1 && given.url.as_bytes().get(colon as usize) == Some(&b':')
        }
    };
    if has_user && follows { Ok(()) } else { Err(Violation::Order) }
}

/// An error stands in the URL, in a component and against a requirement that there are.
fn check_error(scheme: &Dynamic, given: &Given<'_>, error: &Answer) -> Result<(), Violation> {
    let is_component = error.component == 0
        || facts::slot(error.component).is_some_and(|slot| {
            // Nobody has to declare what the host itself reads.
            slot == Slot::HOST || slot == Slot::PORT || scheme.component(slot).is_some()
        });
    let is_requirement = error.requirement as usize <= scheme.requirements.len();
    if is_inside(given, error.start, error.end) && is_component && is_requirement {
        Ok(())
    } else {
        Err(Violation::Error)
    }
}
