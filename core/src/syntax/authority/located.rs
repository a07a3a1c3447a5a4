//! Host and port that something other than the cursor has located, such as a plugin.

use crate::syntax::cursor::Cursor;
use crate::syntax::host::is_host_fast;
use crate::text::span::{Slot, Span};

/// Sets host and port if the first is a name of letters, digits, `-` and `.`, or an address, and the second is a number:
/// nearly every host and port, valid by RFC 1738 and by RFC 3986. Returns `false` without setting them if the slow path
/// must decide. The position does not change.
///
/// ```
/// use anyurl_core::authors::authority::set_host_port_fast;
/// use anyurl_core::{Mode, Slot, Span};
/// use anyurl_core::authors::Cursor;
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::set_host_port_fast;
    use crate::registration::Grammar;
    use crate::syntax::authority::{check_host, host_port};
    use crate::syntax::cursor::Cursor;
    use crate::syntax::options::Mode;
    use crate::text::span::{Slot, Span};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        /// What is accepted is valid by the rules of both documents, and nearly all valid hosts are accepted.
        #[test]
        fn the_fast_path_accepts_what_the_rules_accept(
            before in "x-[a-z.-]{0,9}:[a-z0-9./%-]{0,130}",
            host in "([a-z0-9-]{1,3}\\.){0,3}[a-z0-9-]{1,9}|[0-9.]{1,15}|[a-z0-9.%_:é-]{0,9}",
            port in prop::option::of("[0-9]{1,6}|[0-9a:]{0,9}"),
            after in "(/[a-z.-]{0,60})?",
        ) {
            let start = before.len();
            let end = start + host.len();
            let mut text = before + &host;
            let port = port.map(|port| {
                text = format!("{text}:{port}");
                Span::new(end + 1, text.len())
            });
            let part = Span::new(start, text.len());
            text += &after;
            let mut at = Cursor::new(&text, Span::new(2, text.len()), Mode::Strict, None);
            let is_fast = set_host_port_fast(&mut at, Span::new(start, end), port);
            prop_assert_eq!(at.position(), 2);
            let mut slow = Cursor::new(&text, part, Mode::Strict, None);
            let is_valid = slow.within(part, |at| host_port(at).is_ok() && at.position() == at.limit());
            if is_fast {
                prop_assert!(is_valid, "{}", text);
                prop_assert_eq!(at.get(Slot::HOST), slow.get(Slot::HOST));
                prop_assert_eq!(at.get(Slot::PORT), slow.get(Slot::PORT));
                prop_assert!(check_host(&mut slow, Span::new(start, end), Grammar::Rfc3986).is_ok());
            } else if is_valid {
                // A port in the host, or a number so near to the beginning that the fast path cannot read eight bytes up to it.
                prop_assert!(host.contains(':') || start < 8 || host.len() > 63, "{}", text);
            }
        }
    }
}
