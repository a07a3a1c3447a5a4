//! [`MaskedValues`]: what a person may see of a comparison.

use std::cell::RefCell;

use anyurl_core::internal::{MASK, NameMap};
use anyurl_core::{Registry, Span};

use crate::comparison::Comparison;
use crate::rulebook::Part;

/// What browsers remove from a text (URL Standard, basic URL parser).
const REMOVED: [char; 3] = ['\t', '\n', '\r'];

/// The values of a [`Comparison`] with `***` in place of secrets, for people; [`Reading`](crate::Reading) and
/// [`PartReading`](crate::PartReading) have them exactly.
///
/// What one rulebook reads as a password is a secret in all readings, and what looks like a secret in the text is one in
/// any encoding.
///
/// ```
/// use anyurl_compare::{Comparer, MaskedValues, Part, Rulebook};
/// use anyurl_core::Registry;
///
/// let registry = Registry::builder().build();
/// let text = "https://joe:s3cret@127.1/?token=t0ken";
/// let comparison = Comparer::new(&registry).compare(text);
/// let masked = MaskedValues::new(&registry, text, &comparison);
/// assert_eq!(masked.text(), "https://joe:***@127.1/?token=***");
/// let query = comparison.reading(Rulebook::Split).parts().unwrap().get(Part::Query).unwrap();
/// assert_eq!((query, masked.value(Part::Query, query).as_str()), ("token=t0ken", "token=***"));
/// assert_eq!(masked.value(Part::Userinfo, "joe:s3cret"), "joe:***");
/// ```
#[derive(Clone)]
pub struct MaskedValues<'c> {
    registry: &'c Registry,
    text: &'c str,
    /// The text, what each rulebook reads in it, and URLs with what it reads as a password: what is secret in any of these
    /// is so in all components.
    secrets: NameMap<()>,
    /// What has been masked: the rulebooks mostly read the same texts.
    masked: RefCell<NameMap<String>>,
}

impl<'c> MaskedValues<'c> {
    /// The values of the comparison of a text, by the secrets of a registry.
    pub fn new(registry: &'c Registry, text: &'c str, comparison: &Comparison) -> Self {
        let userinfo = comparison.readings().filter_map(|(_, reading)| reading.parts()?.get(Part::Userinfo));
        let passwords = userinfo.filter_map(|userinfo| Some(userinfo.split_once(':')?.1));
        let passwords = passwords.filter(|password| !password.is_empty()).map(str::to_owned);
        // A rulebook may end a component within what another reads as a password, and browsers remove white space.
        let redaction = registry.guess_secrets(text);
        let pieces = redaction.spans().flat_map(|secret| secret.of(text).split(['/', '\\', '?', '#', '@']));
        let pieces = pieces.flat_map(|piece| [piece.trim_matches(|c| c <= ' ').to_owned(), piece.replace(REMOVED, "")]);
        let pieces = pieces.filter(|piece| piece.len() > 2);
        let secrets = passwords.chain(pieces).map(|secret| format!("x-a://u:{secret}@h/"));
        // A base has secrets of its own, and some are told by a host or path that only a reading has.
        let read = comparison.readings().filter_map(|(_, reading)| Some(reading.parts()?.href()));
        let secrets = secrets.chain([text.to_owned()]).chain(read).map(|secret| (secret, ())).collect();
        Self { registry, text, secrets, masked: RefCell::default() }
    }

    /// The text that was compared.
    pub fn text(&self) -> String {
        self.masked(&self.registry.guess_secrets(self.text).apply(self.text))
    }

    /// The value of a component, in a reading or a difference.
    pub fn value(&self, part: Part, value: &str) -> String {
        match (part, value.split_once(':')) {
            // An empty password is no secret.
            (Part::Userinfo, Some((user, password))) if !password.is_empty() => {
                format!("{}:{MASK}", self.masked(user))
            }
            // No rulebook reads a password as a host, and a word of one may be in a host by chance.
            (Part::Host, _) => value.to_owned(),
            (Part::Query, _) => self.masked(&self.without_fields("x-a://h/?", value)),
            (Part::Fragment, _) => self.masked(&self.without_fields("x-a://h/#", value)),
            _ => self.masked(value),
        }
    }

    /// A value without the secrets that the names in it tell. They come first: a secret of the text may be a part of a name.
    fn without_fields(&self, before: &str, value: &str) -> String {
        let text = format!("{before}{value}");
        self.registry.guess_secrets(&text).slice(&text, Span::new(before.len(), text.len())).into_owned()
    }

    fn masked(&self, words: &str) -> String {
        if let Some(known) = self.masked.borrow().get(words) {
            return known.clone();
        }
        let shown = self.registry.mask_words(words, self.secrets.iter().map(|(secret, ())| secret));
        self.masked.borrow_mut().insert(words.into(), shown.clone());
        shown
    }
}

impl std::fmt::Debug for MaskedValues<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("MaskedValues").field(&self.text()).finish()
    }
}
