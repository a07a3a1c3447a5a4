//! What other rulebooks read in a row.

use arrow_array::{Array, StringViewArray};
use arrow_schema::ArrowError;
use locator_compare::{Comparer, ConsensusHost};
use locator_core::Registry;

use crate::error_column::not_utf8;
use crate::slices::Slices;
use crate::texts::{Row, Texts};

/// The verdict of each row that is a text.
pub(crate) fn verdicts(registry: &Registry, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
    let comparer = Comparer::new(registry);
    column(urls, |row| match row {
        Row::Text(text) => Some(comparer.compare(text).verdict().id().to_owned()),
        Row::Bytes(..) => None,
    })
}

/// The host of each row on which the rulebooks agree.
pub(crate) fn hosts(registry: &Registry, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
    consensus(registry, urls, |found| found.ok().map(|host| host.to_string()))
}

/// Why a row has no such host.
pub(crate) fn errors(registry: &Registry, urls: &dyn Array) -> Result<StringViewArray, ArrowError> {
    consensus(registry, urls, Result::err)
}

/// Something about the host of each row, or about the error.
fn consensus(
    registry: &Registry,
    urls: &dyn Array,
    tell: impl Fn(Result<ConsensusHost, String>) -> Option<String>,
) -> Result<StringViewArray, ArrowError> {
    let comparer = Comparer::new(registry);
    column(urls, |row| {
        tell(match row {
            Row::Text(text) => comparer.consensus_host(text).map_err(|error| error.to_string()),
            Row::Bytes(_, at) => Err(not_utf8(at).to_string()),
        })
    })
}

/// A text about each row.
fn column(urls: &dyn Array, tell: impl Fn(Row<'_>) -> Option<String>) -> Result<StringViewArray, ArrowError> {
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
