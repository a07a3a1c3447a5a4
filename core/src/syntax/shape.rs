//! The fast path of parsing: URLs of the shape `"//" host "/" path [ "?" query ]`, read from the byte masks alone.
//!
//! Nearly all links are so simple that their masks, which are in registers when the text has been classified, already
//! tell where each component ends. A scheme that says so with [`Scheme::shape`](crate::authors::Scheme::shape) has them read
//! here: without a [`Cursor`], without a call, and written once. All other texts go to
//! [`Scheme::parse`](crate::authors::Scheme::parse), which must also find the same components in texts of the shape
//! (`docs/decisions/0024-shapes.md`).

use core::sync::atomic::{AtomicU8, Ordering};

use crate::simd::ByteMasks;
use crate::syntax::cursor::Cursor;
use crate::syntax::host;
use crate::text::span::{Slot, Span, Spans};

/// The longest name after which a host can begin in the first word of the masks.
const LONGEST_NAME: usize = 60;

/// What nearly all URLs of a scheme look like: `"//" host "/" path [ "?" query ]`.
///
/// The host consists of letters, digits, `-` and `.`, and is not empty; with [`Shape::with_host_name`], which
/// [`Shape::RFC1738`] includes, it is a host name. The slash after it is required. Path and query may be empty, and
/// consist of these bytes and of `&'()*+,/:=@_`, so not of `~`, `;`, `!` or `$`. There is no user, password, port,
/// escape or fragment. The scheme must accept every such text, with the host in [`Slot::HOST`], the path in
/// [`Slot::own`]`(0)`, the query in `Slot::own(1)`, and no other component. `anyurl_testkit::check` compares both
/// ways for the texts that it tries.
///
/// ```
/// use anyurl_core::authors::Shape;
///
/// /// `"//" host "/" path`, such as `//host.dom/a/b`: the path is `a/b`.
/// const RFC1738: Shape = Shape::RFC1738;
///
/// /// `"//" host "/" path [ "?" query ]`, such as `//host.dom/a/b?c`: the path includes its slash, `/a/b`.
/// const RFC3986: Shape = Shape::RFC3986.with_query();
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Whether the host must be a `hostname` of RFC 1738, instead of any host bytes.
    host_is_name: bool,
    /// Whether the path begins after the slash.
    path_after_slash: bool,
    has_query: bool,
}

impl Shape {
    /// A host name by RFC 1738 §3.1, and a path that begins after the slash.
    pub const RFC1738: Self = Self { host_is_name: true, path_after_slash: true, has_query: false };

    /// A host by RFC 3986 §3.2.2, and a path that begins with the slash.
    pub const RFC3986: Self = Self { host_is_name: false, path_after_slash: false, has_query: false };

    /// This shape, in which the host must be a host name by RFC 1738 §3.1: no address of digits.
    #[must_use]
    pub const fn with_host_name(self) -> Self {
        Self { host_is_name: true, ..self }
    }

    /// This shape, in which a `?` and a query may follow the path.
    #[must_use]
    pub const fn with_query(self) -> Self {
        Self { has_query: true, ..self }
    }

    /// Parses the schemepart of a text of this shape, and sets its components. Returns false, and changes nothing, if
    /// the text does not have the shape, is too long for it, has a fragment, or is not parsed strictly.
    ///
    /// The core does the same itself once it knows the shape. This is for [`Scheme::parse`](crate::authors::Scheme::parse) of a
    /// scheme that would have to compile its grammar for its first URLs.
    ///
    /// ```
    /// use anyurl_core::{Mode, Slot, Span};
    /// use anyurl_core::authors::{Cursor, Shape};
    ///
    /// let text = "x-lake://host.dom/a";
    /// let mut at = Cursor::new(text, Span::new(7, text.len()), Mode::Strict, None);
    /// assert!(Shape::RFC1738.parse(&mut at));
    /// assert_eq!(at.get(Slot::own(0)).map(|path| path.of(text)), Some("a"));
    /// ```
    #[cold]
    pub fn parse(self, at: &mut Cursor<'_>) -> bool {
        let (colon, end) = (at.position().checked_sub(1).filter(|colon| *colon <= LONGEST_NAME), at.limit());
        let text = at.text(Span::new(0, end));
        let masks = ByteMasks::new(text.as_bytes(), 0);
        let is_whole = !at.is_lenient() && at.get(Slot::FRAGMENT).is_none();
        let spans = colon.filter(|_| is_whole).and_then(|colon| self.read(text.as_bytes(), colon, &masks));
        let Some(spans) = spans else { return false };
        for slot in [Slot::HOST, Slot::own(0), Slot::own(1)] {
            spans.get(slot).into_iter().for_each(|span| at.set(slot, span));
        }
        at.skip_to(end);
        true
    }

    /// The shape as a number less than 8.
    const fn to_bits(self) -> u8 {
        self.host_is_name as u8 | (self.path_after_slash as u8) << 1 | (self.has_query as u8) << 2
    }

    #[inline(always)]
    const fn from_bits(bits: u8) -> Self {
        Self { host_is_name: bits & 1 != 0, path_after_slash: bits & 2 != 0, has_query: bits & 4 != 0 }
    }

    /// The components of `text`, whose scheme name has `colon` bytes (at most [`LONGEST_NAME`]), if it has this shape,
    /// ends within the window of `masks`, which begins with the text, and has the slash after the host among its first
    /// 64 bytes.
    #[inline(always)]
    pub(crate) fn read(self, text: &[u8], colon: usize, masks: &ByteMasks) -> Option<Spans> {
        let host = colon + "://".len();
        if text.get(colon + 1..host) != Some(b"//") {
            return None;
        }
        let slash = masks.host_bytes_end(host)?;
        if text.get(slash) != Some(&b'/') || (self.host_is_name && !is_hostname(text, Span::known(host, slash), masks))
        {
            return None;
        }
        let mut spans = Spans::NONE;
        spans.set(Slot::HOST, Span::known(host, slash));
        let path = slash + usize::from(self.path_after_slash);
        // From 0: name, colon, slashes and host are path bytes, too, so this does not wait for `slash`.
        let path_end = masks.path_bytes_end(0);
        if path_end >= text.len() {
            spans.set(Slot::own(0), Span::known(path, text.len()));
            return Some(spans);
        }
        let query = path_end + 1;
        if !self.has_query || text[path_end] != b'?' || masks.path_bytes_end(query) < text.len() {
            return None;
        }
        spans.set(Slot::own(0), Span::known(path, path_end));
        spans.set(Slot::own(1), Span::known(query, text.len()));
        Some(spans)
    }
}

/// The shape of a scheme, by name. It is asked for after the first valid URL of the name, because a scheme that is made
/// at run time may have to compute it; if the scheme is loaded on first use, or the URL is read leniently, when the name is
/// first looked up.
#[derive(Debug)]
pub(crate) struct LazyShape(AtomicU8);

impl LazyShape {
    /// The number of no shape.
    const NONE: u8 = 8;
    const UNKNOWN: u8 = 9;

    pub(crate) const fn new() -> Self {
        Self(AtomicU8::new(Self::UNKNOWN))
    }

    /// The shape, if it is known.
    #[inline(always)]
    pub(crate) fn get(&self) -> Option<Shape> {
        let bits = self.0.load(Ordering::Relaxed);
        (bits < Self::NONE).then(|| Shape::from_bits(bits))
    }

    /// Asks for the shape unless it is known.
    #[inline(always)]
    pub(crate) fn learn(&self, ask: impl FnOnce() -> Option<Shape>) {
        if self.0.load(Ordering::Relaxed) == Self::UNKNOWN {
            self.set(ask);
        }
    }

    #[cold]
    fn set(&self, ask: impl FnOnce() -> Option<Shape>) {
        self.0.store(ask().map_or(Self::NONE, Shape::to_bits), Ordering::Relaxed);
    }
}

/// Whether host bytes, all in the first word of the masks, are a `hostname`.
#[inline(always)]
fn is_hostname(text: &[u8], span: Span, masks: &ByteMasks) -> bool {
    let (dots, hyphens) = masks.first_dots_and_hyphens(span.start(), span.end());
    host::is_hostname_fast(text, span, dots, hyphens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::options::Mode;

    #[test]
    fn names_of_every_length() {
        for len in 1..200 {
            let name = "x".repeat(len);
            let text = format!("{name}://h.dom/a");
            let mut at = Cursor::new(&text, Span::new(len + 1, text.len()), Mode::Strict, None);
            let is_read = Shape::RFC1738.parse(&mut at);
            assert_eq!(at.get(Slot::own(0)).map(|path| path.of(&text)), is_read.then_some("a"), "{len}");
            assert_eq!(at.position(), if is_read { text.len() } else { len + 1 }, "{len}");
            assert_eq!(is_read, len + "://h.dom".len() < 64, "{len}");
        }
    }
}
