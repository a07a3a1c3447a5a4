//! The statistics of one block of lines, which a thread collects: numbers and places. Texts for the output are made
//! later, and only for lines that are shown.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anyurl::authors::RequirementRef;
use anyurl::batch::{Content, InputLine};
use anyurl::{Checked, EntryMap, Error, Mode, Options, Profile, Warning};

use super::counted::{Counted, Place};
use super::kinds::{self, is_alike, is_same};
use super::verdicts::BlockVerdicts;
use crate::input::reader::InputReader;

/// The maximum number of failures that are drawn without `--verbose`.
pub(crate) const MAX_DRAWN: usize = 10;

/// The statistics of one block.
#[derive(Debug, Default)]
pub(crate) struct BlockStats {
    pub(crate) invalid: u64,
    /// The lines with a URL after other words, as in a log.
    pub(crate) texts: u64,
    /// Valid lines of each registry entry; unregistered schemes share that of the generic syntax.
    pub(crate) schemes: EntryMap<Counted>,
    /// Valid lines of each unregistered scheme.
    pub(crate) unregistered: BTreeMap<Box<str>, u64>,
    /// Warnings of valid lines by their id.
    pub(crate) warnings: Vec<(Cow<'static, str>, Counted)>,
    /// Invalid lines by the requirement they violate, and the kind of the character that violates it.
    pub(crate) errors: Vec<((RequirementRef, Option<char>), Counted)>,
    /// Invalid lines; only the first one of each kind if not all are printed.
    pub(crate) failures: Vec<(Place, Error)>,
    pub(crate) accepted: Accepted,
    /// With `--compare`.
    pub(crate) verdicts: BlockVerdicts,
    /// The deviations of the current line: few ids, but perhaps one for every byte.
    deviations: Vec<(Cow<'static, str>, u64)>,
}

/// The numbers of invalid lines that other options would accept.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Accepted {
    pub(crate) lenient: u64,
    pub(crate) current: u64,
    /// Lenient mode with the current profile.
    pub(crate) both: u64,
}

impl BlockStats {
    /// The number of valid lines.
    pub(crate) fn valid(&self) -> u64 {
        self.schemes.iter().map(|(_, scheme)| scheme.count).sum()
    }

    /// Checks a line. Empty lines are not counted.
    pub(crate) fn add(&mut self, line: &InputLine<'_>, reader: &InputReader, keeps_all: bool) {
        let place = Place::of(line);
        let Content::Text(text) = line.content else {
            if let Err(error) = reader.parse(line.content) {
                self.reject(None, &error, place, reader, keeps_all);
            }
            return;
        };
        self.texts += u64::from(is_text(text));
        match self.check(text, reader) {
            _ if text.is_empty() => {}
            Ok(checked) => match self.denied(checked, text, reader) {
                Some(error) => self.reject(None, &error, place, reader, keeps_all),
                None => self.accept(checked, text, place, reader),
            },
            Err(error) => self.reject(Some(text), &error, place, reader, keeps_all),
        }
    }

    /// Checks a line, and collects its deviations.
    fn check(&mut self, text: &str, reader: &InputReader) -> Result<Checked, Error> {
        let parser = reader.registry.parser().options(reader.options);
        self.deviations.clear();
        if !reader.options.is_lenient() {
            return parser.check(text);
        }
        let deviations = &mut self.deviations;
        let mut add = |deviation: Warning| match deviations.iter_mut().find(|(own, _)| *own == deviation.id()) {
            Some((_, count)) => *count += 1,
            None => deviations.extend(deviation.requirement().map(|requirement| (id_of(requirement), 1))),
        };
        parser.check_with_warnings(text, &mut add)
    }

    /// The warning of the current line that is an error, if any.
    fn denied(&self, checked: Checked, text: &str, reader: &InputReader) -> Option<Error> {
        if !reader.warnings.denies_some() {
            return None;
        }
        let denies = |id: &str| reader.warnings.denies(id);
        let may_be = reader.warnings.denies_before_access()
            || self.deviations.iter().any(|(id, _)| denies(id))
            || checked.warning_ids().any(denies);
        if may_be { reader.parse(Content::Text(text)).err() } else { None }
    }

    /// Counts a valid line, with its warnings.
    fn accept(&mut self, checked: Checked, text: &str, place: Place, reader: &InputReader) {
        self.schemes.get_or_default(checked.entry_id()).add(place, 1);
        while let Some((id, count)) = self.deviations.pop() {
            self.warn(&id, count, place);
        }
        for id in checked.warning_ids() {
            self.warn(&id.into(), 1, place);
        }
        if checked.is_unregistered() {
            self.add_unregistered(text, reader);
        }
    }

    #[expect(clippy::ptr_arg, reason = "it is cloned only for a new row")]
    fn warn(&mut self, id: &Cow<'static, str>, count: u64, place: Place) {
        add(&mut self.warnings, || id.clone(), (place, count), |own| own == id);
    }

    /// Counts a valid line of an unregistered scheme.
    #[cold]
    fn add_unregistered(&mut self, text: &str, reader: &InputReader) {
        let Ok(url) = reader.registry.parser().options(reader.options).parse(text) else {
            return;
        };
        let name = url.scheme();
        match self.unregistered.get_mut(&*name) {
            Some(count) => *count += 1,
            None => drop(self.unregistered.insert(name.into(), 1)),
        }
    }

    /// Counts an invalid line; `text` is `None` if the line is not UTF-8 or too long.
    #[cold]
    fn reject(&mut self, text: Option<&str>, error: &Error, place: Place, reader: &InputReader, keeps_all: bool) {
        self.invalid += 1;
        self.deviations.clear();
        let kind = kinds::of(error);
        let is_same_cause =
            |(own, own_kind): &(RequirementRef, Option<char>)| is_same(own, error.requirement()) && *own_kind == kind;
        add(&mut self.errors, || (error.requirement_ref(), kind), (place, 1), is_same_cause);
        if let Some(text) = text {
            self.accepted.count(text, reader);
        }
        let is_new = || !self.failures.iter().any(|(_, own)| is_alike(own, error));
        if keeps_all || self.failures.len() < MAX_DRAWN && is_new() {
            self.failures.push((place, error.clone()));
        }
    }
}

/// The id of a requirement, copied only if it comes from a file.
fn id_of(requirement: &RequirementRef) -> Cow<'static, str> {
    match requirement {
        RequirementRef::Static(requirement) => requirement.id().into(),
        RequirementRef::Shared(requirement) => requirement.id().to_owned().into(),
    }
}

/// Counts a line in the row with its key. There are few rows.
fn add<K>(
    rows: &mut Vec<(K, Counted)>,
    key: impl FnOnce() -> K,
    (place, count): (Place, u64),
    is: impl Fn(&K) -> bool,
) {
    let known = rows.iter().position(|(own, _)| is(own));
    let row = known.unwrap_or_else(|| {
        rows.push((key(), Counted::default()));
        rows.len() - 1
    });
    rows[row].1.add(place, count);
}

impl Accepted {
    fn count(&mut self, text: &str, reader: &InputReader) {
        let Options { mode, profile, .. } = reader.options;
        let accepts = |options| u64::from(reader.registry.parser().options(options).parse(text).is_ok());
        if mode != Mode::Lenient {
            self.lenient += accepts(reader.options.lenient());
        }
        if profile != Profile::Current {
            self.current += accepts(reader.options.profile(Profile::Current));
        }
        self.both += accepts(reader.options.lenient().profile(Profile::Current));
    }

    pub(crate) fn add(&mut self, other: Self) {
        let Self { lenient, current, both } = other;
        self.lenient += lenient;
        self.current += current;
        self.both += both;
    }
}

/// Whether a line has something before a URL, as a line of a log, a table, a JSON text or a file of settings has.
fn is_text(line: &str) -> bool {
    let line = line.as_bytes();
    let url = memchr::memchr_iter(b':', line).find(|at| line[at + 1..].starts_with(b"//"));
    url.is_some_and(|at| line[..at].iter().any(|byte| b" \t,;=\"'(<|".contains(byte)))
}
