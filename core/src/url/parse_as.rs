//! Parsing again with a known entry: a text that was made from a URL or from its components.

use crate::diagnostics::error::Error;
use crate::registry::{EntryIndex, Registry};
use crate::syntax::options::Options;
use crate::url::parse_only::Chosen;
use crate::url::{Parsed, Url};

impl Registry {
    /// Parses a text with an entry that was found or chosen before.
    pub(crate) fn parse_as<'a>(&'a self, text: &'a str, entry: EntryIndex, options: Options) -> Result<Url<'a>, Error> {
        self.read_as(text, entry, options, Url::new)
    }

    /// [`Registry::parse_as`], with a result that `keep` selects.
    #[inline]
    pub(crate) fn read_as<'a, T>(
        &'a self,
        text: &'a str,
        entry: EntryIndex,
        options: Options,
        mut keep: impl FnMut(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        // Nearly always the name selects the same entry, and is found faster than the entry is checked.
        if !options.is_lenient()
            && let Ok(Some(kept)) = self.parse_strict(
                text,
                options.profile,
                #[inline(always)]
                |parsed| (parsed.entry == entry).then(|| keep(parsed)),
            )
        {
            return Ok(kept);
        }
        self.read_slowly(text, entry, options, keep)
    }

    /// Slow path of [`Registry::read_as`], for other options and for errors.
    #[inline(never)]
    fn read_slowly<'a, T>(
        &'a self,
        text: &'a str,
        entry: EntryIndex,
        options: Options,
        mut keep: impl FnMut(&Parsed<'a, '_>) -> T,
    ) -> Result<T, Error> {
        let keep_same = |parsed: &Parsed<'a, '_>| (parsed.entry == entry).then(|| keep(parsed));
        if let Ok(Some(kept)) = self.parse_reporting(text, options, None, None, keep_same) {
            return Ok(kept);
        }
        let entry = (!entry.is_generic()).then(|| Chosen::new(self.entry_at(entry)));
        self.parse_reporting(text, options, entry, None, keep)
    }
}
