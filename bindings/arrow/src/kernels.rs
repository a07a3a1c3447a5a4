//! [`Kernels`].

use std::borrow::Cow;
use std::sync::Arc;

use anyurl_core::{Error, Parser, Registry, Url};
use arrow_array::builder::{ListBuilder, StringViewBuilder};
use arrow_array::{Array, ArrayRef, BooleanArray, ListArray, MapArray, StringViewArray, StructArray, UInt16Array};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields};

use crate::comparisons;
use crate::error_column::{message, parse};
use crate::hosts::hosts;
use crate::parsed;
use crate::slices::Slices;
use crate::texts::{Row, Texts};

/// Functions over columns of URLs. See the [crate](crate).
#[derive(Clone, Copy)]
pub struct Kernels<'r> {
    registry: &'r Registry,
    parser: Parser<'r>,
}

impl<'r> Kernels<'r> {
    /// Functions that parse by a registry and options: `Kernels::new(registry.parser())`.
    pub fn new(parser: Parser<'r>) -> Self {
        Self { registry: parser.registry(), parser }
    }

    /// Whether each row is a valid URL.
    ///
    /// # Errors
    /// As all functions: a column of another type.
    pub fn valid(&self, urls: &dyn Array) -> Result<BooleanArray, ArrowError> {
        let texts = Texts::new(urls)?;
        let is_valid = |row| match row {
            Some(Row::Text(text)) => self.parser.check(text).is_ok(),
            _ => false,
        };
        let values = (0..texts.len()).map(|n| is_valid(texts.row(n))).collect();
        Ok(BooleanArray::new(values, texts.nulls().cloned()))
    }

    /// The name of the scheme, in lower case.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn scheme(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        self.parts(urls, |url| Some(url.scheme()))
    }

    /// The user name.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn user(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        self.parts(urls, |url| url.user().map(Cow::Borrowed))
    }

    /// The host.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn host(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        self.parts(urls, |url| url.host().map(Cow::Borrowed))
    }

    /// The port that is written.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn port(&self, urls: &dyn Array) -> Result<UInt16Array, ArrowError> {
        self.numbers(urls, |url| url.port())
    }

    /// The port that is written, or else the default port of the scheme.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn effective_port(&self, urls: &dyn Array) -> Result<UInt16Array, ArrowError> {
        self.numbers(urls, |url| url.effective_port())
    }

    /// The path, of whatever components a scheme calls so; NULL if it is empty.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn path(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        self.parts(urls, |url| Some(url.path()).filter(|path| !path.is_empty()).map(Cow::Borrowed))
    }

    /// The query, without its `?`.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn query(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        self.parts(urls, |url| url.query().map(Cow::Borrowed))
    }

    /// The fragment, without its `#`.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn fragment(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        self.parts(urls, |url| url.fragment().map(Cow::Borrowed))
    }

    /// The component that has a name in its scheme, such as `selector` of gopher.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn part(&self, urls: &dyn Array, name: &str) -> Result<StringViewArray, ArrowError> {
        self.parts(urls, |url| url.component(name).filter(|one| one.span().is_some()).map(|one| one.text().into()))
    }

    /// All components by name, in the order of the scheme; those that contain others, too.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn components(&self, urls: &dyn Array) -> Result<MapArray, ArrowError> {
        let texts = Texts::new(urls)?;
        let (mut names, mut values) = (Slices::own(4 * texts.len()), Slices::new(&texts));
        let mut lengths = Vec::with_capacity(texts.len());
        let mut nulls = NullBufferBuilder::new(texts.len());
        for n in 0..texts.len() {
            let url = self.url(texts.row(n));
            let components = url.iter().flat_map(Url::components).filter(|component| component.span().is_some());
            let mut count = 0;
            for component in components {
                names.push_own(component.name());
                values.push(n, url.as_ref().map_or("", Url::text), component.text());
                count += 1;
            }
            lengths.push(count);
            nulls.append(url.is_some());
        }
        let columns: Vec<ArrayRef> = vec![Arc::new(names.finish()?), Arc::new(values.finish()?)];
        let entries = StructArray::try_new(entry_fields(), columns, None)?;
        MapArray::try_new(entries_field(), OffsetBuffer::from_lengths(lengths), entries, nulls.finish(), false)
    }

    /// All of these in one struct for each row: `{valid, scheme, user, host, port, path, query, fragment, error: {kind,
    /// rule, component, start, end, message, id, section}}`. The offsets of an error count bytes of the text.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn parse(&self, urls: &dyn Array) -> Result<StructArray, ArrowError> {
        parsed::parse(&self.parser, self.registry, &Texts::new(urls)?)
    }

    /// All hosts with their ports, of which the URLs of some databases have several: a list of `{host, port,
    /// effective_port}`; NULL if it is not valid.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn hosts(&self, urls: &dyn Array) -> Result<ListArray, ArrowError> {
        let texts = Texts::new(urls)?;
        hosts(&texts, |n| self.url(texts.row(n)))
    }

    /// The text with `***` in place of its secrets, also where it is not a valid URL; NULL if it is not UTF-8.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn masked(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        comparisons::column(urls, |row| match row {
            Row::Text(text) => Some(match self.parser.parse(text) {
                Ok(url) => url.masked().to_string(),
                Err(_) => self.registry.guess_secrets(text).apply(text).into_owned(),
            }),
            Row::Bytes(..) => None,
        })
    }

    /// The canonical form.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn canonical(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        self.parts(urls, |url| {
            let canonical = url.to_canonical();
            Some(if canonical == url.as_str() { Cow::Borrowed(url.as_str()) } else { Cow::Owned(canonical) })
        })
    }

    /// Whether two URLs are equivalent by the rules of their scheme; NULL if one of them is not valid.
    ///
    /// # Errors
    /// As [`Kernels::valid`], and columns of different lengths.
    pub fn same(&self, urls: &dyn Array, others: &dyn Array) -> Result<BooleanArray, ArrowError> {
        let (texts, others) = (Texts::new(urls)?, Texts::new(others)?);
        if texts.len() != others.len() {
            let message = format!("columns of {} and {} rows cannot be compared", texts.len(), others.len());
            return Err(ArrowError::InvalidArgumentError(message));
        }
        let is_same = |n| Some(self.url(texts.row(n))?.is_equivalent(&self.url(others.row(n))?));
        Ok((0..texts.len()).map(is_same).collect())
    }

    /// Why a row is not valid, in a sentence without secrets; NULL if it is.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn error(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        self.errors(urls, |errors, row, error| errors.push_own(&message(self.registry, row, error)))
    }

    /// The id of the requirement that a row breaks, such as `A-42`: few of them, to count rows by. NULL if it is valid.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn error_id(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        self.errors(urls, |errors, _, error| errors.push_own(error.requirement().id()))
    }

    /// The ids of the warnings about a URL, each once: deviations that lenient mode accepts, such as `A-44`, and others,
    /// such as `password-in-url`; NULL if it is not valid.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn warnings(&self, urls: &dyn Array) -> Result<ListArray, ArrowError> {
        let texts = Texts::new(urls)?;
        let mut lists = ListBuilder::new(StringViewBuilder::new());
        let mut ids = Vec::new();
        for n in 0..texts.len() {
            let is_valid = self.warning_ids(texts.row(n), &mut ids);
            ids.drain(..).for_each(|id| lists.values().append_value(id));
            lists.append(is_valid);
        }
        Ok(lists.finish())
    }

    /// What programs that read URLs by different rulebooks disagree on in a row: the id of the
    /// [verdict](anyurl_compare::ComparisonVerdict), such as `same` or `host-differs`.
    ///
    /// The rulebooks have their own modes and profiles, so that the options of the parser do not matter; its registry does.
    /// A row that is not UTF-8 is no text to compare: NULL.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn verdict(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        comparisons::verdicts(self.registry, urls)
    }

    /// The host that all rulebooks read in a row, with its port and scheme: `{host, port, scheme}`, NULL if they do not agree.
    ///
    /// The host is decoded, in lower case and in its ASCII form. The port is that of the scheme if none is written.
    ///
    /// A guard before requests ([`Comparer::consensus_host`](anyurl_compare::Comparer::consensus_host)), which does not
    /// depend on the options of the parser either.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn consensus_host(&self, urls: &dyn Array) -> Result<StructArray, ArrowError> {
        comparisons::hosts(self.registry, urls)
    }

    /// Why a row has no [`Kernels::consensus_host`], in a sentence without secrets; NULL if it has one.
    ///
    /// # Errors
    /// As [`Kernels::valid`].
    pub fn consensus_error(&self, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
        comparisons::errors(self.registry, urls)
    }

    /// Collects the ids of the warnings about a row, and returns whether it is valid.
    fn warning_ids(&self, row: Option<Row<'_>>, ids: &mut Vec<String>) -> bool {
        let Some(Row::Text(text)) = row else { return false };
        let mut add = |id: &str| {
            if !ids.iter().any(|known| known == id) {
                ids.push(id.to_owned());
            }
        };
        let url = self.parser.parse_with_warnings(text, &mut |warning| add(warning.id()));
        if let Ok(url) = &url {
            url.warning_ids().for_each(add);
        } else {
            ids.clear();
        }
        url.is_ok()
    }

    /// The URL of a row, if it is valid.
    #[inline]
    fn url<'t>(&self, row: Option<Row<'t>>) -> Option<Url<'t>>
    where
        'r: 't,
    {
        match row {
            Some(Row::Text(text)) => self.parser.parse(text).ok(),
            _ => None,
        }
    }

    /// A part of each URL.
    fn parts(
        &self,
        urls: &dyn Array,
        part: impl for<'u> Fn(&Url<'u>) -> Option<Cow<'u, str>>,
    ) -> Result<StringViewArray, ArrowError> {
        let texts = Texts::new(urls)?;
        let mut parts = Slices::new(&texts);
        for n in 0..texts.len() {
            match self.url(texts.row(n)) {
                Some(url) => parts.push_option(n, url.text(), part(&url).as_deref()),
                None => parts.push_null(),
            }
        }
        parts.finish()
    }

    /// A text about each row that is not valid.
    fn errors(
        &self,
        urls: &dyn Array,
        push: impl Fn(&mut Slices<'_>, Row<'_>, Error),
    ) -> Result<StringViewArray, ArrowError> {
        let texts = Texts::new(urls)?;
        let mut errors = Slices::own(texts.len());
        for n in 0..texts.len() {
            match texts.row(n).map(|row| (row, parse(&self.parser, row))) {
                Some((row, Err(error))) => push(&mut errors, row, error),
                _ => errors.push_null(),
            }
        }
        errors.finish()
    }

    /// A number in each URL.
    fn numbers(&self, urls: &dyn Array, number: impl Fn(&Url<'_>) -> Option<u16>) -> Result<UInt16Array, ArrowError> {
        let texts = Texts::new(urls)?;
        Ok((0..texts.len()).map(|n| number(&self.url(texts.row(n))?)).collect())
    }
}

/// The type of [`Kernels::parse`].
pub fn parse_type() -> DataType {
    DataType::Struct(parsed::fields())
}

/// The type of [`Kernels::consensus_host`].
pub fn consensus_host_type() -> DataType {
    DataType::Struct(comparisons::fields())
}

/// The type of [`Kernels::components`].
pub fn components_type() -> DataType {
    DataType::Map(entries_field(), false)
}

fn entry_fields() -> Fields {
    vec![Field::new("key", DataType::Utf8View, false), Field::new("value", DataType::Utf8View, true)].into()
}

fn entries_field() -> FieldRef {
    Arc::new(Field::new("entries", DataType::Struct(entry_fields()), false))
}
