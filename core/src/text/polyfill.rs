//! Functions of the standard library that are newer than the `rust-version` of this crate, under the names they have
//! there. Each is deleted, and the one of `std` called, once that version has it.

use core::any::Any;
use core::fmt;

use crate::text::prelude::*;

/// `std::fmt::from_fn` of Rust 1.93: a `Display` that calls a function.
///
/// ```
/// let twice = anyurl_core::internal::polyfill::from_fn(|f| f.write_str("ab").and_then(|()| f.write_str("ab")));
/// assert_eq!(twice.to_string(), "abab");
/// ```
pub fn from_fn(write: impl Fn(&mut fmt::Formatter<'_>) -> fmt::Result) -> impl fmt::Display {
    struct FromFn<F>(F);

    impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }

    FromFn(write)
}

/// The `&dyn Any` of a trait object, which Rust 1.86 converts by itself if `Any` is a supertrait.
pub trait AsAny: Any {
    /// This value.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Any> AsAny for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// `Vec::pop_if` of Rust 1.86: removes the last item, if there is one and it is wanted.
pub(crate) fn pop_if<T>(items: &mut Vec<T>, is_wanted: impl FnOnce(&T) -> bool) -> Option<T> {
    if is_wanted(items.last()?) { items.pop() } else { None }
}

/// `str::floor_char_boundary` of Rust 1.91: the last boundary of characters that is not after `index`, in bytes.
///
/// ```
/// use anyurl_core::internal::polyfill::floor_char_boundary;
///
/// assert_eq!([0, 1, 2, 3, 9].map(|index| floor_char_boundary("aé", index)), [0, 1, 1, 3, 3]);
/// ```
pub fn floor_char_boundary(text: &str, index: usize) -> usize {
    // The index 0 is always a boundary.
    (0..=index.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// `str::ceil_char_boundary` of Rust 1.91: the first boundary of characters that is not before `index`, in bytes, or the
/// length of the text.
///
/// ```
/// use anyurl_core::internal::polyfill::ceil_char_boundary;
///
/// assert_eq!([0, 1, 2, 3, 9].map(|index| ceil_char_boundary("aé", index)), [0, 1, 3, 3, 3]);
/// ```
pub fn ceil_char_boundary(text: &str, index: usize) -> usize {
    (index..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}
