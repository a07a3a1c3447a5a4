//! What was counted, of all blocks of all files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use locator::batch::BlockResult;
use locator::report::visible;
use serde_json::{Value, json};

use super::piece::{Accepted, Counted, Piece, Place};
use crate::session::Reader;

/// How many bytes of names that nothing is registered under are kept: a file may have a new one in each line.
const NAMES: usize = 1024 * 1024;

/// What stands for the names beyond these. No scheme has this name.
const OTHER_NAMES: &str = "…";

/// How much of an example is shown, in characters.
const EXAMPLE: usize = 72;

/// Lines, by how they went.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) lines: u64,
    pub(crate) valid: u64,
    pub(crate) invalid: u64,
    /// Valid lines of each registered scheme, by the number of its entry: name and count.
    schemes: Vec<(String, u64)>,
    /// Valid lines of names that nothing is registered under.
    unregistered: BTreeMap<Box<str>, u64>,
    /// How many bytes these names have.
    names: usize,
    /// Invalid lines by the rule they break. One id may stand for several sentences.
    pub(crate) by_error: BTreeMap<(String, String), Fault>,
    /// Warnings of valid lines by their id.
    pub(crate) warnings: BTreeMap<Cow<'static, str>, Noted>,
    pub(crate) accepted: Accepted,
}

/// The lines that break one rule.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) count: u64,
    pub(crate) section: String,
    /// The first of them: where it stands, and how its text begins, as it may be shown.
    pub(crate) place: String,
    pub(crate) example: String,
}

/// The warnings of one id.
#[derive(Debug)]
pub(crate) struct Noted {
    pub(crate) count: u64,
    /// The first of them: where it stands, and what it says.
    pub(crate) first: String,
}

/// A block, as something to be looked at again.
pub(crate) struct Look<'l> {
    pub(crate) done: &'l BlockResult<'l, Piece>,
    pub(crate) file: &'l str,
    pub(crate) reader: Reader,
}

impl Look<'_> {
    /// `file:line`
    pub(crate) fn place(&self, place: Place) -> String {
        format!("{}:{}", self.file, self.done.first_line + place.number)
    }

    /// The name of the scheme of a valid line.
    fn scheme(&self, place: Place) -> String {
        let url = self.reader.url(self.done.block.content(place.start));
        url.map_or_else(|_| String::new(), |url| url.scheme().into_owned())
    }

    /// What a warning of a valid line says.
    fn warning(&self, id: &str, place: Place) -> String {
        let url = self.reader.url(self.done.block.content(place.start));
        let warnings = url.map_or_else(|_| Vec::new(), |url| url.warnings());
        let message = warnings.into_iter().find(|warning| warning.id() == id);
        let message = message.map_or_else(String::new, |warning| warning.message().into_owned());
        format!("{}: {}", self.place(place), visible(&message))
    }

    /// How the text of an invalid line begins.
    fn example(&self, place: Place) -> String {
        let content = self.done.block.content(place.start);
        match self.reader.read(content) {
            Ok(_) => String::new(),
            Err(refusal) => refusal.shown(&self.reader).beginning(EXAMPLE),
        }
    }
}

impl Tally {
    /// Counts the lines of a block.
    pub(crate) fn add(&mut self, look: &Look<'_>) {
        let valid = look.done.value.valid();
        let Piece { invalid, schemes, unregistered, warnings, faults, accepted, .. } = &look.done.value;
        self.lines += valid + invalid;
        self.valid += valid;
        self.invalid += invalid;
        self.accepted.add(*accepted);
        for (number, counted) in schemes.iter().enumerate().skip(1) {
            self.add_scheme(number, *counted, look);
        }
        for (name, count) in unregistered {
            self.add_name(name, *count);
        }
        for (id, Counted { count, first }) in warnings {
            let noted =
                self.warnings.entry(id.clone()).or_insert_with(|| Noted { count: 0, first: look.warning(id, *first) });
            noted.count += count;
        }
        for (requirement, Counted { count, first }) in faults {
            let fault = self.by_error.entry((requirement.id().to_owned(), requirement.text().to_owned()));
            let fault = fault.or_insert_with(|| Fault {
                count: 0,
                section: requirement.section().to_owned(),
                place: look.place(*first),
                example: look.example(*first),
            });
            fault.count += count;
        }
    }

    fn add_scheme(&mut self, number: usize, counted: Counted, look: &Look<'_>) {
        if counted.count == 0 {
            return;
        }
        if number >= self.schemes.len() {
            self.schemes.resize_with(number + 1, Default::default);
        }
        let (name, count) = &mut self.schemes[number];
        if *count == 0 {
            *name = look.scheme(counted.first);
        }
        *count += counted.count;
    }

    fn add_name(&mut self, name: &str, count: u64) {
        if let Some(own) = self.unregistered.get_mut(name) {
            *own += count;
        } else if self.names + name.len() <= NAMES {
            self.names += name.len();
            self.unregistered.insert(name.into(), count);
        } else {
            *self.unregistered.entry(OTHER_NAMES.into()).or_default() += count;
        }
    }

    /// Valid lines of each scheme. Versions of one name are one scheme.
    pub(crate) fn by_scheme(&self) -> BTreeMap<&str, u64> {
        let mut all = BTreeMap::new();
        let schemes = self.schemes.iter().filter(|(_, count)| *count > 0);
        let schemes = schemes.map(|(name, count)| (&**name, *count));
        let unregistered = self.unregistered.iter();
        let unregistered = unregistered.map(|(name, count)| (&**name, *count));
        for (name, count) in schemes.chain(unregistered) {
            *all.entry(name).or_default() += count;
        }
        all
    }

    /// The summary of `docs/cli.md`; its shape is stable.
    pub(crate) fn to_json(&self) -> Value {
        let mut by_error = BTreeMap::<_, u64>::new();
        for ((id, _), fault) in &self.by_error {
            *by_error.entry(id).or_default() += fault.count;
        }
        let warnings: BTreeMap<_, _> = self.warnings.iter().map(|(id, noted)| (id, noted.count)).collect();
        json!({
            "lines": self.lines,
            "valid": self.valid,
            "invalid": self.invalid,
            "by_scheme": self.by_scheme(),
            "by_error": by_error,
            "warnings": warnings,
        })
    }
}
