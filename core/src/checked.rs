//! What is kept of a URL by who reads many of them, and wants to know no more than whether they are right and what to count.

use crate::error::{Departure, Error};
use crate::options::Options;
use crate::registry::Registry;
use crate::remarks::{Caution, Cautions};
use crate::url::Found;

/// What is kept of a URL that was read, and is not needed any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    number: u32,
    cautions: Cautions,
}

impl Checked {
    #[inline(always)]
    fn of(found: &Found<'_, '_>) -> Self {
        Self { number: found.home.number(found.entry), cautions: Cautions::of(found) }
    }

    /// As [`Url::entry_number`](crate::Url::entry_number).
    #[inline]
    pub const fn entry_number(&self) -> usize {
        self.number as usize
    }

    /// As [`Url::cautions`](crate::Url::cautions).
    #[inline]
    pub fn cautions(&self) -> impl Iterator<Item = Caution> {
        self.cautions.iter()
    }
}

impl Registry {
    /// Reads a URL as [`Registry::parse_with`] does, and keeps less of it: not where its components stand.
    ///
    /// ```
    /// use locator_core::{Caution, Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let checked = registry.check("x-foo://joe:secret@host.dom/", Options::new())?;
    /// assert_eq!(checked.entry_number(), 0);
    /// assert!(checked.cautions().eq([Caution::PasswordInUrl, Caution::UnregisteredScheme]));
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Registry::parse_with`].
    #[inline]
    pub fn check(&self, text: &str, options: Options) -> Result<Checked, Error> {
        if options == Options::new() {
            return self.read_strictly(text, Checked::of);
        }
        self.check_noting(text, options, &mut |_| {})
    }

    /// The same, and tells `note` each departure that lenient mode lets pass.
    ///
    /// # Errors
    /// As [`Registry::parse_with`]; what was told before counts for nothing.
    pub fn check_noting(
        &self,
        text: &str,
        options: Options,
        note: &mut dyn FnMut(Departure),
    ) -> Result<Checked, Error> {
        self.listen(text, options, None, Some(note), Checked::of)
    }
}
