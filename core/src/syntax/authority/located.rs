//! Host and port that something other than the cursor has located, such as a plugin.

use crate::syntax::cursor::Cursor;
use crate::syntax::host::is_host_fast;
use crate::text::span::{Slot, Span};

/// Sets host and port if the first is a name of letters, digits, `-` and `.`, or an address, and the second is a number:
/// nearly every host and port, valid by RFC 1738 and by RFC 3986. Returns `false` without setting them if the slow path
/// must decide. The position does not change.
///
/// ```
/// use locator_core::syntax::authority::set_host_port_fast;
/// use locator_core::{Cursor, Mode, Slot, Span};
///
/// let mut at = Cursor::new("x-foo://h:70/", Span::new(6, 13), Mode::Strict, None);
/// assert!(set_host_port_fast(&mut at, Span::new(8, 9), Some(Span::new(10, 12))));
/// assert_eq!(at.get(Slot::PORT), Some(Span::new(10, 12)));
/// assert!(!set_host_port_fast(&mut at, Span::new(8, 12), None)); // no host has a colon
/// ```
///
/// # Panics
/// If a span is not within the text that the cursor reads.
#[doc(hidden)]
#[inline]
pub fn set_host_port_fast(at: &mut Cursor<'_>, host: Span, port: Option<Span>) -> bool {
    if at.host_run_end(host.start()) < host.end() || !is_host_fast(at, host) {
        return false;
    }
    if let Some(port) = port {
        if at.number(port).is_none_or(|value| u16::try_from(value).is_err()) {
            return false;
        }
        at.set(Slot::PORT, port);
    }
    at.set(Slot::HOST, host);
    true
}
