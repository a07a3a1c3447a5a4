//! [`Functions`]: the functions of a plugin's scheme, as a loader calls them. The answers are unchecked.

use anyurl_core::authors::RequirementRef;
use anyurl_plugin::abi::{LocSpan, LocStatus};

use crate::violation::Violation;

/// The functions of one scheme of a plugin, which [`PluginScheme`](crate::PluginScheme) calls and whose answers it checks.
///
/// The texts are those of the ABI (`anyurl_plugin.h`): US-ASCII, from the scheme's name on. Functions are called from any
/// thread, and concurrently.
pub trait Functions: Send + Sync + 'static {
    /// Parses `url[begin..]`: writes spans to `out`, and perhaps a text to `message`, which is zeroed before.
    fn parse(&self, url: &str, begin: usize, is_lenient: bool, out: &mut [LocSpan], message: &mut [u8]) -> Answer;

    /// Returns whether the scheme plans the access of a URL itself.
    fn has_plan(&self) -> bool {
        false
    }

    /// Plans the access of a URL; `None` if the scheme has no such function.
    fn plan(&self, _url: &str, _spans: &[LocSpan], _to: &mut OnStep<'_>, _message: &mut [u8]) -> Option<Answer> {
        None
    }

    /// Returns whether the scheme edits the general canonical form.
    fn has_canonicalize(&self) -> bool {
        false
    }

    /// Requests the edits of the general canonical form; `None` if the scheme has no such function.
    fn canonicalize(&self, _url: &str, _spans: &[LocSpan], _to: &mut OnEdit<'_>) -> Option<Answer> {
        None
    }

    /// Returns the requirement that an error cites for a violation; a loader may name the plugin in it.
    fn requirement(&self, violation: Violation) -> RequirementRef {
        violation.requirement().into()
    }
}

/// The answer of a function, unchecked: any field may be wrong.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The status of the call.
    pub status: LocStatus,
    /// Why the host stopped the call; the other fields have no meaning then.
    pub stopped: Option<Violation>,
    /// The number of spans that the plugin claims to have written.
    pub count: usize,
    /// The start of an error's span.
    pub start: u32,
    /// The end of an error's span.
    pub end: u32,
    /// The component that contains an error's span: `C_…`, or 0.
    pub component: u32,
    /// 1 + the index of the requirement of an error, or 0.
    pub requirement: u32,
    /// The length that the plugin claims its message to have.
    pub message_len: u32,
}

/// The value of [`Answer::count`] if the plugin did not write it.
pub const UNWRITTEN: usize = usize::MAX;

/// Receives the kind and the text of a step. Returns whether it is accepted.
pub type OnStep<'f> = dyn FnMut(u32, String) -> bool + 'f;

/// Receives the replacement of the bytes `start..end`. Returns whether it is accepted.
pub type OnEdit<'f> = dyn FnMut(u32, u32, String) -> bool + 'f;

/// Returns the message of a plugin, clamped to the buffer, converted to UTF-8, and without control characters.
///
/// ```
/// assert_eq!(anyurl_host::message(b"\x1B[31mred\0\0", 4000), "\u{FFFD}[31mred");
/// ```
pub fn message(buffer: &[u8], len: u32) -> String {
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    let bytes = &buffer[..len.min(buffer.len())];
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_end_matches('\0');
    text.chars().map(|found| if found.is_control() { '\u{FFFD}' } else { found }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_clamped_and_sanitized() {
        for (bytes, len, expected) in [
            (&b"well\0\0"[..], 4, "well"),
            (b"well\0\0", 4000, "well"),
            (b"a\xFFb", 3, "a\u{FFFD}b"),
            (b"\x1B[31mred", 8, "\u{FFFD}[31mred"),
            (b"", u32::MAX, ""),
        ] {
            assert_eq!(message(bytes, len), expected);
        }
    }
}
