//! The totals of all blocks of all files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anyurl::authors::Deprecation;
use anyurl::batch::{BlockResult, Content};
use anyurl::{EntryId, EntryMap, visible};
use serde_json::{Value, json};

use super::block_stats::{Accepted, BlockStats};
use super::counted::{Counted, Place};
use super::kinds::cause;
use super::verdicts::Verdicts;
use crate::input::reader::InputReader;
use crate::input::rejected::{Shown, masked_text};

/// The maximum total size of unregistered names, in bytes: each line of a file may have a new one.
const MAX_NAMES: usize = 1024 * 1024;

/// Counts further unregistered names. No scheme has this name.
const OTHER_NAMES: &str = "…";

/// The maximum length of an example, in characters.
const MAX_EXAMPLE: usize = 72;

/// The totals.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) lines: u64,
    pub(crate) valid: u64,
    pub(crate) invalid: u64,
    /// The lines with a URL after other words.
    pub(crate) texts: u64,
    /// The valid lines of each registered scheme.
    schemes: EntryMap<SchemeCount>,
    /// Valid lines of each unregistered scheme.
    unregistered: BTreeMap<Box<str>, u64>,
    /// The total size of these names, in bytes.
    names_len: usize,
    /// Invalid lines by their cause.
    pub(crate) by_error: BTreeMap<CauseKey, ErrorCount>,
    /// Warnings of valid lines by id.
    pub(crate) warnings: BTreeMap<Cow<'static, str>, WarningCount>,
    pub(crate) accepted: Accepted,
    /// With `--compare`.
    pub(crate) verdicts: Option<Verdicts>,
}

/// The valid lines of one version of a scheme.
#[derive(Debug, Default)]
struct SchemeCount {
    name: String,
    count: u64,
    /// The notice and the place of the first of these lines, if the scheme is deprecated.
    deprecated: Option<DeprecatedCount>,
}

/// The valid lines of a deprecated scheme.
#[derive(Clone, Debug)]
pub(crate) struct DeprecatedCount {
    pub(crate) count: u64,
    /// Since when, why, and what to use instead.
    pub(crate) notice: String,
    /// The place of the first of these lines.
    pub(crate) first: String,
}

/// The id and text of a requirement, because several may share an id, and the kind of the character that violates it.
pub(crate) type CauseKey = (String, String, Option<char>);

/// The lines that are invalid for one cause.
#[derive(Debug)]
pub(crate) struct ErrorCount {
    pub(crate) count: u64,
    /// What is wrong, if it is a character.
    pub(crate) cause: Option<String>,
    pub(crate) section: String,
    /// The place of the first of these lines, and the beginning of its text with secrets masked.
    pub(crate) place: String,
    pub(crate) example: String,
}

/// The warnings of one id.
#[derive(Debug)]
pub(crate) struct WarningCount {
    pub(crate) count: u64,
    /// The place and message of the first.
    pub(crate) first: String,
}

/// A block whose lines can be parsed again, to show them.
pub(crate) struct BlockView<'b> {
    pub(crate) done: &'b BlockResult<'b, BlockStats>,
    pub(crate) file: &'b str,
    pub(crate) reader: InputReader,
}

impl BlockView<'_> {
    /// `file:line`
    pub(crate) fn place(&self, place: Place) -> String {
        format!("{}:{}", self.file, self.done.first_line + place.number)
    }

    /// The scheme of a valid line, which is the first of its scheme.
    fn scheme(&self, place: Place) -> SchemeCount {
        let Ok(url) = self.reader.parse(self.done.block.content(place.start)) else { return SchemeCount::default() };
        let notice = url.entry().registration().deprecated.as_ref();
        let deprecated = |notice: &Deprecation| DeprecatedCount {
            count: 0,
            notice: visible(&notice.to_string()).into_owned(),
            first: self.place(place),
        };
        // All members of a family are counted as one.
        let name = if url.is_known() { url.entry().name().to_owned() } else { url.scheme().into_owned() };
        SchemeCount { name, count: 0, deprecated: notice.map(deprecated) }
    }

    /// The place and message of a warning of a valid line.
    fn warning(&self, id: &str, place: Place) -> String {
        let url = self.reader.parse(self.done.block.content(place.start));
        let warnings = url.map_or_else(|_| Vec::new(), |url| url.warnings());
        let message = warnings.into_iter().find(|warning| warning.id() == id);
        let message = message.map_or_else(String::new, |warning| warning.message().into_owned());
        format!("{}: {}", self.place(place), visible(&message))
    }

    /// The place and the beginning of a line, valid or not, as it may be shown or as it is.
    fn line(&self, place: Place, is_exact: bool) -> String {
        let reader = InputReader { shows_secrets: is_exact || self.reader.shows_secrets, ..self.reader };
        let beginning = match self.done.block.content(place.start) {
            Content::Text(text) => Shown::Text(masked_text(text, &reader)).beginning(MAX_EXAMPLE),
            _ => String::new(),
        };
        format!("{}: {beginning}", self.place(place))
    }

    /// The cause of an invalid line, which is the first with it.
    fn error(&self, place: Place, section: &str) -> ErrorCount {
        let rejected = self.reader.read(self.done.block.content(place.start)).err();
        let example = rejected.as_ref().map(|rejected| rejected.shown(&self.reader).beginning(MAX_EXAMPLE));
        ErrorCount {
            count: 0,
            // A character of a secret is masked in this error.
            cause: rejected.and_then(|rejected| cause(rejected.error())),
            section: section.to_owned(),
            place: self.place(place),
            example: example.unwrap_or_default(),
        }
    }
}

impl Tally {
    /// Adds the lines of a block.
    pub(crate) fn add(&mut self, block: &BlockView<'_>) {
        let valid = block.done.value.valid();
        let BlockStats { invalid, schemes, unregistered, warnings, errors, accepted, verdicts, .. } = &block.done.value;
        self.lines += valid + invalid;
        self.valid += valid;
        self.invalid += invalid;
        self.texts += block.done.value.texts;
        self.accepted.add(*accepted);
        if let Some(all) = &mut self.verdicts {
            all.add(verdicts, |first, is_exact| block.line(first, is_exact));
        }
        let generic = block.reader.registry.generic(block.reader.options.profile).id();
        for (entry, counted) in schemes.iter().filter(|(entry, _)| *entry != generic) {
            self.add_scheme(entry, *counted, block);
        }
        for (name, count) in unregistered {
            self.add_name(name, *count);
        }
        let is_reported = |(id, _): &&(Cow<'static, str>, Counted)| !block.reader.warnings.allows(id);
        for (id, Counted { count, first }) in warnings.iter().filter(is_reported) {
            let warning = self
                .warnings
                .entry(id.clone())
                .or_insert_with(|| WarningCount { count: 0, first: block.warning(id, *first) });
            warning.count += count;
        }
        for ((requirement, kind), Counted { count, first }) in errors {
            let key = (requirement.id().to_owned(), requirement.text().to_owned(), *kind);
            let error = self.by_error.entry(key).or_insert_with(|| block.error(*first, requirement.section()));
            error.count += count;
        }
    }

    fn add_scheme(&mut self, entry: EntryId, counted: Counted, block: &BlockView<'_>) {
        let scheme = self.schemes.get_or_default(entry);
        if scheme.count == 0 {
            *scheme = block.scheme(counted.first);
        }
        scheme.count += counted.count;
    }

    fn add_name(&mut self, name: &str, count: u64) {
        if let Some(own) = self.unregistered.get_mut(name) {
            *own += count;
        } else if self.names_len + name.len() <= MAX_NAMES {
            self.names_len += name.len();
            self.unregistered.insert(name.into(), count);
        } else {
            *self.unregistered.entry(OTHER_NAMES.into()).or_default() += count;
        }
    }

    /// The number of valid lines of each scheme, over all its versions.
    pub(crate) fn by_scheme(&self) -> BTreeMap<&str, u64> {
        let mut all = BTreeMap::new();
        let schemes = self.schemes.iter().map(|(_, scheme)| (&*scheme.name, scheme.count));
        let unregistered = self.unregistered.iter();
        let unregistered = unregistered.map(|(name, count)| (&**name, *count));
        for (name, count) in schemes.chain(unregistered) {
            *all.entry(name).or_default() += count;
        }
        all
    }

    /// The valid lines of each deprecated scheme, over all its deprecated versions.
    pub(crate) fn deprecated(&self) -> BTreeMap<&str, DeprecatedCount> {
        let mut all: BTreeMap<&str, DeprecatedCount> = BTreeMap::new();
        for (_, SchemeCount { name, count, deprecated }) in self.schemes.iter() {
            if let Some(deprecated) = deprecated {
                all.entry(name).or_insert_with(|| deprecated.clone()).count += count;
            }
        }
        all
    }

    /// The causes of invalid lines, the most frequent first.
    pub(crate) fn causes(&self) -> Vec<(&CauseKey, &ErrorCount)> {
        let mut causes: Vec<_> = self.by_error.iter().collect();
        causes.sort_by_key(|(_, error)| std::cmp::Reverse(error.count));
        causes
    }

    /// The summary of `docs/cli.md`; its shape is stable.
    pub(crate) fn to_json(&self, reader: &InputReader) -> Value {
        let mut by_error = BTreeMap::<_, u64>::new();
        for ((id, ..), error) in &self.by_error {
            *by_error.entry(id).or_default() += error.count;
        }
        let warnings: BTreeMap<_, _> = self.warnings.iter().map(|(id, warning)| (id, warning.count)).collect();
        let deprecated: BTreeMap<_, _> =
            self.deprecated().into_iter().map(|(name, one)| (name, one.to_json())).collect();
        let mut summary = json!({
            "lines": self.lines,
            "valid": self.valid,
            "invalid": self.invalid,
            "by_scheme": self.by_scheme(),
            "by_error": by_error,
            "warnings": warnings,
        });
        if !self.by_error.is_empty() {
            summary["causes"] = self.causes().into_iter().map(|(key, error)| error.to_json(key)).collect();
        }
        if !deprecated.is_empty() {
            summary["deprecated"] = json!(deprecated);
        }
        if let Some(verdicts) = &self.verdicts {
            summary["verdicts"] = verdicts.to_json(reader);
        }
        summary
    }
}

impl ErrorCount {
    /// What is wrong, and the text of the requirement.
    pub(crate) fn says(&self, text: &str) -> String {
        self.cause.as_ref().map_or_else(|| text.to_owned(), |cause| format!("{cause}: {text}"))
    }

    fn to_json(&self, (id, says, _): &CauseKey) -> Value {
        let Self { count, cause, section, place, .. } = self;
        let mut value = json!({ "id": id, "says": says, "section": section, "lines": count, "first": place });
        if let Some(cause) = cause {
            value["cause"] = (&**cause).into();
        }
        value
    }
}

impl DeprecatedCount {
    fn to_json(&self) -> Value {
        json!({ "lines": self.count, "notice": self.notice, "first": self.first })
    }
}
