//! Columns in other types: only what results have and readers ask for, since `arrow-cast` has two megabytes of code.

use std::sync::Arc;

use arrow_array::builder::GenericStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, GenericStringArray, ListArray, MapArray, OffsetSizeTrait, StringViewArray, StructArray,
};
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, DataType};

/// A column in another type.
pub(crate) fn convert(column: &ArrayRef, to: &DataType) -> Result<ArrayRef, ArrowError> {
    if column.data_type() == to {
        return Ok(column.clone());
    }
    Ok(match (column.data_type(), to) {
        (DataType::Utf8View, DataType::Utf8) => Arc::new(texts::<i32>(column.as_string_view())?),
        (DataType::Utf8View, DataType::LargeUtf8) => Arc::new(texts::<i64>(column.as_string_view())?),
        (DataType::UInt16, DataType::Int32) => {
            Arc::new(column.as_primitive::<UInt16Type>().unary::<_, Int32Type>(i32::from))
        }
        (DataType::UInt16, DataType::Int64) => {
            Arc::new(column.as_primitive::<UInt16Type>().unary::<_, Int64Type>(i64::from))
        }
        (DataType::UInt16, DataType::UInt32) => {
            Arc::new(column.as_primitive::<UInt16Type>().unary::<_, UInt32Type>(u32::from))
        }
        (DataType::UInt16, DataType::UInt64) => {
            Arc::new(column.as_primitive::<UInt16Type>().unary::<_, UInt64Type>(u64::from))
        }
        (DataType::Struct(_), DataType::Struct(fields)) => {
            let rows = column.as_struct();
            let columns = rows.columns().iter().zip(fields).map(|(column, field)| convert(column, field.data_type()));
            Arc::new(StructArray::try_new(fields.clone(), columns.collect::<Result<_, _>>()?, rows.nulls().cloned())?)
        }
        (DataType::Map(..), DataType::Map(field, is_sorted)) => {
            let map = column.as_map();
            let entries: ArrayRef = Arc::new(map.entries().clone());
            let entries = convert(&entries, field.data_type())?.as_struct().clone();
            let (offsets, nulls) = (map.offsets().clone(), map.nulls().cloned());
            Arc::new(MapArray::try_new(field.clone(), offsets, entries, nulls, *is_sorted)?)
        }
        (DataType::List(_), DataType::List(field)) => {
            let list = column.as_list::<i32>();
            let values = convert(list.values(), field.data_type())?;
            Arc::new(ListArray::try_new(field.clone(), list.offsets().clone(), values, list.nulls().cloned())?)
        }
        (from, to) => return Err(ArrowError::CastError(format!("a column of {from} cannot become one of {to}"))),
    })
}

/// Texts in place of views of them.
fn texts<O: OffsetSizeTrait>(views: &StringViewArray) -> Result<GenericStringArray<O>, ArrowError> {
    let bytes = views.iter().flatten().map(str::len).sum();
    if O::from_usize(bytes).is_none() {
        return Err(ArrowError::CastError(format!("{bytes} bytes of text need 64-bit offsets: use large_string")));
    }
    let mut texts = GenericStringBuilder::<O>::with_capacity(views.len(), bytes);
    views.iter().for_each(|text| texts.append_option(text));
    Ok(texts.finish())
}

/// One array of all chunks of one type, of which there is at least one.
pub(crate) fn joined(chunks: &[ArrayRef]) -> Result<ArrayData, ArrowError> {
    if let [only] = chunks {
        return Ok(only.to_data());
    }
    let chunks: Vec<_> = chunks.iter().map(|chunk| chunk.to_data()).collect();
    let rows = chunks.iter().map(ArrayData::len).sum();
    let mut all = MutableArrayData::new(chunks.iter().collect(), false, rows);
    for (n, chunk) in chunks.iter().enumerate() {
        all.try_extend(n, 0, chunk.len())?;
    }
    Ok(all.freeze())
}
