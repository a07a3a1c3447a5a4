//! Checks the answer of a plugin's `parse` before any of it is used.

use locator_core::{Mode, Slot};
use locator_plugin::abi;

use super::Dynamic;
use super::plugin_url::PluginUrl;
use crate::contract::Violation;
use crate::ffi_call::{Answer, UNWRITTEN};
use crate::registration;

/// The number of spans on the stack: each component once, and some deviations.
pub(super) const INLINE_SPANS: usize = 16;

/// The largest number of spans that a plugin may request.
const MAX_SPANS: usize = 4096;

/// The span of each component, by [`registration::index`].
#[derive(Clone, Copy)]
pub(super) struct ComponentSpans([Option<(u32, u32)>; registration::SLOT_COUNT]);

impl ComponentSpans {
    const USER: usize = 0;
    const PASSWORD: usize = 1;
    const HOST: usize = 2;
    const PORT: usize = 3;

    /// Returns the range from the start of the host to the end of the port.
    pub(super) fn host_and_port(&self) -> Option<(u32, u32)> {
        let (start, end) = self.0[Self::HOST]?;
        Some((start, self.0[Self::PORT].map_or(end, |(_, end)| end)))
    }
}

/// The buffer that a plugin writes spans to.
pub(super) struct SpanBuffer {
    inline: [abi::LocSpan; INLINE_SPANS],
    heap: Vec<abi::LocSpan>,
}

impl SpanBuffer {
    pub(super) const fn new() -> Self {
        const NONE: abi::LocSpan = abi::LocSpan { kind: 0, start: 0, end: 0 };
        Self { inline: [NONE; INLINE_SPANS], heap: Vec::new() }
    }

    fn spans(&self, count: usize) -> &[abi::LocSpan] {
        let all = if self.heap.is_empty() { &self.inline[..] } else { &self.heap };
        &all[..count.min(all.len())]
    }
}

/// The checked answer of a plugin's `parse`.
pub(super) struct ParseAnswer<'b> {
    /// All spans, as the plugin wrote them.
    pub(super) spans: &'b [abi::LocSpan],
    /// The components among them.
    pub(super) components: ComponentSpans,
    /// The error in the URL, if there is one.
    pub(super) error: Option<Answer>,
}

/// Calls a plugin's `parse` and checks the answer.
pub(super) fn parse<'b>(
    scheme: &Dynamic,
    url: &PluginUrl<'_>,
    mode: Mode,
    buffer: &'b mut SpanBuffer,
    message: &mut [u8],
) -> Result<ParseAnswer<'b>, Violation> {
    let is_lenient = mode == Mode::Lenient;
    let functions = &scheme.functions;
    let mut cap = INLINE_SPANS;
    let mut answer = functions.parse(&url.text, url.begin, is_lenient, &mut buffer.inline, message);
    if answer.status == abi::F_CAPACITY {
        // All components fit into the buffer. Only deviations can exceed it, and only in lenient mode.
        let is_sensible = is_lenient && (INLINE_SPANS + 1..=MAX_SPANS).contains(&answer.count);
        if !is_sensible {
            return Err(Violation::Count);
        }
        cap = answer.count;
        buffer.heap = vec![abi::LocSpan::default(); cap];
        answer = functions.parse(&url.text, url.begin, is_lenient, &mut buffer.heap, message);
    }
    let error = check_status(answer)?;
    let count = match answer.count {
        // With an error, the spans before it are optional.
        UNWRITTEN if error.is_some() => 0,
        count if count > cap => return Err(Violation::Count),
        count => count,
    };
    let spans = buffer.spans(count);
    let components = component_spans(scheme, url, is_lenient, spans)?;
    if let Some(error) = &error {
        check_error(scheme, url, error)?;
    }
    Ok(ParseAnswer { spans, components, error })
}

/// Returns the answer if it reports an error in the URL, and `None` if it reports success.
fn check_status(answer: Answer) -> Result<Option<Answer>, Violation> {
    match answer.status {
        abi::OK => Ok(None),
        status if registration::error_kind(status).is_some() => Ok(Some(answer)),
        abi::F_PANIC => Err(Violation::Panic),
        abi::F_CAPACITY => Err(Violation::Count),
        abi::F_UNSUPPORTED | abi::F_NOMEM | abi::F_ARGUMENT => Err(Violation::Failed),
        _ => Err(Violation::Status),
    }
}

/// Checks spans and collects those of components.
fn component_spans(
    scheme: &Dynamic,
    url: &PluginUrl<'_>,
    is_lenient: bool,
    spans: &[abi::LocSpan],
) -> Result<ComponentSpans, Violation> {
    let mut components = ComponentSpans([None; registration::SLOT_COUNT]);
    for span in spans {
        if !is_inside(url, span.start, span.end) {
            return Err(Violation::Span);
        }
        let Some(index) = registration::index(span.kind) else {
            check_deviation(scheme, is_lenient, span.kind)?;
            continue;
        };
        let known = scheme.components[index].as_ref().ok_or(Violation::Kind)?;
        if known.is_lenient && !is_lenient {
            return Err(Violation::Lenient);
        }
        if components.0[index].replace((span.start, span.end)).is_some() {
            return Err(Violation::Twice);
        }
    }
    check_order(url, &components)?;
    Ok(components)
}

/// Checks that a kind is a deviation from an existing requirement, in lenient mode.
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

/// Returns whether a span is within the schemepart.
fn is_inside(url: &PluginUrl<'_>, start: u32, end: u32) -> bool {
    let (start, end) = (start as usize, end as usize);
    url.begin <= start && start <= end && end <= url.text.len()
}

/// Checks that user, password, host and port are in this order, a password has a user, and a port follows its host and a
/// colon.
fn check_order(url: &PluginUrl<'_>, ComponentSpans(spans): &ComponentSpans) -> Result<(), Violation> {
    let mut end = 0;
    for (start, after) in spans[..=ComponentSpans::PORT].iter().flatten() {
        if *start < end {
            return Err(Violation::Order);
        }
        end = *after;
    }
    let has_user = spans[ComponentSpans::PASSWORD].is_none() || spans[ComponentSpans::USER].is_some();
    let port_follows = match (spans[ComponentSpans::HOST], spans[ComponentSpans::PORT]) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some((_, colon)), Some((port, _))) => {
            port == colon + 1 && url.text.as_bytes().get(colon as usize) == Some(&b':')
        }
    };
    if has_user && port_follows { Ok(()) } else { Err(Violation::Order) }
}

/// Checks that an error is within the URL, and that its component and requirement exist.
fn check_error(scheme: &Dynamic, url: &PluginUrl<'_>, error: &Answer) -> Result<(), Violation> {
    let is_component = error.component == 0
        || registration::slot(error.component).is_some_and(|slot| {
            // Host and port need not be declared, because the host parses them itself.
            slot == Slot::HOST || slot == Slot::PORT || scheme.component(slot).is_some()
        });
    let is_requirement = error.requirement as usize <= scheme.requirements.len();
    if is_inside(url, error.start, error.end) && is_component && is_requirement {
        Ok(())
    } else {
        Err(Violation::Error)
    }
}
