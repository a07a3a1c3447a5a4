//! [`LazyList`]: a list that may be computed when it is first read.

use alloc::sync::Arc;
use core::fmt;
use core::ops::Deref;

use crate::text::once::OnceLock;
use crate::text::prelude::*;

use super::Rows;

/// A list of a [`Registration`](super::Registration) that few programs read: known, or computed when it is first read.
///
/// ```
/// use anyurl_core::authors::{Example, LazyList};
///
/// let known: LazyList<Example> = vec![Example::new("x-echo://h", "host=h")].into();
/// let lazy = LazyList::new(|| vec![Example::new("x-echo://h", "host=h")]);
/// assert_eq!((known.len(), &*lazy[0].url), (1, "x-echo://h"));
/// ```
pub struct LazyList<T: 'static>(State<T>);

enum State<T: 'static> {
    Static(&'static [T]),
    Packed(&'static Rows, fn(&'static Rows) -> &'static [T]),
    Owned(Vec<T>),
    Lazy(Arc<Lazy<T>>),
}

/// A list and what computes it.
struct Lazy<T> {
    list: OnceLock<Vec<T>>,
    compute: Box<dyn Fn() -> Vec<T> + Send + Sync>,
}

impl<T> LazyList<T> {
    /// A list that is known.
    pub const fn known(list: &'static [T]) -> Self {
        Self(State::Static(list))
    }

    /// A list in packed rows.
    pub(super) const fn packed(rows: &'static Rows, read: fn(&'static Rows) -> &'static [T]) -> Self {
        Self(State::Packed(rows, read))
    }

    /// A list that `compute` returns, which is called if the list is read.
    pub fn new(compute: impl Fn() -> Vec<T> + Send + Sync + 'static) -> Self {
        Self(State::Lazy(Arc::new(Lazy { list: OnceLock::new(), compute: Box::new(compute) })))
    }
}

impl<T> Deref for LazyList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            State::Static(list) => list,
            State::Packed(rows, read) => read(rows),
            State::Owned(list) => list,
            State::Lazy(lazy) => lazy.list.get_or_init(&lazy.compute),
        }
    }
}

impl<T> From<Vec<T>> for LazyList<T> {
    fn from(list: Vec<T>) -> Self {
        Self(State::Owned(list))
    }
}

impl<T: Clone> Clone for LazyList<T> {
    fn clone(&self) -> Self {
        Self(match &self.0 {
            State::Static(list) => State::Static(list),
            State::Packed(rows, read) => State::Packed(rows, *read),
            State::Owned(list) => State::Owned(list.clone()),
            State::Lazy(list) => State::Lazy(Arc::clone(list)),
        })
    }
}

impl<T: fmt::Debug> fmt::Debug for LazyList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
