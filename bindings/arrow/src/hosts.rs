//! The column of all hosts.

use std::sync::Arc;

use anyurl_core::Url;
use arrow_array::builder::UInt16Builder;
use arrow_array::{ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields};

use crate::slices::Slices;
use crate::texts::Texts;

/// The hosts of each URL, with their ports.
pub(crate) fn hosts<'t>(texts: &Texts<'t>, url: impl Fn(usize) -> Option<Url<'t>>) -> Result<ListArray, ArrowError> {
    let mut names = Slices::new(texts);
    let (mut ports, mut effective) = (UInt16Builder::new(), UInt16Builder::new());
    let mut lengths = Vec::with_capacity(texts.len());
    let mut nulls = NullBufferBuilder::new(texts.len());
    for n in 0..texts.len() {
        let url = url(n);
        let mut count = 0;
        for host in url.iter().flat_map(Url::hosts) {
            names.push(n, url.as_ref().map_or("", Url::text), host.as_str());
            ports.append_option(host.port());
            effective.append_option(host.effective_port());
            count += 1;
        }
        lengths.push(count);
        nulls.append(url.is_some());
    }
    let columns: Vec<ArrayRef> =
        vec![Arc::new(names.finish()?), Arc::new(ports.finish()), Arc::new(effective.finish())];
    let rows = StructArray::try_new(fields(), columns, None)?;
    ListArray::try_new(item(), OffsetBuffer::from_lengths(lengths), Arc::new(rows), nulls.finish())
}

fn fields() -> Fields {
    let number = |name: &str| Field::new(name, DataType::UInt16, true);
    vec![Field::new("host", DataType::Utf8View, false), number("port"), number("effective_port")].into()
}

fn item() -> FieldRef {
    Arc::new(Field::new_list_field(DataType::Struct(fields()), true))
}

/// The type of [`Kernels::hosts`](crate::Kernels::hosts).
pub fn hosts_type() -> DataType {
    DataType::List(item())
}
