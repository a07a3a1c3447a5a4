//! [`Live`]: a value that is replaced while other threads read it.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::{ArcSwap, Guard};

/// A value that is replaced as a whole while other threads read it: a registry, or everything that must change together.
///
/// Readers never wait, neither for each other nor for an update, and keep the value that they loaded. An update that fails
/// leaves the value as it is.
///
/// ```
/// use anyurl::{AddToml, Live, Registry};
///
/// let live = Live::new(anyurl::registry().clone());
/// let before = live.load();
///
/// live.update(|registry| registry.to_builder().refuse("telnet", "use ssh").map(|builder| builder.build()))?;
/// assert!(live.read().parse("telnet://h/").is_err());
/// assert!(before.parse("telnet://h/").is_ok()); // a snapshot does not change
///
/// // A file with an error changes nothing.
/// assert!(live.update(|registry| registry.to_builder().add_toml("a.toml", "[[scheme]").map(|builder| builder.build())).is_err());
/// assert!(live.read().parse("telnet://h/").is_err());
/// # Ok::<(), anyurl::RegisterError>(())
/// ```
pub struct Live<T> {
    value: ArcSwap<T>,
    /// Held during an update, so that no update is lost.
    updating: Mutex<()>,
}

/// The value of a [`Live`] at the time of [`Live::read`].
pub struct LiveGuard<T>(Guard<Arc<T>>);

impl<T> Live<T> {
    /// Creates a value that can be replaced.
    pub fn new(value: T) -> Self {
        Self { value: ArcSwap::from_pointee(value), updating: Mutex::new(()) }
    }

    /// Returns the current value, to keep it.
    pub fn load(&self) -> Arc<T> {
        self.value.load_full()
    }

    /// Returns the current value for a moment: cheaper than [`Live::load`], but a thread should not hold several for
    /// long.
    pub fn read(&self) -> LiveGuard<T> {
        LiveGuard(self.value.load())
    }

    /// Replaces the value by the result of `update`, and returns it; an error leaves the value as it is.
    ///
    /// Updates run one after the other, each with the result of the one before. `update` must not update the same
    /// value, for which it would wait forever.
    ///
    /// ```
    /// use anyurl::Live;
    ///
    /// let live = Live::new(1_u8);
    /// assert_eq!(*live.update(|n| n.checked_add(1).ok_or("overflow"))?, 2);
    /// assert_eq!(live.update(|_| Err("no file")), Err("no file"));
    /// assert_eq!(*live.load(), 2);
    /// # Ok::<(), &str>(())
    /// ```
    ///
    /// # Errors
    /// The error of `update`.
    pub fn update<E>(&self, update: impl FnOnce(&T) -> Result<T, E>) -> Result<Arc<T>, E> {
        // A panic in `update` has changed nothing.
        let _updating = self.updating.lock().unwrap_or_else(PoisonError::into_inner);
        let value = Arc::new(update(&self.read())?);
        self.value.store(Arc::clone(&value));
        Ok(value)
    }
}

impl<T> Deref for LiveGuard<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Live<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Live").field(&*self.read()).finish()
    }
}

impl<T: fmt::Debug> fmt::Debug for LiveGuard<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn no_update_is_lost() {
        let live = Live::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..250 {
                        live.update(|count| Ok::<_, Infallible>(count + 1)).unwrap();
                    }
                });
            }
        });
        assert_eq!(*live.read(), 1_000);
    }

    #[test]
    fn a_failed_update_changes_nothing() {
        let live = Live::new(1);
        assert_eq!(live.update(|_| Err("no")), Err("no"));
        assert!(
            catch_unwind(AssertUnwindSafe(|| live.update(|_| -> Result<_, ()> { panic!("as intended") }))).is_err()
        );
        assert_eq!(*live.load(), 1);
        assert_eq!(live.update(|one| Ok::<_, ()>(one + 1)).as_deref(), Ok(&2), "updates go on after a panic");
    }

    /// A reader finds values that belong together, during an update as well, and does not wait for its end.
    #[test]
    fn readers_do_not_wait() {
        let live = Live::new((0, 0));
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            live.update(|_| {
                // The update cannot end before this reader has read.
                let reader = scope.spawn(|| (*live.read(), *live.load()));
                assert_eq!(reader.join().unwrap(), ((0, 0), (0, 0)));
                Ok::<_, Infallible>((1, 1))
            })
            .unwrap();
            let reader = scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    let (one, other) = *live.read();
                    assert_eq!(one, other);
                }
            });
            for n in 2..1_000 {
                live.update(|_| Ok::<_, Infallible>((n, n))).unwrap();
            }
            is_done.store(true, Ordering::Relaxed);
            reader.join().unwrap();
        });
        assert_eq!(*live.load(), (999, 999));
    }
}
