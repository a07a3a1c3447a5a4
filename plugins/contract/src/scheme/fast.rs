//! The fast path of a parse: a URL of US-ASCII, in strict mode, that the plugin accepts, and whose host is plain. It makes
//! the same checks as the slow path, and only skips what they leave without effect.

use locator_core::simd::StopSet;
use locator_core::{Cursor, Mode, Slot, Span, syntax::authority};
use locator_plugin::abi;

use super::PluginScheme;
use super::check::{Components, Offsets, SpanBuffer};
use super::plugin_url::PluginText;
use crate::functions::Answer;
use crate::violation::Violation;

/// How far the fast path came.
pub(super) enum Progress {
    /// All components are set, and everything is read.
    Done,
    /// The plugin has filled the buffer; the slow path must use this answer.
    Answered(Answer),
    /// The plugin has not been called.
    NotCalled,
}

/// Parses the schemepart at the cursor.
#[inline]
pub(super) fn parse(
    scheme: &PluginScheme,
    at: &mut Cursor<'_>,
    buffer: &mut SpanBuffer,
) -> Result<Progress, Violation> {
    let begin = scheme.prefix_len;
    let base = at.position().checked_sub(begin).ok_or(Violation::Failed)?;
    if at.is_lenient() || !is_ascii(at, base) {
        return Ok(Progress::NotCalled);
    }
    let end = at.limit();
    let url = PluginText { text: at.text(Span::new(base, end)), begin };
    let answer = buffer.fill(scheme, url, Mode::Strict)?;
    if answer.status != abi::OK {
        return Ok(Progress::Answered(answer));
    }
    let spans = buffer.spans(answer.count).ok_or(Violation::Count)?;
    if !set_components(scheme, url, spans, base, at)? {
        return Ok(Progress::Answered(answer));
    }
    at.skip_to(end);
    Ok(Progress::Done)
}

/// Returns whether the text from `base` is US-ASCII. Only the few bytes are read that are not path bytes.
#[inline]
fn is_ascii(at: &mut Cursor<'_>, base: usize) -> bool {
    let end = at.limit();
    at.masks(|text, masks| masks.first(text, &text[..end], base, StopSet::NonPath, |_, byte| !byte.is_ascii()) == end)
}

/// Checks and sets the components. Returns `false` if the slow path must parse the host or the port.
#[inline]
fn set_components(
    scheme: &PluginScheme,
    url: PluginText<'_>,
    spans: &[abi::LocSpan],
    base: usize,
    at: &mut Cursor<'_>,
) -> Result<bool, Violation> {
    let original = |(start, end): Offsets| Span::new(base + start as usize, base + end as usize);
    let components = Components::check(scheme, url, Mode::Strict, spans, |slot, span| at.set(slot, original(span)))?;
    let (user, password) = components.login();
    if let Some(user) = user {
        at.set(Slot::USER, original(user));
    }
    if let Some(password) = password {
        at.set(Slot::PASSWORD, original(password));
    }
    let host_port = components.host_port();
    Ok(host_port.is_none_or(|(host, port)| authority::set_host_port_fast(at, original(host), port.map(original))))
}
