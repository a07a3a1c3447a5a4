//! The fast path of a parse: a URL of US-ASCII, in strict mode, that the plugin accepts, and whose host is plain. It makes
//! the same checks as the slow path, and only skips what they leave without effect.

use anyurl_core::authors::{Cursor, authority};
use anyurl_core::internal::StopSet;
use anyurl_core::{Mode, Slot, Span};
use anyurl_plugin::abi;

use super::PluginScheme;
use super::check::{Components, Offsets, SpanBuffer};
use super::plugin_url::PluginText;
use crate::functions::Answer;
use crate::violation::Violation;

/// Returns the text that the plugin reads, unless the slow path must parse it.
#[inline]
pub(super) fn text<'t>(scheme: &PluginScheme, at: &mut Cursor<'t>) -> Option<PluginText<'t>> {
    let begin = scheme.prefix_len;
    let base = at.position().checked_sub(begin)?;
    let is_plain = !at.is_lenient() && is_ascii(at, base);
    is_plain.then(|| PluginText { text: at.text(Span::new(base, at.limit())), begin })
}

/// Returns whether the text from `base` is US-ASCII. Only the few bytes are read that are not path bytes.
#[inline]
fn is_ascii(at: &mut Cursor<'_>, base: usize) -> bool {
    let end = at.limit();
    at.masks(|text, masks| masks.first(text, &text[..end], base, StopSet::NonPath, |_, byte| !byte.is_ascii()) == end)
}

/// Checks the answer of the plugin, and sets the components. Returns `false` if the slow path must use this answer: it is an
/// error, or the host is not plain.
#[inline]
pub(super) fn set_components(
    scheme: &PluginScheme,
    url: PluginText<'_>,
    answer: &Answer,
    buffer: &SpanBuffer,
    at: &mut Cursor<'_>,
) -> Result<bool, Violation> {
    if answer.status != abi::OK {
        return Ok(false);
    }
    let base = at.position() - url.begin;
    let original = |(start, end): Offsets| Span::new(base + start as usize, base + end as usize);
    let spans = buffer.spans(answer.count).ok_or(Violation::Count)?;
    let mut components = Components::NONE;
    components.check(scheme, url, Mode::Strict, spans, |slot, span| at.set(slot, original(span)))?;
    components.check_authority(scheme, url, spans)?;
    let (user, password) = components.login();
    if let Some(user) = user {
        at.set(Slot::USER, original(user));
    }
    if let Some(password) = password {
        at.set(Slot::PASSWORD, original(password));
    }
    let host_port = components.host_port();
    let is_done =
        host_port.is_none_or(|(host, port)| authority::set_host_port_fast(at, original(host), port.map(original)));
    if is_done {
        at.skip_to(at.limit());
    }
    Ok(is_done)
}
