//! Results that hold no more memory than their own texts.
//!
//! Parts of URLs are views of the column that they are in, which engines expect of columns that are views. Of other
//! columns they do not: whatever is written for another process, such as the batches of Ballista, would contain the
//! whole input once for each part.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, MapArray, StructArray};
use arrow_schema::{ArrowError, DataType};

/// Whether the texts of a column are views.
pub(crate) fn is_view(column: &dyn Array) -> bool {
    matches!(column.data_type(), DataType::Utf8View | DataType::BinaryView)
}

/// A copy without texts that it does not use.
pub(crate) fn compact(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    Ok(match column.data_type() {
        DataType::Utf8View => Arc::new(column.as_string_view().gc()),
        DataType::Struct(_) => Arc::new(compact_struct(column.as_struct())?),
        DataType::Map(field, is_sorted) => {
            let map = column.as_map();
            let entries = compact_struct(map.entries())?;
            let (offsets, nulls) = (map.offsets().clone(), map.nulls().cloned());
            Arc::new(MapArray::try_new(Arc::clone(field), offsets, entries, nulls, *is_sorted)?)
        }
        _ => Arc::clone(column),
    })
}

fn compact_struct(array: &StructArray) -> Result<StructArray, ArrowError> {
    let columns = array.columns().iter().map(compact).collect::<Result<_, _>>()?;
    StructArray::try_new(array.fields().clone(), columns, array.nulls().cloned())
}
