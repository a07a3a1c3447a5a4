//! What a plugin answers is checked before any of it is used.

use locator_core::{Mode, Slot};
use locator_plugin::abi;

use super::Dynamic;
use super::text::Given;
use crate::call::{Answer, UNWRITTEN};
use crate::facts;
use crate::violation::Violation;

/// How many spans have room on the stack: each component once, and some departures.
pub(super) const FEW: usize = 16;

/// A plugin that asks for more spans than this is not asked again.
const MOST: usize = 4096;

/// Where spans are written to.
pub(super) struct Buffer {
    few: [abi::Span; FEW],
    many: Vec<abi::Span>,
}

impl Buffer {
    pub(super) const fn new() -> Self {
        const NONE: abi::Span = abi::Span {
            kind: 0,
            start: 0,
            end: 0,
        };
        Self {
            few: [NONE; FEW],
            many: Vec::new(),
        }
    }

    /// The first of them.
    pub(super) fn spans(&self, count: usize) -> &[abi::Span] {
        let all = if self.many.is_empty() {
            &self.few[..]
        } else {
            &self.many
        };
        &all[..count.min(all.len())]
    }
}

/// What the plugin says of a URL: statuses and spans that there can be.
pub(super) struct Checked<'b> {
    pub(super) spans: &'b [abi::Span],
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
        // Only departures can be more than there is room for, and only lenient mode has any.
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
    check_spans(scheme, given, is_lenient, spans)?;
    if let Some(refusal) = &refusal {
        check_error(scheme, given, refusal)?;
    }
    Ok(Checked { spans, refusal })
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

fn check_spans(
    scheme: &Dynamic,
    given: &Given<'_>,
    is_lenient: bool,
    spans: &[abi::Span],
) -> Result<(), Violation> {
    let mut seen = [false; Slot::COUNT];
    for span in spans {
        if !is_inside(given, span.start, span.end) {
            return Err(Violation::Span);
        }
        if span.kind >= abi::C_DEPARTURE {
            let clause = (span.kind - abi::C_DEPARTURE) as usize;
            if !is_lenient {
                return Err(Violation::Lenient);
            }
            if clause >= scheme.clauses.len() {
                return Err(Violation::Departure);
            }
            continue;
        }
        let known = scheme
            .components
            .iter()
            .position(|one| Some(one.slot) == facts::slot(span.kind));
        let known = known.ok_or(Violation::Kind)?;
        if scheme.components[known].is_lenient && !is_lenient {
            return Err(Violation::Lenient);
        }
        if std::mem::replace(&mut seen[known], true) {
            return Err(Violation::Twice);
        }
    }
    check_order(given, spans)
}

/// Octets of the schemepart, or the place behind its end.
fn is_inside(given: &Given<'_>, start: u32, end: u32) -> bool {
    let (start, end) = (start as usize, end as usize);
    given.begin <= start && start <= end && end <= given.url.len()
}

/// User, password, host and port stand in this order; a password has a user, and a port follows the colon of its host.
fn check_order(given: &Given<'_>, spans: &[abi::Span]) -> Result<(), Violation> {
    let of = |kind| spans.iter().find(|span| span.kind == kind);
    let (user, password) = (of(abi::C_USER), of(abi::C_PASSWORD));
    let (host, port) = (of(abi::C_HOST), of(abi::C_PORT));
    let mut end = 0;
    for span in [user, password, host, port].into_iter().flatten() {
        if span.start < end {
            return Err(Violation::Order);
        }
        end = span.end;
    }
    let has_user = password.is_none() || user.is_some();
    let follows = port.is_none_or(|port| {
        host.is_some_and(|host| {
            let colon = host.end as usize;
            port.start == host.end + 1 && given.url.as_bytes().get(colon) == Some(&b':')
        })
    });
    if has_user && follows {
        Ok(())
    } else {
        Err(Violation::Order)
    }
}

/// An error stands in the URL, in a component and against a clause that there are.
fn check_error(scheme: &Dynamic, given: &Given<'_>, error: &Answer) -> Result<(), Violation> {
    let is_component = error.component == 0
        || facts::slot(error.component).is_some_and(|slot| {
            // Nobody has to declare what the host itself reads.
            slot == Slot::HOST || slot == Slot::PORT || scheme.component(slot).is_some()
        });
    let is_clause = error.clause as usize <= scheme.clauses.len();
    if is_inside(given, error.start, error.end) && is_component && is_clause {
        Ok(())
    } else {
        Err(Violation::Error)
    }
}
