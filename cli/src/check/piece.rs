//! What a thread makes of a block of lines: numbers, and places at which to look again. Words come later, and only for what
//! is shown.

use std::borrow::Cow;
use std::collections::BTreeMap;

use locator::batch::{Content, InputLine};
use locator::{Checked, Error, Mode, Options, Profile, Requirement, RequirementRef, Warning};

use crate::session::Reader;

/// How many failures are drawn, unless all are asked for.
pub(crate) const DRAWN: usize = 10;

/// The lines of one block, by how they went.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    pub(crate) invalid: u64,
    /// Valid lines of each scheme, by the number of its entry in the registry; of none whose name is not registered.
    pub(crate) schemes: Vec<Counted>,
    /// Valid lines of names that nothing is registered under.
    pub(crate) unregistered: BTreeMap<Box<str>, u64>,
    /// Warnings of valid lines by their id.
    pub(crate) warnings: Vec<(Cow<'static, str>, Counted)>,
    /// Invalid lines by the rule they break.
    pub(crate) faults: Vec<(RequirementRef, Counted)>,
    /// Invalid lines, or the first of them where no more can be asked for.
    pub(crate) failures: Vec<(Place, Error)>,
    pub(crate) accepted: Accepted,
    /// What the line that is being read deviates from, and how often: in every byte perhaps, by few rules.
    deviations: Vec<(Cow<'static, str>, u64)>,
}

/// How many lines, and the first of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counted {
    pub(crate) count: u64,
    pub(crate) first: Place,
}

/// A line in its block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// Its number, from 0.
    pub(crate) number: u64,
    /// The byte at which it begins.
    pub(crate) start: usize,
}

/// How many of the invalid lines other options would accept.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Accepted {
    pub(crate) lenient: u64,
    pub(crate) current: u64,
    /// Lenient mode by the current profile.
    pub(crate) both: u64,
}

impl Piece {
    /// How many lines are URLs.
    pub(crate) fn valid(&self) -> u64 {
        self.schemes.iter().map(|scheme| scheme.count).sum()
    }

    /// Reads a line. An empty one is not counted.
    #[inline]
    pub(crate) fn read(&mut self, line: &InputLine<'_>, reader: &Reader, keeps_all: bool) {
        let place = Place { number: line.number, start: line.start };
        match line.content {
            Content::Text("") => {}
            Content::Text(text) => self.text(text, place, reader, keeps_all),
            content => {
                // What is no text is no URL.
                if let Err(error) = reader.url(content) {
                    self.refuse(None, &error, place, reader, keeps_all);
                }
            }
        }
    }

    #[inline]
    fn text(&mut self, text: &str, place: Place, reader: &Reader, keeps_all: bool) {
        let checked = if reader.options.is_lenient() {
            self.note(text, reader)
        } else {
            reader.registry.check(text, reader.options)
        };
        match checked {
            Ok(checked) => self.accept(checked, text, place, reader),
            Err(error) => self.refuse(Some(text), &error, place, reader, keeps_all),
        }
    }

    /// Reads a line leniently, and keeps what it deviates from.
    fn note(&mut self, text: &str, reader: &Reader) -> Result<Checked, Error> {
        self.deviations.clear();
        let deviations = &mut self.deviations;
        let mut note = |deviation: Warning| match deviations.iter_mut().find(|(own, _)| *own == deviation.id()) {
            Some((_, count)) => *count += 1,
            None => deviations.extend(deviation.requirement().map(|requirement| (id_of(requirement), 1))),
        };
        let registry = reader.registry;
        registry.check_with_warnings(text, reader.options, &mut note)
    }

    #[inline]
    fn accept(&mut self, checked: Checked, text: &str, place: Place, reader: &Reader) {
        let number = checked.entry_number();
        match self.schemes.get_mut(number) {
            Some(scheme) => scheme.add(place),
            None => self.first_of(number, place),
        }
        if number == 0 {
            self.name(text, reader);
        }
        while let Some((id, count)) = self.deviations.pop() {
            self.warn(&id, count, place);
        }
        for id in checked.warning_ids() {
            self.warn(&id.into(), 1, place);
        }
    }

    /// The first valid line of a scheme with a number that none had before.
    #[cold]
    fn first_of(&mut self, number: usize, place: Place) {
        self.schemes.resize(number + 1, Counted::default());
        self.schemes[number].add(place);
    }

    #[cold]
    #[expect(clippy::ptr_arg, reason = "it is cloned only for a new row")]
    fn warn(&mut self, id: &Cow<'static, str>, count: u64, place: Place) {
        add(&mut self.warnings, || id.clone(), (place, count), |own| own == id);
    }

    /// Counts a name that nothing is registered under.
    #[cold]
    fn name(&mut self, text: &str, reader: &Reader) {
        let Ok(url) = reader.registry.parse_with(text, reader.options) else {
            return;
        };
        let name = url.scheme();
        match self.unregistered.get_mut(&*name) {
            Some(count) => *count += 1,
            None => drop(self.unregistered.insert(name.into(), 1)),
        }
    }

    /// Counts a line that is no URL; without a text, one that is not even UTF-8, or too long.
    #[cold]
    fn refuse(&mut self, text: Option<&str>, error: &Error, place: Place, reader: &Reader, keeps_all: bool) {
        self.invalid += 1;
        self.deviations.clear();
        add(&mut self.faults, || error.requirement_ref(), (place, 1), |own| is_one(own, error.requirement()));
        if let Some(text) = text {
            self.accepted.count(text, reader);
        }
        if keeps_all || self.failures.len() < DRAWN {
            self.failures.push((place, error.clone()));
        }
    }
}

/// One id may stand for several sentences, and several requirements may be one rule.
fn is_one(a: &Requirement, b: &Requirement) -> bool {
    (a.id(), a.text()) == (b.id(), b.text())
}

/// The id of a requirement, copied only if the requirement comes from a file.
fn id_of(requirement: &RequirementRef) -> Cow<'static, str> {
    match requirement {
        RequirementRef::Static(requirement) => requirement.id().into(),
        RequirementRef::Shared(requirement) => requirement.id().to_owned().into(),
    }
}

/// Counts a line in the row of its key. There are few rows.
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
    rows[row].1.add_several(place, count);
}

impl Counted {
    #[inline]
    fn add(&mut self, place: Place) {
        self.add_several(place, 1);
    }

    #[inline]
    fn add_several(&mut self, place: Place, count: u64) {
        if self.count == 0 {
            self.first = place;
        }
        self.count += count;
    }
}

impl Accepted {
    fn count(&mut self, text: &str, reader: &Reader) {
        let Options { mode, profile } = reader.options;
        let accepts = |options| u64::from(reader.registry.parse_with(text, options).is_ok());
        if mode != Mode::Lenient {
            self.lenient += accepts(reader.options.lenient());
        }
        if profile != Profile::Current {
            self.current += accepts(reader.options.current());
        }
        self.both += accepts(reader.options.lenient().current());
    }

    pub(crate) fn add(&mut self, other: Self) {
        let Self { lenient, current, both } = other;
        self.lenient += lenient;
        self.current += current;
        self.both += both;
    }
}
