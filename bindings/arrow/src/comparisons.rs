//! What other rulebooks read in a row.

use std::sync::Arc;

use anyurl_compare::{Comparer, ConsensusHost};
use anyurl_core::Registry;
use arrow_array::builder::UInt16Builder;
use arrow_array::{Array, ArrayRef, StringViewArray, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{ArrowError, DataType, Field, Fields};

use crate::error_column::not_utf8;
use crate::slices::Slices;
use crate::texts::{Row, Texts};

/// The verdict of each row that is a text.
pub(crate) fn verdicts(registry: &Registry, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
    let comparer = Comparer::new(registry);
    column(urls, |row| match row {
        Row::Text(text) => Some(comparer.compare(text).verdict().as_str().to_owned()),
        Row::Bytes(..) => None,
    })
}

/// `{host, port, scheme}`
pub(crate) fn fields() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8View, true);
    vec![text("host"), Field::new("port", DataType::UInt16, true), text("scheme")].into()
}

/// The columns of the struct.
struct Columns<'a> {
    host: Slices<'a>,
    port: UInt16Builder,
    scheme: Slices<'a>,
    nulls: NullBufferBuilder,
}

impl Columns<'_> {
    fn new(rows: usize) -> Self {
        let (host, scheme) = (Slices::own(rows), Slices::own(rows));
        Self { host, port: UInt16Builder::with_capacity(rows), scheme, nulls: NullBufferBuilder::new(rows) }
    }

    fn push(&mut self, found: Option<&ConsensusHost>) {
        if let Some(found) = found {
            self.host.push_own(found.host());
            self.scheme.push_own(found.scheme());
        } else {
            self.host.push_null();
            self.scheme.push_null();
        }
        self.port.append_option(found.and_then(ConsensusHost::port));
        self.nulls.append(found.is_some());
    }

    fn finish(mut self) -> Result<StructArray, ArrowError> {
        let host: ArrayRef = Arc::new(self.host.finish()?);
        let columns = vec![host, Arc::new(self.port.finish()), Arc::new(self.scheme.finish()?)];
        StructArray::try_new(fields(), columns, self.nulls.finish())
    }
}

/// Host, port and scheme of each row on which the rulebooks agree.
pub(crate) fn hosts(registry: &Registry, urls: &dyn Array) -> Result<StructArray, ArrowError> {
    let (comparer, texts) = (Comparer::new(registry), Texts::new(urls)?);
    let mut columns = Columns::new(texts.len());
    for n in 0..texts.len() {
        let found = texts.row(n).and_then(|row| consensus(&comparer, row).ok());
        columns.push(found.as_ref());
    }
    columns.finish()
}

/// Why a row has no such host.
pub(crate) fn errors(registry: &Registry, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
    let comparer = Comparer::new(registry);
    column(urls, |row| consensus(&comparer, row).err())
}

/// What the rulebooks agree on in a row, or why they do not.
fn consensus(comparer: &Comparer<'_>, row: Row<'_>) -> Result<ConsensusHost, String> {
    match row {
        Row::Text(text) => comparer.consensus_host(text).map_err(|error| error.to_string()),
        Row::Bytes(_, at) => Err(not_utf8(at).to_string()),
    }
}

/// A text about each row.
pub(crate) fn column(
    urls: &dyn Array,
    tell: impl Fn(Row<'_>) -> Option<String>,
) -> Result<StringViewArray, ArrowError> {
    let texts = Texts::new(urls)?;
    let mut told = Slices::own(texts.len());
    for n in 0..texts.len() {
        match texts.row(n).and_then(&tell) {
            Some(text) => told.push_own(&text),
            None => told.push_null(),
        }
    }
    told.finish()
}
