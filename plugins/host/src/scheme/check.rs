//! Checks the answer of a plugin's `parse` before any of it is used.

mod authority;
mod spans;

use anyurl_core::{Mode, Slot};
use anyurl_plugin::abi;

pub(super) use self::spans::{Components, Offsets};
use super::PluginScheme;
use super::plugin_url::PluginText;
use crate::functions::{Answer, UNWRITTEN};
use crate::registration;
use crate::violation::Violation;

/// The number of spans on the stack: each component once, and some deviations.
pub(super) const INLINE_SPANS: usize = 16;

/// The largest number of spans that a plugin may request.
const MAX_SPANS: usize = 4096;

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

    /// Calls a plugin's `parse`, once more if the buffer is too small.
    #[inline]
    pub(super) fn fill(&mut self, scheme: &PluginScheme, url: PluginText<'_>, mode: Mode) -> Answer {
        let is_lenient = mode == Mode::Lenient;
        let answer = scheme.functions.parse(url.text, url.begin, is_lenient, &mut self.inline, &mut []);
        if answer.status != abi::F_CAPACITY {
            return answer;
        }
        // All components fit into the buffer. Only deviations can exceed it, and only in lenient mode.
        let is_sensible = is_lenient && (INLINE_SPANS + 1..=MAX_SPANS).contains(&answer.count);
        if !is_sensible {
            return Answer { stopped: Some(Violation::Count), ..answer };
        }
        self.heap = vec![abi::LocSpan::default(); answer.count];
        scheme.functions.parse(url.text, url.begin, is_lenient, &mut self.heap, &mut [])
    }

    /// Returns the spans of an answer; `None` if it claims more of them than the buffer holds.
    #[inline]
    pub(super) fn spans(&self, count: usize) -> Option<&[abi::LocSpan]> {
        let all = if self.heap.is_empty() { &self.inline[..] } else { &self.heap };
        all.get(..count)
    }
}

/// The checked answer of a plugin's `parse`.
pub(super) struct ParseAnswer<'b> {
    /// All spans, as the plugin wrote them.
    pub(super) spans: &'b [abi::LocSpan],
    /// The components among them.
    pub(super) components: Components,
    /// The error in the URL, if there is one.
    pub(super) error: Option<Answer>,
}

/// Calls a plugin's `parse` and checks the answer.
pub(super) fn parse<'b>(
    scheme: &PluginScheme,
    url: PluginText<'_>,
    mode: Mode,
    buffer: &'b mut SpanBuffer,
) -> Result<ParseAnswer<'b>, Violation> {
    let answer = buffer.fill(scheme, url, mode);
    checked(scheme, url, mode, answer, buffer)
}

/// Checks the answer with which a plugin's `parse` filled a buffer.
pub(super) fn checked<'b>(
    scheme: &PluginScheme,
    url: PluginText<'_>,
    mode: Mode,
    answer: Answer,
    buffer: &'b SpanBuffer,
) -> Result<ParseAnswer<'b>, Violation> {
    let error = check_status(answer)?;
    let count = match answer.count {
        // With an error, the spans before it are optional.
        UNWRITTEN if error.is_some() => 0,
        count => count,
    };
    let spans = buffer.spans(count).ok_or(Violation::Count)?;
    let mut components = Components::NONE;
    components.check(scheme, url, mode, spans, |_, _| {})?;
    match &error {
        Some(error) => check_error(scheme, url, error)?,
        None => components.check_authority(scheme, url, spans)?,
    }
    Ok(ParseAnswer { spans, components, error })
}

/// Returns the answer if it reports an error in the URL, and `None` if it reports success.
fn check_status(answer: Answer) -> Result<Option<Answer>, Violation> {
    if let Some(violation) = answer.stopped {
        return Err(violation);
    }
    match answer.status {
        abi::OK => Ok(None),
        status if registration::error_kind(status).is_some() => Ok(Some(answer)),
        abi::F_PANIC => Err(Violation::Panic),
        abi::F_CAPACITY => Err(Violation::Count),
        abi::F_UNSUPPORTED | abi::F_NOMEM | abi::F_ARGUMENT => Err(Violation::Failed),
        _ => Err(Violation::Status),
    }
}

/// Checks that an error is within the URL, and that its component and requirement exist.
fn check_error(scheme: &PluginScheme, url: PluginText<'_>, error: &Answer) -> Result<(), Violation> {
    let is_component = error.component == 0
        || registration::slot(error.component).is_some_and(|slot| {
            // Host and port need not be declared, because the host parses them itself.
            slot == Slot::HOST || slot == Slot::PORT || scheme.component(slot).is_some()
        });
    let is_requirement = error.requirement as usize <= scheme.requirements.len();
    if url.contains(error.start, error.end) && is_component && is_requirement { Ok(()) } else { Err(Violation::Error) }
}
