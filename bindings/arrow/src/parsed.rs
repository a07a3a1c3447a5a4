//! URLs with all their parts, as structs.

use std::sync::Arc;

use anyurl_core::{Parser, Registry, Url};
use arrow_array::builder::{BooleanBufferBuilder, UInt16Builder};
use arrow_array::{ArrayRef, BooleanArray, StructArray};
use arrow_schema::{ArrowError, DataType, Field, Fields};

use crate::error_column::{self, Errors, parse as parse_row};
use crate::slices::Slices;
use crate::texts::Texts;

/// `{valid, scheme, user, host, port, path, query, fragment, error}`
pub(crate) fn fields() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8View, true);
    vec![
        Field::new("valid", DataType::Boolean, true),
        text("scheme"),
        text("user"),
        text("host"),
        Field::new("port", DataType::UInt16, true),
        text("path"),
        text("query"),
        text("fragment"),
        Field::new("error", DataType::Struct(error_column::fields()), true),
    ]
    .into()
}

/// The columns of the struct.
struct Columns<'a> {
    texts: &'a Texts<'a>,
    valid: BooleanBufferBuilder,
    scheme: Slices<'a>,
    user: Slices<'a>,
    host: Slices<'a>,
    port: UInt16Builder,
    path: Slices<'a>,
    query: Slices<'a>,
    fragment: Slices<'a>,
    error: Errors<'a>,
}

/// Parses a column.
pub(crate) fn parse<'a>(
    parser: &Parser<'a>,
    registry: &'a Registry,
    texts: &'a Texts<'a>,
) -> Result<StructArray, ArrowError> {
    let mut columns = Columns::new(texts, registry);
    for n in 0..texts.len() {
        match texts.row(n).map(|row| (row, parse_row(parser, row))) {
            None => columns.push_invalid(Errors::push_null),
            Some((_, Ok(url))) => columns.push(n, &url),
            Some((row, Err(error))) => columns.push_invalid(|errors| errors.push(row, error)),
        }
    }
    columns.finish()
}

impl<'a> Columns<'a> {
    fn new(texts: &'a Texts<'a>, registry: &'a Registry) -> Self {
        let parts = || Slices::new(texts);
        Self {
            texts,
            valid: BooleanBufferBuilder::new(texts.len()),
            scheme: parts(),
            user: parts(),
            host: parts(),
            port: UInt16Builder::with_capacity(texts.len()),
            path: parts(),
            query: parts(),
            fragment: parts(),
            error: Errors::new(registry, texts.len()),
        }
    }

    fn push(&mut self, n: usize, url: &Url<'_>) {
        let whole = url.text();
        self.valid.append(true);
        self.scheme.push(n, whole, &url.scheme());
        self.user.push_option(n, whole, url.user());
        self.host.push_option(n, whole, url.host());
        self.port.append_option(url.port());
        self.path.push_option(n, whole, Some(url.path()).filter(|path| !path.is_empty()));
        self.query.push_option(n, whole, url.query());
        self.fragment.push_option(n, whole, url.fragment());
        self.error.push_null();
    }

    fn push_invalid(&mut self, push_error: impl FnOnce(&mut Errors<'a>)) {
        self.valid.append(false);
        for part in
            [&mut self.scheme, &mut self.user, &mut self.host, &mut self.path, &mut self.query, &mut self.fragment]
        {
            part.push_null();
        }
        self.port.append_null();
        push_error(&mut self.error);
    }

    fn finish(mut self) -> Result<StructArray, ArrowError> {
        let nulls = self.texts.nulls().cloned();
        let columns: Vec<ArrayRef> = vec![
            Arc::new(BooleanArray::new(self.valid.finish(), nulls.clone())),
            Arc::new(self.scheme.finish()?),
            Arc::new(self.user.finish()?),
            Arc::new(self.host.finish()?),
            Arc::new(self.port.finish()),
            Arc::new(self.path.finish()?),
            Arc::new(self.query.finish()?),
            Arc::new(self.fragment.finish()?),
            Arc::new(self.error.finish()?),
        ];
        StructArray::try_new(fields(), columns, nulls)
    }
}
