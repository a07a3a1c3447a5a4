//! Parsing again with a known entry: a text that was made from a URL or from its components.

use crate::diagnostics::error::Error;
use crate::registry::{EntryIndex, Registry};
use crate::syntax::options::Options;
use crate::url::Url;

impl Registry {
    /// Parses a text with an entry that was found or chosen before.
    pub(crate) fn parse_as<'a>(&'a self, text: &'a str, entry: EntryIndex, options: Options) -> Result<Url<'a>, Error> {
        // Nearly always the name selects the same entry, and is found faster than the entry is checked.
        if let Ok(url) = self.parser().options(options).parse(text)
            && url.data.entry == entry
        {
            return Ok(url);
        }
        let entry = (!entry.is_generic()).then(|| self.entry(entry));
        self.parse_url(text, options, entry, None)
    }
}
