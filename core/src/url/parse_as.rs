//! Parsing again with a known entry: a text that was made from a URL or from its components.

use crate::diagnostics::error::Error;
use crate::registry::{EntryIndex, Registry};
use crate::syntax::options::Options;
use crate::url::parse_only::Chosen;
use crate::url::{Parsed, Url, UrlData};

impl Registry {
    /// Parses a text with an entry that was found or chosen before.
    pub(crate) fn parse_as<'a>(&'a self, text: &'a str, entry: EntryIndex, options: Options) -> Result<Url<'a>, Error> {
        let UrlData { spans, entry, options } = self.read_as(text, entry, options)?;
        Ok(Url::new(&Parsed { text, registry: self, entry, options, spans: &spans }))
    }

    /// What [`Registry::parse_as`] finds. Compiled once: each copy of the parse path takes fifteen kilobytes.
    pub(crate) fn read_as(&self, text: &str, entry: EntryIndex, options: Options) -> Result<UrlData, Error> {
        let keep_same = |parsed: &Parsed<'_, '_>| (parsed.entry == entry).then(|| parsed.data());
        // Nearly always the name selects the same entry, and is found faster than the entry is checked.
        if !options.is_lenient() {
            let data = self.parse_strict(
                text,
                options.profile,
                #[inline(always)]
                |parsed| (parsed.entry == entry).then(|| parsed.data()),
            );
            if let Ok(Some(data)) = data {
                return Ok(data);
            }
        }
        if let Ok(Some(data)) = self.parse_reporting(text, options, None, None, keep_same) {
            return Ok(data);
        }
        let entry = (!entry.is_generic()).then(|| Chosen::new(self.entry_at(entry)));
        self.parse_url(text, options, entry, None).map(|url| url.parsed().data())
    }
}
