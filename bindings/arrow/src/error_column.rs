//! Why rows are not valid.

use std::sync::Arc;

use anyurl_core::{Error, Parser, Registry, Span, Url};
use arrow_array::{ArrayRef, StructArray, UInt32Array};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{ArrowError, DataType, Field, Fields};

use crate::slices::Slices;
use crate::texts::Row;

/// Parses a row.
pub(crate) fn parse<'t>(parser: &Parser<'t>, row: Row<'t>) -> Result<Url<'t>, Error> {
    match row {
        Row::Text(text) => parser.parse(text),
        Row::Bytes(_, at) => Err(not_utf8(at)),
    }
}

/// The error of a row whose byte at a place is not UTF-8.
pub(crate) fn not_utf8(at: usize) -> Error {
    Error::not_utf8(Span::new(at, at + 1))
}

/// The message of an error, without a character of a secret.
pub(crate) fn message(registry: &Registry, row: Row<'_>, error: Error) -> String {
    let redaction = match row {
        Row::Text(text) => registry.guess_secrets(text),
        Row::Bytes(bytes, _) => registry.guess_secrets_in_bytes(bytes),
    };
    error.masked(&redaction).to_string()
}

/// `{kind, rule, component, start, end, message, id, section}`
pub(crate) fn fields() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8View, true);
    let offset = |name| Field::new(name, DataType::UInt32, true);
    vec![
        text("kind"),
        text("rule"),
        text("component"),
        offset("start"),
        offset("end"),
        text("message"),
        text("id"),
        text("section"),
    ]
    .into()
}

/// The errors of a column, as structs.
pub(crate) struct Errors<'a> {
    registry: &'a Registry,
    kinds: Slices<'a>,
    rules: Slices<'a>,
    components: Slices<'a>,
    starts: Vec<u32>,
    ends: Vec<u32>,
    messages: Slices<'a>,
    ids: Slices<'a>,
    sections: Slices<'a>,
    nulls: NullBufferBuilder,
}

impl<'a> Errors<'a> {
    pub(crate) fn new(registry: &'a Registry, capacity: usize) -> Self {
        let texts = || Slices::own(capacity);
        Self {
            registry,
            kinds: texts(),
            rules: texts(),
            components: texts(),
            starts: Vec::with_capacity(capacity),
            ends: Vec::with_capacity(capacity),
            messages: texts(),
            ids: texts(),
            sections: texts(),
            nulls: NullBufferBuilder::new(capacity),
        }
    }

    pub(crate) fn push_null(&mut self) {
        let Self { kinds, rules, components, messages, ids, sections, .. } = self;
        for texts in [kinds, rules, components, messages, ids, sections] {
            texts.push_null();
        }
        self.starts.push(0);
        self.ends.push(0);
        self.nulls.append_null();
    }

    #[cold]
    pub(crate) fn push(&mut self, row: Row<'_>, error: Error) {
        self.kinds.push_own(error.kind().as_str());
        self.rules.push_own(error.rule());
        self.components.push_own(error.component());
        self.ids.push_own(error.requirement().id());
        self.sections.push_own(error.requirement().section());
        let span = error.span();
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.starts.push(offset(span.start()));
        self.ends.push(offset(span.end()));
        self.messages.push_own(&message(self.registry, row, error));
        self.nulls.append_non_null();
    }

    pub(crate) fn finish(mut self) -> Result<StructArray, ArrowError> {
        let nulls = self.nulls.finish();
        let offsets = |values: Vec<u32>| Arc::new(UInt32Array::new(values.into(), nulls.clone()));
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.kinds.finish()?),
            Arc::new(self.rules.finish()?),
            Arc::new(self.components.finish()?),
            offsets(self.starts),
            offsets(self.ends),
            Arc::new(self.messages.finish()?),
            Arc::new(self.ids.finish()?),
            Arc::new(self.sections.finish()?),
        ];
        StructArray::try_new(fields(), columns, nulls)
    }
}
