//! What was counted.

use std::collections::BTreeMap;

use locator::report::visible;
use locator::{Options, Profile, Url};
use serde_json::{Value, json};

use crate::refusal::Refusal;
use crate::session::Reader;

/// Lines, by how they went.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) lines: u64,
    pub(crate) valid: u64,
    pub(crate) invalid: u64,
    /// Valid lines of each scheme.
    pub(crate) by_scheme: BTreeMap<String, u64>,
    /// Invalid lines by the rule they break. One id may stand for several sentences.
    pub(crate) by_error: BTreeMap<(&'static str, &'static str), Fault>,
    /// Warnings of valid lines by their id.
    pub(crate) warnings: BTreeMap<&'static str, Noted>,
    pub(crate) accepted: Accepted,
}

/// The lines that break one rule.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) count: u64,
    pub(crate) section: &'static str,
    /// The first of them: where it stands, and its text as it may be shown.
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

/// How many of the invalid lines other options would accept.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Accepted {
    pub(crate) lenient: u64,
    pub(crate) current: u64,
    /// Lenient mode by the current profile.
    pub(crate) both: u64,
}

impl Tally {
    /// Counts a valid line, which stands in line `number` of `file`.
    pub(crate) fn accept(&mut self, url: Url<'_>, file: &str, number: u64) {
        self.lines += 1;
        self.valid += 1;
        let scheme = url.scheme();
        match self.by_scheme.get_mut(&*scheme) {
            Some(count) => *count += 1,
            None => {
                self.by_scheme.insert(scheme.into_owned(), 1);
            }
        }
        for warning in url.warnings() {
            let noted = self.warnings.entry(warning.id).or_insert_with(|| Noted {
                count: 0,
                first: format!("{file}:{number}: {}", visible(&warning.message)),
            });
            noted.count += 1;
        }
    }

    pub(crate) fn refuse(&mut self, refusal: &Refusal<'_>, reader: &Reader, place: &str) {
        self.lines += 1;
        self.invalid += 1;
        let clause = refusal.error().clause();
        self.by_error
            .entry((clause.id, clause.says))
            .and_modify(|fault| fault.count += 1)
            .or_insert_with(|| Fault {
                count: 1,
                section: clause.section,
                place: place.to_owned(),
                example: refusal.shown(reader).visible(),
            });
        if let Some(text) = refusal.text() {
            self.accepted.count(text, reader);
        }
    }

    /// The summary of `docs/cli.md`; its shape is stable.
    pub(crate) fn to_json(&self) -> Value {
        let mut by_error = BTreeMap::<_, u64>::new();
        for ((id, _), fault) in &self.by_error {
            *by_error.entry(id).or_default() += fault.count;
        }
        let warnings: BTreeMap<_, _> = self
            .warnings
            .iter()
            .map(|(id, noted)| (id, noted.count))
            .collect();
        json!({
            "lines": self.lines,
            "valid": self.valid,
            "invalid": self.invalid,
            "by_scheme": self.by_scheme,
            "by_error": by_error,
            "warnings": warnings,
        })
    }
}

impl Accepted {
    fn count(&mut self, text: &str, reader: &Reader) {
        let Options { mode, profile } = reader.options;
        let accepts = |options| u64::from(reader.registry.parse_with(text, options).is_ok());
        let is_lenient = mode == locator::Mode::Lenient;
        if !is_lenient {
            self.lenient += accepts(reader.options.lenient());
        }
        if profile != Profile::Current {
            self.current += accepts(reader.options.current());
        }
        self.both += accepts(reader.options.lenient().current());
    }
}
